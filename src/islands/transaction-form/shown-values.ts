import type {
  NewCategoryValues,
  TransactionValues,
  WritingStyle,
} from '../../browser/core/forms/form-values.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { readAmount } from '../../domain/amount-text.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import { formatter } from '../../i18n/format.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { Row } from '../form/ConflictNotice.tsx';

interface Means {
  t: Translate;
  writing: WritingStyle;
  categories: CategoryChoice[];
}

/** The values of the fields as text; empty if missing or invalid. */
export function shownValues(
  values: TransactionValues & Partial<NewCategoryValues>,
  { t, writing, categories }: Means,
): TransactionValues {
  const format = formatter(writing.currency, writing);
  const amount = readAmount(values.amount, writing, { own: values.amount });
  const category = categories.find(({ id }) => id === values.categoryId);
  const texts = INPUTS.map(({ input }) => [input, values[input].trim().replace(/\r\n?/g, '\n')]);
  return {
    ...(Object.fromEntries(texts) as TransactionValues),
    type: values.type && t(`transactions:form.${values.type as 'income'}`),
    amount: 'minor' in amount ? format.money(Math.abs(amount.minor)) : '',
    categoryId: values.newCategoryName?.trim() || (category?.name ?? (values.categoryId && '?')),
    date: values.date && format.date(values.date),
    time: values.time && format.time(values.time),
    timezone: values.timezone.replaceAll('_', ' '),
  };
}

export function shownRows(values: Parameters<typeof shownValues>[0], means: Means): Row[] {
  const shown = shownValues(values, means);
  return INPUTS.map(({ input, label }) => ({ label: means.t(label), text: shown[input] }));
}
