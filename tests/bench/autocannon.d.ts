// The package brings no types; these are the parts that the benchmarks use.
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    requests?: { setupRequest(request: Request): Request }[];
  }

  export interface Request {
    path?: string;
  }

  interface Result {
    requests: { total: number };
    /** Seconds that it really took. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
