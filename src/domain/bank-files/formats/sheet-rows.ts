import { type Cell, type TableRow, UnreadableFile } from '../bank-file.ts';

/** Rows of money, and as many again for titles and totals as no file needs. */
export const MOST_ROWS = 100_000;
const MOST_LINES = MOST_ROWS + 2000;
const MOST_COLUMNS = 256;
const MOST_CELLS = 4_000_000;
const MOST_LETTERS = 20_000;
/** Texts that the cells of a workbook share. */
export const MOST_TEXTS = 1_000_000;
/** Texts of cells that are kept for comparing. */
const MOST_KEPT = 20_000;

/** The rows of a table while it is read, with bounds over all of its sheets. */
export class SheetRows {
  rows: TableRow[] = [];
  readonly #texts = new Map<string, string>();
  #lines = 0;
  #cells = 0;

  /** Rows without a value are left out. */
  add(line: number, cells: Cell[]): void {
    if (cells.every((cell) => typeof cell === 'string' && cell.trim() === '')) return;
    this.#lines++;
    this.#cells += cells.length;
    const isTooLarge = this.#lines > MOST_LINES || this.#cells > MOST_CELLS || cells.length > MOST_COLUMNS;
    if (isTooLarge) throw new UnreadableFile('too_large', line);
    // A quote that is not closed would take the rows after it into its cell.
    if (cells.some((cell) => typeof cell === 'string' && cell.length > MOST_LETTERS))
      throw new UnreadableFile('unreadable', line);
    // A copy has no room that an array has kept for growing.
    this.rows.push({ line, cells: cells.map((cell) => this.#same(cell)) });
  }

  /** One text for equal cells: dates and names come again by the thousand. */
  #same(cell: Cell): Cell {
    if (typeof cell !== 'string') return cell;
    const same = this.#texts.get(cell);
    if (same !== undefined) return same;
    if (this.#texts.size >= MOST_KEPT) this.#texts.clear();
    this.#texts.set(cell, cell);
    return cell;
  }

  /** Begins another sheet. @returns the rows of the one before */
  take(): TableRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }
}

/** Places a value at its column; columns between are empty. */
export function place(cells: Cell[], column: number, value: Cell, line: number): void {
  if (column >= MOST_COLUMNS) throw new UnreadableFile('too_large', line);
  while (cells.length < column) cells.push('');
  cells[column] = value;
}
