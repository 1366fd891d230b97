export interface PointRow {
  /** The subject of the row, such as `month:2026-03`. */
  point: string;
  name: string;
  href: string | null;
  values: { text: string; href: string | null }[];
}

export interface ChartTable {
  heads: string[];
  rows: PointRow[];
}

export function readTable(id: string, isReversed = false): ChartTable {
  const table = document.getElementById(id);
  const wordsOf = (element: Element | null) => element?.textContent.trim() ?? '';
  const hrefOf = (element: Element | null) => element?.getAttribute('href') ?? null;
  const rows = [...(table?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])].map((row) => ({
    point: row.dataset.point ?? '',
    name: row.dataset.name ?? wordsOf(row.querySelector('th')),
    href: row.dataset.href ?? hrefOf(row.querySelector('th a') ?? row.querySelector('a')),
    values: [...row.querySelectorAll('td.numeric')].map((cell) => ({
      text: wordsOf(cell.querySelector('bdi') ?? cell),
      href: hrefOf(cell.querySelector('a')),
    })),
  }));
  return {
    heads: [...(table?.querySelectorAll<HTMLElement>('thead th.numeric') ?? [])].map((head) =>
      head.dataset.alone === undefined ? wordsOf(head) : '',
    ),
    rows: isReversed ? rows.toReversed() : rows,
  };
}

/** The index that a key leads to; undefined for other keys. `isMirrored`: the first is on the right. */
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

/** The stacked series that a value lies in, if they are drawn on each other in this order. */
export function bandAt(stacks: readonly (number | null)[], value: number): number | undefined {
  let sum = 0;
  const index = stacks.findIndex((part) => {
    const from = sum;
    sum += Math.max(0, part ?? 0);
    return value >= from && value < sum;
  });
  return index < 0 ? undefined : index;
}
