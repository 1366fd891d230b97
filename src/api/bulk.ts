import * as v from 'valibot';
import { todayOf } from '../domain/calendar.ts';
import type { SignedIn } from '../domain/context.ts';
import { DomainError } from '../domain/error.ts';
import { countAlerts } from '../domain/insights/fraud.ts';
import { historyAround, isObserved, type Past } from '../domain/insights/history.ts';
import { ruleInputOf } from '../domain/insights/rule-input.ts';
import { changeTransactions, removeTransactions } from '../domain/transactions/bulk/change.ts';
import { createTransactions, type TransactionItem } from '../domain/transactions/bulk/create.ts';
import {
  bulkCreateSchema,
  bulkDeleteSchema,
  bulkUpdateSchema,
  restoreSchema,
} from '../domain/transactions/bulk/schema.ts';
import { recordedMissing, recordedSchema } from '../domain/transactions/money.schema.ts';
import { type Entry, presentTransaction } from '../domain/transactions/present.ts';
import { restoreTransactions } from '../domain/transactions/restore.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import { ok } from '../http/delivery/json.ts';
import { check } from '../http/input.ts';
import { translator } from '../i18n/translate.ts';
import { type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { presentRefused } from './refused.ts';
import { body, withConfirmation } from './request.ts';
import { transactionsShape } from './shapes/transactions.ts';
import { countShape, idShape, refusedShape } from './shapes/values.ts';

export const UNDO_NOTE = 'POST /transactions/restore with `undo_id` undoes the deletion within an hour.';

const ID = '0197a000-0000-7000-8000-000000000000';

const sharesShape = v.object({ successful: countShape, failed: countShape });

export const bulk: Endpoints = {
  'POST /bulk': endpoint({
    summary: 'Create several transactions',
    note: 'Valid items are created. The others are returned in `errors` with their index in the request, from 0; so are those for a time that was checked against the bank, unless `confirmLocked` is sent. If there is nothing else, the answer is LOCKED. `security_alert` is a message if some transactions are unusual, and null otherwise.',
    body: bulkCreateSchema,
    example: { transactions: [{ amount: -12.5, description: 'Bread' }] },
    creates: true,
    data: {
      transactions: transactionsShape,
      summary: v.object({ ...sharesShape.entries, totalRequested: countShape }),
      security_alert: v.nullable(v.string()),
      errors: v.array(refusedShape),
    },
    answer: async (context, { transactions }) => {
      const today = todayOf(context);
      const schema = recordedSchema(today);
      const history = await historyAround(context, today);
      const items = transactions.map(
        (raw, index): TransactionItem => ({ index, ...check(schema, raw, recordedMissing) }),
      );
      const { entries, errors } = await createTransactions(context, items);
      return {
        transactions: entries.map((entry) => presentTransaction(entry, context.locale)),
        security_alert: batchAlert(entries, history, context),
        summary: {
          successful: items.length - errors.length,
          failed: errors.length,
          totalRequested: items.length,
        },
        errors: presentRefused(errors, transactions, context.locale),
      };
    },
  }),
  'POST /bulk-update': plainEndpoint({
    summary: 'Update the category, account, type or date of several transactions',
    note: 'Unknown ids count as failed, and so do transactions of another type than the category; the others are changed. `categoryId: null` removes the category. A new `type` removes categories of the other type. A new account leaves opening balances where they are; they count as failed. So do payments of a purchase that would become incomes. POST /transactions/restore with `undo_id` undoes the change within an hour, except of what was changed since. It is null when nothing can be undone.',
    body: bulkUpdateSchema,
    example: { transactionIds: [ID], changes: { date: '2026-01-31' } },
    data: { updated_count: countShape, failed: countShape, undo_id: v.nullable(idShape) },
    refuses: { NOT_FOUND: 404 },
    async respond(call) {
      const context = await withConfirmation(call, signedIn(call));
      const { transactionIds, changes } = await bodyWithIds(call, bulkUpdateSchema(todayOf(context)));
      const { updated, undoId } = await changeTransactions(context, transactionIds, changes).catch(
        throwOfChanges,
      );
      return ok(call, { updated_count: updated, failed: transactionIds.length - updated, undo_id: undoId });
    },
  }),
  'POST /bulk-delete': plainEndpoint({
    summary: 'Delete several transactions',
    note: `Unknown ids count as failed. ${UNDO_NOTE} It is null when nothing can be undone.`,
    body: bulkDeleteSchema,
    example: { transactionIds: [ID] },
    data: { deleted_count: countShape, summary: sharesShape, undo_id: v.nullable(idShape) },
    async respond(call) {
      const context = await withConfirmation(call, signedIn(call));
      const { transactionIds } = await bodyWithIds(call, bulkDeleteSchema);
      const { deleted, undoId } = await removeTransactions(context, transactionIds);
      return ok(call, {
        deleted_count: deleted,
        summary: { successful: deleted, failed: transactionIds.length - deleted },
        undo_id: undoId,
      });
    },
  }),
  'POST /restore': endpoint({
    summary: 'Undo a deletion or a change',
    note: 'Works once, within an hour. A transaction whose id is in use again counts as failed, and so does one that was changed, or deleted, since the change. The deletion of a category is undone with `restored_categories` and `moved_count`, the number of transactions that have it again; those that were given another category since keep that one. So it is with an account, as `restored_accounts`.',
    body: restoreSchema,
    example: { undoId: ID },
    data: {
      restored_count: countShape,
      failed: countShape,
      restored_categories: v.optional(countShape),
      restored_accounts: v.optional(countShape),
      moved_count: v.optional(countShape),
    },
    refuses: { NOT_FOUND: 404, BUDGETS_MOST: 409, GOALS_MOST: 409 },
    answer: async (context, { undoId }) => {
      const { restored, failed, categories, moved, accounts, accountRows } = await restoreTransactions(
        context,
        undoId,
      );
      return {
        restored_count: restored,
        failed,
        ...(categories > 0 && { restored_categories: categories, moved_count: moved }),
        ...(accounts.length > 0 && { restored_accounts: accounts.length, moved_count: accountRows }),
      };
    },
  }),
};

function batchAlert(entries: Entry[], history: Past[], { viewer, locale }: SignedIn): string | null {
  const count = countAlerts(
    entries.flatMap(({ row }) => (isObserved(row) ? ruleInputOf(row) : [])),
    history,
    viewer.currency,
  );
  return count > 0 ? translator(locale)('transactions:batchSecurityAlert', { count }) : null;
}

// The use case names a field of the changes, which the body nests.
function throwOfChanges(error: unknown): never {
  if (!(error instanceof DomainError) || !error.extra.fields) throw error;
  const fields = error.extra.fields.map((error) => ({ ...error, field: `changes.${error.field}` }));
  throw new DomainError(error.code, error.status, { ...error.extra, fields });
}

// The contract requires the message about invalid ids as the message of the whole answer.
const bodyWithIds: typeof body = (call, schema) =>
  body(call, schema).catch((error) => {
    const ofIds =
      error instanceof DomainError && error.extra.fields?.find(({ field }) => field === 'transactionIds');
    if (!ofIds) throw error;
    throw new DomainError(error.code, error.status, { ...error.extra, message: ofIds.message });
  });
