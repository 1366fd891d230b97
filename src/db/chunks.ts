/** Rows that one statement reads or writes: with eighteen columns each, fewer values than either engine can bind. */
const ROWS_AT_ONCE = 500;

/** The same values in arrays small enough for one statement. */
export function chunksOf<Value>(values: readonly Value[]): Value[][] {
  const chunks: Value[][] = [];
  for (let from = 0; from < values.length; from += ROWS_AT_ONCE)
    chunks.push(values.slice(from, from + ROWS_AT_ONCE));
  return chunks;
}
