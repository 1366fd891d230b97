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
 * From the second open account on, the person's accounts, and the one that they used last for an expense or income. One
 * in another currency is chosen only by people who have no other.
 * @param description where it is known: the account of the latest with the same comes first
 */
export async function accountChoices(
  context: Reading,
  type: TransactionRow['type'] = 'expense',
  description = '',
): Promise<Choices> {
  const accounts = await listAccountNames(context);
  const open = accounts.filter(({ isArchived }) => !isArchived);
  if (!hasChoice(accounts)) return open[0]?.currency ? { onlyCurrency: open[0].currency } : {};
  const own = open.find(({ currency }) => currency === undefined);
  const which = { type, currency: own ? ('own' as const) : ('any' as const) };
  const key = orderKey(description);
  const alike = key && (await findLastDescribed(context.db, context.viewer.id, { type, key }));
  const last = alike || (await findLastUsed(context.db, context.viewer.id, which));
  return { accounts, account: last ?? (own ?? open[0])?.id };
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
