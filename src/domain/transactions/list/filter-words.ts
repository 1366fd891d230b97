import type { Format } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { FIELDS, FILTERED } from '../fields.ts';
import type { ListInput } from './filter.ts';
import type { FilterNames } from './filter-names.ts';

export interface FilterWords {
  /** The field of the filter; a range of amounts is two fields. */
  field: Exclude<keyof ListInput, 'amountRange'> | 'min' | 'max';
  text: string;
  /** The value, if the field can have several. */
  value?: string;
  /** The language of the text, if it may differ from the reader's. */
  language?: string | undefined;
}

/** In the order of its fields. */
export function wordsOfFilter(
  input: Partial<ListInput>,
  { categories, accounts }: FilterNames,
  t: Translate,
  format: Format,
): FilterWords[] {
  const words: FilterWords[] = [];
  const add = (field: FilterWords['field'], text: string) => words.push({ field, text });
  if (input.search) add('search', t('list:chipSearch', { words: isolated(input.search) }));
  for (const id of input.category?.split(',') ?? []) {
    const category = categories.find((candidate) => candidate.id === id);
    const text = category?.name ?? t('common:noCategory');
    words.push({ field: 'category', text, value: id, language: category?.language });
  }
  for (const id of input.account?.split(',') ?? []) {
    const account = accounts.find((candidate) => candidate.id === id);
    words.push({ field: 'account', text: account?.name ?? t('errors:accountMissing'), value: id });
  }
  for (const name of FILTERED) {
    const text = input[name];
    if (text) add(name, t('list:chipText', { label: t(FIELDS[name].label), text: isolated(text) }));
  }
  if (input.payee) add('payee', t('list:chipAlike', { payee: isolated(input.payee) }));
  if (input.type) add('type', t(input.type === 'income' ? 'common:incomes' : 'common:expenses'));
  if (input.dateFrom) add('dateFrom', t('list:chipFrom', { date: isolated(format.date(input.dateFrom)) }));
  if (input.dateTo) add('dateTo', t('list:chipTo', { date: isolated(format.date(input.dateTo)) }));
  if (input.weekday !== undefined) add('weekday', t(`analytics:weekday.${input.weekday}` as TextKey));
  if (input.monthDay !== undefined) add('monthDay', t('list:chipMonthDay', { day: String(input.monthDay) }));
  if (input.hour !== undefined) add('hour', hourText(input.hour, t, format));
  const [low, high] = input.amountRange ?? [];
  if (low !== undefined) add('min', t('list:chipMin', { amount: isolated(format.money(low)) }));
  if (high !== undefined) add('max', t('list:chipMax', { amount: isolated(format.money(high)) }));
  if (input.recurring) add('recurring', t(`list:recurring.${input.recurring}`));
  if (input.status === 'upcoming') add('status', t('list:tabUpcoming'));
  return words;
}

function hourText(hour: number, t: Translate, format: Format): string {
  const [from, to] = ['00', '59'].map((minute) => format.time(`${String(hour).padStart(2, '0')}:${minute}`));
  return t('common:fromTo', { from: isolated(from ?? ''), to: isolated(to ?? '') });
}
