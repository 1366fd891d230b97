import type { AccountRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { askForAccountsAgain } from '../bank-files/closing-balance.ts';
import { nameKey } from '../categories/words.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, type FieldError } from '../error.ts';
import { inLedger, type Ledger } from '../ledger/ledger.ts';
import { countPausedIn, pauseSeriesOf } from '../recurring/templates/pause.ts';
import { isDifferent, nextVersion, requireCurrent } from '../version.ts';
import { accountErrorsOf, refuseAccount, renumber, setOpening } from './create.ts';
import { storedCurrency } from './currencies/currency.ts';
import { countTemplatesIn, findAccounts, updateAccount } from './money-accounts.queries.ts';
import { accountName } from './name.ts';
import { type AccountState, isOpen, readAccount } from './read.ts';
import type { AccountChanges } from './schema.ts';

/**
 * Changes an account; missing fields stay. An account that is no longer a card loses what only cards have. With
 * `basedOn`, a version changed since then is not overwritten, unless the outcome is the same.
 * @returns the account, and how many series archiving it has paused, or are still paused in one from the archive
 * @throws DomainError NOT_FOUND, ACCOUNT_EXISTS (409), LAST_ACCOUNT (409) for archiving the last open account,
 * CURRENCY_FIXED (409) for another currency of an account with transactions, VALIDATION_ERROR or CONFLICT (409)
 */
export async function changeAccount(
  context: Writing,
  id: string,
  changes: AccountChanges,
): Promise<AccountState & { paused: number; undoId: string | null }> {
  const { now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const { row: before, count, opening } = await readAccount(inside, id);
    const row = changedRow(context, before, changes);
    requireCurrent(before, changes.basedOn, () => isDifferent(before, row));
    if (row.currency !== before.currency) {
      await requireUnused(tx, row, count);
      await askForAccountsAgain(tx, row.user_id, [id]);
    }
    refuseAccount(accountErrorsOf(context, row, await findAccounts(tx, row.user_id), changes, before));
    if (row.is_archived === 1) await requireOtherOpen(tx, row);
    if (row.in_balance !== before.in_balance) await ledger.recountAccount(id);
    await updateAccount(tx, row);
    const isClosed = row.is_archived > before.is_archived;
    const isReopened = row.is_archived < before.is_archived;
    const paused = isClosed
      ? await pauseSeriesOf(ledger, id, now)
      : { paused: isReopened ? await countPausedIn(ledger, id, now) : 0, undoId: null };
    if (row.position !== before.position) await renumber(tx, row);
    await setOpening(inside, row, changes, opening);
    await ledger.updateTotals();
    return { ...(await readAccount(inside, id)), ...paused };
  });
}

/** Opens the accounts that series are restored to. @returns their names */
export async function reopenAccounts(
  { tx, userId }: Ledger,
  ids: ReadonlySet<string | null>,
  { now, locale }: Pick<Writing, 'now' | 'locale'>,
): Promise<string[]> {
  const closed = (await findAccounts(tx, userId)).filter((row) => ids.has(row.id) && !isOpen(row));
  for (const row of closed)
    await updateAccount(tx, { ...row, is_archived: 0, updated_at: nextVersion(row, now) });
  return closed.map((row) => accountName(row, locale));
}

function changedRow(
  { viewer, locale, now }: Reading,
  before: AccountRow,
  changes: Partial<AccountChanges>,
): AccountRow {
  const kind = changes.kind ?? before.kind;
  // What is sent for an account that is no card stays, to be refused.
  const isCard = kind === 'credit_card' || before.kind !== 'credit_card';
  // A form sends the translated name of the first account back.
  const name = changes.name === accountName(before, locale) ? before.name : (changes.name ?? before.name);
  return {
    ...before,
    name,
    name_key: nameKey(name),
    kind,
    currency: changes.currency ? storedCurrency(changes.currency, viewer) : before.currency,
    number: changes.number === undefined ? before.number : changes.number,
    icon: changes.icon ?? before.icon,
    color: changes.color ?? before.color,
    position: changes.position ?? before.position,
    is_archived: changes.is_archived === undefined ? before.is_archived : Number(changes.is_archived),
    in_balance: changes.in_balance === undefined ? before.in_balance : Number(changes.in_balance),
    billing_day: isCard ? sentOr(changes.billing_day, before.billing_day) : null,
    pays_from: isCard ? sentOr(changes.pays_from, before.pays_from) : null,
    updated_at: nextVersion(before, now),
  };
}

/** What is wrong with changes of an account. @throws DomainError NOT_FOUND */
export async function changedAccountErrors(
  context: Reading,
  id: string,
  changes: Partial<AccountChanges>,
): Promise<FieldError[]> {
  const { row: before } = await readAccount(context, id);
  const all = await findAccounts(context.db, context.viewer.id);
  return accountErrorsOf(context, changedRow(context, before, changes), all, changes, before);
}

const sentOr = <Value>(sent: Value | null | undefined, before: Value | null): Value | null =>
  sent === undefined ? before : sent;

// Its transactions and recurring templates have amounts in its currency.
async function requireUnused(tx: Tx, { user_id, id }: AccountRow, count: number): Promise<void> {
  if (count === 0 && (await countTemplatesIn(tx, user_id, id)) === 0) return;
  throw new DomainError('CURRENCY_FIXED', 409, {
    fields: [{ field: 'currency', message: 'errors:CURRENCY_FIXED' }],
  });
}

/** @throws DomainError LAST_ACCOUNT (409) */
export async function requireOtherOpen(
  tx: Parameters<typeof findAccounts>[0],
  { user_id, id }: Pick<AccountRow, 'user_id' | 'id'>,
): Promise<void> {
  const rows = await findAccounts(tx, user_id);
  if (!rows.some((row) => row.id !== id && isOpen(row))) throw new DomainError('LAST_ACCOUNT', 409);
}
