import * as v from 'valibot';
import type { SettingRow } from '../../db/tables.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { translator } from '../../i18n/translate.ts';
import { recordActivity } from '../activity/record.ts';
import { inActing } from '../admin/acting.ts';
import { requireRole } from '../admin/require.ts';
import type { Operating, Reading, Writing } from '../context.ts';
import { invalid } from '../error.ts';
import {
  DEFAULT_CATEGORY,
  DEFINITIONS,
  SETTING_KEYS,
  type SettingKey,
  type SiteSettings,
  settingsFrom,
} from './definitions.ts';
import type { SettingChange } from './schema.ts';
import { deleteSetting, findSettings, storeSetting } from './site-settings.queries.ts';

/** `updated_by` and `updated_at` are null unless a value is stored. */
export interface PresentedSetting {
  key: SettingKey;
  value: SiteSettings[SettingKey];
  default_value: SiteSettings[SettingKey];
  description: string;
  category: string;
  updated_by: string | null;
  updated_at: string | null;
}

/**
 * @param category leaves out settings of other categories
 * @throws DomainError FORBIDDEN (403) for everyone but super admins
 */
export async function readSettings(context: Reading, category?: string): Promise<PresentedSetting[]> {
  requireRole(context, 'super_admin');
  const rows = await findSettings(context.db);
  return SETTING_KEYS.map((key) => present(context, key, rows)).filter(
    (setting) => category === undefined || setting.category === category,
  );
}

/**
 * Changes one setting, on every node within a second.
 * @throws DomainError FORBIDDEN (403), VALIDATION_ERROR (400) at `value`
 */
export async function changeSetting(
  context: Writing & Operating,
  change: SettingChange,
): Promise<PresentedSetting> {
  requireRole(context, 'super_admin');
  const { key, description, category } = change;
  const result = v.safeParse(DEFINITIONS[key].schema, change.value);
  if (!result.success) throw invalid({ field: 'value', message: messageOf(result.issues[0]) });
  requireOwnFactor(context, key, result.output, 'value');
  const texts = { ...(description && { description }), ...(category && { category }) };
  const rows = await store(context, (before) => [
    { ...rowOf(context, key, result.output, before), ...texts },
  ]);
  return present(context, key, rows);
}

/**
 * Changes only the settings that the person edited, so that concurrent changes by others are kept.
 * @param shown the values that the person saw
 * @returns the changed keys
 * @throws DomainError FORBIDDEN (403), VALIDATION_ERROR (400) at the setting
 */
export async function changeSettings(
  context: Writing & Operating,
  submitted: SiteSettings,
  shown: Partial<SiteSettings>,
): Promise<SettingKey[]> {
  if (submitted.admin_two_step_required !== shown.admin_two_step_required)
    requireOwnFactor(context, 'admin_two_step_required', submitted.admin_two_step_required);
  const rows = await store(context, (before) => {
    const inForce = settingsFrom(before, context.settings.SUPPORT_EMAIL);
    return SETTING_KEYS.filter((key) => submitted[key] !== shown[key] && submitted[key] !== inForce[key]).map(
      (key) => rowOf(context, key, submitted[key], before),
    );
  });
  return rows.map(({ key }) => key as SettingKey);
}

// Whoever requires it of all administrators would otherwise lock themselves out.
function requireOwnFactor(
  { viewer }: Reading,
  key: SettingKey,
  value: SiteSettings[SettingKey],
  field: string = key,
): void {
  if (key === 'admin_two_step_required' && value && !viewer.hasSecondFactor)
    throw invalid({ field, message: 'errors:ownTwoStepFirst' });
}

/** Restores the initial value. @throws DomainError FORBIDDEN (403) */
export async function resetSetting(context: Writing & Operating, key: SettingKey): Promise<PresentedSetting> {
  await inActing(context, 'super_admin', async (inside, tx) => {
    const before = { value: valueIn(context, await findSettings(tx), key) };
    await deleteSetting(tx, key);
    const details = { setting: key, before, after: { value: valueIn(context, [], key) } };
    await recordActivity(inside, { type: 'reset_setting', details });
  });
  await context.reloadSite();
  return present(context, key, []);
}

function present({ settings, locale }: Reading, key: SettingKey, rows: SettingRow[]): PresentedSetting {
  const row = rows.find((stored) => stored.key === key);
  const initial = settingsFrom([], settings.SUPPORT_EMAIL);
  return {
    key,
    value: row ? settingsFrom([row], settings.SUPPORT_EMAIL)[key] : initial[key],
    default_value: initial[key],
    description: row?.description ?? translator(locale)(`site:description.${key}`),
    category: row?.category ?? DEFAULT_CATEGORY,
    updated_by: row?.updated_by ?? null,
    updated_at: row?.updated_at ?? null,
  };
}

function valueIn({ settings }: Reading, rows: SettingRow[], key: SettingKey): string {
  return String(settingsFrom(rows, settings.SUPPORT_EMAIL)[key]);
}

// `choose` runs in the transaction, with the values stored at that moment.
async function store(
  context: Writing & Operating,
  choose: (before: SettingRow[]) => SettingRow[],
): Promise<SettingRow[]> {
  const rows = await inActing(context, 'super_admin', async (inside, tx) => {
    const before = await findSettings(tx);
    const changed = choose(before);
    for (const row of changed) {
      await storeSetting(tx, row);
      const { value } = row;
      const key = row.key as SettingKey;
      const details = { setting: key, before: { value: valueIn(context, before, key) }, after: { value } };
      await recordActivity(inside, { type: 'change_setting', details });
    }
    return changed;
  });
  await context.reloadSite();
  return rows;
}

// Keeps the description and category when only the value changes.
function rowOf(
  { viewer, now }: Reading,
  key: SettingKey,
  value: SiteSettings[SettingKey],
  before: SettingRow[],
): SettingRow {
  const existing = before.find((row) => row.key === key);
  return {
    key,
    value: String(value),
    description: existing?.description ?? null,
    category: existing?.category ?? DEFAULT_CATEGORY,
    updated_by: `${viewer.firstName} ${viewer.lastName}`.trim(),
    updated_at: now.toISOString(),
  };
}

// The validator has its own message for a value of the wrong type.
function messageOf({ message }: v.BaseIssue<unknown>): TextKey {
  return message.startsWith('errors:') ? (message as TextKey) : 'errors:valueInvalid';
}
