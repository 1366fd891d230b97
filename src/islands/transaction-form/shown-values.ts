import type {
  NewCategoryValues,
  TransactionValues,
  WritingStyle,
} from '../../browser/core/forms/form-values.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { readAmount } from '../../domain/amount-text.ts';
import { INPUTS, type InputName } from '../../domain/transactions/fields.ts';
import { formatter } from '../../i18n/format.ts';
import type { CategoryChoice } from '../../stores/categories.ts';

interface Means {
  t: Translate;
  writing: WritingStyle;
  categories: CategoryChoice[];
}

/** The values of the fields as text; empty if nothing (or nothing valid) was typed. */
export function shownValues(
  values: TransactionValues & Partial<NewCategoryValues>,
  { t, writing, categories }: Means,
): TransactionValues {
  const format = formatter(writing.currency, writing);
  const minor = minorOf(values.amount, writing);
  const category = categories.find(({ id }) => id === values.categoryId);
  const texts = INPUTS.map(({ input }) => [input, values[input].trim()]);
  return {
    ...(Object.fromEntries(texts) as TransactionValues),
    type: values.type && t(`transactions:form.${values.type as 'income'}`),
    amount: minor === null ? '' : format.money(Math.abs(minor)),
    categoryId: values.newCategoryName?.trim() || (category?.name ?? ''),
    date: values.date && format.date(values.date),
    time: values.time && format.time(values.time),
    timezone: values.timezone.replaceAll('_', ' '),
  };
}

/** The fields in which two versions differ, however their values are written. */
export function differingFields(
  theirs: TransactionValues,
  mine: TransactionValues,
  writing: WritingStyle,
): InputName[] {
  return INPUTS.map(({ input }) => input).filter(
    (name) => plain(name, theirs, writing) !== plain(name, mine, writing),
  );
}

function plain(name: InputName, values: TransactionValues, writing: WritingStyle): string {
  if (name === 'amount') return String(minorOf(values.amount, writing) ?? values.amount);
  return values[name].trim().replace(/\r\n?/g, '\n');
}

function minorOf(amount: string, writing: WritingStyle): number | null {
  const read = readAmount(amount, writing, { own: amount });
  return 'minor' in read ? read.minor : null;
}
