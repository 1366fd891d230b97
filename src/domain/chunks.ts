/** The same values in arrays of at most `size`: a statement takes only so many parameters. */
export function chunksOf<Value>(values: readonly Value[], size: number): Value[][] {
  const chunks: Value[][] = [];
  for (let from = 0; from < values.length; from += size) chunks.push(values.slice(from, from + size));
  return chunks;
}
