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

/**
 * The settings of the instance with their values at first, and who changed them when.
 * @param category leaves out those of other categories
 * @throws DomainError FORBIDDEN (403) for everybody but super admins
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
 * @throws DomainError FORBIDDEN (403), VALIDATION_ERROR (400) that names `value`
 */
export async function changeSetting(
  context: Writing & Operating,
  change: SettingChange,
): Promise<PresentedSetting> {
  requireRole(context, 'super_admin');
  const { key, description, category } = change;
  const read = v.safeParse(DEFINITIONS[key].schema, change.value);
  if (!read.success) throw invalid({ field: 'value', message: messageOf(read.issues[0]) });
  const texts = { ...(description && { description }), ...(category && { category }) };
  const rows = await store(context, (before) => [{ ...rowOf(context, key, read.output, before), ...texts }]);
  return present(context, key, rows);
}

/**
 * Changes those of the given settings that a person has changed: what somebody else has changed since they were shown
 * stays.
 * @param shown the values that the person saw
 * @returns the keys of what has changed
 * @throws DomainError FORBIDDEN (403)
 */
export async function changeSettings(
  context: Writing & Operating,
  given: SiteSettings,
  shown: Partial<SiteSettings>,
): Promise<SettingKey[]> {
  const rows = await store(context, (before) => {
    const inForce = settingsFrom(before, context.settings.SUPPORT_EMAIL);
    return SETTING_KEYS.filter((key) => given[key] !== shown[key] && given[key] !== inForce[key]).map((key) =>
      rowOf(context, key, given[key], before),
    );
  });
  return rows.map(({ key }) => key as SettingKey);
}

/** Brings the value that a setting has at first into force again. @throws DomainError FORBIDDEN (403) */
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

// Which of them change is decided in the transaction, by what is stored then.
async function store(
  context: Writing & Operating,
  choose: (before: SettingRow[]) => SettingRow[],
): Promise<SettingRow[]> {
  const rows = await inActing(context, 'super_admin', async (inside, tx) => {
    const before = await findSettings(tx);
    const chosen = choose(before);
    for (const row of chosen) {
      await storeSetting(tx, row);
      const { value } = row;
      const key = row.key as SettingKey;
      const details = { setting: key, before: { value: valueIn(context, before, key) }, after: { value } };
      await recordActivity(inside, { type: 'change_setting', details });
    }
    return chosen;
  });
  await context.reloadSite();
  return rows;
}

// What somebody has written about a setting stays when another value is given to it.
function rowOf(
  { viewer, now }: Reading,
  key: SettingKey,
  value: SiteSettings[SettingKey],
  before: SettingRow[],
): SettingRow {
  const known = before.find((row) => row.key === key);
  return {
    key,
    value: String(value),
    description: known?.description ?? null,
    category: known?.category ?? DEFAULT_CATEGORY,
    updated_by: `${viewer.firstName} ${viewer.lastName}`.trim(),
    updated_at: now.toISOString(),
  };
}

// The validator's own message, where a value has another type than its text.
function messageOf({ message }: v.BaseIssue<unknown>): TextKey {
  return message.startsWith('errors:') ? (message as TextKey) : 'errors:valueInvalid';
}
