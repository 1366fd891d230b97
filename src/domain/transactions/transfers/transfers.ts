import type * as v from 'valibot';
import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import { momentOf, todayOf } from '../../calendar.ts';
import { createTransferCategories } from '../../categories/defaults.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading, Writing } from '../../context.ts';
import { type FieldError, notFound, refuse } from '../../error.ts';
import { newId } from '../../id.ts';
import { inLedger, newDeletion } from '../../ledger/ledger.ts';
import { TRANSFER } from '../../ledger/reserved-categories.ts';
import { changedInBalance, requireUnlocked } from '../../money-accounts/checks/lock.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountErrors, accountOf, accountsById } from '../../money-accounts/read.ts';
import { offsetOf } from '../../pagination.ts';
import { skipDeleted } from '../../recurring/occurrences/skip.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { nextVersion, requireCurrent, requireSeen } from '../../version.ts';
import { detached, nearErrors } from '../change.ts';
import { newRow } from '../create.ts';
import { differences, textColumns } from '../fields.ts';
import { moneyOf, requireWithin } from '../money.ts';
import { findSides } from '../transactions.queries.ts';
import { type Accounts, moneyOfSides, sideErrors } from './money.ts';
import type { TransferChanges, TransferInput, transfersSchema } from './schema.ts';
import type { Transfer } from './transfer.ts';
import { countPaying, findPaying } from './transfers.queries.ts';

/** @throws DomainError NOT_FOUND, also for another user's transfer */
export async function readTransfer(context: Pick<Reading, 'db' | 'viewer'>, id: string): Promise<Transfer> {
  const [transfer] = await readTransfers(context, [id]);
  if (!transfer) throw notFound();
  return transfer;
}

/** In this order; those that are not there are left out. */
async function readTransfers(
  context: Pick<Reading, 'db' | 'viewer'>,
  ids: readonly string[],
): Promise<Transfer[]> {
  const accounts = await accountsById(context);
  const sides = Map.groupBy(
    await findSides(context.db, context.viewer.id, ids),
    ({ transfer_id }) => transfer_id,
  );
  return ids.flatMap((id) => {
    const rows = sides.get(id) ?? [];
    const from = rows.find(({ type }) => type === 'expense');
    const to = rows.find(({ type }) => type === 'income');
    if (!from || !to) return [];
    return [{ id, from, to, fromAccount: accountOf(accounts, from), toAccount: accountOf(accounts, to) }];
  });
}

/** Newest first; with accounts, those that any of them sent or received. */
export function listTransfers(context: Reading, input: v.InferOutput<typeof transfersSchema>) {
  const { limit, account, dateFrom, dateTo } = input;
  return fromSnapshot(context, async ({ db, viewer }) => {
    const filter = { from: dateFrom, to: dateTo, accounts: account?.split(',') };
    const rows = await findPaying(db, viewer.id, filter, { limit, offset: offsetOf(input) });
    const ids = rows.flatMap(({ transfer_id }) => transfer_id ?? []);
    const transfers = await readTransfers({ db, viewer }, ids);
    return { transfers, total: await countPaying(db, viewer.id, filter) };
  });
}

/**
 * Moves money from one account to another.
 * @throws DomainError NOT_FOUND for an account that is not theirs, VALIDATION_ERROR as `transferErrors` says, LOCKED
 * (409) for a day that was checked against the bank
 */
export async function createTransfer(context: Writing, input: TransferInput): Promise<Transfer> {
  const { viewer, now, locale } = context;
  return inLedger(context, async (ledger, inside) => {
    refuse(await transferErrors(inside, input));
    const { fromAccount, toAccount } = sidesOf(await accountsById(inside), input);
    await createTransferCategories(ledger.tx, viewer.id, now);
    const id = newId(now);
    const side = (type: TransactionRow['type'], account: AccountRow): TransactionRow => ({
      ...newRow(context, {
        ...input,
        description: input.description ?? translator(locale)('categories:default.transfer'),
        type,
        merchant_name: undefined,
        categoryId: TRANSFER[type],
        accountId: account.id,
        charge_date: undefined,
        installments: undefined,
      }),
      transfer_id: id,
    });
    const plain = { from: side('expense', fromAccount), to: side('income', toAccount) };
    const accounts = { fromAccount, toAccount };
    const money = await moneyOfSides(ledger.tx, context, accounts, input, plain.from.date);
    const from = { ...plain.from, ...requireWithin(money.from, input) };
    const to = { ...plain.to, ...money.to };
    await requireUnlocked({ ...context, db: ledger.tx }, [], 'date', [from, to]);
    await ledger.insert([from, to]);
    return { id, from, to, ...accounts };
  });
}

