export interface PointRow {
  /** The subject of the row, such as `month:2026-03`. */
  point: string;
  name: string;
  href: string | null;
  values: string[];
  /** Any CSS colour; null for the default. */
  color: string | null;
}

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
      color: row.querySelector('.bar-colored')?.getAttribute('fill') ?? null,
    })),
  };
}

/**
 * The index that a key leads to; undefined for other keys.
 * @param isMirrored whether points run from right to left
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
