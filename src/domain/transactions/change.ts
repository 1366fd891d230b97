import type { Db } from '../../db/open.ts';
import type { AccountRow, CategoryRow, TransactionRow } from '../../db/tables.ts';
import { momentOf, todayOf } from '../calendar.ts';
import { categoriesById, categoryErrors, categoryForType } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { errorsThrownBy, type FieldError, notFound, refuse } from '../error.ts';
import { inLedger, type Ledger, newDeletion } from '../ledger/ledger.ts';
import type { Deletion } from '../ledger/removed.ts';
import { isPaidBill } from '../ledger/reserved-categories.ts';
import { chargeError, shownChargeDate, storedChargeDate } from '../money-accounts/cards/charge-date.ts';
import { changedInBalance, requireUnlocked } from '../money-accounts/checks/lock.ts';
import { accountErrors, accountOf, accountsById } from '../money-accounts/read.ts';
import { nextVersion, requireCurrent } from '../version.ts';
import { atSentNames, changedByOneName } from './field-aliases.ts';
import { differences, FIELDS, type FieldName, inputNamed, textColumns, withSent } from './fields.ts';
import { installmentsFrom, isPartOfIncome, isShownAlone, NO_INCOME, othersWithEnd } from './installments.ts';
import {
  changedMoney,
  currenciesOf,
  losesMoney,
  moneyErrors,
  requireWithin,
  type TypedMoney,
} from './money.ts';
import { isTooFarAhead, isTooFarBack, type TransactionChanges } from './schema.ts';
import { findPrices, findTransaction, findTransactionsOf } from './transactions.queries.ts';

/**
 * Changes a transaction; missing fields stay, and `null` clears an optional field. A new type removes a category that
 * does not fit, unless another one is sent. With `basedOn`, a version changed since then is not overwritten, unless the
 * outcome is the same.
 * @param scope of a payment of a purchase: with which others it changes; `usual` where nobody has said it
 * @returns how many have changed, and the id by which `restoreTransactions` can undo it, if anything has changed
 * @throws DomainError NOT_FOUND for one that is not the viewer's, or not of that type, and for an unknown category
 * @throws DomainError VALIDATION_ERROR for a category of the other type, for a new date more than five years back, and
 * for a new amount with decimals that its currency lacks
 * @throws DomainError VALIDATION_ERROR for an account of another currency, where no rate says what it gets
 * @throws DomainError CONFLICT (409) when it has changed since the version that the change is based on
 */
export async function changeTransaction(
  context: Writing,
  target: Target,
  changes: TransactionChanges & TypedMoney,
  asked: ChangeScope = 'single',
  deletion: Deletion = newDeletion(context.now),
) {
  return inLedger(context, async (ledger, inside) => {
    const change = await readForChange(ledger, context, target, changes);
    const { before, after: row, category, account } = change;
    // What is the same keeps its version: its import, and earlier changes, can still be undone.
    if (!isChanged(before, row))
      return { row: before, category, account, ...(await priceOf(ledger, before)), undoId: null, updated: 0 };
    const scope = asked === 'usual' ? usualScope(change) : asked;
    const others = scope === 'single' ? [] : await readOthers(ledger, inside, change, scope);
    const all = scope === 'single' ? [change] : [priced(change, change, scope), ...others];
    for (const { before, after } of all) {
      const locked = changedInBalance(before, after);
      if (locked) await requireUnlocked(inside, [before], inputNamed(locked) ?? 'amount', [after]);
    }
    const rows = new Map(all.map(({ after }) => [after.id, after]));
    for (const ended of await othersWithEnd(inside, before, row, deletion))
      rows.set(ended.id, { ...(rows.get(ended.id) ?? ended), payments_end: ended.payments_end });
    await ledger.update([...rows.values()], deletion);
    const updated = all.length;
    return { row, category, account, ...(await priceOf(ledger, row)), undoId: deletion.id, updated };
  });
}

type ChangeScope = 'single' | 'future' | 'all' | 'usual';

