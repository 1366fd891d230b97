import { DAY, later } from '../../instants.ts';
import type { Cell, DateOrder } from '../bank-file.ts';
import { MONTHS } from '../layouts/words.ts';
import { fold, MARKS } from './text.ts';

/** A date as written: three figures in the order of the text. */
export interface WrittenDate {
  /** `ymd` where the year of four digits comes first or the month is a word; null where the order is to be found. */
  order: 'ymd' | null;
  a: number;
  b: number;
  c: number;
  /** Whether the last figure is a year of four digits. */
  isLongYear: boolean;
  separator: string;
}

const NUMERIC = /^(\d{1,4})([/.\- ])(\d{1,2})\2(\d{1,4})(?:$|[ T,.].*)/;
const TIME = /^\.?[ T,]+\d{1,2}[:.]\d{2}/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:$|[ T]?\d{2}:?\d{2}.*)/;
const WORDS = /^[\p{L}\p{N} .,\-/'׳"״]+$/u;

/** @returns null where the text is no date */
export function writtenDate(text: string): WrittenDate | null {
  const first = text.charCodeAt(0);
  if (text.length < 6 || text.length > 45) return null;
  if (first >= 48 && first <= 57) {
    const match = NUMERIC.exec(text);
    if (match) {
      const [, a = '', separator = '', b = '', c = ''] = match;
      const rest = text.slice(a.length + b.length + c.length + 2);
      if (rest !== '' && rest !== '.' && !TIME.test(rest)) return null;
      const isYearFirst = a.length === 4;
      if (a.length === 3 || c.length === 3 || c.length === 1 + Number(!isYearFirst && c.length === 1)) {
        if (!(isYearFirst && c.length === 1)) return null;
      }
      if (isYearFirst && c.length > 2) return null;
      return {
        order: isYearFirst ? 'ymd' : null,
        a: Number(a),
        b: Number(b),
        c: Number(c),
        isLongYear: c.length === 4,
        separator,
      };
    }
    const compact = COMPACT.exec(text);
    if (compact) {
      const [, a, b, c] = compact;
      return { order: 'ymd', a: Number(a), b: Number(b), c: Number(c), isLongYear: false, separator: '' };
    }
  }
  return WORDS.test(text) ? dateInWords(text) : null;
}

/** `5 Mar 2026`, `March 5, 2026`, `05-Mar-26`, `5 במרץ 2026`; the name of a weekday before it and a time behind it are dropped. */
function dateInWords(text: string): WrittenDate | null {
  if (!/\d/.test(text) || !/\p{L}/u.test(text)) return null;
  const parts = fold(text.replace(/,?\s+\d{1,2}[:.]\d{2}.*$/, '')).split(' ');
  let month = 0;
  let unknown = 0;
  const figures: string[] = [];
  for (const part of parts) {
    if (/^\d+(?:st|nd|rd|th)?$/.test(part)) figures.push(part.replace(/\D/g, ''));
    else {
      const named = MONTHS.get(part);
      if (named && month) return null;
      if (named) month = named;
      else if (part !== 'of' && part !== 'de' && part !== 'יום') unknown++;
    }
  }
  if (!month || figures.length !== 2 || unknown > 1 || parts.length > 5) return null;
  const [one = '', two = ''] = figures;
  const [day, year] = one.length === 4 ? [two, one] : [one, two];
  if (day.length > 2 || (year.length !== 2 && year.length !== 4)) return null;
  return {
    order: 'ymd',
    a: fullYear(Number(year), year.length),
    b: month,
    c: Number(day),
    isLongYear: false,
    separator: '',
  };
}

function fullYear(year: number, digits: number): number {
  if (digits > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function dateText(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day > (month === 2 && isLeap ? 29 : (LENGTHS[month - 1] ?? 0))) return null;
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/** @returns YYYY-MM-DD; null where there is no such day in this order */
export function dateOf(written: WrittenDate, order: DateOrder): string | null {
  const { a, b, c } = written;
  if (written.order === 'ymd') return dateText(a, b, c);
  if (order === 'ymd') return written.isLongYear ? null : dateText(fullYear(a, 2), b, c);
  const year = written.isLongYear ? c : fullYear(c, 2);
  return order === 'dmy' ? dateText(year, b, a) : dateText(year, a, b);
}

// Serial numbers of the years 1954 to 2119: figures outside are no dates of a bank's file.
const FIRST_SERIAL = 20_000;
const LAST_SERIAL = 80_000;

/** A serial number of a spreadsheet. */
export function serialDate(value: number, is1904: boolean): string | null {
  const serial = Math.floor(value) + (is1904 ? 1462 : 0);
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return null;
  return later(new Date(Date.UTC(1899, 11, 30)), serial * DAY)
    .toISOString()
    .slice(0, 10);
}

/** @returns YYYY-MM-DD; null where a cell is no date */
export function readDate(cell: Cell | undefined, order: DateOrder, is1904 = false): string | null {
  if (cell === undefined || cell === '') return null;
  if (typeof cell === 'object') return cell.date;
  if (typeof cell === 'number') {
    if (cell >= 19_000_101 && cell <= 21_991_231) cell = String(cell);
    else return serialDate(cell, is1904);
  }
  const text = /^[\d/.\-T:]+$/.test(cell) ? cell : cell.replace(MARKS, '').trim();
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return serialDate(Number(text), is1904);
  const written = writtenDate(text);
  return written && dateOf(written, order);
}
