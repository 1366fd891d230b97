import { payeeKey, payeeName } from '../../analytics/payee-key.ts';
import type { Dates } from '../../analytics/periods.ts';
import type { Reading } from '../../context.ts';
import { countsByDay } from '../../ledger/totals.queries.ts';
import { type DescribedSum, daysOfCategory, findDescriptionsOn } from './analytics.queries.ts';

/** How many transactions are read for the descriptions of one category, unless a single day has more. */
const READ = 4000;

/** Reads the descriptions of a category in a range, or of as many of its latest days as can be read quickly. */
export async function readDescriptions(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  category: string,
  { from, to }: Dates,
  most = READ,
) {
  const used = await daysOfCategory(db, viewer.id, category, from, to);
  // The index is by date, so transactions of other categories on the same days are read too.
  const countByDate = new Map(
    (await countsByDay(db, viewer.id, from, to)).map(({ date, count }) => [date, count]),
  );
  let remaining = most;
  const days: string[] = [];
  for (const { date } of used) {
    remaining -= countByDate.get(date) ?? 0;
    if (remaining < 0 && days.length > 0) break;
    days.push(date);
  }
  const described = await findDescriptionsOn(db, viewer.id, category, days);
  // Later than requested if there is too much to read.
  return { from: days.length < used.length ? (days.at(-1) ?? from) : from, described };
}

/** Transactions with the same payee or, without one, the same description; minor units. */
interface CommonPayee {
  /** The key by which the list filters. */
  key: string;
  name: string;
  amount: number;
  count: number;
}

/** The largest first, equal ones by how often they occur. */
export function commonPayees(described: readonly DescribedSum[], most: number): CommonPayee[] {
  const payees = new Map<string, CommonPayee & { often: number }>();
  for (const { description, merchant_name, amount, count } of described) {
    const key = payeeKey(merchant_name ?? description);
    const name = payeeName(merchant_name ?? description);
    const payee = payees.get(key) ?? { key, name, amount: 0, count: 0, often: 0 };
    payee.amount += amount;
    payee.count += count;
    if (count > payee.often || (count === payee.often && name < payee.name))
      Object.assign(payee, { name, often: count });
    payees.set(key, payee);
  }
  return [...payees.values()]
    .sort(
      (one, other) => other.amount - one.amount || other.count - one.count || (one.key < other.key ? -1 : 1),
    )
    .slice(0, most)
    .map(({ often: _often, ...payee }) => payee);
}
