import { planRemoval } from '../../src/domain/categories/remove.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { newDeletion } from '../../src/domain/ledger/ledger.ts';
import {
  batchesOf,
  type Plan,
  type Runner,
  readBulkChange,
  start,
} from '../../src/domain/long-work/long-work.ts';
import { resume } from '../../src/domain/long-work/resume.ts';
import { planDeletion } from '../../src/domain/transactions/bulk/change.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { createLog } from '../../src/log.ts';
import { askApi } from './ask-api.ts';
import type { Person } from './people.ts';
import type { RunningServer } from './server.ts';
import { makeCategory } from './transactions.ts';

/** A change of several batches whose process ended after the first. */
interface Begun {
  actor: Runner;
  changeId: string;
}

const log = createLog('error');

export async function begin(actor: Runner, plan: Plan): Promise<Begun> {
  const started = await start(actor, plan);
  if (!('id' in started)) throw new Error('It is done already.');
  await resumeOneBatch({ actor, changeId: started.id });
  return { actor, changeId: started.id };
}

export async function resumeOneBatch({ actor, changeId }: Begun): Promise<void> {
  await resume(actor, await readBulkChange(actor, changeId), () => true);
}

export async function contextOf(server: RunningServer, { id }: Person, locale: Locale): Promise<SignedIn> {
  const { db } = await server.database();
  const viewer = { id, currency: 'ILS', preferences: DEFAULT_PREFERENCES };
  const runner = { db, viewer, now: new Date(), log };
  const context = { ...runner, scanDb: db, locale, isAbandoned: () => false };
  return context as unknown as SignedIn;
}

export async function recordMany(person: Person, count: number, categoryId?: string): Promise<void> {
  const transactions = Array.from({ length: count }, (_, index) => ({
    amount: -1 - index,
    description: `Row ${index}`,
    categoryId,
  }));
  await askApi(person, 'POST', '/transactions/bulk', { transactions });
}

/** Deletes all transactions of a person. */
export async function beginDeletion(server: RunningServer, { id }: Person): Promise<Begun> {
  const { db } = await server.database();
  const actor = { db, viewer: { id }, now: new Date(), log };
  const rows = await db.selectFrom('transactions').select('id').where('user_id', '=', id).execute();
  return begin(actor, planDeletion(batchesOf(rows.map((row) => row.id).sort()), newDeletion(actor.now)));
}

/** Merges Cafes, with `count` transactions, into Food. */
export async function beginMerge(server: RunningServer, person: Person, locale: Locale, count = 150) {
  const from = await makeCategory(person, { name: 'Cafes' });
  const into = await makeCategory(person, { name: 'Food' });
  await recordMany(person, count, from);
  const context = await contextOf(server, person, locale);
  const plan = await planRemoval(context, { ids: [from], moveTo: into, as: 'merge' });
  return { ...(await begin(context, plan)), plan, from, into };
}

export async function countIn(person: Person, id: string): Promise<number> {
  const path = `/categories/${id}`;
  return (await askApi<{ category: { transaction_count: number } }>(person, 'GET', path)).category
    .transaction_count;
}

/** The page that shows a change's progress and continues to `back`. */
export function addressOf(changeId: string, back: string): string {
  return `/transactions/bulk/${changeId}?return=${encodeURIComponent(back)}`;
}
