import type { TemplateRow } from '../../../db/tables.ts';
import { nameKey } from '../../categories/words.ts';
import { chargedAmount } from '../../charged.ts';
import type { FieldError } from '../../error.ts';
import type { TransactionType } from '../../schemas.ts';
import type { TemplateChanges } from './schema.ts';

const CONTRADICTING = 'errors:namesContradict' as const;

/** Where a new transfer arrives, by the name of answers too. */
export function arrivingAt({ toAccountId, account_to }: Pick<TemplateChanges, 'toAccountId' | 'account_to'>) {
  const isTwo = toAccountId !== undefined && account_to !== undefined && toAccountId !== account_to;
  const errors: FieldError[] = isTwo ? [{ field: 'account_to', message: CONTRADICTING }] : [];
  return { toAccountId: toAccountId ?? account_to, errors };
}

/** The account that the money of a template leaves. */
export function leaving({ accountId, fromAccountId }: Pick<TemplateChanges, 'accountId' | 'fromAccountId'>) {
  return fromAccountId
    ? { field: 'fromAccountId', id: fromAccountId }
    : { field: 'accountId', id: accountId };
}

/** Changes by the names of columns, each once. */
export type ColumnChanges = Omit<
  TemplateChanges,
  'type' | 'accountId' | 'fromAccountId' | 'toAccountId' | 'amountTo' | 'categoryId'
> & {
  type?: TransactionType | undefined;
  account_id?: string | undefined;
  amount_to?: number | null | undefined;
  category_id?: string | null | undefined;
};

/**
 * Answers name some fields twice, or otherwise than inputs. Of two that are sent, the one is meant that is no longer as it
 * was answered, so that whoever changes an answer and sends it back loses nothing.
 * @param shown as it was answered
 * @param names of its category
 * @returns an error too where both were changed, to different values
 */
export function byOneName(
  { type, accountId, fromAccountId, toAccountId, amountTo, categoryId, ...sent }: TemplateChanges,
  shown: TemplateRow,
  names: readonly string[],
): { changes: ColumnChanges; errors: FieldError[] } {
  const { account_to, category_name } = sent;
  const isSameAccount = toAccountId === (shown.account_to ?? undefined);
  const arriving = arrivingAt({ toAccountId: isSameAccount ? undefined : toAccountId, account_to });
  const isBackTo = account_to === (shown.account_to ?? undefined);
  const isRenamed = category_name !== undefined && !names.map(nameKey).includes(nameKey(category_name));
  const changes = {
    ...sent,
    type: type === 'transfer' ? undefined : type,
    account_id: leaving({ accountId, fromAccountId }).id,
    account_to: isBackTo ? (toAccountId ?? account_to) : (arriving.toAccountId ?? toAccountId),
    amount_to: amountTo,
    category_id: isRenamed && categoryId === shown.category_id ? undefined : categoryId,
  };
  return { changes, errors: isBackTo ? [] : arriving.errors };
}

/** The amount of a transfer, which is that of the account that it leaves by both names. */
export function amountOfTransfer({ amount, accountAmount }: Amounts, shown?: TemplateRow) {
  const amounts = [accountAmount, amount].flatMap((sent) => sent || []).map(Math.abs);
  const changed = new Set(amounts.filter((sent) => sent !== (shown && chargedAmount(shown))));
  const errors: FieldError[] = changed.size > 1 ? [{ field: 'accountAmount', message: CONTRADICTING }] : [];
  return { input: { amount: [...changed, ...amounts][0], convertedAmount: undefined }, errors };
}

type Amounts = Pick<TemplateChanges, 'amount' | 'accountAmount'>;
