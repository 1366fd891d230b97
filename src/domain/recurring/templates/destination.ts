import type { Db } from '../../../db/open.ts';
import type { AccountRow, TemplateRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { chargedAmount } from '../../charged.ts';
import { type FieldError, invalid, refuse } from '../../error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { TRANSFER } from '../../ledger/reserved-categories.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountError, accountErrors, accountOf, accountsById } from '../../money-accounts/read.ts';
import { lacksRate } from '../../shown-amounts.ts';
import { requireWithin } from '../../transactions/money.ts';
import { moneyByRate, sideErrors } from '../../transactions/transfers/money.ts';
import { isMoving, type Template } from './phases.ts';

type Moving = Pick<
  TemplateRow,
  'user_id' | 'amount' | 'account_amount' | 'account_id' | 'account_to' | 'start_date'
>;

/** What is wrong with where the money of a transfer arrives. Parts that are not valid by themselves are missing. */
export function destinationErrors(
  accounts: ReadonlyMap<string, AccountRow>,
  { account, viewer }: { account: AccountRow; viewer: { currency: Currency } },
  row: Partial<Pick<Moving, 'amount' | 'account_amount' | 'account_to'>>,
  { toAccountId, amountTo, rate }: Arriving,
): FieldError[] {
  const id = toAccountId ?? row.account_to;
  if (!id) return [{ field: 'toAccountId', message: 'errors:accountInvalid' }];
  const errors = accountErrors(accounts, { toAccountId: id }, { toAccountId: row.account_to });
  const toAccount = accounts.get(id);
  if (id === account.id) return [{ field: 'toAccountId', message: 'errors:transferSame' }];
  if (!toAccount) return errors;
  const amount = row.account_amount ?? row.amount;
  // The amount that arrives in another currency follows the rate of the day unless it is stated.
  const needsNone = !amountTo && currencyOf(account, viewer) !== currencyOf(toAccount, viewer);
  const amounts = { amount, amountTo: amountTo ?? undefined, rate };
  const ofSides = sideErrors({ fromAccount: account, toAccount }, viewer, amounts);
  return [...errors, ...ofSides.filter(({ field }) => !(needsNone && field === 'amountTo'))];
}

interface Arriving {
  toAccountId?: string | undefined;
  amountTo?: number | null | undefined;
  rate?: string | undefined;
}

/**
 * Where the money of a transfer arrives, how much, and what it is worth in the person's currency, by the rate of its first
 * day, or of today where that day has none.
 * @param row with the account that it leaves, and the one where it has arrived so far
 * @throws DomainError NOT_FOUND for the account, VALIDATION_ERROR as `destinationErrors` says
 */
export async function destination(
  db: Db,
  { account, viewer, now }: { account: AccountRow; viewer: { id: string; currency: Currency }; now: Date },
  row: Moving,
  { toAccountId, amountTo, rate }: Arriving,
): Promise<Pick<TemplateRow, 'account_to' | 'amount_to' | 'category_id' | 'amount'>> {
  const accounts = await accountsById({ db, viewer });
  refuse(destinationErrors(accounts, { account, viewer }, row, { toAccountId, amountTo, rate }));
  const toAccount = accountOf(accounts, { account_id: toAccountId ?? row.account_to ?? '' });
  const amounts = {
    amount: chargedAmount(row),
    amountTo: amountTo ? Math.abs(amountTo) : null,
    rate,
  };
  const places = { fromAccount: account, toAccount };
  const sidesOn = (date: string) => moneyByRate(db, { viewer, now }, places, amounts, date);
  const first = await sidesOn(row.start_date);
  const isUnknown = lacksRate(first.from) || lacksRate(first.to);
  const { from, to } = isUnknown ? await sidesOn(now.toISOString().slice(0, 10)) : first;
  for (const money of [from, to]) requireWithin(money, { rate });
  const isOther = currencyOf(account, viewer) !== currencyOf(toAccount, viewer);
  return {
    account_to: toAccount.id,
    amount_to: isOther ? amounts.amountTo : null,
    amount: from.amount,
    category_id: TRANSFER.expense,
  };
}

/** A series of an archived account stays paused. @throws DomainError VALIDATION_ERROR */
export async function requireOpenAccounts({ tx, userId }: Ledger, template: Template): Promise<void> {
  const accounts = await accountsById({ db: tx, viewer: { id: userId } });
  const isMove = isMoving(template);
  for (const field of isMove ? (['account_id', 'account_to'] as const) : (['account_id'] as const))
    if (accountError(accounts.get(template[field] ?? '')))
      throw invalid({ field, message: isMove ? 'errors:transferArchived' : 'errors:seriesArchived' });
}
