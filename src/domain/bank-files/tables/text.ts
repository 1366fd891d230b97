import { folded } from '../../folded-text.ts';
import type { Cell } from '../bank-file.ts';

/** Direction marks, joiners and the mark of byte order. */
export const MARKS = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const UNTIDY = new RegExp(`[^\\S ]| {2}|^ | $|${MARKS.source}`);
const NOT_WORDS = /[^\p{L}\p{N}]+/gu;
// Names of currencies beside the name of a column do not change its meaning.
const CURRENCY_WORDS = /(?<= |^)(?:in )?(?:בשח|שח|ils|nis|eur|euro|usd|gbp|chf)(?= |$)/g;

/** Blanks collapsed, direction marks dropped. */
export function tidy(text: string): string {
  return UNTIDY.test(text) ? text.replace(MARKS, '').replace(/\s+/g, ' ').trim() : text;
}

export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return tidy(cell);
  return typeof cell === 'number' ? numberText(cell) : cell.date;
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || cell === '' || (typeof cell === 'string' && tidy(cell) === '');
}

/** A number of a sheet as an exact decimal: the noise of binary fractions is dropped. */
export function numberText(value: number): string {
  const rounded = Number(value.toPrecision(14));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(8).replace(/\.?0+$/, '') : text;
}

/** For comparing words: folded as for the search, without quotes and punctuation. */
export function fold(text: string): string {
  return folded(text.replaceAll('˝', '"')).replace(/['"]/g, '').replace(NOT_WORDS, ' ').trim();
}

/** For comparing names of columns: as `fold`, without currencies, and "RunningBalance" as two words. */
export function foldName(text: string): string {
  return fold(text.replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2'))
    .replace(CURRENCY_WORDS, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** Without the Hebrew article of its words: "שם בית העסק" and "שם בית עסק" are one. */
export function withoutArticle(name: string): string {
  return name.replace(/(?<= |^)ה(?=\p{L}{3})/gu, '');
}
