import type { Db } from '../../src/db/open.ts';
import type { TransactionRow } from '../../src/db/tables.ts';
import { instantOf } from '../../src/domain/calendar.ts';
import { findCategories } from '../../src/domain/categories/queries.ts';
import { newId } from '../../src/domain/id.ts';
import { inTransaction } from '../../src/domain/transact.ts';
import { applyChanges } from '../../src/domain/transactions/apply.ts';
import { insertTransactions } from '../../src/domain/transactions/queries.ts';
import { searchText } from '../../src/domain/transactions/search-text.ts';
import type { HouseholdRow } from './household.ts';

const ROWS_A_COMMIT = 50_000;

/**
 * Gives a person many transactions at once, kept totals and search index included. Each counts as recorded when it happened, one
 * that lies ahead as recorded `now`. Rows in the order of their time load fastest.
 */
export async function loadTransactions(
  db: Db,
  userId: string,
  rows: HouseholdRow[],
  now: Date,
): Promise<void> {
  const categories = await findCategories(db, userId);
  const idsByKey = new Map(categories.map(({ default_key, id }) => [default_key, id]));
  const instants = new Instants();
  for (const batch of slices(rows, ROWS_A_COMMIT)) {
    const complete = batch.map((row) => {
      const instant = instants.of(row);
      return completed(row, userId, (row.category && idsByKey.get(row.category)) ?? null, instant, now);
    });
    await inTransaction(db, async (tx) => {
      await insertTransactions(tx, complete);
      await applyChanges(
        tx,
        complete.map((row) => ({ row, sign: 1 })),
      );
    });
  }
}

function completed(
  { category: _category, ...row }: HouseholdRow,
  user_id: string,
  category_id: string | null,
  transaction_datetime: string,
  now: Date,
): TransactionRow {
  const happened = new Date(transaction_datetime);
  const recorded = happened < now ? happened : now;
  return {
    ...row,
    user_id,
    id: newId(recorded),
    category_id,
    transaction_datetime,
    template_id: null,
    occurrence_date: null,
    is_detached: null,
    search_text: searchText(row),
    created_at: recorded.toISOString(),
    updated_at: recorded.toISOString(),
  };
}

/** Time zones are slow to ask, and within an hour the answer only moves on by minutes. */
class Instants {
  readonly #byHour = new Map<string, number>();

  of({ date, time, timezone }: Pick<HouseholdRow, 'date' | 'time' | 'timezone'>): string {
    const hour = `${date} ${time.slice(0, 2)} ${timezone}`;
    let start = this.#byHour.get(hour);
    if (start === undefined) {
      start = Date.parse(instantOf(date, `${time.slice(0, 2)}:00`, timezone));
      this.#byHour.set(hour, start);
    }
    return new Date(start + Number(time.slice(3)) * 60_000).toISOString();
  }
}

function* slices<Item>(items: Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
