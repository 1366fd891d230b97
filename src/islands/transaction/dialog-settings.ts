import * as v from 'valibot';
import { CURRENCIES, type Currency, DEFAULT_PREFERENCES, preferencesSchema } from '../../i18n/preferences.ts';

const schema = v.object({
  language: v.fallback(v.string(), 'en'),
  currency: v.fallback(v.picklist(Object.keys(CURRENCIES) as Currency[]), 'ILS'),
  preferences: v.fallback(preferencesSchema, DEFAULT_PREFERENCES),
});

/** What the dialog must know of the person; the layout writes it on the dialog's place. */
export type DialogSettings = v.InferOutput<typeof schema>;

/** Reads the settings from the dialog's place in the page; what is missing falls back to the defaults. */
export function settingsOf(element: HTMLElement): DialogSettings {
  const { language, currency, preferences } = element.dataset;
  return v.parse(schema, {
    language,
    currency,
    preferences: preferences ? JSON.parse(preferences) : undefined,
  });
}
