/** What a process has asked its database, without parameters; milliseconds. */
export type Statements = ReturnType<typeof createStatements>;

/** Statements are few, but those for many ids differ by their number. */
const REMEMBERED = 500;
const LONGEST = 2000;

// The beginning and the end of a transaction tell how long it waited, not what was asked.
const ASKS = /^\s*(select|with|insert|update|delete)\b/i;

/** Counts statements in memory; of too many, those that took the least time are forgotten. */
export function createStatements() {
  const known = new Map<string, { count: number; total: number; max: number }>();

  function forget(): void {
    const least = [...known].sort(([, one], [, other]) => one.max - other.max);
    for (const [statement] of least.slice(0, REMEMBERED / 2)) known.delete(statement);
  }

  return {
    add(statement: string, ms: number): void {
      const figures = known.get(statement);
      if (figures) {
        figures.count += 1;
        figures.total += ms;
        figures.max = Math.max(figures.max, ms);
        return;
      }
      if (statement.length > LONGEST || !ASKS.test(statement)) return;
      if (known.size >= REMEMBERED) forget();
      known.set(statement, { count: 1, total: ms, max: ms });
    },
    /** Those that took longest on average, the slowest first. */
    slowest(most: number) {
      return [...known]
        .map(([statement, { count, total, max }]) => ({
          statement,
          count,
          mean_ms: rounded(total / count),
          max_ms: rounded(max),
        }))
        .sort((one, other) => other.mean_ms - one.mean_ms)
        .slice(0, most);
    },
  };
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;
