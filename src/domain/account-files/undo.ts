import { setImmediate as others } from 'node:timers/promises';
import type { Reading, Writing } from '../context.ts';
import { DomainError } from '../error.ts';
import { readRevision } from '../ledger/ledger.ts';
import { findBatch, findWork } from '../long-work/long-work.queries.ts';
import { changedTemplates } from '../recurring/templates/account-file.ts';
import { readRowsOf } from '../transactions/read.ts';
import {
  type BroughtRows,
  readImport,
  type StagedTemplates,
  startImport,
  versionsIn,
} from './account-imports.ts';

/** How an undo treats transactions that somebody has changed since; by default it refuses. */
export interface UndoInput {
  /** Removes the changed ones too. */
  force?: boolean | undefined;
  /** Leaves the changed ones. */
  keepChanged?: boolean | undefined;
}

/**
 * Starts the undo of an import that is done; of any other, nothing.
 * @returns the transactions that somebody has changed since, and whether it was started and has to be run
 * @throws DomainError CHANGED_SINCE (409), and what `startImport` throws
 */
export async function startUndo(
  context: Writing,
  id: string,
  { force = false, keepChanged = false }: UndoInput = {},
): Promise<{ changed: string[]; isStarted: boolean }> {
  const revision = await readRevision(context);
  const { state } = await readImport(context, id);
  if (state === 'undone') return { changed: [], isStarted: false };
  const changed = state === 'done' ? await findChanged(context, id) : [];
  if (changed.length > 0 && !force && !keepChanged)
    throw new DomainError('CHANGED_SINCE', 409, { details: { changed } });
  // What is changed meanwhile has not been looked at.
  const seen = force || keepChanged ? {} : { revision };
  return { changed, isStarted: await startImport(context, id, 'undo', { isForced: force, ...seen }) };
}

/** The transactions of an import that were changed since, or whose template was. */
async function findChanged({ db, viewer }: Reading, id: string): Promise<string[]> {
  const key = { user_id: viewer.id, id };
  const { batches = 0 } = (await findWork(db, key)) ?? {};
  const changed: string[] = [];
  const spared = new Set<string>();
  // Templates come last.
  for (let number = batches - 1; number > 0; number -= 1) {
    const batch = await findBatch(db, key, number);
    const content: BroughtRows | StagedTemplates = JSON.parse(batch?.content ?? '[]');
    if (Array.isArray(content)) {
      const versions = new Map(versionsIn(content));
      for (const row of await readRowsOf({ db, viewer }, [...versions.keys()]))
        if (row.updated_at !== versions.get(row.id) || spared.has(row.template_id ?? ''))
          changed.push(row.transfer_id ?? row.id);
    } else for (const each of await changedTemplates(db, viewer.id, content.templates)) spared.add(each);
    await others();
  }
  return [...new Set(changed)].toSorted();
}
