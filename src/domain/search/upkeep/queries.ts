import { sql } from 'kysely';
import { preparedForRows } from '../../../db/prepared.ts';
import type {
  SearchPostingRow,
  SearchTotalRow,
  SearchTrigramRow,
  SearchWordRow,
} from '../../../db/tables.ts';
import type { Tx } from '../../transact.ts';
import { type IndexChange, indexChanges } from '../changes.ts';
import { RECORD_LENGTH, tidied } from '../records.ts';
import { trigramsOf } from '../words.ts';

/**
 * Keeps the search index of transactions that come or go, in the same database transaction. Whoever calls must hold
 * what serialises a person's changes (`markChanged`): then nobody else writes the same words meanwhile.
 */
export async function applyToIndex(tx: Tx, changes: readonly IndexChange[]): Promise<void> {
  const { removed, added, totals, addedWords, removedWords } = indexChanges(changes);
  const newWords = await insertWords(tx, addedWords);
  await insertTrigrams(tx, trigramRows(newWords));
  await deletePostings(tx, removed);
  await insertPostings(tx, added);
  await addToTotals(tx, totals);
  await deleteEmptyTotals(
    tx,
    totals.filter(({ count }) => count < 0),
  );
  await tidyRecords(
    tx,
    totals.filter(({ count, records }) => records.length !== count * RECORD_LENGTH),
  );
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
const insertWords = preparedForRows<SearchWordRow, keyof SearchWordRow, SearchWordRow>(
  ['user_id', 'word_id', 'word'],
  (db, rows) =>
    db
      .insertInto('search_words')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'word_id']).doNothing())
      .returningAll(),
);

const insertTrigrams = preparedForRows<SearchTrigramRow, keyof SearchTrigramRow, unknown>(
  ['user_id', 'trigram', 'word_id'],
  (db, rows) =>
    db
      .insertInto('search_trigrams')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'trigram', 'word_id']).doNothing()),
);

const insertPostings = preparedForRows<SearchPostingRow, keyof SearchPostingRow, unknown>(
  ['user_id', 'word_id', 'date', 'time', 'transaction_id', 'type', 'amount'],
  (db, rows) => db.insertInto('search_postings').values(rows),
);

const addToTotals = preparedForRows<SearchTotalRow, keyof SearchTotalRow, unknown>(
  ['user_id', 'word_id', 'month', 'type', 'amount', 'count', 'records'],
  (db, rows) =>
    db
      .insertInto('search_totals')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'word_id', 'month', 'type']).doUpdateSet({
          amount: sql<number>`search_totals.amount + excluded.amount`,
          count: sql<number>`search_totals.count + excluded.count`,
          records: sql<string>`search_totals.records || excluded.records`,
        }),
      ),
);

const POSTING_KEY = ['user_id', 'word_id', 'date', 'time', 'transaction_id'] as const;

const deletePostings = preparedForRows<SearchPostingRow, (typeof POSTING_KEY)[number], unknown>(
  POSTING_KEY,
  (db, rows) => db.deleteFrom('search_postings').where(among(POSTING_KEY, rows)),
);

const TOTAL_KEY = ['user_id', 'word_id', 'month', 'type'] as const;

const deleteEmptyTotals = preparedForRows<SearchTotalRow, (typeof TOTAL_KEY)[number], unknown>(
  TOTAL_KEY,
  (db, rows) => db.deleteFrom('search_totals').where(among(TOTAL_KEY, rows)).where('count', '=', 0),
);

/** Records that may be there beyond twice as many as count, before a text is tidied. */
const SPARE = 32;

async function tidyRecords(tx: Tx, totals: SearchTotalRow[]): Promise<void> {
  for (const { user_id, word_id, month, type, records } of await findUntidy(tx, totals)) {
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

const findUntidy = preparedForRows<SearchTotalRow, (typeof TOTAL_KEY)[number], SearchTotalRow>(
  TOTAL_KEY,
  (db, rows) =>
    db
      .selectFrom('search_totals')
      .selectAll()
      .where(among(TOTAL_KEY, rows))
      .where(sql<boolean>`length(records) > ${sql.lit(RECORD_LENGTH)} * (2 * count + ${sql.lit(SPARE)})`),
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

function among<Column extends string>(columns: readonly Column[], rows: Record<Column, unknown>[]) {
  const keys = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  return sql<boolean>`(${keys}) in (values ${sql.join(values)})`;
}
