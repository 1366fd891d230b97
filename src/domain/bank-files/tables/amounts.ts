import type { Cell, DecimalText } from '../bank-file.ts';
import { currencyOf } from '../layouts/currencies.ts';
import { MARKS, numberText } from './text.ts';

export type DecimalMark = '.' | ',';

/** An amount as written, before its decimal mark is known. */
interface WrittenAmount {
  isNegative: boolean;
  /** `CR` or `DR` beside a figure, which decides the direction whatever the sign. */
  side: 'CR' | 'DR' | null;
  /** Digits, `.` and `,`, and at most one kind of grouping: a blank or an apostrophe. */
  body: string;
  currency: string | null;
}

const PLAIN = /^\d+(?:[.,]\d+)*$|^[.,]\d+$/;
const BODY = /^(?:\d[\d.,' ]*|[.,]\d+)$/;
const BLANKS = /[\s\u00a0\u2007\u2009\u202f]+/g;
const HYPHENS = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;
/** Leads to a note under the table. A star before plain digits hides the rest of a number. */
const STAR = /^\*(?=-?[\d,]*\.\d\d$)|(?<=\d)\*$/;
const PLUS_BEHIND = /(?<=\d) ?\+$/;
const SIDE = /^(.*\d[)-]?) ?(cr|dr|db)\.?$/i;
const AROUND = /^([^\d.,()'-]*)([(\d.,' -][\d.,()' -]*?)([^\d.,()'-]*)$/;

/** @returns null if the text is no amount */
export function writtenAmount(text: string): WrittenAmount | null {
  if (PLAIN.test(text)) return { isNegative: false, side: null, body: text, currency: null };
  if (text.length > 40) return null;
  let rest = text
    .replace(MARKS, '')
    .replace(BLANKS, ' ')
    .replace(HYPHENS, '-')
    .replace(/[’‘′]/g, "'")
    .trim()
    .replace(STAR, '');
  let side: WrittenAmount['side'] = null;
  const sided = SIDE.exec(rest);
  if (sided) {
    side = sided[2]?.toUpperCase() === 'CR' ? 'CR' : 'DR';
    rest = sided[1]?.trim() ?? '';
  }
  let signs = 0;
  // A sign may be before or after the currency: "-$5", "$-5", "5- $", "+5".
  if (/^[+-]/.test(rest)) {
    if (rest.startsWith('-')) signs++;
    rest = rest.slice(1).trim();
  }
  rest = rest.replace(PLUS_BEHIND, '');
  const behind = /^(.*[^\d-]) ?-$/.exec(rest);
  if (behind) {
    signs++;
    rest = behind[1]?.trim() ?? '';
  }
  let currency: string | null = null;
  let body = rest;
  if (!BODY.test(body)) {
    if (body.startsWith('(') && body.endsWith(')')) {
      signs++;
      body = body.slice(1, -1).trim();
    }
    const around = AROUND.exec(body);
    if (!around) return null;
    const [, before = '', middle = '', after = ''] = around;
    const word = `${before.replace('+', '')}${after}`.trim();
    if (word) {
      if (before.replace('+', '').trim() && after.trim()) return null;
      currency = currencyOf(word);
      if (!currency) return null;
    }
    body = middle.trim();
    if (body.startsWith('(') && body.endsWith(')')) {
      signs++;
      body = body.slice(1, -1).trim();
    }
    if (body.startsWith('-')) {
      signs++;
      body = body.slice(1).trim();
    } else if (body.endsWith('-')) {
      signs++;
      body = body.slice(0, -1).trim();
    }
    if (!BODY.test(body)) return null;
  }
  // Two signs ("(-5)") are ambiguous.
  if (signs > 1) return null;
  return { isNegative: signs === 1, side, body, currency };
}

/** The decimal mark that a figure proves; `either` where it may be three decimals or a group of three digits. */
export function provenMark(body: string): DecimalMark | 'either' | null {
  const point = body.lastIndexOf('.');
  const comma = body.lastIndexOf(',');
  if (point < 0 && comma < 0) return null;
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const mark = point >= 0 ? '.' : ',';
  const last = Math.max(point, comma);
  const other = mark === '.' ? ',' : '.';
  if (body.indexOf(mark) !== last) return other;
  if (body.length - last - 1 !== 3) return mark;
  return last > 3 || last === 0 || body.startsWith('0') || /[ ']/.test(body) ? mark : 'either';
}

/** @returns the exact decimal, never negative; null where the figure does not fit the mark */
export function decimalOf(body: string, mark: DecimalMark): DecimalText | null {
  const at = body.indexOf(mark);
  let whole = body;
  let fraction = '';
  if (at >= 0) {
    whole = body.slice(0, at);
    fraction = body.slice(at + 1);
    if (!/^\d*$/.test(fraction)) return null;
  }
  if (!/^\d*$/.test(whole)) {
    // One kind of grouping, in threes; Indian groups of two before the last three.
    const separator = /[^\d]/.exec(whole)?.[0] ?? '';
    const groups = whole.split(separator);
    const last = groups.length - 1;
    for (let index = 0; index <= last; index++) {
      const group = groups[index] ?? '';
      if (!/^\d+$/.test(group)) return null;
      if (
        index === last
          ? group.length !== 3
          : index === 0
            ? group.length > 3
            : group.length !== groups[1]?.length
      )
        return null;
      if (index > 0 && index < last && group.length !== 3 && group.length !== 2) return null;
    }
    if (groups.length > 2 && groups[1]?.length === 2 && (groups[0]?.length ?? 0) > 2) return null;
    whole = groups.join('');
  }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${digits}.${fraction}` : digits;
}

// Beyond, sums in hundredths are no longer exact.
export const MOST = 1e13;

interface ReadAmount {
  /** Signed as written, or by `CR` and `DR` where they are present. */
  value: string;
  side: 'CR' | 'DR' | null;
  currency: string | null;
}

/** @returns null where a cell is no amount */
export function readAmount(cell: Cell | undefined, mark: DecimalMark): ReadAmount | null {
  if (typeof cell === 'number')
    return Math.abs(cell) < MOST ? { value: numberText(cell), side: null, currency: null } : null;
  if (typeof cell !== 'string') return null;
  const written = writtenAmount(cell);
  const decimal = written && decimalOf(written.body, mark);
  if (!written || decimal === null || Number(decimal) >= MOST) return null;
  const isNegative = written.side ? written.side === 'DR' : written.isNegative;
  return { value: isNegative ? `-${decimal}` : decimal, side: written.side, currency: written.currency };
}

export function negated(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

export function isZero(value: string): boolean {
  return !/[1-9]/.test(value);
}

/** In hundredths, for comparing sums. */
export function hundredths(value: string): number {
  return Math.round(Number(value) * 100);
}
