import type { TemplateRow } from '../../../db/tables.ts';
import { nameKey } from '../../categories/words.ts';
import type { FieldError } from '../../error.ts';
import type { TemplateChanges } from './template.schema.ts';

const CONTRADICTING = 'errors:namesContradict' as const;

/** Where a new transfer arrives, by the name of answers too. */
export function arrivingAt({ toAccountId, account_to }: Pick<TemplateChanges, 'toAccountId' | 'account_to'>) {
  const isTwo = toAccountId !== undefined && account_to !== undefined && toAccountId !== account_to;
  const errors: FieldError[] = isTwo ? [{ field: 'account_to', message: CONTRADICTING }] : [];
  return { toAccountId: toAccountId ?? account_to, errors };
}

/**
 * Answers name some fields twice, or otherwise than inputs. Of two that are sent, the one is meant that is no longer as it
 * was answered, so that whoever changes an answer and sends it back loses nothing.
 * @param shown as it was answered
 * @param names of its category
 * @returns the changes by one name each, and an error where both were changed, to different values
 */
export function byOneName(sent: TemplateChanges, shown: TemplateRow, names: readonly string[]) {
  const { toAccountId, account_to, amount, accountAmount, categoryId, category_name } = sent;
  const isSameAccount = toAccountId === (shown.account_to ?? undefined);
  const isSameCharge = Math.abs(accountAmount ?? 0) === (shown.account_amount ?? shown.amount);
  const isSameAmount = [shown.amount, shown.account_amount, undefined].includes(
    amount === undefined ? undefined : Math.abs(amount),
  );
  const arriving = arrivingAt({ toAccountId: isSameAccount ? undefined : toAccountId, account_to });
  const isBackTo = account_to === (shown.account_to ?? undefined);
  const isTwo =
    accountAmount !== undefined &&
    !isSameCharge &&
    !isSameAmount &&
    Math.abs(accountAmount) !== Math.abs(amount ?? 0);
  const isRenamed = category_name !== undefined && !names.map(nameKey).includes(nameKey(category_name));
  const errors: FieldError[] = [
    ...(isBackTo ? [] : arriving.errors),
    ...(isTwo ? [{ field: 'accountAmount', message: CONTRADICTING }] : []),
  ];
  const changes = {
    ...sent,
    account_to: undefined,
    toAccountId: isBackTo ? (toAccountId ?? account_to) : (arriving.toAccountId ?? toAccountId),
    accountAmount: isSameCharge && !isSameAmount ? undefined : accountAmount,
    categoryId: isRenamed && categoryId === shown.category_id ? undefined : categoryId,
  };
  return { changes, errors };
}
