import { daysApart, plusDays } from '../../calendar.ts';
import { DAYS_BETWEEN_SIDES, inAccount } from '../../transactions/transfers/transfer.ts';
import type { PlannedRow } from '../preview/planned.ts';
import type { KnownRow } from './existing.queries.ts';
import { isReplacing } from './line.ts';

/** What may be the other side, each once. */
export class Sides {
  readonly #byDay: Map<string, KnownRow[]>;
  /** By day, whatever their amount. */
  #byPlace: Map<string, KnownRow[]> | null;
  readonly #free: ReadonlySet<string>;
  readonly #used: Set<string>;

  constructor(rows: readonly KnownRow[], planned: readonly PlannedRow[]) {
    const free = rows.filter(({ transfer_id }) => transfer_id === null);
    this.#free = new Set(free.map(({ id }) => id));
    this.#byDay = Map.groupBy(free, (row) => `${row.account_id} ${row.type} ${inAccount(row)} ${row.date}`);
    this.#byPlace = null;
    // A row that the bank shows again is unchanged, and may still become a side.
    this.#used = new Set(
      planned.flatMap(({ match, transfer }) =>
        match?.state === 'matched' && !isReplacing(match) ? [] : (match?.id ?? transfer?.sideId ?? []),
      ),
    );
  }

  has(id: string): boolean {
    return this.#free.has(id);
  }

  /** The nearest one. */
  take(account: string, type: KnownRow['type'], amount: number, date: string): string | null {
    const [row] = this.of(account, type, amount, date);
    return row ? this.use(row) : null;
  }

  /** Of an amount, the nearest first. */
  *of(account: string, type: KnownRow['type'], amount: number, date: string): Generator<KnownRow> {
    for (const day of daysAround(date))
      for (const row of this.#byDay.get(`${account} ${type} ${amount} ${day}`) ?? [])
        if (!this.#used.has(row.id)) yield row;
  }

  /** Those of the days around one, whatever their amount. */
  around(account: string, type: KnownRow['type'], date: string): KnownRow[] {
    this.#byPlace ??= Map.groupBy(
      [...this.#byDay.values()].flat(),
      (row) => `${row.account_id} ${row.type} ${row.date}`,
    );
    const days = daysAround(date).map((day) => this.#byPlace?.get(`${account} ${type} ${day}`) ?? []);
    return days.flat().filter(({ id }) => !this.#used.has(id));
  }

  use({ id }: KnownRow): string {
    this.#used.add(id);
    return id;
  }
}

/** The days on which the other side of what happened on one may be, the nearest first. */
export const daysAround = (date: string): string[] =>
  Array.from({ length: 2 * DAYS_BETWEEN_SIDES + 1 }, (_, index) =>
    plusDays(date, index - DAYS_BETWEEN_SIDES),
  ).sort((one, other) => daysApart(date, one) - daysApart(date, other));
