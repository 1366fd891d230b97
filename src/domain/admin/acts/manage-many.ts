import { setImmediate as turn } from 'node:timers/promises';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Writing } from '../../context.ts';
import { DomainError, type ErrorCode } from '../../error.ts';
import { requireRole } from '../require.ts';
import { manageUser } from './manage.ts';
import type { BulkManageInput } from './schema.ts';

/** What became of one account of a bulk act; the code says why it was left as it was. */
export interface BulkResult {
  id: string;
  ok: boolean;
  code: ErrorCode | null;
}

/**
 * Carries out an act on many accounts, each in a transaction of its own and under the same rules as alone. The outcome
 * is an entry of the log itself, so that it can be looked at again.
 * @returns the results in the order of the ids, and the id of that entry
 */
export async function manageMany(
  context: Writing & Mailing,
  { userIds, ...input }: BulkManageInput,
): Promise<{ results: BulkResult[]; entryId: string }> {
  requireRole(context, 'admin');
  const results: BulkResult[] = [];
  const named = new Set<string>();
  for (const id of userIds) {
    if (named.has(id)) {
      results.push({ id, ok: false, code: 'REPEATED' });
      continue;
    }
    named.add(id);
    results.push(await resultOf(id, () => manageUser(context, id, { ...input, role: undefined })));
    // Other requests have their turn in between.
    await turn();
  }
  const { action, reason } = input;
  const successful = results.filter(({ ok }) => ok).length;
  const details = { action, reason, successful, failed: results.length - successful, results };
  return { results, entryId: await recordActivity(context, { type: 'bulk', details }) };
}

async function resultOf(id: string, act: () => Promise<void>): Promise<BulkResult> {
  try {
    await act();
    return { id, ok: true, code: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { id, ok: false, code: error.code };
  }
}
