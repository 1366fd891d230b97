import type { AccountRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { moveImports } from '../bank-files/closing-balance.ts';
import { moveGoals } from '../budgets/move-category.ts';
import { nameKey } from '../categories/words.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, invalid, notFound, refuse } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger, type Ledger, newDeletion } from '../ledger/ledger.ts';
import { OPENING, opposite } from '../ledger/reserved-categories.ts';
import {
  findTrashedOpenings,
  forgetMovedToAccount,
  takeAccounts,
  trashAccount,
} from '../ledger/trashed-accounts.queries.ts';
import { placeOccurrences } from '../recurring/generation/write-occurrences.ts';
import { moveTransfers } from '../recurring/templates/move-transfers.ts';
import { isMoving } from '../recurring/templates/phases.ts';
import { findTemplates } from '../recurring/templates/templates.queries.ts';
import { moveRules, moveRulesBack, rulesNaming } from '../rules/move-account.ts';
import { requireOtherOpen } from './change.ts';
import { requireUnlockedRemoval } from './checks/lock.ts';
import { freeName, renumber } from './create.ts';
import { currencyOf } from './currencies/currency.ts';
import {
  countTemplatesIn,
  deleteAccount,
  findAccounts,
  findOpenings,
  findSidesBetween,
  findUnrated,
  insertAccount,
  moveTemplatesTo,
  setPayer,
} from './money-accounts.queries.ts';
import { accountName } from './name.ts';
import { type AccountState, accountErrors, accountsById, readAccount } from './read.ts';

const payerAfter = (target: AccountRow | undefined) =>
  target && target.kind !== 'credit_card' ? target.id : null;

interface RemovedAccount {
  /** How many transactions went to the other account. */
  moved: number;
  undoId: string;
}

/**
 * Deletes an account. Its transactions, recurring templates, files of banks, goals and rules move to `moveTo` first, which
 * pays the cards from then on; a card pays none. Transfers between the two, recurring ones too, are deleted, because they
 * would move money from an account to itself. Without `moveTo`, what it began with is deleted with it.
 * @throws DomainError NOT_FOUND; LAST_ACCOUNT (409); ACCOUNT_NOT_EMPTY (409) without `moveTo`; LOCKED (409) where
 *   a check against the bank found something right that goes away, or transactions would come into the time of that of `moveTo`; VALIDATION_ERROR where `moveTo`
 *   is the account itself, is archived, is in a third currency, or is in the person's while transactions lack a rate
 */
export async function removeAccount(context: Writing, id: string, moveTo?: string): Promise<RemovedAccount> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const state = await readAccount(inside, id);
    const { row } = state;
    await requireOtherOpen(tx, row);
    if (moveTo === id) throw invalid({ field: 'moveTo', message: 'errors:accountOther' });
    const accounts = await accountsById(inside);
    const target = accounts.get(moveTo ?? '');
    if (moveTo && !target) throw notFound([{ field: 'moveTo', message: 'errors:accountMissing' }]);
    refuse(accountErrors(accounts, { moveTo }));
    const { isBare, openings } = await readContent(inside, state);
    const isUsed = !isBare || openings.length > 0;
    if (!isBare && !target)
      throw new DomainError('ACCOUNT_NOT_EMPTY', 409, {
        fields: [{ field: 'moveTo', message: 'errors:ACCOUNT_NOT_EMPTY' }],
      });
    if (target && isUsed) {
      requireSameOrOwn(row, target, viewer);
      // In the person's currency they would be worth nothing.
      if (row.currency !== target.currency && (await findUnrated(tx, viewer.id)).has(id))
        throw invalid({ field: 'moveTo', message: 'errors:moveToRate' });
    }
    await requireUnlockedRemoval(inside, id, target?.id);
    const deletion = newDeletion(now);
    const cards = [...accounts.values()].filter(({ pays_from }) => pays_from === id);
    const paid = cards.map((card) => card.id);
    if (target) await moveTransfers(ledger, { from: id, to: target.id, now, deletion });
    const rules = await rulesNaming(ledger, id);
    await trashAccount(ledger, { ...row, paid, rules }, target?.id ?? null, deletion);
    await setPayer(tx, viewer.id, paid, { from: id, to: payerAfter(target) });
    if (!target) {
      await ledger.delete(openings, deletion);
      // The totals of the account go with it.
      await ledger.updateTotals();
    }
    const between = target ? await findSidesBetween(tx, viewer.id, [id, target.id]) : [];
    if (between.length > 0) await ledger.delete(between, deletion);
    let moved = 0;
    if (target) {
      moved = await ledger.moveAccount({ account: id }, target);
      await moveTemplatesTo(tx, viewer.id, { from: id, to: target, now });
      await moveImports(tx, viewer.id, { from: id, to: target.id });
      await moveRules(ledger, { from: id, to: target.id });
    }
    await moveGoals(tx, viewer.id, { from: id, to: target?.id ?? null });
    await deleteAccount(ledger, id);
    return { moved, undoId: deletion.id };
  });
}

