import type { AccountRow } from '../../db/tables.ts';
import { amountField } from '../../domain/amount-text.ts';
import type { SignedIn } from '../../domain/context.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { isUnnamed, type TemplateEntry } from '../../domain/recurring/templates/read-templates.ts';

/** What the form of a recurring transfer shows. */
export function transferValues({ row, start, account, transfer }: TemplateEntry, viewer: SignedIn['viewer']) {
  const written = (minor: number, { currency }: Pick<AccountRow, 'currency'> = account) =>
    amountField(minor, viewer.preferences.decimal_separator, currencyOf({ currency }, viewer));
  return {
    amount: written(row.account_amount ?? row.amount),
    amountTo: row.amount_to === null ? '' : written(row.amount_to, transfer?.to),
    fromAccountId: row.account_id,
    toAccountId: transfer?.to.id ?? '',
    date: start,
    description: isUnnamed({ name: row.description }) ? '' : row.description,
    notes: row.notes ?? '',
    isRecurring: 'true',
    recurringFrequency: row.interval_type,
    recurringEndDate: row.end_date ?? '',
  };
}

/** The address of a new one like it, which begins today. */
export function transferLike(template: TemplateEntry, viewer: SignedIn['viewer']): string {
  const values = transferValues(template, viewer);
  const like = new URLSearchParams({
    amount: values.amount,
    amountTo: values.amountTo,
    from: values.fromAccountId,
    to: values.toAccountId,
    description: values.description,
    notes: values.notes,
    repeats: values.recurringFrequency,
  });
  return `/transactions/transfer/new?${like}`;
}
