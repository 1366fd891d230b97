import { type InsertQueryBuilder, sql } from 'kysely';
import { among } from '../../../db/among.ts';
import { insertRows } from '../../../db/insert-rows.ts';
import { preparedForRows } from '../../../db/prepared.ts';
import type { SearchTotalRow, SearchTrigramRow, SearchWordRow, Tables } from '../../../db/tables.ts';
import type { Tx } from '../../transact.ts';
import { type IndexChange, indexChanges } from '../changes.ts';
import { RECORD_LENGTH, tidied } from '../records.ts';
import { trigramsOf } from '../words.ts';
import { deletePostings } from './removal/queries.ts';

/**
 * Keeps the search index of transactions that come or go, in the same database transaction. Whoever calls must hold
 * what serialises a person's changes (`markChanged`): then nobody else writes the same words meanwhile.
 */
export async function applyToIndex(tx: Tx, changes: readonly IndexChange[]): Promise<void> {
  const { removed, added, totals, addedWords, removedWords } = indexChanges(changes);
  const newWords = await insertWords(tx, addedWords);
  await insertTrigrams(tx, trigramRows(newWords));
  await changeTotals(tx, totals);
  await deletePostings(tx, removed);
  await insertPostings(tx, added);
  const goneWords = await deleteUnusedWords(tx, removedWords);
  await deleteTrigrams(tx, trigramRows(goneWords));
}

function trigramRows(words: SearchWordRow[]): SearchTrigramRow[] {
  const rows = words.flatMap(({ user_id, word_id, word }) =>
    trigramsOf(word).map((trigram) => ({ user_id, trigram, word_id })),
  );
  // Neighbours on the disk one after another: with many new words that is several times as fast.
  return rows.sort((one, other) => (one.trigram < other.trigram ? -1 : 1));
}

/** Gives back those that were not there yet. */
const insertWords = insertRows('search_words', ['user_id', 'word_id', 'word'], (insert) =>
  insert.onConflict((conflict) => conflict.columns(['user_id', 'word_id']).doNothing()).returningAll(),
);

const insertTrigrams = insertRows('search_trigrams', ['user_id', 'trigram', 'word_id'], (insert) =>
  insert.onConflict((conflict) => conflict.columns(['user_id', 'trigram', 'word_id']).doNothing()),
);

const insertPostings = insertRows(
  'search_postings',
  ['user_id', 'word_id', 'date', 'time', 'transaction_id', 'type', 'amount'],
  (insert) => insert,
);

/** Records that may be there beyond twice as many as count, before a text is tidied. */
const SPARE = 32;

// What becomes empty is told by the statement that empties it: PostgreSQL, asked for rows with no count, may compare
// all of a person's totals with every key.
async function changeTotals(tx: Tx, totals: SearchTotalRow[]): Promise<void> {
  const onlyGrows = ({ count, records }: SearchTotalRow) => records.length === count * RECORD_LENGTH;
  await addToTotals(tx, totals.filter(onlyGrows));
  const shrunk = await takeFromTotals(
    tx,
    totals.filter((total) => !onlyGrows(total)),
  );
  await deleteTotals(
    tx,
    shrunk.filter(({ count }) => count === 0),
  );
  await tidyRecords(
    tx,
    shrunk.filter(({ count, length }) => count > 0 && length > RECORD_LENGTH * (2 * count + SPARE)),
  );
}

const TOTAL_KEY = ['user_id', 'word_id', 'month', 'type'] as const;
type TotalKey = Pick<SearchTotalRow, (typeof TOTAL_KEY)[number]>;

const TOTAL = [...TOTAL_KEY, 'amount', 'count', 'records'] as const;

type TotalInsert = InsertQueryBuilder<Tables, 'search_totals', unknown>;

const adding = (insert: TotalInsert) =>
  insert.onConflict((conflict) =>
    conflict.columns(TOTAL_KEY).doUpdateSet({
      amount: sql<number>`search_totals.amount + excluded.amount`,
      count: sql<number>`search_totals.count + excluded.count`,
      records: sql<string>`search_totals.records || excluded.records`,
    }),
  );

const addToTotals = insertRows('search_totals', TOTAL, adding);

/** Gives back what is left, and how long the text of records is. */
const takeFromTotals = insertRows('search_totals', TOTAL, (insert) =>
  adding(insert).returning([...TOTAL_KEY, 'count', sql<number>`length(records)`.as('length')]),
);

const deleteTotals = preparedForRows<TotalKey, keyof TotalKey, unknown>(TOTAL_KEY, (db, rows) =>
  db.deleteFrom('search_totals').where(among(TOTAL_KEY, rows)),
);

async function tidyRecords(tx: Tx, keys: TotalKey[]): Promise<void> {
  for (const { user_id, word_id, month, type, records } of await findTotals(tx, keys)) {
    await tx
      .updateTable('search_totals')
      .set({ records: tidied(records) })
      .where('user_id', '=', user_id)
      .where('word_id', '=', word_id)
      .where('month', '=', month)
      .where('type', '=', type)
      .execute();
  }
}

const findTotals = preparedForRows<TotalKey, keyof TotalKey, SearchTotalRow>(TOTAL_KEY, (db, rows) =>
  db.selectFrom('search_totals').selectAll().where(among(TOTAL_KEY, rows)),
);

const WORD_KEY = ['user_id', 'word_id'] as const;

/** Gives back those that no transaction contains any more. */
const deleteUnusedWords = preparedForRows<SearchWordRow, (typeof WORD_KEY)[number], SearchWordRow>(
  WORD_KEY,
  (db, rows) =>
    db
      .deleteFrom('search_words')
      .where(among(WORD_KEY, rows))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('search_totals')
              .select('search_totals.word_id')
              .whereRef('search_totals.user_id', '=', 'search_words.user_id')
              .whereRef('search_totals.word_id', '=', 'search_words.word_id'),
          ),
        ),
      )
      .returningAll(),
);

const TRIGRAM_KEY = ['user_id', 'trigram', 'word_id'] as const;

const deleteTrigrams = preparedForRows<SearchTrigramRow, (typeof TRIGRAM_KEY)[number], unknown>(
  TRIGRAM_KEY,
  (db, rows) => db.deleteFrom('search_trigrams').where(among(TRIGRAM_KEY, rows)),
);
