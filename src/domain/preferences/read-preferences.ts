import * as v from 'valibot';
import { type Preferences, preferencesSchema } from '../../i18n/preferences.ts';

/** A person's stored preferences, completed by the defaults. */
export function readPreferences(json: string): Preferences {
  return v.parse(preferencesSchema, JSON.parse(json));
}
