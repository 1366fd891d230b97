import * as v from 'valibot';
import type { SettingRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { translator } from '../../i18n/translate.ts';
import { recordActivity } from '../activity/record.ts';
import { requireRole } from '../admin/require.ts';
import type { SignedIn } from '../context.ts';
import { invalid } from '../error.ts';
import {
  DEFINITIONS,
  SETTING_KEYS,
  type SettingKey,
  type SiteSettings,
  settingsFrom,
} from './definitions.ts';
import { type PresentedSetting, presentSetting } from './present.ts';
import type { SettingChange } from './schema.ts';
import { deleteSetting, findSettings, storeSetting } from './site-settings.queries.ts';

/**
 * The settings of the instance with their values at first, and who changed them when.
 * @param category leaves out those of other categories
 * @throws DomainError FORBIDDEN (403) for everybody but super admins
 */
export async function readSettings(context: SignedIn, category?: string): Promise<PresentedSetting[]> {
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
export async function changeSetting(context: SignedIn, change: SettingChange): Promise<PresentedSetting> {
  requireRole(context, 'super_admin');
  const { key, description = null, category } = change;
  const read = v.safeParse(DEFINITIONS[key].schema, change.value);
  if (!read.success) throw invalid({ field: 'value', message: messageOf(read.issues[0]) });
  const row: SettingRow = { ...rowOf(context, key, read.output), description };
  if (category) row.category = category;
  await store(context, [row]);
  return present(context, key, [row]);
}

/**
 * Changes those of the given settings that a person has changed: what somebody else has changed since they were shown
 * stays.
 * @param shown the values that the person saw
 * @returns the keys of what has changed
 * @throws DomainError FORBIDDEN (403)
 */
export async function changeSettings(
  context: SignedIn,
  given: SiteSettings,
  shown: Partial<SiteSettings>,
): Promise<SettingKey[]> {
  requireRole(context, 'super_admin');
  const inForce = settingsFrom(await findSettings(context.db), context.settings.SUPPORT_EMAIL);
  const changed = SETTING_KEYS.filter((key) => given[key] !== shown[key] && given[key] !== inForce[key]);
  await store(
    context,
    changed.map((key) => rowOf(context, key, given[key])),
  );
  return changed;
}

/** Brings the value that a setting has at first into force again. @throws DomainError FORBIDDEN (403) */
export async function resetSetting(context: SignedIn, key: SettingKey): Promise<PresentedSetting> {
  requireRole(context, 'super_admin');
  await inTransaction(context.db, async (tx) => {
    const before = { value: valueIn(context, await findSettings(tx), key) };
    await deleteSetting(tx, key);
    const details = { setting: key, before, after: { value: valueIn(context, [], key) } };
    await recordActivity({ ...context, db: tx }, { type: 'reset_setting', details });
  });
  await context.reloadSite();
  return present(context, key, []);
}

function present({ settings, locale }: SignedIn, key: SettingKey, rows: SettingRow[]): PresentedSetting {
  const row = rows.find((stored) => stored.key === key);
  return presentSetting(key, row, settingsFrom([], settings.SUPPORT_EMAIL), translator(locale));
}

function valueIn({ settings }: SignedIn, rows: SettingRow[], key: SettingKey): string {
  return String(settingsFrom(rows, settings.SUPPORT_EMAIL)[key]);
}

async function store(context: SignedIn, rows: SettingRow[]): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const before = await findSettings(tx);
    for (const row of rows) {
      await storeSetting(tx, row);
      const { value } = row;
      const key = row.key as SettingKey;
      const details = { setting: key, before: { value: valueIn(context, before, key) }, after: { value } };
      await recordActivity({ ...context, db: tx }, { type: 'change_setting', details });
    }
  });
  await context.reloadSite();
}

function rowOf({ viewer, now }: SignedIn, key: SettingKey, value: SiteSettings[SettingKey]): SettingRow {
  return {
    key,
    value: String(value),
    description: null,
    category: DEFINITIONS[key].category,
    updated_by: `${viewer.firstName} ${viewer.lastName}`.trim(),
    updated_at: now.toISOString(),
  };
}

// The validator's own message, where a value has another type than its text.
function messageOf({ message }: v.BaseIssue<unknown>): TextKey {
  return message.startsWith('errors:') ? (message as TextKey) : 'errors:valueInvalid';
}
