import { toDecimal } from '../../../domain/money.ts';
import type { Suggestion } from '../../../domain/transactions/list/suggestions.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { type ListParams, listHref } from '../_list/list-address.ts';

export interface SuggestionLink {
  text: string;
  href: string;
}

/** @param params the list as it is */
export function suggestionLinks(
  suggestions: readonly Suggestion[],
  params: ListParams,
  { t, format }: Pick<App.Locals, 't' | 'format'>,
): SuggestionLink[] {
  const between = (ends: readonly string[]) => [...new Set(ends)].map(isolated).join(' – ');
  return suggestions.map((suggestion) => {
    const { kind, count } = suggestion;
    const link = (name: string, changes: ListParams) => ({
      text: t(`list:suggest.${kind}`, { count, shown: format.count(count), name }),
      href: listHref(params, { search: undefined, ...changes }),
    });
    if (suggestion.kind === 'category' || suggestion.kind === 'account')
      return link(isolated(suggestion.name), { [suggestion.kind]: suggestion.id });
    if (suggestion.kind === 'amount') {
      const ends = [suggestion.from, suggestion.to];
      return link(between(ends.map((end) => format.money(end))), {
        amountRange: ends.map(toDecimal).join('-'),
      });
    }
    const { from, to, search } = suggestion;
    const days = between([format.date(from), format.date(to)]);
    const name = search ? `${days} · ${isolated(search)}` : days;
    return link(name, { search, period: undefined, dateFrom: from, dateTo: to });
  });
}