/** A purchase has one category, but one of its payments may have another amount. */
function usualScope({ before, after }: Change): 'single' | 'all' {
  const names = differences(before, after);
  return names.includes('category_id') && !names.includes('amount') ? 'all' : 'single';
}

const isChanged = (before: TransactionRow, after: TransactionRow) =>
  differences(before, after).length > 0 || before.payments_end !== after.payments_end;

/** What a purchase costs changes with each of its payments. */
async function priceOf({ tx }: Ledger, { user_id, installment_of }: TransactionRow) {
  const price = installment_of && (await findPrices(tx, user_id, [installment_of])).get(installment_of);
  return price ? { price } : {};
}

/** Each payment has its own. */
const OF_ONE_PAYMENT: readonly string[] = ['date', 'charge_date'] satisfies FieldName[];

/** The fields that say how much each payment is. */
const MONEY = ['amount', 'originalAmount', 'originalCurrency', 'rate', 'convertedAmount'] as const;

/**
 * The other payments of a purchase, later ones or all, that change with one of them: each in what has changed there, and
 * in its amount if its account has the same currency. One that is a side of a transfer stays as it is.
 */
async function readOthers(
  ledger: Ledger,
  inside: Writing,
  { before, after, changes }: Change,
  scope: 'future' | 'all',
): Promise<Change[]> {
  if (before.installment_of === null) return [];
  const names = differences(before, after).filter((name) => !OF_ONE_PAYMENT.includes(name));
  const fields = names.flatMap((name) => (name === 'amount' ? [] : [[FIELDS[name].input, after[name]]]));
  const money = names.includes('amount') ? MONEY.map((name) => [name, changes[name]]) : [];
  const accounts = await accountsById(inside);
  const currency = accountOf(accounts, before).currency;
  const ids = await installmentsFrom(inside, before, scope === 'all' ? 0 : (before.installment_n ?? 0));
  const others: Change[] = [];
  for (const row of await findTransactionsOf(ledger.tx, before.user_id, ids)) {
    if (row.id === before.id || row.transfer_id !== null) continue;
    const isPriced = accountOf(accounts, row).currency === currency;
    const shared = Object.fromEntries(isPriced ? [...fields, ...money] : fields);
    const read = await readForChange(ledger, inside, { id: row.id }, shared);
    const other = isPriced ? priced(read, { before, after }, scope) : read;
    if (other !== read || isChanged(read.before, read.after)) others.push(other);
  }
  return others;
}

/**
 * The price of a purchase whose payments get the amount of one of them, that one too; what files have not shown yet
 * follows it.
 */
function priced(
  change: Change,
  { before, after: { amount } }: Pick<Change, 'before' | 'after'>,
  scope: 'future' | 'all',
): Change {
  const { after } = change;
  const { account_amount, installment_total } = after;
  const isOther = amount !== before.amount && account_amount === null && installment_total !== null;
  if (!isOther || !(scope === 'all' || isShownAlone(after))) return change;
  return { ...change, after: { ...after, installment_price: after.amount * installment_total } };
}

interface Change {
  before: TransactionRow;
  after: TransactionRow;
  category: CategoryRow | null;
  account: AccountRow;
  /** By one name each, without what is as it was answered. */
  changes: TransactionChanges & TypedMoney;
}

interface Target {
  id: string;
  type?: TransactionRow['type'];
}

/**
 * A transaction before and after changes, with its new category.
 * @throws DomainError as `changeTransaction` does
 */
