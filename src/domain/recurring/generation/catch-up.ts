import type { Db } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transact.ts';
import { plusDays } from '../../calendar.ts';
import type { Writing } from '../../context.ts';
import { ImportUnderWay, inLedger } from '../../ledger/ledger.ts';
import { throttled } from '../../long-work/long-work.ts';
import { findOccurrences } from '../occurrences/occurrences.queries.ts';
import { localToday } from '../schedule/status.ts';
import { withTemplate } from '../templates/read.ts';
import { findDueOf } from './due-templates.queries.ts';
import { generate } from './generate.ts';
import { deleteOccurrences } from './write-occurrences.ts';

/** The most occurrences in one database transaction, which limits how long others wait for it. */
const BATCH_SIZE = 100;

export interface BatchResult {
  generated: number;
  remaining: string[];
}

/** Generates all due occurrences in throttled batches; those left when the process stops stay due. */
export async function catchUp(
  db: Db,
  userId: string,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<number> {
  if ((await findDueOf(db, userId, now.toISOString())).length === 0) return 0;
  for (let generated = 0; ; ) {
    const batch = await throttled(() => generateBatch(db, [userId], now));
    generated += batch.generated;
    if (batch.remaining.length === 0 || isStopping()) return generated;
  }
}

/** Generates at most `most` due occurrences in one database transaction; the others stay due. */
export async function generateBatch(
  db: Db,
  userIds: string[],
  now: Date,
  most = BATCH_SIZE,
): Promise<BatchResult> {
  return inTransaction(db, async (tx) => {
    const result: BatchResult = { generated: 0, remaining: [] };
    // In a fixed order, so that two batches with the same people cannot deadlock.
    for (const id of userIds.toSorted()) {
      const { generated, isDone } = await generateFor(
        { db: tx, viewer: { id } },
        now,
        most - result.generated,
      );
      result.generated += generated;
      if (!isDone) result.remaining.push(id);
    }
    return result;
  });
}

async function generateFor(person: { db: Db; viewer: { id: string } }, now: Date, most: number) {
  try {
    return await inLedger(person, async (ledger) => {
      // Read within the ledger, because another node may just have generated them.
      const due = await findDueOf(ledger.tx, person.viewer.id, now.toISOString());
      const { rows, templates } = await generate(ledger, due, now, most);
      const isDone = templates.every(({ due_at }) => due_at === null || due_at > now.toISOString());
      return { generated: rows.length, isDone };
    });
  } catch (error) {
    if (!(error instanceof ImportUnderWay)) throw error;
    // The occurrences stay due until the import has finished.
    return { generated: 0, isDone: true };
  }
}

/** Deletes the unedited upcoming occurrences and generates them again. @throws DomainError NOT_FOUND */
export function regenerateTemplate(
  context: Writing,
  id: string,
): Promise<{ generated: number; removed: number }> {
  return withTemplate(context, id, async (ledger, template) => {
    const today = localToday(template, context.now);
    const from = plusDays(today, 1);
    const range = { templateId: id, from, unedited: true };
    const rows = await findOccurrences(ledger.tx, template.user_id, range);
    const removed = await deleteOccurrences(ledger, rows);
    const isBehind = template.generated_until < today;
    const until = isBehind ? template.generated_until : today;
    const generated = await generate(ledger, [{ ...template, generated_until: until }], context.now);
    return { generated: generated.rows.length, removed: removed.length };
  });
}
