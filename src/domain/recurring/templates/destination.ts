import type { Db } from '../../../db/open.ts';
import type { AccountRow, TemplateRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { invalid, notFound } from '../../error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { TRANSFER } from '../../ledger/reserved-categories.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountError, accountsById } from '../../money-accounts/read.ts';
import { requireRate } from '../../transactions/charged.ts';
import { moneyByRate } from '../../transactions/transfers/money.ts';
import { isMoving, type Template } from './phases.ts';

type Moving = Pick<
  TemplateRow,
  'user_id' | 'amount' | 'account_amount' | 'account_id' | 'account_to' | 'start_date'
>;

/**
 * Where the money of a transfer arrives, and how much.
 * @param row with the account that it leaves, and the one where it has arrived so far
 * @throws DomainError NOT_FOUND or VALIDATION_ERROR for the account, for an amount that the currencies do not need, and
 * where no rate is known
 */
export async function destination(
  db: Db,
  { account, viewer, now }: { account: AccountRow; viewer: { id: string; currency: Currency }; now: Date },
  row: Moving,
  { accountTo, amountTo }: { accountTo?: string | undefined; amountTo?: number | null | undefined },
): Promise<Pick<TemplateRow, 'account_to' | 'amount_to' | 'category_id'>> {
  const id = accountTo ?? row.account_to;
  if (!id) throw invalid({ field: 'accountTo', message: 'errors:accountInvalid' });
  const toAccount = (await accountsById({ db, viewer })).get(id);
  const error = accountError(toAccount);
  if (!toAccount) throw notFound([{ field: 'accountTo', message: 'errors:accountMissing' }]);
  if (error && id !== row.account_to) throw invalid({ ...error, field: 'accountTo' });
  if (id === account.id) throw invalid({ field: 'accountTo', message: 'errors:transferSame' });
  const amounts = {
    amount: row.account_amount ?? row.amount,
    amountTo: amountTo ? Math.abs(amountTo) : null,
  };
  const places = { fromAccount: account, toAccount };
  const { from, to } = await moneyByRate(db, { viewer, now }, places, amounts, row.start_date);
  for (const money of [from, to]) requireRate(money);
  const isOther = currencyOf(account, viewer) !== currencyOf(toAccount, viewer);
  return {
    account_to: id,
    amount_to: isOther ? amounts.amountTo : null,
    category_id: TRANSFER.expense,
  };
}

/** A transfer from or to an archived account stays paused. @throws DomainError VALIDATION_ERROR */
export async function requireOpenAccounts({ tx, userId }: Ledger, template: Template): Promise<void> {
  if (!isMoving(template)) return;
  const accounts = await accountsById({ db: tx, viewer: { id: userId } });
  for (const field of ['account_id', 'account_to'] as const)
    if (accountError(accounts.get(template[field] ?? '')))
      throw invalid({ field, message: 'errors:transferArchived' });
}
