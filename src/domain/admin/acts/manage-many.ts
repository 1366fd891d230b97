import { setImmediate as turn } from 'node:timers/promises';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Writing } from '../../context.ts';
import { DomainError, type ErrorCode } from '../../error.ts';
import { requireRole } from '../require.ts';
import { manageUser } from './manage.ts';
import type { BulkManageInput } from './schema.ts';

/** `code` is the reason why an account was left unchanged. */
interface BulkResult {
  id: string;
  ok: boolean;
  code: ErrorCode | null;
}

/**
 * Applies an act to many accounts, each in a separate transaction and under the usual rules. The results are stored in
 * a log entry, where they can be viewed later.
 * @returns the results in the order of the ids, and the id of that entry
 */
export async function manageMany(
  context: Writing & Mailing,
  { userIds, ...input }: BulkManageInput,
): Promise<{ results: BulkResult[]; entryId: string }> {
  requireRole(context, 'admin');
  const results: BulkResult[] = [];
  const seen = new Set<string>();
  for (const id of userIds) {
    if (seen.has(id)) {
      results.push({ id, ok: false, code: 'REPEATED' });
      continue;
    }
    seen.add(id);
    results.push(await resultOf(id, () => manageUser(context, id, { ...input, role: undefined })));
    // Lets other requests run in between.
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
