import { createOpeningCategories } from '../categories/defaults.ts';
import { categoryName } from '../categories/name.ts';
import type { Reading, Writing } from '../context.ts';
import { inLedger } from '../ledger/ledger.ts';
import { countedAs, OPENING } from '../ledger/reserved-categories.ts';
import { findMergedInto, trashMerged } from '../ledger/trashed-accounts.queries.ts';
import { requireUnlocked } from '../money-accounts/checks/lock.ts';
import { findOpenings } from '../money-accounts/money-accounts.queries.ts';
import { accountFor, type Opening, readAccount } from '../money-accounts/read.ts';
import { changeTransaction } from '../transactions/change.ts';
import { createTransaction } from '../transactions/create.ts';
import { removeTransaction } from '../transactions/remove.ts';

/** What an account began with, by default the person's first. */
export async function readOpening(context: Reading, account?: string): Promise<Opening | null> {
  const { id } = await accountFor(context.db, context.viewer.id, account);
  return (await readAccount(context, id)).opening;
}

/**
 * Makes this what an account, by default the person's first, began with: the earliest opening balance of its own is
 * changed, or one created, and others go. Those that merges brought stay as much as they were, because an undo takes them
 * along, and none is dated earlier. Zero is none: then they wait in the trash with the account that they came from, whose
 * undo takes them out of this one.
 * @throws DomainError as `changeTransaction` does, LOCKED (409) too
 */
export async function setOpeningBalance(
  context: Writing,
  { amount, date }: Pick<Opening, 'amount' | 'date'>,
  account?: string,
): Promise<void> {
  const { viewer, now, locale } = context;
  await inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    await createOpeningCategories(tx, viewer.id, now);
    const { id: accountId } = await accountFor(tx, viewer.id, account);
    const all = (await findOpenings(tx, viewer.id)).filter((row) => row.account_id === accountId);
    const merged = await findMergedInto(ledger, accountId, idsOf(all));
    const brought = all.filter(({ id }) => merged.has(id));
    const [first, ...others] = all.filter(({ id }) => !merged.has(id));
    const own = amount - brought.reduce((sum, row) => sum + countedAs(row).amount, 0);
    const isOwn = amount !== 0 && own !== 0;
    for (const { id } of first && !isOwn ? [first, ...others] : others)
      await removeTransaction(inside, { id });
    if (amount === 0) {
      const rows = await ledger.delete(idsOf(brought));
      await requireUnlocked(inside, rows);
      for (const row of rows) {
        const from = merged.get(row.id);
        if (from) await trashMerged(ledger, row, from);
      }
      return;
    }
    const earlier = brought.filter((row, index) => row.date < date || (index === 0 && !isOwn));
    for (const { id } of earlier) await changeTransaction(inside, { id }, { date, time: '00:00' });
    if (!isOwn) return;
    const type = own < 0 ? 'expense' : 'income';
    const fields = { type, amount: Math.abs(own), categoryId: OPENING[type], date, time: '00:00' } as const;
    const description = categoryName({ default_key: 'opening_balance', name: '' }, locale);
    if (first) await changeTransaction(inside, { id: first.id }, fields);
    else await createTransaction(inside, { ...fields, description, accountId });
  });
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
