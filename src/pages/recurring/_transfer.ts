import type { AccountRow } from '../../db/tables.ts';
import { amountField } from '../../domain/amount-text.ts';
import { chargedAmount } from '../../domain/charged.ts';
import type { SignedIn } from '../../domain/context.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { isUnnamed, type TemplateEntry } from '../../domain/recurring/templates/read.ts';
import { duplicateValues, scheduleValues } from '../../domain/recurring/templates/wizard-values.ts';

/** What the form of a recurring transfer shows. */
export function transferValues({ row, start, account, transfer }: TemplateEntry, viewer: SignedIn['viewer']) {
  const written = (minor: number, { currency }: Pick<AccountRow, 'currency'> = account) =>
    amountField(minor, viewer.preferences.decimal_separator, currencyOf({ currency }, viewer));
  return {
    amount: written(chargedAmount(row)),
    amountTo: row.amount_to === null ? '' : written(row.amount_to, transfer?.to),
    fromAccountId: row.account_id,
    toAccountId: transfer?.to.id ?? '',
    date: start,
    description: isUnnamed({ name: row.description }) ? '' : row.description,
    notes: row.notes ?? '',
    ...scheduleValues(row),
  };
}

/** The address of a new one like it, which begins today. */
export function transferLike(template: TemplateEntry, viewer: SignedIn['viewer'], today: string): string {
  const { fromAccountId, toAccountId, date: _earlier, ...values } = transferValues(template, viewer);
  const like = new URLSearchParams({
    ...duplicateValues(values, today),
    from: fromAccountId,
    to: toAccountId,
  });
  return `/transactions/transfer/new?${like}`;
}
