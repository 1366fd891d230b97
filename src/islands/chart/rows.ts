/** What the table of a chart says about one of its points. */
export interface PointRow {
  name: string;
  /** Where its figures come from. */
  href: string | null;
  /** The text of each value, one for each series. */
  values: string[];
}

/** The rows of the table with this id: the chart says the same words. */
export function readRows(table: string): PointRow[] {
  return [...document.querySelectorAll(`#${table} > tbody > tr`)].map((row) => ({
    name: row.querySelector('th')?.textContent.trim() ?? '',
    href: row.querySelector('th a')?.getAttribute('href') ?? null,
    values: [...row.querySelectorAll('td.numeric')].map((cell) => cell.textContent.trim()),
  }));
}
