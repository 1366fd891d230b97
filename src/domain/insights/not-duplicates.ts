import { chunksOf } from '../../db/insert-rows.ts';
import type { NotDuplicatesRow, TransactionRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { Reading, Writing } from '../context.ts';
import { notFound } from '../error.ts';
import { MOST_NOTED, type NotDuplicatesEntry } from '../export/document.schema.ts';
import { inLedger } from '../ledger/ledger.ts';
import type { Replaceable } from '../replaceable.ts';
import { readOfAmounts, readRowsOf } from '../transactions/read.ts';
import { repeatedAmounts } from './duplicates.ts';
import { expectedAmong, type NotDuplicates, patternOf } from './expected.ts';
import { isObserved } from './history.ts';
import {
  deleteAllNotDuplicates,
  deleteNotDuplicates,
  findNotDuplicates,
  insertAllNotDuplicates,
  insertNotDuplicates,
} from './not-duplicates.queries.ts';
import { type IsExpected, type RuleInput, ruleInputOf } from './rule-input.ts';
import type { NotDuplicatesInput } from './schema.ts';

/** How far back repetitions are searched, in days, and in how many transactions at most. */
const REPEATS_WITHIN = 366;
const LOOKED_AT = 2000;

/** Marks two transactions, and pairs like them, as not duplicates. @throws DomainError NOT_FOUND */
export function noteNotDuplicates(context: Writing, input: NotDuplicatesInput): Promise<void> {
  const [one_id = '', other_id = ''] = sorted(input);
  return inLedger(context, async ({ tx }) => {
    const { viewer, now } = context;
    const [one, other] = (await readRowsOf({ db: tx, viewer }, [one_id, other_id])).map(ruleInputOf);
    if (!one || !other) throw notFound();
    const pattern = patternOf(one, other);
    const created_at = now.toISOString();
    await insertNotDuplicates(tx, { user_id: viewer.id, one_id, other_id, pattern, created_at });
  });
}

/** Removes the mark from the two and from pairs like them. @throws DomainError NOT_FOUND */
export function forgetNotDuplicates(context: Writing, input: NotDuplicatesInput): Promise<void> {
  const ids = sorted(input);
  return inLedger(context, async ({ tx }) => {
    const { id } = context.viewer;
    const noted = await findNotDuplicates(tx, id);
    const match = noted.find(({ one_id, other_id }) => one_id === ids[0] && other_id === ids[1]);
    if (!match) throw notFound();
    await deleteNotDuplicates(tx, id, match.pattern);
  });
}

const sorted = ({ transactionId, duplicateOf }: NotDuplicatesInput) => [transactionId, duplicateOf].sort();

const SHOWN = 50;

/** The marked pairs of which both transactions still exist, the latest first. */
export async function readNotedPairs({ db, viewer }: Reading): Promise<[TransactionRow, TransactionRow][]> {
  const noted = (await findNotDuplicates(db, viewer.id)).reverse().slice(0, SHOWN);
  const rows = await readRowsOf(
    { db, viewer },
    noted.flatMap(({ one_id, other_id }) => [one_id, other_id]),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return noted.flatMap(({ one_id, other_id }) => {
    const [one, other] = [byId.get(one_id), byId.get(other_id)];
    return one && other ? [[one, other]] : [];
  });
}

/** Pairs as the file of an account has them. */
export async function exportedNotDuplicates({ db, viewer }: Reading): Promise<NotDuplicatesEntry[]> {
  const rows = await findNotDuplicates(db, viewer.id);
  return rows.slice(-MOST_NOTED).map(({ one_id, other_id, pattern, created_at }) => ({
    transaction_ids: [one_id, other_id],
    pattern,
    created_at,
  }));
}

export const fileNotDuplicates: Replaceable<NotDuplicatesRow> = {
  find: findNotDuplicates,
  async replace(tx, userId, rows) {
    await deleteAllNotDuplicates(tx, userId);
    for (const some of chunksOf(rows)) await insertAllNotDuplicates(tx, some);
  },
  keyOf: ({ one_id, other_id }) => `${one_id} ${other_id}`,
  versionOf: ({ created_at }) => created_at,
};

/** Which of the transactions look like others of the history as expected. */
export async function readExpected(
  context: Reading,
  transactions: readonly RuleInput[],
  history: readonly RuleInput[],
): Promise<IsExpected> {
  const amounts = [...repeatedAmounts(transactions, history)];
  if (amounts.length === 0) return () => false;
  const dates = transactions.map(({ date }) => date).sort();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const similar = await readOfAmounts(context, amounts, {
    from: plusDays(first, -REPEATS_WITHIN),
    to: plusDays(last, 1),
    limit: LOOKED_AT,
  });
  const past = [...history, ...similar.filter(isObserved).map(ruleInputOf)];
  const unique = [...new Map(past.map((row) => [row.id, row])).values()];
  return expectedAmong(unique, await readNotDuplicates(context));
}

async function readNotDuplicates({ db, viewer }: Reading): Promise<NotDuplicates> {
  const rows = await findNotDuplicates(db, viewer.id);
  return {
    pairs: new Set(rows.map(({ one_id, other_id }) => `${one_id} ${other_id}`)),
    patterns: new Set(rows.map(({ pattern }) => pattern)),
  };
}
