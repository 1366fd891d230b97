interface Place {
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  cursor?: readonly (string | number)[] | undefined;
}

/**
 * The days on which a page of a list by date lies, out of how many each day has, and the rows of the first one to
 * pass over. A cursor begins with the day of the row before the page.
 */
export function daysOfPage(
  counts: ReadonlyMap<string, number>,
  { order, limit, offset, cursor }: Place,
): { days: string[]; offset: number } {
  const days: string[] = [];
  const after = cursor?.[0];
  let [passed, missing] = [offset, limit];
  for (const [day, count] of inOrder(counts, order)) {
    if (after !== undefined && (order === 'desc' ? day > after : day < after)) continue;
    if (days.length === 0 && passed >= count) {
      passed -= count;
      continue;
    }
    // Of the cursor's own day nobody knows how many are still to come.
    if (day !== after) missing -= days.length === 0 ? count - passed : count;
    days.push(day);
    if (missing <= 0) break;
  }
  return { days, offset: passed };
}

function inOrder(counts: ReadonlyMap<string, number>, order: Place['order']): [string, number][] {
  const sign = order === 'desc' ? -1 : 1;
  return [...counts].sort(([one], [other]) => (one < other ? -sign : sign));
}
