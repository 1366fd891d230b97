import type { AccountRow } from '../../../db/tables.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading } from '../../context.ts';
import { newId, sideIdOf } from '../../id.ts';
import { opposite } from '../../ledger/reserved-categories.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountName } from '../../money-accounts/name.ts';
import { isOpen } from '../../money-accounts/read.ts';
import { pauseIfDue } from '../../throttle.ts';
import { isFresh, type PlannedRow } from '../preview/planned.ts';
import { namesAccount } from '../reading/find-account.ts';
import { AT_ONCE } from './buckets.ts';
import type { KnownRow } from './existing.queries.ts';
import { addTo, daysAround, Sides } from './sides.ts';

interface Around {
  accounts: ReadonlyMap<string, AccountRow>;
  sides: readonly KnownRow[];
}

/** How many rows of one day and amount are compared with one another; only an attack has more. */
const COMPARED_MOST = 50;

/** Rows, of which each may be compared with many, between two looks at the time. */
const PAUSED_AFTER = 20;

/** Either a transaction that is there, or another row. */
type Other = { account: AccountRow; said: (string | null)[] } & ({ there: KnownRow } | { row: PlannedRow });

const keyOf = (account: string, type: string, amount: number, date: string) =>
  `${account} ${type} ${amount} ${date}`;

/**
 * Transfers of which both sides are known: a row, and in another account of its currency what has the same amount, the
 * other sign and a day near it. They are joined where one of the two names the account of the other; where none does it
 * may be chance, and the row offers it.
 */
export async function joinBoth(
  { viewer, now, locale }: Pick<Reading, 'viewer' | 'now' | 'locale'>,
  rows: readonly PlannedRow[],
  { accounts, sides: there }: Around,
): Promise<void> {
  if (accounts.size < 2) return;
  const made = new Set(rows.flatMap(({ transfer }) => transfer?.sideId ?? []));
  const isAlone = (row: PlannedRow) =>
    isFresh(row) &&
    row.transfer === null &&
    row.outcome?.leave_out !== true &&
    row.content.currency === currencyOf(row.account, viewer) &&
    !(row.madeId && made.has(sideIdOf(row.madeId)));
  const alone = rows.filter(isAlone);
  if (alone.length === 0) return;
  const signed = ({ type, amount }: { type: string; amount: number }) =>
    type === 'income' ? amount : -amount;
  const signedThere = (row: KnownRow) => signed({ type: row.type, amount: chargedAmount(row) });
  const ofRows = new Set(alone.map(({ content }) => signed(content)));
  const sides = await Sides.of(
    there.filter((row) => ofRows.has(-signedThere(row))),
    rows,
  );
  await pauseIfDue();
  const ofThere = new Set(there.map(signedThere));
  // Nearly all rows have no other side, and are not looked up.
  const likely = alone.filter(({ content }) => ofRows.has(-signed(content)) || ofThere.has(-signed(content)));
  const byPlace = new Map<string, PlannedRow[]>();
  for (const [index, row] of likely.entries()) {
    if (index % AT_ONCE === 0) await pauseIfDue();
    const { account, content } = row;
    addTo(byPlace, keyOf(account.id, content.type, content.amount, content.date), row);
  }
  const open = [...accounts.values()].filter(isOpen);
  for (const [index, planned] of likely.entries()) {
    if (index % PAUSED_AFTER === 0) await pauseIfDue();
    const { account, content } = planned;
    const type = opposite(content.type);
    if (!isAlone(planned)) continue;
    const others = open
      .filter(({ id, currency }) => id !== account.id && currency === account.currency)
      .flatMap((other): Other[] => [
        ...[...sides.of(other.id, type, content.amount, content.date)]
          .slice(0, COMPARED_MOST)
          .map((row) => ({ there: row, account: other, said: [row.description, row.merchant_name] })),
        ...daysAround(content.date)
          .flatMap((day) => byPlace.get(keyOf(other.id, type, content.amount, day)) ?? [])
          .filter(isAlone)
          .slice(0, COMPARED_MOST)
          .map((row) => ({ row, account: other, said: saidBy(row) })),
      ]);
    const named = others.find(
      (other) => namesAccount(saidBy(planned), other.account) || namesAccount(other.said, account),
    );
    // What is bought with a card is never paid out by it elsewhere.
    const isLikely = (other: Other) =>
      (content.type === 'expense' ? account : other.account).kind !== 'credit_card';
    const other = named ?? others.find(isLikely);
    if (!other) continue;
    const values = { account: accountName(other.account, locale) };
    if (!named) {
      planned.offered = { accountId: other.account.id, why: 'maybeSide', values };
      continue;
    }
    planned.transfer = {
      decision: 'transfer',
      accountId: other.account.id,
      amount: null,
      sideId: 'there' in other ? sides.use(other.there) : null,
      why: 'bothSides',
      values,
    };
    if ('there' in other) continue;
    planned.madeId ??= newId(now);
    made.add(sideIdOf(planned.madeId));
    other.row.offered = undefined;
    other.row.transfer = {
      decision: 'leave_out',
      accountId: account.id,
      amount: null,
      sideId: sideIdOf(planned.madeId),
      why: 'otherRow',
      values: { line: content.line },
    };
  }
}

export const saidBy = ({ content }: PlannedRow) => [
  content.description,
  content.merchant_name,
  content.notes,
];
