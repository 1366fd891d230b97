interface AnsweredRequest {
  path: string;
  isApi: boolean;
  status: number;
  ms: number;
}

interface ApiTiming {
  path: string;
  status: number;
  ms: number;
}

export type RequestFigures = ReturnType<typeof createRequestFigures>;

/** Upper bounds of the histogram, in seconds. */
const LIMITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How many API calls are listed, and how many requests the median covers. */
const TIMINGS = 100;
const LATEST = 1000;

export function createRequestFigures() {
  const byStatus: Record<string, number> = {};
  const durations: number[] = [];
  const timings: ApiTiming[] = [];
  let total = 0;
  let notModified = 0;
  const counts = LIMITS.map(() => 0);
  let sum = 0;
  return {
    add({ path, isApi, status, ms }: AnsweredRequest): void {
      const bucket = LIMITS.findIndex((limit) => ms <= limit * 1000);
      if (bucket >= 0) counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += ms / 1000;
      durations[total % LATEST] = ms;
      total += 1;
      if (status === 304) notModified += 1;
      const group = `${Math.floor(status / 100)}xx`;
      byStatus[group] = (byStatus[group] ?? 0) + 1;
      if (!isApi) return;
      timings.push({ path: withoutIds(path), status, ms: rounded(ms) });
      if (timings.length > TIMINGS) timings.shift();
    },
    /** Cumulative counts by upper bound in seconds. */
    durations(): { upTo: [seconds: number, count: number][]; sum: number } {
      let count = 0;
      const upTo = LIMITS.map((limit, index): [number, number] => {
        count += counts[index] ?? 0;
        return [limit, count];
      });
      return { upTo, sum };
    },
    read() {
      const sorted = durations.toSorted((one, other) => one - other);
      const percentile = (share: number) => {
        const ms = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
        return ms === undefined ? null : rounded(ms);
      };
      return {
        total,
        /** By the first digit of the status: `2xx`. */
        by_status: { ...byStatus },
        not_modified: notModified,
        /** Over the latest requests, in milliseconds; null before the first one. */
        median_ms: percentile(0.5),
        slow_ms: percentile(0.95),
        /** Newest first. */
        api_timings: timings.toReversed(),
      };
    },
  };
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;

// Ids reveal whose rows were requested, and links in mails are secrets.
function withoutIds(path: string): string {
  return path.replace(/\/[^/]{20,}/g, '/{id}').slice(0, 100);
}