/** The opening balances of an account, and whether it has nothing else, recurring transactions neither. */
export async function readContent(
  { db, viewer }: Reading,
  { row: { id }, count }: AccountState,
): Promise<{ openings: string[]; isBare: boolean }> {
  const openings = (await findOpenings(db, viewer.id)).filter(({ account_id }) => account_id === id);
  const isBare = count === openings.length && (await countTemplatesIn(db, viewer.id, id)) === 0;
  return { openings: openings.map((one) => one.id), isBare };
}

/**
 * Restores the accounts of a deletion, with whatever is still where it was moved to. One whose name has been taken since
 * gets another.
 * @returns the names of the accounts, how many transactions moved back, and from which accounts
 */
export async function restoreAccounts(
  ledger: Ledger,
  { now, locale }: Pick<Writing, 'now' | 'locale'>,
  deletionId: string,
): Promise<{ accounts: string[]; moved: number; away: string[] }> {
  const { tx, userId } = ledger;
  const restored = { accounts: [] as string[], moved: 0, away: [] as string[] };
  for (const { account: trashed, movedTo } of await takeAccounts(ledger, deletionId, now)) {
    const { paid = [], rules = [], ...account } = trashed;
    const others = await findAccounts(tx, userId);
    const name = freeName(others, account.name);
    const row = {
      ...account,
      name,
      name_key: nameKey(name),
      pays_from: others.some(({ id }) => id === account.pays_from) ? account.pays_from : null,
      updated_at: now.toISOString(),
    };
    await insertAccount(tx, row);
    const payer = payerAfter(others.find(({ id }) => id === movedTo));
    await setPayer(tx, userId, paid, { from: payer, to: row.id });
    await renumber(tx, row);
    if (movedTo !== null && others.some(({ id }) => id === movedTo)) {
      restored.moved += await ledger.moveAccount({ account: movedTo, movedBy: deletionId }, row);
      await moveTemplatesTo(tx, userId, { from: movedTo, to: row, now, movedBy: deletionId });
      for (const template of await findTemplates(tx, userId))
        if (!isMoving(template)) await placeOccurrences(ledger, template, movedTo, now);
      restored.away.push(movedTo);
      await moveImports(tx, userId, { from: movedTo, to: row.id, movedBy: deletionId });
      await moveRulesBack(ledger, rules, { from: row.id, to: movedTo });
    }
    const target = others.find(({ id }) => id === movedTo);
    if (target) await takeOpenings(ledger, target, deletionId, now);
    await moveGoals(tx, userId, { from: movedTo, to: row.id, movedBy: deletionId });
    await forgetMovedToAccount(ledger, deletionId);
    restored.accounts.push(accountName(row, locale));
  }
  return restored;
}

/**
 * What an account began with was set to nothing after a merge: what goes back to the other one is taken out of it again,
 * so that both together began with nothing.
 */
async function takeOpenings(
  ledger: Ledger,
  target: AccountRow,
  deletionId: string,
  now: Date,
): Promise<void> {
  const openings = await findTrashedOpenings(ledger, deletionId, now);
  const taken = openings.map((row) => {
    const type = opposite(row.type);
    return {
      ...row,
      id: newId(now),
      account_id: target.id,
      account_amount: target.currency === null ? null : row.account_amount,
      type,
      category_id: OPENING[type],
      updated_at: now.toISOString(),
    };
  });
  await ledger.insert(taken);
}

/** Transactions move within a currency, or into the person's, in which each has a fixed amount. */
function requireSameOrOwn(from: AccountRow, to: AccountRow, viewer: { currency: Currency }): void {
  const currency = currencyOf(to, viewer);
  if (currency !== viewer.currency && currency !== currencyOf(from, viewer))
    throw invalid({ field: 'moveTo', message: 'errors:moveToCurrency' });
}
