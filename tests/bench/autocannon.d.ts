// The package has no types; these are the parts that the benchmarks use.
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
    /** In seconds. */
    duration: number;
    errors: number;
    timeouts: number;
    /** Answers by status code. */
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