/**
 * Changes both sides; missing fields stay. A side whose date differs from the other's keeps it until another is sent.
 * @returns the id by which `restoreTransactions` can undo it, if anything has changed
 * @throws DomainError as `createTransfer` does, NOT_FOUND, and CONFLICT (409) when it has changed since `basedOn`
 */
export async function changeTransfer(
  context: Writing,
  id: string,
  changes: TransferChanges,
): Promise<Transfer & { undoId: string | null }> {
  return inLedger(context, async (ledger, inside) => {
    const { now } = context;
    const before = await readTransfer(inside, id);
    refuse(await transferErrors(inside, changes, before));
    const accounts = sidesOf(await accountsById(inside), changes, before);
    const { fromAccount, toAccount } = accounts;
    const date = changes.date === before.from.date ? undefined : changes.date;
    const { isSameMoney, amount = 0, ...amounts } = amountsAfter(context, before, accounts, changes);
    const money = isSameMoney
      ? { from: moneyOf(before.from), to: moneyOf(before.to) }
      : await moneyOfSides(ledger.tx, context, accounts, { amount, ...amounts }, date ?? before.from.date);
    if (!isSameMoney) requireWithin(money.from, changes);
    const after = {
      ...before,
      from: changed({ ...before.from, ...money.from }, { ...changes, date }, fromAccount, now),
      to: changed({ ...before.to, ...money.to }, { ...changes, date }, toAccount, now),
      ...accounts,
    };
    const differs = () =>
      !isSameMoney ||
      differences(before.from, after.from).length + differences(before.to, after.to).length > 0;
    requireCurrent(before.from, changes.basedOn, differs);
    if (!differs()) return { ...before, undoId: null };
    const left = changedInBalance(before.from, after.from);
    const arrived = changedInBalance(before.to, after.to);
    const locked =
      left === 'account_id' ? 'fromAccountId' : arrived === 'account_id' ? 'toAccountId' : (left ?? arrived);
    if (locked) await requireUnlocked(inside, [before.from, before.to], locked, [after.from, after.to]);
    const deletion = newDeletion(now);
    await ledger.update([after.from, after.to], deletion);
    return { ...after, undoId: deletion.id };
  });
}

/**
 * Deletes both sides.
 * @returns the id of the deletion, to restore it by
 * @throws DomainError NOT_FOUND, and CONFLICT (409) when it has changed since `basedOn`
 */
export async function removeTransfer(
  context: Writing,
  { id, basedOn }: { id: string; basedOn?: string | undefined },
): Promise<{ undoId: string }> {
  return inLedger(context, async (ledger, inside) => {
    const { from, to } = await readTransfer(inside, id);
    requireSeen(from, basedOn);
    await requireUnlocked(inside, [from, to]);
    const deletion = newDeletion(context.now);
    await skipDeleted(ledger.tx, await ledger.delete([from.id, to.id], deletion));
    return { undoId: deletion.id };
  });
}

/**
 * What is wrong with a new transfer, or with changes of one. Parts that are not valid by themselves are missing.
 */
