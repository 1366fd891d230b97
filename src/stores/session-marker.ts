/** Where the tabs of a browser share who is signed in. A type, so that no file is loaded for one word. */
export type SessionKey = 'session';

const KEY: SessionKey = 'session';

/** Who is signed in and until when; instants in milliseconds by the server's clock. */
export interface SessionMarker {
  person: string;
  accessEnds: number;
  sessionEnds: number;
}

/** Reads `<person> <access ends> <session ends>`, as pages and the browser's storage hold it; null for nobody. */
export function readMarker(text: string | null | undefined): SessionMarker | null {
  const [person, accessEnds, sessionEnds] = (text ?? '').split(' ');
  return person && sessionEnds
    ? { person, accessEnds: Number(accessEnds), sessionEnds: Number(sessionEnds) }
    : null;
}

/** What the latest tab has written; undefined where nothing is known, such as after the storage was emptied. */
export function lastMarker(): SessionMarker | null | undefined {
  const text = localStorage.getItem(KEY);
  return text === null ? undefined : readMarker(text);
}

export function writeMarker({ person, accessEnds, sessionEnds }: SessionMarker): void {
  localStorage.setItem(KEY, `${person} ${accessEnds} ${sessionEnds}`);
}

/**
 * Empties what this browser stores for a person, which shows the other tabs that nobody is signed in. `ending` means
 * that the server does not know yet: the next page signs out there.
 */
export function forgetSession(how: 'ended' | 'ending' = 'ended'): void {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem(KEY, how === 'ending' ? how : '');
  // Only there on https and on this very machine.
  if ('caches' in window) caches.keys().then((names) => names.map((name) => caches.delete(name)));
}
