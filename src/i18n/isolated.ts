import { directionOf, type Locale } from './locales.ts';

/** Isolates the direction of a value within a sentence, as `<bdi>` does in HTML. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A text that follows the direction of its language, whatever that of its first word; the words are isolated in it. */
export const directed = (text: string, locale: Locale): string =>
  (directionOf(locale) === 'rtl' ? '\u200f' : '\u200e') + text;

/** Without Unicode's isolates, which end the isolation of others and show as boxes where they are not known. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** Isolates an amount with its sign, so that no line breaks between the two. */
export function isolatedAmount(text: string): string {
  return isolated(text.replace(/^−/, '−\u2060'));
}

/** A sentence followed by its subjects, each with its direction isolated. */
export function naming(sentence: string, ...parts: string[]): string {
  return `${sentence}: ${parts.map(isolatedAmount).join(' · ')}`;
}
