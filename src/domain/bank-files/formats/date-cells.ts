import type { Cell } from '../bank-file.ts';
import { serialDate } from '../tables/dates.ts';

// The formats that every spreadsheet has without writing them: days, and days with times; not times alone.
const isBuiltIn = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** @param code as the file defines it; undefined for a format that every spreadsheet has */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltIn(id);
  const [first = ''] = code.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').split(';');
  return !/general|standard/i.test(first) && /[dy]/i.test(first);
}

/** A number of a sheet, as the day that its format shows it as. */
export function numberCell(value: number, isDate: boolean, is1904: boolean): Cell {
  const date = isDate ? serialDate(value, is1904) : null;
  return date === null ? value : { date };
}
