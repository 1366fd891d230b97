import { FILTERED } from '../../../domain/transactions/fields.ts';
import { type FilterWords, wordsOfFilter } from '../../../domain/transactions/list/filter-words.ts';
import type { Format } from '../../../i18n/format.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import type { Translate } from '../../../i18n/translate.ts';
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
  t: Translate,
  format: Format,
): Chip[] {
  const { period } = valid;
  // The period has its name instead of its dates, and the tab shows the status.
  const words = wordsOfFilter(
    period ? { ...input, dateFrom: undefined, dateTo: undefined } : input,
    { categories, accounts },
    t,
    format,
  ).filter(({ field }) => field !== 'status');
  const chips = words.map((filterWords) => ({
    text: filterWords.text,
    language: filterWords.language,
    href: listHref(valid, withoutIt(filterWords, valid, input)),
  }));
  if (period) {
    const after = words.filter(({ field }) => BEFORE_DATES.has(field)).length;
    const text = t(`list:period.${period}` as TextKey);
    chips.splice(after, 0, { text, language: undefined, href: listHref(valid, { period: undefined }) });
  }
  return chips;
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
