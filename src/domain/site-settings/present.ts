import type { SettingRow } from '../../db/tables.ts';
import type { Translate } from '../../i18n/translate.ts';
import { DEFAULT_CATEGORY, type SettingKey, type SiteSettings, settingsFrom } from './definitions.ts';

/** A setting as answers and its page show it: in force, at first, what it does, and who changed it when. */
export interface PresentedSetting {
  key: SettingKey;
  value: SiteSettings[SettingKey];
  default_value: SiteSettings[SettingKey];
  description: string;
  category: string;
  updated_by: string | null;
  updated_at: string | null;
}

/** @param initial the values of an instance on which nobody has changed any */
export function presentSetting(
  key: SettingKey,
  row: SettingRow | undefined,
  initial: SiteSettings,
  t: Translate,
): PresentedSetting {
  const value = row ? settingsFrom([row], initial.support_email)[key] : initial[key];
  return {
    key,
    value,
    default_value: initial[key],
    description: row?.description ?? t(`site:description.${key}`),
    category: row?.category ?? DEFAULT_CATEGORY,
    updated_by: row?.updated_by ?? null,
    updated_at: row?.updated_at ?? null,
  };
}