export async function readForChange(
  { tx }: { tx: Db },
  { viewer, now }: Reading,
  { id, type }: Target,
  sent: TransactionChanges & TypedMoney,
): Promise<Change> {
  const before = await findTransaction(tx, viewer.id, id);
  // A transfer is changed as one.
  if (!before || before.transfer_id !== null || (type && before.type !== type)) throw notFound();
  const accounts = await accountsById({ db: tx, viewer });
  const from = accountOf(accounts, before);
  const { accountId } = sent;
  const account = accounts.get(accountId ?? '') ?? from;
  const place = { account, from, viewer, now };
  const currencies = { ...currenciesOf(place), before: currenciesOf({ account: from, viewer }).account };
  const { changes, errors } = changedByOneName(sent, before, currencies);
  errors.push(...accountErrors(accounts, { accountId }, { accountId: before.account_id }));
  const [charged, chargeErrors] = withCharge(before, changed(before, changes, now), place, changes);
  errors.push(...chargeErrors);
  const paid = { ...charged, ...(await changedMoney(tx, place, before, changes, charged.date)) };
  const after = { ...paid, is_detached: detached(before, paid) };
  if (after.payments_end === 1 && !isShownAlone(after))
    errors.push({ field: 'payments_end', message: 'errors:paymentsEnd' });
  if (isPartOfIncome(before, after)) errors.push({ field: 'type', message: NO_INCOME.message });
  if (after.date !== before.date) errors.push(...nearErrors(after.date, todayOf({ viewer, now })));
  const lost: FieldError[] = losesMoney(after, place)
    ? [{ field: 'amount', message: 'errors:amountForAccount' }]
    : [];
  errors.push(...atSentNames([...lost, ...moneyErrors(changes, place, after)], sent));
  if (changes.categoryId)
    errors.push(
      ...categoryErrors((await categoriesById({ db: tx, viewer })).get(changes.categoryId), after.type),
    );
  refuse(errors);
  if (differences(before, after).includes('amount')) requireWithin(after, changes, after.category_id);
  requireCurrent(before, changes.basedOn, () => isChanged(before, after));
  const category = await categoryForType(tx, after, { isSent: changes.categoryId !== undefined });
  return { before, after: { ...after, category_id: category?.id ?? null }, category, account, changes };
}

/** What is wrong with changes. @throws DomainError NOT_FOUND */
export function changeErrors(
  context: Reading,
  target: Target,
  changes: Parameters<typeof changeTransaction>[2],
): Promise<FieldError[]> {
  return errorsThrownBy(
    readForChange({ tx: context.db }, context, target, { ...changes, basedOn: undefined }),
  );
}

/** The error of a date that is impossibly early or late. */
export function nearErrors(date: string, today: string): FieldError[] {
  if (isTooFarBack(date, today)) return [{ field: 'date', message: 'errors:datePast' }];
  if (isTooFarAhead(date, today)) return [{ field: 'date', message: 'errors:dateFuture' }];
  return [];
}

/** A charge date that was shown and is sent back was not typed: it follows the card. */
function withCharge(
  before: TransactionRow,
  after: TransactionRow,
  { account, from }: { account: AccountRow; from: AccountRow },
  { charge_date }: TransactionChanges,
): [TransactionRow, FieldError[]] {
  // That of a paid bill is its mark, and is not shown.
  const kept = { ...after, charge_date: before.charge_date };
  if (isPaidBill(before) && isPaidBill(kept)) return [kept, []];
  // In an account that is no card it would wait for the next one.
  if (!charge_date)
    return [account.id === from.id ? after : { ...after, charge_date: storedChargeDate(after, account) }, []];
  const row =
    charge_date === shownChargeDate(before, from) ? { ...after, charge_date: before.charge_date } : after;
  const error = row.charge_date === before.charge_date ? null : chargeError(row, account);
  return [{ ...row, charge_date: storedChargeDate(row, account) }, error ? [error] : []];
}

function changed(before: TransactionRow, changes: TransactionChanges, now: Date): TransactionRow {
  const fields = withSent(before, changes);
  return {
    ...before,
    ...fields,
    ...momentOf(fields.date, fields.time, fields.timezone),
    ...textColumns(fields),
    ...(changes.payments_end !== undefined && { payments_end: changes.payments_end ? 1 : null }),
    updated_at: nextVersion(before, now),
  };
}

/**
 * Marks an occurrence as edited, so that later changes of its template leave it alone, and the assumed payment of a bill
 * of which a person has changed the amount or the day, so that imports leave it alone.
 */
export function detached(before: TransactionRow, after = before): number | null {
  if (before.template_id !== null) return 1;
  return isPaidBill(before) && changedInBalance(before, after) ? 1 : before.is_detached;
}
