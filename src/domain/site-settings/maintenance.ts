import * as v from 'valibot';
import { inTransaction } from '../../db/transact.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { BY_HOST, recordByHost } from '../activity/record.ts';
import type { Reading } from '../context.ts';
import { invalid } from '../error.ts';
import { DEFAULT_CATEGORY, DEFINITIONS, settingsFrom } from './definitions.ts';
import { findSettings, storeSetting } from './site-settings.queries.ts';

/**
 * Switches maintenance from the command line, on every node within a second.
 * @param message the text for users; without it, the previous one is kept
 * @throws DomainError VALIDATION_ERROR (400) for a message that is too long
 */
export async function setMaintenance(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  isOn: boolean,
  message?: string,
): Promise<void> {
  const changes: ['maintenance_mode' | 'maintenance_message', string][] = [
    ['maintenance_mode', String(isOn)],
  ];
  if (message !== undefined) changes.push(['maintenance_message', parseMessage(message)]);
  await inTransaction(db, async (tx) => {
    const stored = await findSettings(tx);
    const before = settingsFrom(stored, undefined);
    for (const [key, value] of changes) {
      if (String(before[key]) === value) continue;
      const existing = stored.find((row) => row.key === key);
      const texts = {
        description: existing?.description ?? null,
        category: existing?.category ?? DEFAULT_CATEGORY,
      };
      const changed = { updated_by: BY_HOST, updated_at: now.toISOString() };
      await storeSetting(tx, { key, value, ...texts, ...changed });
      const details = { setting: key, before: { value: before[key] }, after: { value } };
      await recordByHost({ db: tx, now }, { type: 'change_setting', details });
    }
  });
}

/** An empty message means the default text. */
export async function readMaintenance({ db }: Pick<Reading, 'db'>) {
  const { maintenance_mode, maintenance_message } = settingsFrom(await findSettings(db), undefined);
  return { isOn: maintenance_mode, message: maintenance_message };
}

function parseMessage(message: string): string {
  const result = v.safeParse(DEFINITIONS.maintenance_message.schema, message);
  if (result.success) return result.output;
  throw invalid({ field: 'message', message: result.issues[0].message as TextKey });
}
