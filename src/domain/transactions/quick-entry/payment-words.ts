import { take, type Word } from './words.ts';

const PAYMENTS = /^(?:payments?|instal?lments?|תשלומים|תשלום)$/;

/** Takes how many payments the amount is divided into: `in 10 payments`, `ב־10 תשלומים`. */
export function takePayments(words: Word[]): { payments?: string; words: Word[] } {
  for (const [index, { key }] of words.entries()) {
    const [, payments] = /^(?:ב[-־]?|ל[-־]?)?(\d{1,3})$/.exec(key) ?? [];
    if (payments === undefined || !PAYMENTS.test(words[index + 1]?.key ?? '')) continue;
    const isLed = /^(?:in|over|ב[-־]?)$/.test(words[index - 1]?.key ?? '');
    return { payments, words: take(words, isLed ? index - 1 : index, isLed ? 3 : 2) };
  }
  return { words };
}