export async function transferErrors(
  context: Pick<Reading, 'db' | 'viewer' | 'now'>,
  sent: Partial<TransferChanges>,
  before?: Transfer,
): Promise<FieldError[]> {
  const accounts = await accountsById(context);
  const kept = before && { fromAccountId: before.from.account_id, toAccountId: before.to.account_id };
  const ids = { ...kept, ...sentIds(sent) };
  const errors = accountErrors(accounts, ids, kept);
  if (ids.fromAccountId && ids.fromAccountId === ids.toAccountId)
    errors.push({ field: 'toAccountId', message: 'errors:transferSame' });
  if (before && sent.date && sent.date !== before.from.date)
    errors.push(...nearErrors(sent.date, todayOf(context)));
  const fromAccount = accounts.get(ids.fromAccountId ?? '');
  const toAccount = accounts.get(ids.toAccountId ?? '');
  if (!fromAccount || !toAccount || fromAccount === toAccount) return errors;
  const sides = { fromAccount, toAccount };
  const amounts = before ? amountsAfter(context, before, sides, sent) : { ...sent, isSameMoney: false };
  if (amounts.isSameMoney) return errors;
  if (before && amounts.amount === undefined)
    errors.push({ field: 'amount', message: 'errors:amountRequired' });
  return [...errors, ...sideErrors(sides, context.viewer, amounts)];
}

const sentIds = ({ fromAccountId, toAccountId }: Partial<TransferChanges>) => ({
  ...(fromAccountId && { fromAccountId }),
  ...(toAccountId && { toAccountId }),
});

/** The accounts of a transfer without errors. */
function sidesOf(
  accounts: ReadonlyMap<string, AccountRow>,
  { fromAccountId, toAccountId }: Partial<TransferChanges>,
  before?: Transfer,
): Accounts {
  const of = (account_id: string | undefined) => accountOf(accounts, { account_id: account_id ?? '' });
  return {
    fromAccount: of(fromAccountId ?? before?.from.account_id),
    toAccount: of(toAccountId ?? before?.to.account_id),
  };
}

/** The amounts of a changed transfer; what is not sent stays, but in another currency it would be another amount. */
function amountsAfter(
  { viewer }: Pick<Reading, 'viewer'>,
  before: Transfer,
  accounts: Accounts,
  { amount, amountTo, rate }: Partial<TransferChanges>,
) {
  const isIn = (side: keyof Accounts) =>
    currencyOf(before[side], viewer) === currencyOf(accounts[side], viewer);
  const isBetween = ({ fromAccount, toAccount }: Accounts) =>
    currencyOf(fromAccount, viewer) !== currencyOf(toAccount, viewer);
  const arrived = isBetween(before) && isBetween(accounts) && isIn('toAccount');
  return {
    amount: amount ?? (isIn('fromAccount') ? chargedAmount(before.from) : undefined),
    // Unknown while no rate is: it has to be said beside a new amount.
    amountTo: amountTo ?? ((arrived && chargedAmount(before.to)) || undefined),
    rate: rate ?? rateBefore(before, accounts),
    isSameMoney:
      (amount === undefined || Math.abs(amount) === chargedAmount(before.from)) &&
      (amountTo === undefined || Math.abs(amountTo) === chargedAmount(before.to)) &&
      accounts.fromAccount.id === before.fromAccount.id &&
      accounts.toAccount.id === before.toAccount.id &&
      (rate === undefined || rate === before.from.rate),
  };
}

/** A rate that was fixed applies to a new amount too, as long as it is between other currencies. */
function rateBefore({ from, fromAccount }: Transfer, after: Accounts): string | undefined {
  const isSame = fromAccount.currency === after.fromAccount.currency && after.toAccount.currency !== null;
  return isSame && fromAccount.currency !== null ? (from.rate ?? undefined) : undefined;
}

function changed(
  before: TransactionRow,
  { description, date = before.date, time, timezone, notes }: TransferChanges,
  account: AccountRow,
  now: Date,
): TransactionRow {
  const row = {
    ...before,
    description: description ?? before.description,
    notes: notes === undefined ? before.notes : notes,
    account_id: account.id,
    date,
    time: time ?? before.time,
    timezone: timezone ?? before.timezone,
    is_detached: before.occurrence_date === null ? before.is_detached : detached(before),
  };
  return {
    ...row,
    ...momentOf(row.date, row.time, row.timezone),
    ...textColumns(row),
    updated_at: nextVersion(before, now),
  };
}
