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
    const { kind, count } = suggestion;
    const link = (name: string, changes: ListParams) => ({
      text: t(`list:suggest.${kind}`, { count, shown: format.count(count), name }),
      href: listHref(params, { search: undefined, ...changes }),
    });
    if (suggestion.kind === 'category') return link(isolated(suggestion.name), { category: suggestion.id });
    if (suggestion.kind === 'amount') {
      const ends = [suggestion.from, suggestion.to] as const;
      const name = amountName(...ends, format) ?? between(ends.map((end) => format.money(end)));
      return link(name, { amountRange: ends.map(toDecimal).join('-') });
    }
    const { from, to, search } = suggestion;
    const days =
      from && to
        ? (datesName(from, to, { format, locale }) ?? between([format.date(from), format.date(to)]))
        : '';
    const name = [
      suggestion.kind === 'account' ? isolated(suggestion.name) : '',
      days,
      search ? isolated(search) : '',
    ];
    return link(name.filter(Boolean).join(' · '), {
      search,
      ...(suggestion.kind === 'account' && { account: suggestion.id }),
      ...(days && { period: undefined, dateFrom: from, dateTo: to }),
    });
  });
}
