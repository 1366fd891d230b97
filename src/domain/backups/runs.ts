import type { Db } from '../../db/open.ts';
import type { BackupRunRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { newId } from '../id.ts';
import { deleteRunsBefore, findAskedRun, insertRun, updateRun } from './backups.queries.ts';

export { findAskedRun, findEndedRuns } from './backups.queries.ts';

/** `differences` are stored totals that are not the sums of the transactions. */
export type BackupOutcome = { name: string; differences: number } | { problem: string };

const KEPT_RUNS = 100;

/** Requests a backup from a node that runs jobs; `false` if one is already requested. */
export async function askForRun(tx: Tx, now: Date, asked_by: string): Promise<boolean> {
  if (await findAskedRun(tx)) return false;
  await insertRun(tx, { ...begun(now), asked_by });
  return true;
}

/** Records the result of the requested run `asked`, or of a daily one without it. */
export async function recordOutcome(
  db: Db,
  asked: BackupRunRow | undefined,
  outcome: BackupOutcome,
  now: Date,
): Promise<void> {
  const result = 'problem' in outcome ? { problem: outcome.problem.slice(0, 500) } : outcome;
  const end = { ended_at: now.toISOString(), ...result };
  if (asked) await updateRun(db, asked.id, end);
  else await insertRun(db, { ...begun(now), ...end });
  await deleteRunsBefore(db, KEPT_RUNS);
}

function begun(now: Date): BackupRunRow {
  const unknown = { ended_at: null, name: null, differences: null, problem: null };
  return { id: newId(now), asked_by: null, asked_at: now.toISOString(), ...unknown };
}
