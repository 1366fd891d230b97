import type { Currency, Preferences } from '../../i18n/preferences.ts';

/** What the dialog must know of the person; the layout writes it on the dialog's place. */
export interface DialogSettings {
  language: string;
  currency: Currency;
  preferences: Preferences;
}

/** Reads the settings from the dialog's place in the page, where the server has written all of them. */
export function settingsOf({ dataset }: HTMLElement): DialogSettings {
  const { language = 'en', currency = 'ILS', preferences = '{}' } = dataset;
  return { language, currency: currency as Currency, preferences: JSON.parse(preferences) };
}
