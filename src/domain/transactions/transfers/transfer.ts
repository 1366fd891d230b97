import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { chargedAmount } from '../../charged.ts';
import { toDecimal } from '../../money.ts';
import { accountName } from '../../money-accounts/name.ts';

/** Money that moved between two accounts: one side is an expense of the first, the other an income of the second. */
export interface Transfer {
  id: string;
  from: TransactionRow;
  to: TransactionRow;
  fromAccount: AccountRow;
  toAccount: AccountRow;
}

/** How many days may be between the two sides: banks take a weekend. */
export const DAYS_BETWEEN_SIDES = 4;

/** Whether a list of these accounts (comma-separated ids), or of all, has both sides as one, without a sign. */
export function isWhole({ fromAccount, toAccount }: Transfer, account: string | undefined): boolean {
  const accounts = account?.split(',');
  return !accounts || [fromAccount, toAccount].every(({ id }) => accounts.includes(id));
}

// No transfer moves nothing.
const knownSide = (side: TransactionRow) =>
  chargedAmount(side) === 0 ? null : toDecimal(chargedAmount(side));

/** A transfer for API answers: amounts as decimals, each in the currency of its account; null while no rate is known. */
export function presentTransfer(transfer: Transfer, locale: Locale) {
  const { id, from, to, fromAccount, toAccount } = transfer;
  return {
    id,
    type: 'transfer' as const,
    amount: knownSide(from),
    amount_to: knownSide(to),
    // Between two accounts in other currencies than the person's; null while none is known.
    ...(fromAccount.currency !== null &&
      toAccount.currency !== null && { rate: from.rate === null ? null : Number(from.rate) }),
    description: from.description,
    from_account_id: fromAccount.id,
    from_account_name: accountName(fromAccount, locale),
    to_account_id: toAccount.id,
    to_account_name: accountName(toAccount, locale),
    date: from.date,
    /** When the money arrived, where that is another day. */
    to_date: to.date,
    time: from.time,
    timezone: from.timezone,
    notes: from.notes,
    template_id: from.template_id,
    created_at: from.created_at,
    updated_at: from.updated_at,
  };
}

export type PresentedTransfer = ReturnType<typeof presentTransfer>;
