import { readAmountText } from '../../domain/amount-text.ts';
import { parseAmount } from '../../domain/money.ts';
import { formatter } from '../../i18n/format.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { NewCategoryValues } from '../category-picker/new-category.ts';
import type { FieldName, TransactionValues, WritingStyle } from './form-properties.ts';
import type { Say } from './say.ts';

interface Means {
  say: Say;
  writing: WritingStyle;
  categories: CategoryChoice[];
}

/** What the fields hold as a person reads it; empty text where nothing (or nothing sensible) was typed. */
export function shownValues(
  values: TransactionValues & Partial<NewCategoryValues>,
  { say, writing, categories }: Means,
): TransactionValues {
  const format = formatter(writing.currency, writing);
  const minor = minorOf(values.amount, writing);
  const category = categories.find(({ id }) => id === values.categoryId);
  return {
    type: values.type && say(`transactions:form.${values.type}`),
    amount: minor === null ? '' : format.money(Math.abs(minor)),
    description: values.description.trim(),
    categoryId: values.newCategoryName?.trim() || (category?.name ?? ''),
    date: values.date && format.date(values.date),
    time: values.time && format.time(values.time),
    timezone: values.timezone.replaceAll('_', ' '),
    notes: values.notes.trim(),
  };
}

/** In which fields two versions differ, however the same thing was written. */
export function differingFields(
  theirs: TransactionValues,
  mine: TransactionValues,
  writing: WritingStyle,
): FieldName[] {
  return FIELDS.filter((name) => plain(name, theirs, writing) !== plain(name, mine, writing));
}

const FIELDS: FieldName[] = [
  'type',
  'amount',
  'description',
  'categoryId',
  'date',
  'time',
  'timezone',
  'notes',
];

function plain(name: FieldName, values: TransactionValues, writing: WritingStyle): string {
  if (name === 'amount') return String(minorOf(values.amount, writing) ?? values.amount);
  return values[name].trim().replace(/\r\n?/g, '\n');
}

function minorOf(amount: string, { decimal_separator }: WritingStyle): number | null {
  const read = parseAmount(readAmountText(amount, decimal_separator));
  return 'minor' in read ? read.minor : null;
}
