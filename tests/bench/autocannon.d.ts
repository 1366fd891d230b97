// The package brings no types; these are the parts that the benchmarks use.
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
  }

  interface Result {
    requests: { total: number };
    /** Seconds that it really took. */
    duration: number;
    errors: number;
    timeouts: number;
    /** How many answers by status code. */
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
