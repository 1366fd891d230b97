import * as v from 'valibot';
import { DEFAULT_PREFERENCES, type Preferences, preferencesSchema } from '../../i18n/preferences.ts';

export type Accessibility = Preferences['accessibility'];

/** A cookie value: JSON in base64url. */
export function writeAccessibility(settings: Accessibility): string {
  return Buffer.from(JSON.stringify(settings)).toString('base64url');
}

/** A missing or invalid setting has its default. */
export function readAccessibility(text: string | undefined): Accessibility {
  if (!text) return DEFAULT_PREFERENCES.accessibility;
  return v.parse(preferencesSchema.entries.accessibility, parseCookie(text));
}

function parseCookie(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

export function readPreferences(json: string): Preferences {
  return v.parse(preferencesSchema, JSON.parse(json));
}

/** Accounts store `auto` as `system`. */
export function themePreference(theme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' {
  return theme === 'auto' ? 'system' : theme;
}
