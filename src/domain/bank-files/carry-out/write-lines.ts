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
import { chargedAmount } from '../../charged.ts';
import { sideIdOf } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isPaidBill, isReserved, opposite, TRANSFER } from '../../ledger/reserved-categories.ts';
import { UNTIMED } from '../../ledger/untimed.ts';
import { storedChargeDate } from '../../money-accounts/cards/charge-date.ts';
import { chargesImplied } from '../../money-accounts/cards/read-expected.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { detached } from '../../transactions/change.ts';
import { OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../../transactions/fields.ts';
import { isShownAlone } from '../../transactions/installments.ts';
import { exchanged, type Money, newMoney, rateOfAmounts, type TypedMoney } from '../../transactions/money.ts';
import { findSides, findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { moneyOfSides } from '../../transactions/transfers/money.ts';
import { nextVersion } from '../../version.ts';
import { updateLines } from '../lines.queries.ts';
import { type RatesOfDay, ratesOfDays, transferAmounts } from '../matching/transfer-amounts.ts';
import { transferMoney } from './transfer-money.ts';

/** What writing needs of the person: their currency and zone, and texts in their language. */
export interface Person {
  currency: Currency;
  timezone: string;
  /** For transactions without any text. */
  untitled: string;
  /** Description of the transaction that pays a bill; work of an older version lacks it. */
  billPaid?: string;
}

/** How many transactions were created, merged with existing ones, and joined to transfers. */
export interface WrittenLines {
  created: number;
  merged: number;
  transfers: number;
}

export interface WriteContext extends Person {
  ledger: Ledger;
  now: Date;
  accounts: ReadonlyMap<string, AccountRow>;
  categories: ReadonlyMap<string, CategoryRow>;
  ratesOf: RatesOfDay;
  /** By date. */
  moments: Map<string, ReturnType<typeof momentOf>>;
}

export async function writeContextOf(ledger: Ledger, person: Person, now: Date): Promise<WriteContext> {
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

/** Writes lines of an import as it was decided for each. `now` is the same for all lines of an import. */
export async function writeLines(
  ledger: Ledger,
  lines: readonly ImportedLineRow[],
  { account_id, stage, kind }: BankImportRow,
  person: Person,
  now: Date,
): Promise<WrittenLines> {
  const context = await writeContextOf(ledger, person, now);
  const due = lines
    .filter((line) => line.stage === stage && line.decision !== 'leave_out')
    .map((line) => ({ ...line, account_id: line.account_id ?? account_id }));
  const ids = due.flatMap(({ decision, matched_id }) => (decision === 'import' ? [] : (matched_id ?? [])));
  const existing = new Map(
    (await findTransactionsOf(ledger.tx, ledger.userId, [...new Set(ids)])).map((row) => [row.id, row]),
  );
  const convertedTo = await otherSidesOf(ledger, [...existing.values()], context.accounts);
  const created: TransactionRow[] = [];
  const changed = new Map<string, TransactionRow>();
  const updatedLines: ImportedLineRow[] = [];
  const counts: WrittenLines = { created: 0, merged: 0, transfers: 0 };
  for (const line of due) {
    const before = line.decision === 'import' ? undefined : existing.get(line.matched_id ?? '');
    if (line.decision === 'import') {
      created.push(await newTransaction(context, line));
      counts.created += 1;
    } else if (line.decision === 'merge') {
      // A transaction deleted since stays deleted; one joined to a transfer since keeps its amount.
      const side = before && convertedTo(before);
      if (!before || (before.transfer_id !== null && !side)) continue;
      existing.delete(before.id);
      const as = changed.get(before.id) ?? before;
      const { after, other } = side
        ? await mergedSide(context, line, as, changed.get(side.id) ?? side)
        : { after: await mergedTransaction(context, line, as), other: null };
      for (const row of [after, other ?? []].flat()) changed.set(row.id, row);
      updatedLines.push({ ...line, before: JSON.stringify(as), made_version: after.updated_at });
      counts.merged += 1;
    } else {
      const isFree = before && (!isReserved(before.category_id) || isPaidBill(before));
      const joined = isFree && before.transfer_id === null ? before : null;
      existing.delete(joined?.id ?? '');
      const sides = await transferSides(context, line, joined);
      if (!sides) {
        created.push(await newTransaction(context, line));
        updatedLines.push({ ...line, decision: 'import' });
        counts.created += 1;
        continue;
      }
      const { rows, side } = sides;
      created.push(...rows);
      if (side) {
        changed.set(side.id, side);
        updatedLines.push({ ...line, before: JSON.stringify(joined), made_version: side.updated_at });
      }
      counts.transfers += 1;
    }
  }
  if (counts.transfers > 0) await createTransferCategories(ledger.tx, ledger.userId, now);
  await ledger.insert(created);
  if (changed.size > 0) await ledger.update([...changed.values()]);
  // The file of an account says all that it knows. Nobody has changed these, so they keep their versions.
  if (kind !== 'account') {
    const came = [...created, ...changed.values()].filter(isShownAlone);
    const implied = await chargesImplied({ db: ledger.tx, viewer: { id: ledger.userId } }, came);
    if (implied.length > 0) await ledger.update(implied);
  }
  if (updatedLines.length > 0) await updateLines(ledger.tx, updatedLines);
  return counts;
}

/** The other sides of transfers between currencies, whose amounts follow rates until a bank states them. */
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

export function accountIn({ accounts }: WriteContext, id: string | null): AccountRow {
  const account = accounts.get(id ?? '');
  if (!account) throw new Error('A row of an import has an account.');
  return account;
}

/** The amounts of a line: in its account's currency, and at the rate of its day in the person's. */
export function moneyOf(
  { ledger, now, currency: own }: WriteContext,
  line: ImportedLineRow,
  account: AccountRow,
): ReturnType<typeof newMoney> {
  const viewer = { currency: own };
  const { amount, original_amount, original_currency } = line;
  const rate = line.rate ?? undefined;
  const inAccount = currencyOf(account, viewer);
  const currency = (line.currency ?? inAccount) as Currency;
  const isHere = currency === inAccount;
  const hasOriginal = original_amount !== null && isCurrency(original_currency ?? undefined);
  // A rate is that of what was paid.
  const typed: TypedMoney =
    hasOriginal && (isHere || rate)
      ? {
          ...(isHere && { amount }),
          originalAmount: original_amount,
          originalCurrency: original_currency as Currency,
        }
      : isHere
        ? { amount }
        : { originalAmount: amount, originalCurrency: currency };
  return newMoney(ledger.tx, { account, viewer, now }, { ...typed, rate }, line.date);
}

function momentOfDay({ moments, timezone }: WriteContext, date: string) {
  const known = moments.get(date);
  if (known) return known;
  const moment = momentOf(date, UNTIMED, timezone);
  moments.set(date, moment);
  return moment;
}

async function newTransaction(context: WriteContext, line: ImportedLineRow): Promise<TransactionRow> {
  const { ledger, now, categories, timezone, untitled } = context;
  const account = accountIn(context, line.account_id);
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
    ...(await moneyOf(context, line, account)),
    ...momentOfDay(context, line.date),
    user_id: ledger.userId,
    id: line.made_id,
    template_id: null,
    occurrence_date: null,
    is_detached: null,
    ...textColumns({ ...fields, description: fields.description }),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  return { ...row, ...purchaseOf(context, line, row.id), charge_date: storedChargeDate(row, account) };
}

/** Files show each payment alone, so that it has the id of its own row. */
function purchaseOf({ currency }: WriteContext, line: ImportedLineRow, installment_of: string) {
  const { installment_n, installment_total, payments_end } = line;
  if (installment_n === null || installment_total === null) return {};
  // In another currency than that of the amount it would be no price.
  const installment_price = line.currency === currency ? line.installment_price : null;
  return { installment_of, installment_n, installment_total, installment_price, payments_end };
}

/**
 * An existing transaction with the bank's date and amount, and a category and the number of its payment if it had none.
 * One that matched but for that number only gets what it lacks.
 */
async function mergedTransaction(
  context: WriteContext,
  line: ImportedLineRow,
  before: TransactionRow,
): Promise<TransactionRow> {
  const account = accountIn(context, before.account_id);
  const category = context.categories.get(line.category_id ?? '');
  const isComplete = line.why === 'numbered';
  const row = {
    ...before,
    ...(before.transfer_id === null && !isComplete && (await moneyOf(context, line, account))),
    ...(!isComplete && { date: line.date, ...momentOf(line.date, before.time, before.timezone) }),
    ...(before.transfer_id === null &&
      before.installment_of === null &&
      purchaseOf(context, line, before.id)),
    category_id: before.category_id ?? (category && fits(category, before.type) ? category.id : null),
    charge_date: line.charge_date ?? before.charge_date,
    is_detached: detached(before),
    updated_at: nextVersion(before, context.now),
  };
  return { ...row, charge_date: storedChargeDate(row, account) };
}

/**
 * The bank's amount replaces that of one side of a transfer between currencies; the worth of both sides in the person's
 * currency is computed again.
 */
async function mergedSide(
  context: WriteContext,
  line: ImportedLineRow,
  before: TransactionRow,
  other: TransactionRow,
): Promise<{ after: TransactionRow; other: TransactionRow | null }> {
  const merged = await mergedTransaction(context, line, before);
  const charged = before.account_amount === null ? { amount: line.amount } : { account_amount: line.amount };
  const money = await transferMoney(context, { ...merged, ...charged }, other, before.date === merged.date);
  return money
    ? { after: { ...merged, ...money.one }, other: { ...other, ...money.other } }
    : { after: merged, other: null };
}

/**
 * Both sides of a transfer, which share the id of the line's transaction.
 * @param joined the existing side, if any
 * @returns null while no rate is known that an amount would need
 */
async function transferSides(
  context: WriteContext,
  line: ImportedLineRow,
  joined: TransactionRow | null,
): Promise<{ rows: TransactionRow[]; side: TransactionRow | null } | null> {
  const own = await newTransaction(context, line);
  const here = accountIn(context, line.account_id);
  const there = accountIn(context, joined?.account_id ?? line.other_account_id);
  const money = await moneyOfTransfer(
    context,
    line,
    { here, there },
    joined ? chargedAmount(joined) : undefined,
  );
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
    const isPlain = isSame && chargedAmount(own) === chargedAmount(joined);
    const side = {
      ...joined,
      ...(!isSame && money.other),
      transfer_id: line.made_id,
      category_id: TRANSFER[joined.type],
      charge_date: null,
    };
    const updated_at = nextVersion(joined, context.now);
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
 * The other side of a transfer as the line alone implies it, without an existing transaction to join.
 * @param own the transaction that the line made
 * @returns null while no rate is known that an amount would need, or if somebody changed the amount since
 */
export async function otherSideOf(
  context: WriteContext,
  line: ImportedLineRow,
  own: TransactionRow,
  account: string,
): Promise<TransactionRow | null> {
  const [here, there] = [accountIn(context, own.account_id), context.accounts.get(account)];
  const money = there && (await moneyOfTransfer(context, line, { here, there }));
  if (!money || chargedAmount({ ...own, ...money.mine }) !== chargedAmount(own)) return null;
  const instant = context.now.toISOString();
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
 * The amounts of both sides. A file may state only one; the other follows the rate of the day.
 * @param other minor units of the other account, if that side exists or the file states it
 * @returns null while no rate is known that an amount would need
 */
async function moneyOfTransfer(
  { ledger, now, currency, ratesOf }: WriteContext,
  line: ImportedLineRow,
  { here, there }: { here: AccountRow; there: AccountRow },
  other: number | null = line.other_amount,
): Promise<{ mine: Money; other: Money } | null> {
  const viewer = { currency };
  const currencies = { own: currencyOf(here, viewer), other: currencyOf(there, viewer) };
  const moved = await transferAmounts({ ...line, other_amount: other }, currencies, ratesOf);
  if (!moved) return null;
  const isOut = line.type === 'expense';
  const accounts = isOut ? { fromAccount: here, toAccount: there } : { fromAccount: there, toAccount: here };
  const [amount, amountTo] = isOut ? [moved.own, moved.other] : [moved.other, moved.own];
  const isForeign = Object.values(currencies).every((each) => each !== currency);
  const worth = isForeign && line.rate ? exchanged(moved.own, line.rate, currency) : undefined;
  const { from, to } = await moneyOfSides(
    ledger.tx,
    { viewer, now },
    accounts,
    {
      amount,
      amountTo: currencies.own === currencies.other ? undefined : amountTo,
      ...(worth && { rate: isOut && line.rate ? line.rate : rateOfAmounts(worth, amount) }),
    },
    line.date,
  );
  return isOut ? { mine: from, other: to } : { mine: to, other: from };
}
