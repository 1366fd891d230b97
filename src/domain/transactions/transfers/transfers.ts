import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import { momentOf, todayOf } from '../../calendar.ts';
import { createTransferCategories } from '../../categories/defaults.ts';
import type { Reading, Writing } from '../../context.ts';
import { requireDecimals } from '../../currency.ts';
import { invalid, notFound } from '../../error.ts';
import { newId } from '../../id.ts';
import { inLedger, newDeletion } from '../../ledger/ledger.ts';
import { TRANSFER } from '../../ledger/opening.ts';
import { currencyOf } from '../../money-accounts/currency.ts';
import { requireUnlocked } from '../../money-accounts/lock.ts';
import { accountError, accountOf, accountsById } from '../../money-accounts/read.ts';
import { skipDeleted } from '../../recurring/occurrences/skip-dates.ts';
import { nextVersion, requireCurrent, requireSeen } from '../../version.ts';
import { requireNear } from '../change.ts';
import { newRow } from '../create.ts';
import { differences, textColumns } from '../fields.ts';
import { findSides } from '../transactions.queries.ts';
import type { TransferChanges, TransferInput } from './schema.ts';
import type { Transfer } from './transfer.ts';

/** @throws DomainError NOT_FOUND, also for another user's transfer */
export async function readTransfer(context: Pick<Reading, 'db' | 'viewer'>, id: string): Promise<Transfer> {
  const rows = await findSides(context.db, context.viewer.id, [id]);
  const from = rows.find(({ type }) => type === 'expense');
  const to = rows.find(({ type }) => type === 'income');
  if (!from || !to) throw notFound();
  const accounts = await accountsById(context);
  return { id, from, to, fromAccount: accountOf(accounts, from), toAccount: accountOf(accounts, to) };
}

/**
 * Moves money from one account to another.
 * @throws DomainError NOT_FOUND for an account that is not theirs, VALIDATION_ERROR for an archived one, twice the same,
 * an amount of zero and decimals that the viewer's currency lacks
 */
export async function createTransfer(context: Writing, input: TransferInput): Promise<Transfer> {
  const { viewer, now, locale } = context;
  return inLedger(context, async (ledger, inside) => {
    const { fromAccount, toAccount } = await requireAccounts({ ...context, db: ledger.tx }, input);
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
        timezone: undefined,
        charge_date: undefined,
        installments: undefined,
      }),
      transfer_id: id,
    });
    const from = side('expense', fromAccount);
    const to = side('income', toAccount);
    requireAmount(context, from.amount);
    await requireUnlocked(inside, [from, to]);
    await ledger.insert([from, to]);
    return { id, from, to, fromAccount, toAccount };
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
    const { viewer, now } = context;
    const before = await readTransfer(inside, id);
    const { fromAccount, toAccount } = await requireAccounts(
      inside,
      {
        fromAccountId: changes.fromAccountId ?? before.from.account_id,
        toAccountId: changes.toAccountId ?? before.to.account_id,
      },
      before,
    );
    const date = changes.date === before.from.date ? undefined : changes.date;
    if (date !== undefined) requireNear(date, todayOf({ viewer, now }));
    const after = {
      ...before,
      from: changed(before.from, { ...changes, date }, fromAccount, now),
      to: changed(before.to, { ...changes, date }, toAccount, now),
      fromAccount,
      toAccount,
    };
    if (after.from.amount !== before.from.amount) requireAmount(context, after.from.amount);
    const differs = () =>
      differences(before.from, after.from).length + differences(before.to, after.to).length > 0;
    requireCurrent(before.from, changes.basedOn, differs);
    if (!differs()) return { ...before, undoId: null };
    await requireUnlocked(inside, [before.from, before.to, after.from, after.to]);
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

async function requireAccounts(
  context: Pick<Reading, 'db' | 'viewer'>,
  { fromAccountId, toAccountId }: { fromAccountId: string; toAccountId: string },
  current?: Transfer,
) {
  const accounts = await accountsById(context);
  const required = (field: string, id: string, kept: string | undefined): AccountRow => {
    const row = accounts.get(id);
    const error = accountError(row);
    if (!row) throw notFound([{ field, message: 'errors:accountMissing' }]);
    if (error && id !== kept) throw invalid({ ...error, field });
    if (currencyOf(row, context.viewer) !== context.viewer.currency && id !== kept)
      throw invalid({ field, message: 'errors:transferCurrency' });
    return row;
  };
  const fromAccount = required('fromAccountId', fromAccountId, current?.from.account_id);
  const toAccount = required('toAccountId', toAccountId, current?.to.account_id);
  if (fromAccount.id === toAccount.id)
    throw invalid({ field: 'toAccountId', message: 'errors:transferSame' });
  return { fromAccount, toAccount };
}

function requireAmount({ viewer }: Pick<Reading, 'viewer'>, amount: number): void {
  requireDecimals(viewer, amount);
}

function changed(
  before: TransactionRow,
  { amount, description, date = before.date, time, notes }: TransferChanges,
  account: AccountRow,
  now: Date,
): TransactionRow {
  const row = {
    ...before,
    amount: amount === undefined ? before.amount : Math.abs(amount),
    description: description ?? before.description,
    notes: notes === undefined ? before.notes : notes,
    account_id: account.id,
    date,
    time: time ?? before.time,
  };
  return {
    ...row,
    ...momentOf(row.date, row.time, row.timezone),
    ...textColumns(row),
    updated_at: nextVersion(before, now),
  };
}
