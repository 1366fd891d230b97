import type { Db } from '../../db/open.ts';
import type { BackupRunRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { Reading } from '../context.ts';
import { newId } from '../id.ts';
import { deleteRunsBefore, findAsked, findEnded, insertRun, updateRun } from './runs.queries.ts';

/** What making a backup led to; `differences` are stored totals that are not the sums of the transactions. */
export type Outcome = { name: string; differences: number } | { problem: string };

/** How many are remembered. */
const REMEMBERED = 100;

/** Asks for a backup, which a node that runs jobs makes; `false` if one is asked for already. */
export async function askForRun(tx: Tx, now: Date, asked_by: string): Promise<boolean> {
  if (await findAsked(tx)) return false;
  await insertRun(tx, { ...begun(now), asked_by });
  return true;
}

/** The backup that somebody asked for and that is not made yet. */
export async function readAskedRun({ db }: Pick<Reading, 'db'>): Promise<BackupRunRow | null> {
  return (await findAsked(db)) ?? null;
}

/** The latest backups that were made or failed, the newest first. */
export function readEndedRuns({ db }: Pick<Reading, 'db'>, most: number): Promise<BackupRunRow[]> {
  return findEnded(db, most);
}

/** Notes how a backup ended: the one that was asked for, or one that was made by itself. */
export async function recordOutcome(
  db: Db,
  asked: BackupRunRow | null,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const end = { ended_at: now.toISOString(), ...resultOf(outcome) };
  if (asked) await updateRun(db, asked.id, end);
  else await insertRun(db, { ...begun(now), ...end });
  await deleteRunsBefore(db, REMEMBERED);
}

function begun(now: Date): BackupRunRow {
  const unknown = { ended_at: null, name: null, differences: null, problem: null };
  return { id: newId(now), asked_by: null, asked_at: now.toISOString(), ...unknown };
}

function resultOf(outcome: Outcome): Pick<BackupRunRow, 'name' | 'differences' | 'problem'> {
  if ('problem' in outcome) return { name: null, differences: null, problem: outcome.problem.slice(0, 500) };
  return { ...outcome, problem: null };
}
