import type { Locale } from '../i18n/locales.ts';
import { folded } from './folded-text.ts';

/** The letters of a text that determine its order; limited because the key is part of addresses and cursors. */
const ORDERED = 500;

const FINALS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

const PARTS = /(\d+)|([ךםןףץ])|([^\p{L}\p{M} ])/gu;

/**
 * A key that sorts texts as people expect, on both engines: folded, numbers by value, blanks before signs before digits
 * before letters, Hebrew by its alphabet.
 */
export function orderKey(text: string): string {
  const key = folded(text).replace(PARTS, (_part, digits?: string, final?: string, sign?: string) => {
    if (final) return FINALS[final] ?? final;
    return digits === undefined ? `!${sign}` : `0${numberKey(digits)}`;
  });
  return [...key].slice(0, ORDERED).join('');
}

// Without leading zeros, the longer number is larger.
function numberKey(digits: string): string {
  const number = digits.replace(/^0+/, '');
  return String.fromCodePoint(0x30 + number.length) + number;
}

/**
 * Compares names as `orderKey` does, with the letters of the reader's language first; different texts are never equal.
 */
export function nameOrder(locale: Locale): (one: string, other: string) => number {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (one, other) =>
    compare(folded(one), folded(other)) || compare(one, other) || (one < other ? -1 : Number(one > other));
}
