import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { DEFAULT_PREFERENCES, type Preferences, preferencesSchema } from '../../i18n/preferences.ts';

// Parsing takes longer than looking up a session, and few different texts are in use.
const parsedPreferences = new LRUCache<string, Preferences>({
  max: 1000,
  memoMethod: (json) => v.parse(preferencesSchema, JSON.parse(json)),
});

/** A person's stored preferences, completed by the defaults. */
export function readPreferences(json: string): Preferences {
  return json === '{}' ? DEFAULT_PREFERENCES : parsedPreferences.memo(json);
}
