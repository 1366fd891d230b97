import type { Texts } from '../browser/core/texts/translate.ts';
import type { Locale } from '../i18n/locales.ts';
import { TEXTS } from '../i18n/texts.ts';
import { type NeededTexts, pickTexts } from './needed-texts.ts';

/** The texts that a page passes to an island or a script; not whole areas, because they are sent with the page. */
export function textsFor(locale: Locale, ...needed: NeededTexts[]): Texts {
  return Object.assign({}, ...needed.map((part) => pickTexts(TEXTS[locale], part)));
}
