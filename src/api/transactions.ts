import { Hono } from 'hono';
import * as v from 'valibot';
import { type DayBalance, type Projection, projectBalance } from '../domain/balance/project.ts';
import { toDecimal } from '../domain/money.ts';
import { changeOccurrence } from '../domain/recurring/change-occurrence.ts';
import { removeOccurrence } from '../domain/recurring/remove-occurrence.ts';
import { occurrenceChangesSchema, occurrenceRemovalSchema } from '../domain/recurring/schema.ts';
import { createTransaction } from '../domain/transactions/create.ts';
import { daysAheadSchema, latestSchema, listSchema, searchSchema } from '../domain/transactions/filter.ts';
import { recentTransactions, upcomingTransactions } from '../domain/transactions/latest.ts';
import { listTransactions } from '../domain/transactions/list.ts';
import { type Entry, presentTransaction } from '../domain/transactions/present.ts';
import { readTransaction } from '../domain/transactions/read.ts';
import { type TransactionType, transactionSchema } from '../domain/transactions/schema.ts';
import { searchTransactions } from '../domain/transactions/search.ts';
import { ok } from '../door/answer.ts';
import { read } from '../door/input.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { UNDO_NOTE } from './bulk.ts';
import { about } from './description/about.ts';
import { anybody, body, type Call, create, json, query, todayOf } from './request.ts';
import { projectionShape } from './shapes/balance.ts';
import { paginationShape, transactionShape, transactionsShape } from './shapes/transactions.ts';
import { amountShape, countShape, idShape } from './shapes/values.ts';

const UPCOMING_MOST = 200;

const presented = (call: Call, entries: Entry[]) => ({
  transactions: entries.map((entry) => presentTransaction(entry, anybody(call).locale)),
});

const dayBalance = ({ date, balance }: DayBalance) => ({ date, balance: toDecimal(balance) });

const projected = ({ today, monthEnd, inNinetyDays, lowest }: Projection) => ({
  today: dayBalance(today),
  month_end: dayBalance(monthEnd),
  in_90_days: dayBalance(inNinetyDays),
  lowest: lowest && dayBalance(lowest),
});

async function record(call: Call, type?: TransactionType): Promise<Response> {
  const input = await body(call, transactionSchema(todayOf(signedIn(call))));
  return create(call, async (context) => ({
    transaction: presentTransaction(await createTransaction(context, input, type), context.locale),
  }));
}

const recorded = (summary: string, example: Record<string, unknown>, note?: string) =>
  about({
    summary,
    note,
    body: transactionSchema,
    example,
    creates: true,
    data: { transaction: transactionShape },
    refuses: { NOT_FOUND: 404 },
  });

const BREAD = { amount: 12.5, description: 'Bread', merchant_name: 'Bakery' };
const SALARY = { amount: 9000, description: 'Salary' };

export function transactions(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post('/expense', recorded('Record an expense', BREAD), (call) => record(call, 'expense'))
    .post('/income', recorded('Record an income', SALARY), (call) => record(call, 'income'))
    .post(
      '/transaction',
      recorded(
        'Record a transaction',
        { ...BREAD, type: 'expense' },
        'Without `type`, an amount with a minus sign is an expense, any other an income.',
      ),
      (call) => record(call),
    )
    .get(
      '/',
      about({
        summary: 'The list, newest first',
        note: 'The summary covers the whole filter, not only the page. Follow `nextCursor` for deep paging.',
        query: listSchema,
        data: {
          transactions: transactionsShape,
          pagination: paginationShape,
          summary: v.object({
            total: countShape,
            income: amountShape,
            expenses: amountShape,
            net: amountShape,
          }),
        },
      }),
      async (call) => {
        const found = await listTransactions(signedIn(call), query(call, listSchema));
        const { figures, page, limit, hasMore, nextCursor } = found;
        return ok(call, {
          ...presented(call, found.entries),
          pagination: { page, limit, total: figures.count, hasMore, nextCursor },
          summary: {
            total: figures.count,
            income: toDecimal(figures.income),
            expenses: toDecimal(figures.expenses),
            net: toDecimal(figures.net),
          },
        });
      },
    )
    .get(
      '/recent',
      about({
        summary: 'The latest transactions',
        query: latestSchema,
        data: { transactions: transactionsShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const { limit } = query(call, latestSchema);
        return ok(call, presented(call, await recentTransactions(context, limit)));
      },
    )
    .get(
      '/upcoming',
      about({
        summary: 'What is dated after today, soonest first',
        note: '`projection` is what the balance comes to if nothing else is recorded; `lowest` is the first day of its lowest point, where that lies below today and below zero.',
        query: daysAheadSchema,
        data: { transactions: transactionsShape, projection: projectionShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const { days } = query(call, daysAheadSchema);
        const entries = await upcomingTransactions(context, days, UPCOMING_MOST);
        return ok(call, {
          ...presented(call, entries),
          projection: projected(await projectBalance(context)),
        });
      },
    )
    .get(
      '/search',
      about({
        summary: 'Search descriptions, merchants and notes for every word',
        query: searchSchema,
        data: { transactions: transactionsShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const { q, limit } = query(call, searchSchema);
        return ok(call, presented(call, await searchTransactions(context, q, limit)));
      },
    )
    .get(
      '/:id',
      about({ summary: 'One transaction', data: { transaction: transactionShape } }),
      async (call) => {
        const entry = await readTransaction(signedIn(call), call.req.param('id'));
        return ok(call, { transaction: presentTransaction(entry, anybody(call).locale) });
      },
    )
    .put(
      '/:type{(?:expense|income)}/:id',
      about({
        summary: 'Change a transaction',
        note: 'What is missing stays as it was; `null` empties what may be empty. Another `type` moves it. One of a recurring series changes alone, with `scope` `future` together with all that follow it, from tomorrow on, with `all` together with its whole series; a date or a merchant changes only here.',
        refuses: { CONFLICT: 409 },
        body: occurrenceChangesSchema,
        example: { description: 'Bread and milk' },
        data: { transaction: transactionShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const { scope, ...changes } = await body(call, occurrenceChangesSchema(todayOf(context)));
        const entry = await changeOccurrence(context, nameOf(call), changes, scope ?? 'single');
        return ok(call, { transaction: presentTransaction(entry, context.locale) });
      },
    )
    .delete(
      '/:type{(?:expense|income)}/:id',
      about({
        summary: 'Delete a transaction',
        note: `One of a recurring series goes alone, with \`deleteFuture\` together with all that follow it, with \`deleteAll\` together with its whole series; in the address or the body. ${UNDO_NOTE}`,
        query: occurrenceRemovalSchema,
        data: { deleted_count: countShape, undo_id: idShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const sent = await json(call);
        const given = typeof sent === 'object' ? { ...sent, ...call.req.query() } : call.req.query();
        const { deleteAll, deleteFuture } = read(occurrenceRemovalSchema, given);
        const scope = deleteAll ? 'all' : deleteFuture ? 'future' : 'single';
        const { deleted, undoId } = await removeOccurrence(context, nameOf(call), scope);
        return ok(call, { deleted_count: deleted, undo_id: undoId });
      },
    );
}

function nameOf(call: Call): { id: string; type: TransactionType } {
  return { id: call.req.param('id') ?? '', type: call.req.param('type') as TransactionType };
}
