import type { Db } from '../../src/db/open.ts';
import type { TransactionRow } from '../../src/db/tables.ts';
import { instantOf } from '../../src/domain/calendar.ts';
import { findCategories } from '../../src/domain/categories/categories.queries.ts';
import { newId } from '../../src/domain/id.ts';
import { inLedger } from '../../src/domain/ledger/ledger.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import {
  EMPTY_FIELDS,
  OWN_CURRENCY,
  PAID_AT_ONCE,
  textColumns,
} from '../../src/domain/transactions/fields.ts';
import type { HouseholdRow } from './rows.ts';

const ROWS_A_COMMIT = 50_000;

/**
 * Inserts transactions and their totals; each is created at its own time, an upcoming one `now`. Rows sorted by time
 * load fastest.
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
    await inLedger({ db, viewer: { id: userId } }, (ledger) => ledger.insert(complete));
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
    ...EMPTY_FIELDS,
    ...OWN_CURRENCY,
    ...PAID_AT_ONCE,
    account_id: FIRST_ACCOUNT,
    category_id,
    ...row,
    user_id,
    id: newId(recorded),
    transaction_datetime,
    template_id: null,
    occurrence_date: null,
    is_detached: null,
    ...textColumns(row),
    created_at: recorded.toISOString(),
    updated_at: recorded.toISOString(),
  };
}

/** Time zone conversions are slow, and within an hour only the minutes change. */
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
