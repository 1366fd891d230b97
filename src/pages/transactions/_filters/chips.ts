import type { Format } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { type Given, listHref } from '../_list/list-address.ts';
import type { ListQuery } from '../_list/list-query.ts';

/** An active filter as text, and the address of the list without it. */
export interface Chip {
  text: string;
  /** The language of the text, if it may differ from the page's. */
  language?: string | undefined;
  href: string;
}

/** The active filters of a list, in the order of its address. */
export function chipsOf(query: ListQuery, t: Translate, format: Format): Chip[] {
  const { given, input } = query;
  const chips: Chip[] = [];
  const add = (text: string, without: Given) => chips.push({ text, href: listHref(given, without) });
  if (input.search) add(t('list:chipSearch', { words: isolated(input.search) }), { search: undefined });
  chips.push(...categoryChips(query, t));
  if (input.merchant_name)
    add(t('list:chipPayee', { payee: isolated(input.merchant_name) }), { merchant_name: undefined });
  if (input.payee) add(t('list:chipAlike', { payee: isolated(input.payee) }), { payee: undefined });
  if (input.type) add(t(input.type === 'income' ? 'list:income' : 'list:expenses'), { type: undefined });
  if (given.period) add(t(`list:period.${given.period}` as TextKey), { period: undefined });
  else {
    if (input.dateFrom)
      add(t('list:chipFrom', { date: isolated(format.date(input.dateFrom)) }), { dateFrom: undefined });
    if (input.dateTo)
      add(t('list:chipTo', { date: isolated(format.date(input.dateTo)) }), { dateTo: undefined });
  }
  if (input.weekday !== undefined)
    add(t(`analytics:weekday.${input.weekday}` as TextKey), { weekday: undefined });
  if (input.monthDay !== undefined)
    add(t('list:chipMonthDay', { day: String(input.monthDay) }), { monthDay: undefined });
  if (input.hour !== undefined) add(hourText(input.hour, t, format), { hour: undefined });
  const [low, high] = input.amountRange ?? [];
  const [min = '', max = ''] = given.amountRange?.split('-') ?? [];
  if (low !== undefined)
    add(t('list:chipMin', { amount: isolated(format.money(low)) }), { amountRange: max && `-${max}` });
  if (high !== undefined)
    add(t('list:chipMax', { amount: isolated(format.money(high)) }), { amountRange: min && `${min}-` });
  if (input.recurring) add(t(`list:recurring.${input.recurring}`), { recurring: undefined });
  return chips;
}

/** An hour as its first and last minute. */
function hourText(hour: number, t: Translate, format: Format): string {
  const [from, to] = ['00', '59'].map((minute) => format.time(`${String(hour).padStart(2, '0')}:${minute}`));
  return t('list:chipHour', { from: isolated(from ?? ''), to: isolated(to ?? '') });
}

function categoryChips({ given, input, categories }: ListQuery, t: Translate): Chip[] {
  const ids = input.category?.split(',') ?? [];
  return ids.map((id) => {
    const category = categories.find((one) => one.id === id);
    const rest = ids.filter((other) => other !== id).join(',');
    return {
      text: category?.name ?? t('dashboard:uncategorised'),
      language: category?.language,
      href: listHref(given, { category: rest }),
    };
  });
}
