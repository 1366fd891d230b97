import type { Cell, Sheet, TableRow } from '../bank-file.ts';
import { isAmountCell, isDateCell, isSerial } from './column-kinds.ts';
import { headerNames } from './columns.ts';
import { ranksOf } from './name-ranks.ts';
import { cellText, foldName, isBlank, withoutArticle } from './text.ts';

const HEADER_WITHIN = 200;
const MONEY = ['amount', 'out', 'in'] as const;

/** A table of an unknown bank in a sheet. */
export interface Found {
  sheet: Sheet;
  /** Index of the header in the sheet's rows; -1 where the table has none. */
  at: number;
  /** As written; '' where a column has no name. */
  header: string[];
  names: string[];
  /** The rows below the header, without blank ones and headers that come again. */
  body: TableRow[];
  repeated: number[];
  /** Columns with a name or a value. */
  width: number;
  /** The most cells of a line, and whether a line with more is wrong even if they are blank. */
  most: number;
  areWiderWrong: boolean;
  /** Whether lines have values beyond the last name, perhaps decimals separated from their amounts. */
  hasUnnamed: boolean;
}

/** The header with the most known names above data; without one, the line above the first data, or none. */
export function findTable(sheet: Sheet): Found | null {
  const { rows } = sheet;
  let best: { at: number; score: number; names: string[] } | null = null;
  let firstData = -1;
  let seen = 0;
  for (let index = 0; index < rows.length && seen < HEADER_WITHIN; index++) {
    const row = rows[index];
    if (!row || row.cells.every(isBlank)) continue;
    seen++;
    const names = headerNames(row);
    if (!names) {
      if (firstData < 0 && isDataRow(row)) firstData = index;
      continue;
    }
    const known = headerScore(names);
    // One of two tables may have only balances.
    const score =
      known + Number(names.some((name) => MONEY.some((role) => ranksOf(withoutArticle(name)).has(role))));
    if (known > 1 && score > (best?.score ?? 0) && hasDataBelow(rows, index, names))
      best = { at: index, score, names };
  }
  if (best) return foundAt(sheet, best.at, best.names);
  if (firstData < 0) return null;
  // No name is known: the line right above the first data is the header, if it has about as many texts.
  const above = firstData - 1;
  const names = above >= 0 && rows[above] ? headerNames(rows[above]) : null;
  const filled = rows[firstData]?.cells.filter((cell) => !isBlank(cell)).length ?? 0;
  const isHeader = names !== null && names.filter((name) => name !== '').length >= Math.max(2, filled - 1);
  return isHeader ? foundAt(sheet, above, names) : foundAt(sheet, -1, [], firstData);
}

/** Whether a sheet names columns, even without rows below. */
export function hasHeader({ rows }: Sheet): boolean {
  return rows.slice(0, HEADER_WITHIN).some((row) => headerScore(headerNames(row) ?? []) > 1);
}

function foundAt(sheet: Sheet, at: number, names: string[], firstData = at + 1): Found {
  const { rows } = sheet;
  const body: TableRow[] = [];
  const repeated: number[] = [];
  const first = rows[at]?.cells ?? [];
  const widths: number[] = [];
  for (let index = firstData; index < rows.length; index++) {
    const row = rows[index];
    if (!row || row.cells.every(isBlank)) continue;
    if (at >= 0 && isHeaderAgain(row, first)) {
      repeated.push(index);
      continue;
    }
    body.push(row);
    widths.push(row.cells.length);
  }
  let named = first.length;
  while (named > 0 && isBlank(first[named - 1])) named--;
  // The number of cells of most lines is right; a few lines with more cells have a separator too many.
  const sorted = widths.toSorted((one, other) => one - other);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const most = Math.max(first.length, usual);
  const wider = widths.filter((width) => width > most).length;
  let width = most;
  while (width > named && body.every(({ cells }) => isBlank(cells[width - 1]))) width--;
  const header = Array.from({ length: width }, (_, index) => cellText(first[index]));
  return {
    sheet,
    at,
    header,
    names: header.map((name, index) => withoutArticle(names[index] ?? foldName(name))),
    body,
    repeated,
    width,
    hasUnnamed: at >= 0 && width > first.length,
    most,
    areWiderWrong: wider <= Math.max(1, body.length / 10),
  };
}

/** Whether a line names the same columns, or the first of them. */
function isHeaderAgain({ cells }: TableRow, header: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell)).length;
  return (
    filled > 1 &&
    cells[0] === header[0] &&
    cells.every((cell, index) => isBlank(cell) || cell === header[index])
  );
}

function headerScore(names: string[]): number {
  let score = 0;
  for (const name of names) if (name !== '' && ranksOf(withoutArticle(name)).size > 0) score++;
  return score;
}

function hasDataBelow(rows: TableRow[], at: number, names: string[]): boolean {
  const dated = names.findIndex((name) => ranksOf(withoutArticle(name)).has('date'));
  let seen = 0;
  for (let index = at + 1; index < rows.length && seen < 15; index++) {
    const row = rows[index];
    if (!row || row.cells.every(isBlank)) continue;
    seen++;
    if (isDataRow(row, dated)) return true;
  }
  return false;
}

/** @param dated the column that is named as one of dates, which may be serial numbers; -1 where none is */
function isDataRow(row: TableRow, dated = -1): boolean {
  let hasDate = false;
  let hasAmount = false;
  for (const [index, cell] of row.cells.entries()) {
    if (isBlank(cell)) continue;
    if (!hasDate && (isDateCell(cell) || (index === dated && isSerial(cell)))) hasDate = true;
    else if (isAmountCell(cell)) hasAmount = true;
  }
  return hasDate && hasAmount;
}

/** The best table of several sheets is that with the most known names, then the longest. */
export function scoreOf(found: Found): number {
  return headerScore(found.names) * 1_000_000 + found.body.length;
}
