import type { NewCategoryValues } from '../../browser/core/forms/form-values.ts';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { readAmount } from '../../domain/amount-text.ts';
import { readForeign } from '../../domain/foreign-amount.ts';
import { isOpening } from '../../domain/ledger/reserved-categories.ts';
import { fromDecimal } from '../../domain/money.ts';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import { type Format, formatter } from '../../i18n/format.ts';
import type { Row } from '../form/ConflictNotice.tsx';
import type { IslandForm } from '../form/island-form.tsx';

/** What a form says its values with. */
export type Wording = Pick<IslandForm, 't' | 'format' | 'writing' | 'categories'>;

/** The values of the fields as text; empty if missing or invalid. */
export function shownValues(
  values: TransactionValues & Partial<NewCategoryValues>,
  { t, format, writing, categories }: Wording,
): TransactionValues {
  const currency = currencyIn(writing, values.accountId);
  const style = { ...writing, currency };
  const amount = readAmount(values.amount, style, { current: values.amount });
  const foreign = readForeign(values.amount, style);
  const money = 'minor' in amount ? { ...amount, currency } : foreign;
  const category = categories.find(({ id }) => id === values.categoryId);
  const texts = INPUTS.map(({ input }) => [input, values[input].trim().replace(/\r\n?/g, '\n')]);
  return {
    ...(Object.fromEntries(texts) as TransactionValues),
    type: values.type && t(`transactions:form.${values.type as 'income'}`),
    amount: money ? formatter(money.currency, writing).money(Math.abs(money.minor)) : '',
    categoryId: values.newCategoryName?.trim() || (category?.name ?? (values.categoryId && '?')),
    accountId: writing.accounts?.find(({ id }) => id === values.accountId)?.name ?? '',
    date: values.date && format.date(values.date),
    charge_date: values.charge_date && format.date(values.charge_date),
    time: values.time && format.time(values.time),
    timezone: values.timezone.replaceAll('_', ' '),
  };
}

export function shownRows(values: Parameters<typeof shownValues>[0], wording: Wording): Row[] {
  const shown = shownValues(values, wording);
  return INPUTS.map(({ input, label }) => ({ label: wording.t(label), text: shown[input] }));
}

/** The type in words: an opening balance is neither income nor an expense. */
export function kindInWords({ type, category_id, category_name }: DialogTransaction, t: Translate): string {
  return (isOpening(category_id) && category_name) || t(`transactions:form.${type}`);
}

/** Which payment of its purchase it is, and what that cost if it is known; undefined for what is paid at once. */
export function paymentInWords(
  { installment }: { installment?: DialogTransaction['installment'] },
  t: Translate,
  { money }: Pick<Format, 'money'>,
): string | undefined {
  if (!installment) return undefined;
  const { n, of, total } = installment;
  if (total === null) return `${n}/${of}`;
  return t('transactions:form.payment', { n, of, total: money(fromDecimal(total)) });
}
