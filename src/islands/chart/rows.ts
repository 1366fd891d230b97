/** What the table of a chart says about one of its points. */
export interface PointRow {
  /** What it is about, such as `month:2026-03`. */
  point: string;
  name: string;
  /** Where its figures come from. */
  href: string | null;
  /** The text of each value. */
  values: string[];
  /** The row's own colour, as one of CSS; null where it has none. */
  color: string | null;
}

/** A table as a chart reads it: the chart says the same words. */
export interface ChartTable {
  /** The headings of the values. */
  heads: string[];
  rows: PointRow[];
}

/** The table with this id. */
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
