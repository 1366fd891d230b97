import { endOfMonth, monthOf, startOfMonth } from '../../../domain/calendar.ts';
import { FILTERED } from '../../../domain/transactions/fields.ts';
import { type FilterWords, wordsOfFilter } from '../../../domain/transactions/list/filter-words.ts';
import { monthName } from '../../../i18n/dates.ts';
import type { Format } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import { type ListParams, listHref } from '../_list/list-address.ts';
import type { ListQuery } from '../_list/list-query.ts';

/** `href` is the list without the filter. */
export interface Chip {
  text: string;
  /** The language of the text, if it may differ from the page's. */
  language?: string | undefined;
  href: string;
}

export function chipsOf(
  { valid, input, categories, accounts }: ListQuery,
  { t, format, locale }: Pick<App.Locals, 't' | 'format' | 'locale'>,
): Chip[] {
  const { period } = valid;
  const [low, high] = input.amountRange ?? [];
  const amount = amountName(low, high, format);
  const dates = period ? undefined : datesName(input.dateFrom, input.dateTo, { format, locale });
  // The period has its name instead of its dates, and the tab shows the status.
  const words = wordsOfFilter(
    period ? { ...input, dateFrom: undefined, dateTo: undefined } : input,
    { categories, accounts },
    t,
    format,
  ).filter(({ field }) => field !== 'status');
  const chips = words.flatMap((filterWords): Chip[] => {
    const { field, text, language } = filterWords;
    // Both ends of what has one name are one filter.
    if (amount && field === 'min')
      return [{ text: amount, href: listHref(valid, { amountRange: undefined }) }];
    if (dates && field === 'dateFrom')
      return [{ text: dates, href: listHref(valid, { dateFrom: undefined, dateTo: undefined }) }];
    if ((amount && field === 'max') || (dates && field === 'dateTo')) return [];
    return [{ text, language, href: listHref(valid, withoutIt(filterWords, valid, input)) }];
  });
  if (period) {
    const after = words.filter(({ field }) => BEFORE_DATES.has(field)).length;
    const text = t(`list:period.${period}` as TextKey);
    chips.splice(after, 0, { text, language: undefined, href: listHref(valid, { period: undefined }) });
  }
  return chips;
}

/** One amount, or any with these whole units: `₪600`. */
export function amountName(low = Number.NaN, high = Number.NaN, format: Format): string | undefined {
  if (low === high) return isolated(format.money(low));
  const isWhole = low % 100 === 0 && high === low + 99;
  return isWhole ? isolated(format.money(low).replace(/[.,]00(?=\D*$)/, '')) : undefined;
}

/** A day, a month or a year. */
export function datesName(
  from = '',
  to = '',
  { format, locale }: Pick<App.Locals, 'format' | 'locale'>,
): string | undefined {
  if (from === '' || to === '') return undefined;
  if (from === to) return isolated(format.date(from));
  if (from === startOfMonth(from) && to === endOfMonth(from)) return monthName(monthOf(from), locale);
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : undefined;
}

const BEFORE_DATES: ReadonlySet<FilterWords['field']> = new Set([
  'search',
  'category',
  'account',
  ...FILTERED,
  'payee',
  'type',
]);

function withoutIt({ field, value }: FilterWords, params: ListParams, input: ListQuery['input']): ListParams {
  const [min = '', max = ''] = params.amountRange?.split('-') ?? [];
  if (field === 'min') return { amountRange: max && `-${max}` };
  if (field === 'max') return { amountRange: min && `${min}-` };
  if (field !== 'category' && field !== 'account') return { [field]: undefined };
  const ids = input[field]?.split(',') ?? [];
  return { [field]: ids.filter((id) => id !== value).join(',') };
}
