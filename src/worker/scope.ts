/** The parts of a service worker's global scope that ours uses: the types of pages are the project's, and exclude them. */
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

/** A request that the worker may answer. */
export interface Fetched extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  location: Location;
  caches: CacheStorage;
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window' }): Promise<{ focused: boolean; postMessage(message: unknown): void }[]>;
  };
  registration: { waiting: { postMessage(message: unknown): void } | null };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate' | 'sync', listener: (event: Extendable) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Fetched) => void): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent) => void): void;
}

export const scope = self as unknown as Scope;
