import { type Kysely, sql } from 'kysely';
import { preparedForRows } from '../prepared.ts';
import type { SearchPostingRow, SearchTotalRow, Tables } from '../tables.ts';

const ROWS_A_BATCH = 20_000;

/** Which transactions a word's totals are made of, so that a search can tell those that contain several words. */
export const searchRecords = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('search_totals')
      .addColumn('records', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await fillFromPostings(db as Kysely<Tables>);
  },
};

async function fillFromPostings(db: Kysely<Tables>) {
  for (let rows = await postingsAfter(db); rows.length > 0; rows = await postingsAfter(db, rows.at(-1))) {
    const totals = new Map<string, SearchTotalRow>();
    for (const posting of rows) {
      const { user_id, word_id, date, type } = posting;
      const month = date.slice(0, 7);
      const key = `${user_id} ${word_id} ${month} ${type}`;
      const total = totals.get(key) ?? { user_id, word_id, month, type, amount: 0, count: 0, records: '' };
      total.records += recordOf(posting);
      totals.set(key, total);
    }
    await addRecords(db, [...totals.values()]);
  }
}

function postingsAfter(db: Kysely<Tables>, last?: SearchPostingRow): Promise<SearchPostingRow[]> {
  const key = sql`(user_id, word_id, date, time, transaction_id)`;
  const after = sql.join(
    last
      ? [last.user_id, last.word_id, last.date, last.time, last.transaction_id]
      : Array.from({ length: 5 }, () => ''),
  );
  return db
    .selectFrom('search_postings')
    .selectAll()
    .where(sql<boolean>`${key} > (${after})`)
    .orderBy('user_id')
    .orderBy('word_id')
    .orderBy('date')
    .orderBy('time')
    .orderBy('transaction_id')
    .limit(ROWS_A_BATCH)
    .execute();
}

// As records were written when this migration was: it must not change with the app.
function recordOf({ transaction_id: id, date, amount }: SearchPostingRow): string {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16), 0);
  bytes.writeUInt32LE(Number.parseInt(id.slice(28), 16), 4);
  bytes.writeUInt32LE(amount * 32 + Number(date.slice(8)), 8);
  return bytes.toString('base64');
}

const addRecords = preparedForRows<SearchTotalRow, keyof SearchTotalRow, unknown>(
  ['user_id', 'word_id', 'month', 'type', 'amount', 'count', 'records'],
  (db, rows) =>
    db
      .insertInto('search_totals')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'word_id', 'month', 'type']).doUpdateSet({
          records: sql<string>`search_totals.records || excluded.records`,
        }),
      ),
);
