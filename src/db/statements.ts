/** Durations of this process's statements without their parameters, in milliseconds. */
export type Statements = ReturnType<typeof createStatements>;

/** Limits, because statements for many ids differ by the number of ids. */
const MAX_STATEMENTS = 500;
const MAX_LENGTH = 2000;

// The duration of `begin` and `commit` measures waiting, not queries.
const QUERY = /^\s*(select|with|insert|update|delete)\b/i;

/** Counts statements in memory, and drops the fastest when there are too many. */
export function createStatements() {
  const figuresByStatement = new Map<string, { count: number; total: number; max: number }>();

  function forget(): void {
    const fastestFirst = [...figuresByStatement].sort(([, one], [, other]) => one.max - other.max);
    for (const [statement] of fastestFirst.slice(0, MAX_STATEMENTS / 2)) figuresByStatement.delete(statement);
  }

  return {
    add(statement: string, ms: number): void {
      const figures = figuresByStatement.get(statement);
      if (figures) {
        figures.count += 1;
        figures.total += ms;
        figures.max = Math.max(figures.max, ms);
        return;
      }
      if (statement.length > MAX_LENGTH || !QUERY.test(statement)) return;
      if (figuresByStatement.size >= MAX_STATEMENTS) forget();
      figuresByStatement.set(statement, { count: 1, total: ms, max: ms });
    },
    slowest(most: number) {
      return [...figuresByStatement]
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
