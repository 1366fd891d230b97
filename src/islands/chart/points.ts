export interface PointRow {
  /** What it is about, such as `month:2026-03`. */
  point: string;
  name: string;
  /** Where its figures come from. */
  href: string | null;
  values: string[];
  /** The row's own colour, as one of CSS; null where it has none. */
  color: string | null;
}

/** A table as a chart reads it: the chart says the same words. */
export interface ChartTable {
  heads: string[];
  rows: PointRow[];
}

export function readTable(id: string): ChartTable {
  const table = document.getElementById(id);
  const wordsOf = (element: Element | null) => element?.textContent.trim() ?? '';
  return {
    heads: [...(table?.querySelectorAll('thead th.numeric') ?? [])].map(wordsOf),
    rows: [...(table?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])].map((row) => ({
      point: row.dataset.point ?? '',
      name: row.dataset.name ?? wordsOf(row.querySelector('th')),
      href: (row.querySelector('th a') ?? row.querySelector('a'))?.getAttribute('href') ?? null,
      values: [...row.querySelectorAll('td.numeric')].map(wordsOf),
      color: row.querySelector('.bar-own')?.getAttribute('fill') ?? null,
    })),
  };
}

/**
 * The point that a key leads to; undefined for keys that do nothing.
 * @param isMirrored whether points run from the right to the left
 */
export function movedBy(
  key: string,
  at: number,
  { count, isMirrored }: { count: number; isMirrored: boolean },
): number | undefined {
  const last = count - 1;
  const step = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1, ArrowUp: 1, ArrowDown: -1 }[
    key
  ];
  if (step) return Math.max(0, Math.min(at + step, last));
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
