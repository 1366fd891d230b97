import { toDecimal } from '../../../domain/money.ts';
import type { Suggestion } from '../../../domain/transactions/list/suggestions.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { type ListParams, listHref } from '../_list/list-address.ts';
import { amountName, datesName } from './chips.ts';

export interface SuggestionLink {
  text: string;
  href: string;
}

/** @param params the list as it is */
export function suggestionLinks(
  suggestions: readonly Suggestion[],
  params: ListParams,
  { t, format, locale }: Pick<App.Locals, 't' | 'format' | 'locale'>,
): SuggestionLink[] {
  const between = (ends: readonly string[]) => [...new Set(ends)].map(isolated).join(' – ');
  return suggestions.map((suggestion) => {
    const { kind, count, sum, amount, dates, search } = suggestion;
    const name = [
      'name' in suggestion ? isolated(suggestion.name) : '',
      amount ? (amountName(...amount, format) ?? between(amount.map((end) => format.money(end)))) : '',
      dates
        ? (datesName(dates.from, dates.to, { format, locale }) ??
          between([format.date(dates.from), format.date(dates.to)]))
        : '',
      search ? isolated(search) : '',
      sum === undefined ? '' : isolated(format.money(sum)),
    ];
    return {
      text: t(`list:suggest.${kind}`, {
        count,
        shown: format.count(count),
        name: name.filter(Boolean).join(' · '),
      }),
      href: listHref(params, {
        search,
        ...(kind === 'category' && { category: suggestion.id }),
        ...(kind === 'account' && { account: suggestion.id }),
        ...(amount && { amountRange: amount.map(toDecimal).join('-') }),
        ...(dates && { period: undefined, dateFrom: dates.from, dateTo: dates.to }),
      }),
    };
  });
}
