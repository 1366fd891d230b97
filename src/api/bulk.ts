import { Hono } from 'hono';
import * as v from 'valibot';
import { DomainError } from '../domain/error.ts';
import { countAlerts } from '../domain/insights/alerts.ts';
import { historyAround, type Past } from '../domain/insights/history.ts';
import { observe } from '../domain/insights/observed.ts';
import { createTransactions, type Wish } from '../domain/transactions/bulk-create.ts';
import { removeTransactions } from '../domain/transactions/bulk-delete.ts';
import { bulkCreateSchema, bulkDeleteSchema, bulkUpdateSchema } from '../domain/transactions/bulk-schema.ts';
import { changeTransactions } from '../domain/transactions/bulk-update.ts';
import { type Entry, presentTransaction } from '../domain/transactions/present.ts';
import { transactionSchema } from '../domain/transactions/schema.ts';
import { restoreTransactions } from '../domain/undo/restore.ts';
import { restoreSchema } from '../domain/undo/schema.ts';
import { ok } from '../door/answer.ts';
import { check } from '../door/input.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { type Translate, translator } from '../i18n/translate.ts';
import { about } from './description/about.ts';
import { body, type Call, create, todayOf } from './request.ts';
import { transactionsShape } from './shapes/transactions.ts';
import { countShape, idShape, refusedShape } from './shapes/values.ts';

/** What the answer to every deletion carries. */
export const UNDO_NOTE =
  '`undo_id` brings back what was deleted, for an hour: see POST /transactions/restore.';

const ID = '0197a000-0000-7000-8000-000000000000';

const sharesShape = v.object({ successful: countShape, failed: countShape });

/** Many transactions at once, and the way back after a deletion. */
export function bulk(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post(
      '/bulk',
      about({
        summary: 'Record many transactions',
        note: 'The good ones are kept; the others are reported by their place, from 0. `security_alert` says in words when some differ from what is usual, else it is null.',
        body: bulkCreateSchema,
        example: { transactions: [{ amount: -12.5, description: 'Bread' }] },
        creates: true,
        data: {
          transactions: transactionsShape,
          summary: v.object({ ...sharesShape.entries, totalRequested: countShape }),
          security_alert: v.nullable(v.string()),
          errors: v.array(refusedShape),
        },
      }),
      createMany,
    )
    .post(
      '/bulk-update',
      about({
        summary: 'Change category, type or date of many transactions',
        note: 'Ids that are missing count as failed. `categoryId: null` takes the category away.',
        body: bulkUpdateSchema,
        example: { transactionIds: [ID], changes: { date: '2026-01-31' } },
        data: { updated_count: countShape, failed: countShape },
        refuses: { NOT_FOUND: 404 },
      }),
      updateMany,
    )
    .post(
      '/bulk-delete',
      about({
        summary: 'Delete many transactions',
        note: `Ids that are missing count as failed. ${UNDO_NOTE} Sent along with the next call, it makes both one deletion.`,
        body: bulkDeleteSchema,
        example: { transactionIds: [ID] },
        data: { deleted_count: countShape, summary: sharesShape, undo_id: idShape },
      }),
      deleteMany,
    )
    .post(
      '/restore',
      about({
        summary: 'Undo a deletion',
        note: 'Once, and within an hour. A transaction whose id is taken again counts as failed.',
        body: restoreSchema,
        example: { undo_id: ID },
        data: { restored_count: countShape, failed: countShape },
        refuses: { NOT_FOUND: 404 },
      }),
      restore,
    );
}

async function createMany(call: Call): Promise<Response> {
  const today = todayOf(signedIn(call));
  const { transactions } = await body(call, bulkCreateSchema);
  const schema = transactionSchema(today);
  const history = await historyAround(signedIn(call), today);
  const wishes = transactions.map((raw, index): Wish => ({ index, ...check(schema, raw) }));
  return create(call, async (context) => {
    const { entries, errors } = await createTransactions(context, wishes);
    const t = translator(context.locale);
    return {
      transactions: entries.map((entry) => presentTransaction(entry, context.locale)),
      security_alert: batchAlert(entries, history, t),
      summary: { successful: entries.length, failed: errors.length, totalRequested: wishes.length },
      errors: errors.map(({ index, faults }) => ({
        index,
        details: faults.map(({ field, message }) => ({ field, message: t(message) })),
      })),
    };
  });
}

function batchAlert(entries: Entry[], history: Past[], t: Translate): string | null {
  const count = countAlerts(
    entries.map(({ row }) => observe(row)),
    history,
  );
  return count > 0 ? t('transactions:batchSecurityAlert', { count }) : null;
}

async function updateMany(call: Call): Promise<Response> {
  const context = signedIn(call);
  const { transactionIds, changes } = await bodyWithIds(call, bulkUpdateSchema(todayOf(context)));
  const updated = await changeTransactions(context, transactionIds, changes);
  return ok(call, { updated_count: updated, failed: transactionIds.length - updated });
}

async function deleteMany(call: Call): Promise<Response> {
  const context = signedIn(call);
  const { transactionIds, undoId: earlier } = await bodyWithIds(call, bulkDeleteSchema);
  const { deleted, undoId } = await removeTransactions(context, transactionIds, earlier);
  return ok(call, {
    deleted_count: deleted,
    summary: { successful: deleted, failed: transactionIds.length - deleted },
    undo_id: undoId,
  });
}

async function restore(call: Call): Promise<Response> {
  const context = signedIn(call);
  const { undoId } = await body(call, restoreSchema);
  const { restored, failed } = await restoreTransactions(context, undoId);
  return ok(call, { restored_count: restored, failed });
}

// Where the ids are at fault the answer as a whole says so too, in the words of the contract.
const bodyWithIds: typeof body = (call, schema) =>
  body(call, schema).catch((error) => {
    const fault =
      error instanceof DomainError && error.extra.fields?.find(({ field }) => field === 'transactionIds');
    if (!fault) throw error;
    throw new DomainError(error.code, error.status, { ...error.extra, message: fault.message });
  });
