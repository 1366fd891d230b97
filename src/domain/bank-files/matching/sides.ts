import type { AccountRow } from '../../../db/tables.ts';
import { daysApart, plusDays } from '../../calendar.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading } from '../../context.ts';
import { scan } from '../../snapshot.ts';
import { pauseIfDue } from '../../throttle.ts';
import { DAYS_BETWEEN_SIDES } from '../../transactions/transfers/transfer.ts';
import { spanOf } from '../preview/lines.ts';
import { isFresh, type PlannedRow } from '../preview/planned.ts';
import { stringPool } from '../string-pool.ts';
import { AT_ONCE } from './buckets.ts';
import { findKnown, type KnownRow } from './existing.queries.ts';
import { isReplacing } from './line.ts';

/** What may be the other sides of the rows that are new, in all accounts. */
export async function readSides(
  context: Reading,
  rows: readonly PlannedRow[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<KnownRow[]> {
  const fresh = rows.filter(isFresh);
  if (accounts.size < 2 || fresh.length === 0) return [];
  const { from, to } = spanOf(fresh.map(({ content }) => content.date));
  // What paid a bill is as far from its day as that is from the row.
  const range = { from: plusDays(from, -2 * DAYS_BETWEEN_SIDES), to: plusDays(to, 2 * DAYS_BETWEEN_SIDES) };
  const pooled = stringPool();
  const sides: KnownRow[] = [];
  await scan(context, async ({ db, viewer }) => {
    for await (const row of findKnown(db, viewer.id, range)) {
      for (const name of ['account_id', 'date', 'type', 'description'] as const)
        Object.assign(row, { [name]: pooled(row[name]) });
      sides.push(row);
    }
  });
  return sides;
}

/** What may be the other side, each once. */
export class Sides {
  readonly #byDay = new Map<string, KnownRow[]>();
  /** By day, whatever their amount. */
  #byPlace: Map<string, KnownRow[]> | null = null;
  readonly #used: Set<string>;

  private constructor(planned: readonly PlannedRow[]) {
    // A row that the bank shows again is unchanged, and may still become a side.
    this.#used = new Set(
      planned.flatMap(({ match, transfer }) =>
        match?.state === 'matched' && !isReplacing(match) ? [] : (match?.id ?? transfer?.sideId ?? []),
      ),
    );
  }

  /** Others get a turn meanwhile. */
  static async of(rows: readonly KnownRow[], planned: readonly PlannedRow[]): Promise<Sides> {
    const sides = new Sides(planned);
    for (const [index, row] of rows.entries()) {
      if (index % AT_ONCE === 0) await pauseIfDue();
      if (!isFree(row)) continue;
      addTo(sides.#byDay, `${row.account_id} ${row.type} ${chargedAmount(row)} ${row.date}`, row);
    }
    return sides;
  }

  /** The nearest one. */
  take(account: string, type: KnownRow['type'], amount: number, date: string): string | null {
    const [row] = this.of(account, type, amount, date);
    return row ? this.use(row) : null;
  }

  /** Those of an amount, the nearest first. */
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

/** No side of a transfer yet. */
export const isFree = ({ transfer_id }: KnownRow) => transfer_id === null;

/** Adds to the rows of a key. */
export function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}

/** The days on which the other side of what happened on one may be, the nearest first. */
export const daysAround = (date: string): string[] =>
  Array.from({ length: 2 * DAYS_BETWEEN_SIDES + 1 }, (_, index) =>
    plusDays(date, index - DAYS_BETWEEN_SIDES),
  ).sort((one, other) => daysApart(date, one) - daysApart(date, other));
