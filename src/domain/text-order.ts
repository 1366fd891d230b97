import type { Locale } from '../i18n/locales.ts';
import { folded } from './folded-text.ts';

/** As much of a text as its order depends on, in letters: an order is part of addresses and of cursors. */
const ORDERED = 500;

const FINALS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

const PARTS = /(\d+)|([ךםןףץ])|([^\p{L}\p{M} ])/gu;

/**
 * A key whose order, letter by letter, is that in which people look for texts, on both engines: without what `folded`
 * takes away, numbers by their value, blanks before signs before digits before letters, Hebrew by its alphabet.
 */
export function orderKey(text: string): string {
  const key = folded(text).replace(PARTS, (_part, digits?: string, final?: string, sign?: string) => {
    if (final) return FINALS[final] ?? final;
    return digits === undefined ? `!${sign}` : `0${numberKey(digits)}`;
  });
  return [...key].slice(0, ORDERED).join('');
}

// Of two numbers without zeros in front the longer one is larger.
function numberKey(digits: string): string {
  const number = digits.replace(/^0+/, '');
  return String.fromCodePoint(0x30 + number.length) + number;
}

/** Compares names as `orderKey` does, with the reader's own letters first; no two texts are the same. */
export function nameOrder(locale: Locale): (one: string, other: string) => number {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (one, other) =>
    compare(folded(one), folded(other)) || compare(one, other) || (one < other ? -1 : Number(one > other));
}
