import * as v from 'valibot';
import { LOCALES } from '../../i18n/locales.ts';
import { DEFAULT_PREFERENCES } from '../../i18n/preferences.ts';
import { currencySchema } from '../currency.ts';
import type { Accessibility } from './preferences.ts';

const themeSchema = v.picklist(['light', 'dark', 'auto'], 'errors:themeInvalid');

/** Choices for this browser session, from the header and the display settings; `return` is the page to go back to. */
export const sessionChoiceSchema = v.object({
  theme: v.optional(themeSchema),
  language: v.optional(v.picklist(LOCALES, 'errors:languageInvalid')),
  displayButton: v.optional(v.picklist(['shown', 'hidden'], 'errors:valueInvalid')),
  return: v.optional(v.string(), '/'),
});

/** `action` is the button that was pressed. */
export const guestSettingsSchema = v.object({
  action: v.optional(v.picklist(['save', 'reset'], 'errors:valueInvalid'), 'save'),
  language: v.picklist(LOCALES, 'errors:languageInvalid'),
  theme: themeSchema,
  currency: currencySchema,
});

// Browsers do not send a switch that is off.
const switchSchema = v.pipe(
  v.optional(v.string('errors:valueInvalid'), 'off'),
  v.picklist(['on', 'off'], 'errors:valueInvalid'),
  v.transform((value) => value === 'on'),
);

/** `action` is the button that was pressed. */
export const accessibilityFormSchema = v.object({
  action: v.optional(v.picklist(['save', 'reset'], 'errors:valueInvalid'), 'save'),
  fontSize: v.picklist(['small', 'medium', 'large', 'xl'], 'errors:valueInvalid'),
  theme: themeSchema,
  highContrast: switchSchema,
  reducedMotion: switchSchema,
  screenReader: switchSchema,
  announcements: switchSchema,
  focusVisible: switchSchema,
});

export const displayValues = ({ contrast, ...settings }: Accessibility, theme: string) => ({
  ...settings,
  highContrast: contrast === 'high',
  theme,
});

type AccessibilityForm = v.InferOutput<typeof accessibilityFormSchema>;

/** Returns the defaults when Reset was pressed. */
export function accessibilityChoice(form: AccessibilityForm): {
  theme: AccessibilityForm['theme'];
  settings: Accessibility;
} {
  const { action, theme, highContrast, ...settings } = form;
  if (action === 'reset') return { theme: 'auto', settings: DEFAULT_PREFERENCES.accessibility };
  return { theme, settings: { ...settings, contrast: highContrast ? 'high' : 'normal' } };
}
