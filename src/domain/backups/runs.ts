import type { Db } from '../../db/open.ts';
import type { BackupRunRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { newId } from '../id.ts';
import { deleteRunsBefore, findAskedRun, insertRun, updateRun } from './backups.queries.ts';

export { findAskedRun, findEndedRuns } from './backups.queries.ts';

/** What making a backup led to; `differences` are stored totals that are not the sums of the transactions. */
export type Outcome = { name: string; differences: number } | { problem: string };

const REMEMBERED = 100;

/** Asks for a backup, which a node that runs jobs makes; `false` if one is asked for already. */
export async function askForRun(tx: Tx, now: Date, asked_by: string): Promise<boolean> {
  if (await findAskedRun(tx)) return false;
  await insertRun(tx, { ...begun(now), asked_by });
  return true;
}

/** Notes how a backup ended: the one that was asked for, or one that was made by itself. */
export async function recordOutcome(
  db: Db,
  asked: BackupRunRow | undefined,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const result = 'problem' in outcome ? { problem: outcome.problem.slice(0, 500) } : outcome;
  const end = { ended_at: now.toISOString(), ...result };
  if (asked) await updateRun(db, asked.id, end);
  else await insertRun(db, { ...begun(now), ...end });
  await deleteRunsBefore(db, REMEMBERED);
}

function begun(now: Date): BackupRunRow {
  const unknown = { ended_at: null, name: null, differences: null, problem: null };
  return { id: newId(now), asked_by: null, asked_at: now.toISOString(), ...unknown };
}
