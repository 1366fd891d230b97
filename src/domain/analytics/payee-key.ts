import { folded } from '../folded-text.ts';

/** Everything that is neither a letter nor a mark of one: digits, punctuation, spaces. */
const SEPARATORS = /[^\p{L}\p{M}]+/gu;

/**
 * What payees and descriptions that are alike have in common: "WOLT 1234" and "Wolt, 88" both give `wolt`. A text
 * without letters stays as it is, in one case.
 */
export function payeeKey(text: string): string {
  const words = folded(text).replaceAll(SEPARATORS, ' ').trim();
  return words === '' ? folded(text).trim() : words;
}
