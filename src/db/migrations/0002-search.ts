import { hash } from 'node:crypto';
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { preparedForRows } from '../prepared.ts';
import type { SearchPostingRow, SearchTrigramRow, SearchWordRow, Tables, TransactionRow } from '../tables.ts';

type Finish = <Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column>,
) => CreateTableBuilder<Name, Column>;

const owner = (column: import('kysely').ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade');

const text = (column: import('kysely').ColumnDefinitionBuilder) => column.notNull();

async function createTables(db: Kysely<unknown>, clustered: Finish) {
  await clustered(
    db.schema
      .createTable('search_words')
      .addColumn('user_id', 'text', owner)
      .addColumn('word_id', 'text', text)
      .addColumn('word', 'text', text)
      .addPrimaryKeyConstraint('search_words_key', ['user_id', 'word_id']),
  ).execute();
  await clustered(
    db.schema
      .createTable('search_trigrams')
      .addColumn('user_id', 'text', owner)
      .addColumn('trigram', 'text', text)
      .addColumn('word_id', 'text', text)
      .addPrimaryKeyConstraint('search_trigrams_key', ['user_id', 'trigram', 'word_id']),
  ).execute();
  await clustered(
    db.schema
      .createTable('search_postings')
      .addColumn('user_id', 'text', owner)
      .addColumn('word_id', 'text', text)
      .addColumn('date', 'text', text)
      .addColumn('time', 'text', text)
      .addColumn('transaction_id', 'text', text)
      .addColumn('type', 'text', text)
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('search_postings_key', [
        'user_id',
        'word_id',
        'date',
        'time',
        'transaction_id',
      ]),
  ).execute();
  await clustered(
    db.schema
      .createTable('search_totals')
      .addColumn('user_id', 'text', owner)
      .addColumn('word_id', 'text', text)
      .addColumn('month', 'text', text)
      .addColumn('type', 'text', text)
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('search_totals_key', ['user_id', 'word_id', 'month', 'type']),
  ).execute();
}

type Row = Pick<TransactionRow, 'user_id' | 'id' | 'date' | 'time' | 'type' | 'amount' | 'search_text'>;

const ROWS_A_BATCH = 2000;

async function fillFromTransactions(db: Kysely<Tables>) {
  for (let rows = await rowsAfter(db); rows.length > 0; rows = await rowsAfter(db, rows.at(-1))) {
    const words = new Map<string, SearchWordRow>();
    const postings: SearchPostingRow[] = [];
    for (const { user_id, id, date, time, type, amount, search_text } of rows) {
      for (const [word_id, word] of wordsOf(search_text)) {
        words.set(`${user_id} ${word_id}`, { user_id, word_id, word });
        postings.push({ user_id, word_id, date, time, transaction_id: id, type, amount });
      }
    }
    const added = await insertWords(db, [...words.values()]);
    await insertTrigrams(db, added.flatMap(trigramsOf));
    await insertPostings(db, postings);
  }
  await sql`
    insert into search_totals (user_id, word_id, month, type, amount, count)
    select user_id, word_id, substr(date, 1, 7), type, sum(amount), count(*)
    from search_postings group by user_id, word_id, substr(date, 1, 7), type
  `.execute(db);
}

function rowsAfter(db: Kysely<Tables>, last?: Row): Promise<Row[]> {
  return db
    .selectFrom('transactions')
    .select(['user_id', 'id', 'date', 'time', 'type', 'amount', 'search_text'])
    .where(sql<boolean>`(user_id, id) > (${last?.user_id ?? ''}, ${last?.id ?? ''})`)
    .orderBy('user_id')
    .orderBy('id')
    .limit(ROWS_A_BATCH)
    .execute();
}

// As words were split when this migration was written: it must not change with the app. By id, because two words with
// half a letter in them can be the same once they are stored.
function wordsOf(text: string): Map<string, string> {
  const words = text.split(/\s+/).filter(Boolean);
  return new Map(words.map((word) => [hash('sha256', word, 'base64url').slice(0, 16), word]));
}

function trigramsOf({ user_id, word_id, word }: SearchWordRow): SearchTrigramRow[] {
  const letters = [...word];
  const trigrams = letters.slice(2).map((_, start) => letters.slice(start, start + 3).join(''));
  return [...new Set(trigrams)].map((trigram) => ({ user_id, trigram, word_id }));
}

const insertWords = preparedForRows<SearchWordRow, keyof SearchWordRow, SearchWordRow>(
  ['user_id', 'word_id', 'word'],
  (db, rows) =>
    db
      .insertInto('search_words')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll(),
);

const insertTrigrams = preparedForRows<SearchTrigramRow, keyof SearchTrigramRow, unknown>(
  ['user_id', 'trigram', 'word_id'],
  (db, rows) => db.insertInto('search_trigrams').values(rows),
);

const insertPostings = preparedForRows<SearchPostingRow, keyof SearchPostingRow, unknown>(
  ['user_id', 'word_id', 'date', 'time', 'transaction_id', 'type', 'amount'],
  (db, rows) => db.insertInto('search_postings').values(rows),
);

/** The index that search reads instead of every transaction's text, filled from the transactions that are there. */
export function search(clustered: Finish) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createTables(db, clustered);
      await fillFromTransactions(db as Kysely<Tables>);
    },
  };
}
