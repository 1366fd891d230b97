import { DEFAULT_PREFERENCES } from '../../i18n/preferences.ts';
import type { Accessibility } from './accessibility-text.ts';
import type { AccessibilityForm } from './schema.ts';

/**
 * The settings that a submitted accessibility form chooses: theme and settings, or the defaults when Reset was pressed.
 */
export function accessibilityChoice(form: AccessibilityForm): {
  theme: AccessibilityForm['theme'];
  settings: Accessibility;
} {
  const { action, theme, highContrast, ...settings } = form;
  if (action === 'reset') return { theme: 'auto', settings: DEFAULT_PREFERENCES.accessibility };
  return { theme, settings: { ...settings, contrast: highContrast ? 'high' : 'normal' } };
}
