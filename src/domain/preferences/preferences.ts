import * as v from 'valibot';
import { DEFAULT_PREFERENCES, type Preferences, preferencesSchema } from '../../i18n/preferences.ts';

export type Accessibility = Preferences['accessibility'];

/** A guest's accessibility settings as the value of a cookie: JSON in base64url. */
export function writeAccessibility(settings: Accessibility): string {
  return Buffer.from(JSON.stringify(settings)).toString('base64url');
}

/** Reads such a cookie; each missing or invalid setting is the default. */
export function readAccessibility(text: string | undefined): Accessibility {
  if (!text) return DEFAULT_PREFERENCES.accessibility;
  return v.parse(preferencesSchema.entries.accessibility, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** A person's stored preferences, completed by the defaults. */
export function readPreferences(json: string): Preferences {
  return v.parse(preferencesSchema, JSON.parse(json));
}

/** A theme of a browser session, as it is stored in an account. */
export function themePreference(theme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' {
  return theme === 'auto' ? 'system' : theme;
}
