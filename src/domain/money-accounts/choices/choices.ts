import type { TransactionRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Reading } from '../../context.ts';
import { orderKey } from '../../text-order.ts';
import { findAccounts, findLastDescribed, findLastUsed } from '../money-accounts.queries.ts';
import { accountName } from '../name.ts';
import { type AccountChoice, type Choices, hasChoice, offeredAccounts } from './offered.ts';

/** All of the person's accounts by name, in their order. */
export async function listAccountNames({ db, viewer, locale }: Reading): Promise<AccountChoice[]> {
  const rows = await findAccounts(db, viewer.id);
  return rows.map((row) => ({
    id: row.id,
    name: accountName(row, locale),
    ...(row.is_archived === 1 && { isArchived: true }),
    ...(row.kind === 'credit_card' && { isCard: true }),
    ...(row.currency !== null && { currency: row.currency as Currency }),
  }));
}

/**
 * From the second open account on, the person's accounts, the one that they used last for an expense, and the usual one of
 * incomes. One in another currency is chosen only by people who have no other.
 */
export async function accountChoices(context: Reading): Promise<Choices> {
  const { accounts, offered, currency, onlyCurrency } = await choosable(context);
  if (!accounts) return onlyCurrency ? { onlyCurrency } : {};
  const [last] = await findLastUsed(context.db, context.viewer.id, { type: 'expense', currency });
  const account = last ?? offered[0]?.id;
  const ofIncome = await usualAccount(context, { offered, currency }, 'income');
  return { accounts, account, ...(ofIncome !== account && { incomeAccount: ofIncome }) };
}

/**
 * The same for a line that names no account: that of the latest transaction with its description, or else the one that
 * most of the last ten had. An income comes to a card only where there is nothing else.
 */
export async function lineChoices(
  context: Reading,
  type: TransactionRow['type'],
  description = '',
): Promise<Choices> {
  const { accounts, offered, currency } = await choosable(context);
  if (!accounts) return {};
  const { db, viewer } = context;
  const key = orderKey(description);
  const alike = key && (await findLastDescribed(db, viewer.id, { type, key }));
  if (alike) return { accounts, account: alike };
  return { accounts, account: await usualAccount(context, { offered, currency }, type) };
}

async function usualAccount(
  { db, viewer }: Reading,
  { offered, currency }: { offered: AccountChoice[]; currency: 'own' | 'any' },
  type: TransactionRow['type'],
): Promise<string | undefined> {
  const others = offered.filter(({ isCard }) => !isCard);
  const fitting = (type === 'income' && others.length > 0 ? others : offered).map(({ id }) => id);
  const used = (await findLastUsed(db, viewer.id, { type, currency })).filter((id) => fitting.includes(id));
  const timesOf = (id: string) => used.filter((other) => other === id).length;
  // The sort keeps the order of equals, which have the latest first.
  const [most] = used.toSorted((one, other) => timesOf(other) - timesOf(one));
  return most ?? fitting[0];
}

/** The person's accounts, and the open ones among them that new entries may have by themselves. */
async function choosable(context: Reading) {
  const accounts = await listAccountNames(context);
  const open = offeredAccounts({ accounts });
  if (!hasChoice(accounts)) return { onlyCurrency: open[0]?.currency };
  const own = open.filter(({ currency }) => currency === undefined);
  return own.length > 0
    ? { accounts, offered: own, currency: 'own' as const }
    : { accounts, offered: open, currency: 'any' as const };
}
/** The options of a list of accounts: an archived one is included, and marked, only where it is already chosen. */
export function accountOptions(
  { locale }: Pick<Reading, 'locale'>,
  accounts: AccountChoice[],
  ...chosen: (string | undefined)[]
): { value: string; text: string }[] {
  const archived = translator(locale)('money:archived');
  return offeredAccounts({ accounts }, ...chosen).map(({ id, name, isArchived }) => ({
    value: id,
    text: isArchived ? `${name} (${archived})` : name,
  }));
}
