import type {
  AccountRow,
  BankImportRow,
  CategoryRow,
  ImportedLineRow,
  TransactionRow,
} from '../../../db/tables.ts';
import { type Currency, isCurrency } from '../../../i18n/currencies.ts';
import { momentOf } from '../../calendar.ts';
import { createTransferCategories } from '../../categories/defaults.ts';
import { categoriesById, fits } from '../../categories/read.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isPaidBill, isReserved, opposite, TRANSFER } from '../../ledger/reserved-categories.ts';
import { keptCharge } from '../../money-accounts/cards/charge-date.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { detached } from '../../transactions/change.ts';
import { type Money, newMoney, type TypedMoney } from '../../transactions/charged.ts';
import { OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../../transactions/fields.ts';
import { findSides, findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { moneyOfSides } from '../../transactions/transfers/money.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import { nextVersion } from '../../version.ts';
import { updateLines } from '../lines.queries.ts';
import { movedBy, type RatesOfDay, ratesOfDays } from '../matching/moved.ts';
import { sideIdOf } from '../side-id.ts';
import { UNTIMED } from '../untimed.ts';
import { moneyAgain } from './worth.ts';

/** Of the person, for amounts in other currencies and the hours of days. */
export interface Person {
  currency: Currency;
  timezone: string;
  /** For transactions without any text. */
  untitled: string;
  /** What says that a bill was paid; work of an older version lacks it. */
  billPaid?: string;
}

/** How many transactions lines became, changed, and joined to transfers. */
export interface Carried {
  created: number;
  merged: number;
  transfers: number;
}

export interface Place extends Person {
  ledger: Ledger;
  now: Date;
  accounts: ReadonlyMap<string, AccountRow>;
  categories: ReadonlyMap<string, CategoryRow>;
  ratesOf: RatesOfDay;
  /** By date. */
  moments: Map<string, ReturnType<typeof momentOf>>;
}

export async function placeIn(ledger: Ledger, person: Person, now: Date): Promise<Place> {
  const owner = { db: ledger.tx, viewer: { id: ledger.userId } };
  return {
    ...person,
    ledger,
    now,
    accounts: await accountsById(owner),
    categories: await categoriesById(owner),
    moments: new Map(),
    ratesOf: ratesOfDays(ledger.tx, now),
  };
}

/** Makes lines of an import what was decided about them; `now` is the same for all of its lines. */
export async function carryLines(
  ledger: Ledger,
  lines: readonly ImportedLineRow[],
  { account_id, stage }: BankImportRow,
  person: Person,
  now: Date,
): Promise<Carried> {
  const place = await placeIn(ledger, person, now);
  const due = lines
    .filter((line) => line.stage === stage && line.decision !== 'leave_out')
    .map((line) => ({ ...line, account_id: line.account_id ?? account_id }));
  const ids = due.flatMap(({ decision, matched_id }) => (decision === 'import' ? [] : (matched_id ?? [])));
  const there = new Map(
    (await findTransactionsOf(ledger.tx, ledger.userId, [...new Set(ids)])).map((row) => [row.id, row]),
  );
  const convertedTo = await otherSidesOf(ledger, [...there.values()], place.accounts);
  const made: TransactionRow[] = [];
  const changed = new Map<string, TransactionRow>();
  const noted: ImportedLineRow[] = [];
  const carried: Carried = { created: 0, merged: 0, transfers: 0 };
  for (const line of due) {
    const before = line.decision === 'import' ? undefined : there.get(line.matched_id ?? '');
    if (line.decision === 'import') {
      made.push(await madeOf(place, line));
      carried.created += 1;
    } else if (line.decision === 'merge') {
      // What was deleted since is not brought back, and what was joined with another side since keeps its amount.
      const side = before && convertedTo(before);
      if (!before || (before.transfer_id !== null && !side)) continue;
      there.delete(before.id);
      const as = changed.get(before.id) ?? before;
      const { after, other } = side
        ? await mergedSideOf(place, line, as, changed.get(side.id) ?? side)
        : { after: await mergedOf(place, line, as), other: null };
      for (const row of [after, other ?? []].flat()) changed.set(row.id, row);
      noted.push({ ...line, before: JSON.stringify(as), made_version: after.updated_at });
      carried.merged += 1;
    } else {
      const isFree = before && (!isReserved(before.category_id) || isPaidBill(before));
      const joined = isFree && before.transfer_id === null ? before : null;
      there.delete(joined?.id ?? '');
      const sides = await transferOf(place, line, joined);
      if (!sides) {
        made.push(await madeOf(place, line));
        noted.push({ ...line, decision: 'import' });
        carried.created += 1;
        continue;
      }
      const { rows, side } = sides;
      made.push(...rows);
      if (side) {
        changed.set(side.id, side);
        noted.push({ ...line, before: JSON.stringify(joined), made_version: side.updated_at });
      }
      carried.transfers += 1;
    }
  }
  if (carried.transfers > 0) await createTransferCategories(ledger.tx, ledger.userId, now);
  await ledger.insert(made);
  if (changed.size > 0) await ledger.update([...changed.values()]);
  if (noted.length > 0) await updateLines(ledger.tx, noted);
  return carried;
}

/** The other sides of transfers between currencies, whose amounts a bank may know better. */
async function otherSidesOf(
  { tx, userId }: Ledger,
  rows: readonly TransactionRow[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<(row: TransactionRow) => TransactionRow | undefined> {
  const ids = [...new Set(rows.flatMap(({ transfer_id }) => transfer_id ?? []))];
  const sides = ids.length > 0 ? await findSides(tx, userId, ids) : [];
  const currency = (row: TransactionRow) => accounts.get(row.account_id)?.currency;
  return (row) =>
    sides.find((side) => side.transfer_id === row.transfer_id && currency(side) !== currency(row));
}

export function accountIn({ accounts }: Place, id: string | null): AccountRow {
  const account = accounts.get(id ?? '');
  if (!account) throw new Error('A row of an import has an account.');
  return account;
}

/** What was charged, or paid in another currency, at the rate of its day. */
export function moneyOf(
  { ledger, now, currency: own }: Place,
  line: ImportedLineRow,
  account: AccountRow,
): ReturnType<typeof newMoney> {
  const viewer = { currency: own };
  const { amount, original_amount, original_currency } = line;
  const inAccount = currencyOf(account, viewer);
  const currency = (line.currency ?? inAccount) as Currency;
  const typed: TypedMoney =
    currency !== inAccount
      ? { originalAmount: amount, originalCurrency: currency }
      : original_amount !== null && isCurrency(original_currency ?? undefined)
        ? { amount, originalAmount: original_amount, originalCurrency: original_currency as Currency }
        : { amount };
  return newMoney(ledger.tx, { account, viewer, now }, typed, line.date);
}

function momentIn({ moments, timezone }: Place, date: string) {
  const known = moments.get(date);
  if (known) return known;
  const moment = momentOf(date, UNTIMED, timezone);
  moments.set(date, moment);
  return moment;
}

async function madeOf(place: Place, line: ImportedLineRow): Promise<TransactionRow> {
  const { ledger, now, categories, timezone, untitled } = place;
  const account = accountIn(place, line.account_id);
  const category = categories.get(line.category_id ?? '');
  const fields = {
    type: line.type,
    description: line.description || untitled,
    merchant_name: line.merchant_name,
    category_id: category && fits(category, line.type) ? category.id : null,
    account_id: account.id,
    date: line.date,
    timezone,
    charge_date: line.charge_date,
    notes: line.notes,
  };
  const row: TransactionRow = {
    ...fields,
    ...OWN_CURRENCY,
    ...PAID_AT_ONCE,
    ...(await moneyOf(place, line, account)),
    ...momentIn(place, line.date),
    user_id: ledger.userId,
    id: line.made_id,
    template_id: null,
    occurrence_date: null,
    is_detached: null,
    ...textColumns({ ...fields, description: fields.description }),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  const { installment_n, installment_total } = line;
  // In another currency than that of the amount it would be no price.
  const installment_price = line.currency === place.currency ? line.installment_price : null;
  const purchase =
    installment_n === null || installment_total === null
      ? {}
      : { installment_of: line.made_id, installment_n, installment_total, installment_price };
  return { ...row, ...purchase, charge_date: keptCharge(row, account) };
}

/** A transaction that is there gets the bank's date and amount, and a category if it has none. */
async function mergedOf(
  place: Place,
  line: ImportedLineRow,
  before: TransactionRow,
): Promise<TransactionRow> {
  const account = accountIn(place, before.account_id);
  const category = place.categories.get(line.category_id ?? '');
  const row = {
    ...before,
    ...(before.transfer_id === null && (await moneyOf(place, line, account))),
    date: line.date,
    ...momentOf(line.date, before.time, before.timezone),
    category_id: before.category_id ?? (category && fits(category, before.type) ? category.id : null),
    charge_date: line.charge_date ?? before.charge_date,
    is_detached: detached(before),
    updated_at: nextVersion(before, place.now),
  };
  return { ...row, charge_date: keptCharge(row, account) };
}

/**
 * What the bank shows replaces the amount of one side of a transfer between currencies; what both are worth in the
 * person's currency is computed anew.
 */
async function mergedSideOf(
  place: Place,
  line: ImportedLineRow,
  before: TransactionRow,
  other: TransactionRow,
): Promise<{ after: TransactionRow; other: TransactionRow | null }> {
  const merged = await mergedOf(place, line, before);
  const charged = before.account_amount === null ? { amount: line.amount } : { account_amount: line.amount };
  const money = await moneyAgain(place, { ...merged, ...charged }, other, before.date === merged.date);
  return money
    ? { after: { ...merged, ...money.one }, other: { ...other, ...money.other } }
    : { after: merged, other: null };
}

/**
 * Both sides of a transfer, which share the id of the line's transaction.
 * @param joined the side that is there
 * @returns null while what moves cannot be said in the currencies of both accounts
 */
async function transferOf(
  place: Place,
  line: ImportedLineRow,
  joined: TransactionRow | null,
): Promise<{ rows: TransactionRow[]; side: TransactionRow | null } | null> {
  const own = await madeOf(place, line);
  const here = accountIn(place, line.account_id);
  const there = accountIn(place, joined?.account_id ?? line.other_account_id);
  const money = await moneyOfTransfer(place, line, { here, there }, joined ? inAccount(joined) : undefined);
  if (!money) return null;
  const asSide = (row: TransactionRow): TransactionRow => ({
    ...row,
    ...PAID_AT_ONCE,
    transfer_id: line.made_id,
    category_id: TRANSFER[row.type],
    charge_date: null,
  });
  if (joined) {
    const isSame = here.currency === there.currency;
    const isPlain = isSame && inAccount(own) === inAccount(joined);
    const side = {
      ...joined,
      ...(!isSame && money.other),
      transfer_id: line.made_id,
      category_id: TRANSFER[joined.type],
      charge_date: null,
    };
    const updated_at = nextVersion(joined, place.now);
    return {
      rows: [asSide({ ...own, ...(!isPlain && money.mine) })],
      side: { ...side, is_detached: detached(joined), updated_at },
    };
  }
  return {
    rows: [
      asSide({ ...own, ...money.mine }),
      asSide({
        ...own,
        ...money.other,
        id: sideIdOf(line.made_id),
        type: opposite(line.type),
        account_id: there.id,
      }),
    ],
    side: null,
  };
}

/**
 * What the other side of a transfer would be if its line had found none in that account.
 * @param own the transaction that the line made
 * @returns null while what moves cannot be said in the currencies of both accounts, or as somebody changed it since
 */
export async function otherSideOf(
  place: Place,
  line: ImportedLineRow,
  own: TransactionRow,
  account: string,
): Promise<TransactionRow | null> {
  const [here, there] = [accountIn(place, own.account_id), place.accounts.get(account)];
  const money = there && (await moneyOfTransfer(place, line, { here, there }));
  if (!money || inAccount({ ...own, ...money.mine }) !== inAccount(own)) return null;
  const instant = place.now.toISOString();
  return {
    ...own,
    ...money.other,
    id: sideIdOf(own.id),
    type: opposite(own.type),
    category_id: TRANSFER[opposite(own.type)],
    account_id: account,
    created_at: instant,
    updated_at: instant,
  };
}

/**
 * The money of both sides, of which the file may say one only: the other one follows the rate of the day.
 * @param other what the other side is already, in its account
 * @returns null while no rate is known that an amount would need
 */
async function moneyOfTransfer(
  { ledger, now, currency, ratesOf }: Place,
  line: ImportedLineRow,
  { here, there }: { here: AccountRow; there: AccountRow },
  other: number | null = line.other_amount,
): Promise<{ mine: Money; other: Money } | null> {
  const viewer = { currency };
  const currencies = { own: currencyOf(here, viewer), other: currencyOf(there, viewer) };
  const moved = await movedBy({ ...line, other_amount: other }, currencies, ratesOf);
  if (!moved) return null;
  const isOut = line.type === 'expense';
  const accounts = isOut ? { fromAccount: here, toAccount: there } : { fromAccount: there, toAccount: here };
  const [amount, amountTo] = isOut ? [moved.own, moved.other] : [moved.other, moved.own];
  const { from, to } = await moneyOfSides(
    ledger.tx,
    { viewer, now },
    accounts,
    { amount, amountTo: currencies.own === currencies.other ? undefined : amountTo },
    line.date,
  );
  return isOut ? { mine: from, other: to } : { mine: to, other: from };
}
