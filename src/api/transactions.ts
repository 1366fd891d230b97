import { Hono } from 'hono';
import { toDecimal } from '../domain/money.ts';
import { createTransaction } from '../domain/transactions/create.ts';
import { daysAheadSchema, latestSchema, listSchema, searchSchema } from '../domain/transactions/filter.ts';
import { recentTransactions, upcomingTransactions } from '../domain/transactions/latest.ts';
import { listTransactions } from '../domain/transactions/list.ts';
import { type Entry, presentTransaction } from '../domain/transactions/present.ts';
import { readTransaction } from '../domain/transactions/read.ts';
import { removeTransaction } from '../domain/transactions/remove.ts';
import {
  type TransactionType,
  transactionChangesSchema,
  transactionSchema,
} from '../domain/transactions/schema.ts';
import { searchTransactions } from '../domain/transactions/search.ts';
import { changeTransaction } from '../domain/transactions/update.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { anybody, body, type Call, create, json, query, todayOf } from './request.ts';

const UPCOMING_MOST = 200;

const presented = (call: Call, entries: Entry[]) => ({
  transactions: entries.map((entry) => presentTransaction(entry, anybody(call).locale)),
});

async function record(call: Call, type?: TransactionType): Promise<Response> {
  const input = await body(call, transactionSchema(todayOf(signedIn(call))));
  return create(call, async (context) => ({
    transaction: presentTransaction(await createTransaction(context, input, type), context.locale),
  }));
}

export function transactions(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post('/expense', (call) => record(call, 'expense'))
    .post('/income', (call) => record(call, 'income'))
    .post('/transaction', (call) => record(call))
    .get('/', async (call) => {
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
    })
    .get('/recent', async (call) => {
      const context = signedIn(call);
      const { limit } = query(call, latestSchema);
      return ok(call, presented(call, await recentTransactions(context, limit)));
    })
    .get('/upcoming', async (call) => {
      const context = signedIn(call);
      const { days } = query(call, daysAheadSchema);
      return ok(call, presented(call, await upcomingTransactions(context, days, UPCOMING_MOST)));
    })
    .get('/search', async (call) => {
      const context = signedIn(call);
      const { q, limit } = query(call, searchSchema);
      return ok(call, presented(call, await searchTransactions(context, q, limit)));
    })
    .get('/:id', async (call) => {
      const entry = await readTransaction(signedIn(call), call.req.param('id'));
      return ok(call, { transaction: presentTransaction(entry, anybody(call).locale) });
    })
    .put('/:type{(?:expense|income)}/:id', async (call) => {
      const context = signedIn(call);
      const changes = await body(call, transactionChangesSchema(todayOf(context)));
      const entry = await changeTransaction(context, nameOf(call), changes);
      return ok(call, { transaction: presentTransaction(entry, context.locale) });
    })
    .delete('/:type{(?:expense|income)}/:id', async (call) => {
      const context = signedIn(call);
      await json(call);
      await removeTransaction(context, nameOf(call));
      return ok(call, { deleted_count: 1 });
    });
}

function nameOf(call: Call): { id: string; type: TransactionType } {
  return { id: call.req.param('id') ?? '', type: call.req.param('type') as TransactionType };
}
