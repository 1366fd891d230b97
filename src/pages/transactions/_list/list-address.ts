import type { AmountStyle } from '../../../domain/amount-text.ts';
import { FILTERED } from '../../../domain/transactions/fields.ts';
import { PAGE_SIZE } from '../../../domain/transactions/list/filter.ts';
import { PERIODS } from '../../../domain/transactions/list/periods.ts';
import { plainEnd, typedEnd } from '../_filters/amount-ends.ts';

export const PAGE_SIZES = [25, PAGE_SIZE, 100] as const;

export const SORTS = ['date', 'amount', 'description', 'category'] as const;

export type Sort = (typeof SORTS)[number];
type Order = 'asc' | 'desc';

const REVERSED = { asc: 'desc', desc: 'asc' } as const;

/** The initial order of each column. */
const FIRST: Record<Sort, Order> = { date: 'desc', amount: 'desc', description: 'asc', category: 'asc' };

export function sortChoices(status: string | undefined): `${Sort}-${Order}`[] {
  return SORTS.flatMap((sort) => {
    const first = sort === 'date' ? naturalOrder(status, sort) : FIRST[sort];
    return [`${sort}-${first}`, `${sort}-${REVERSED[first]}`] as const;
  });
}

export const NAMES = [
  'status',
  'search',
  'category',
  'account',
  ...FILTERED,
  'payee',
  'type',
  'period',
  'dateFrom',
  'dateTo',
  'weekday',
  'monthDay',
  'hour',
  'amountRange',
  'min',
  'max',
  'recurring',
  'sort',
  'order',
  'limit',
  'page',
] as const;

type Name = (typeof NAMES)[number];

/**
 * The parameters of the list's address: the names and values of the API, with `period` for relative dates, and `min`
 * and `max` only for invalid amounts. Empty values and defaults are left out; invalid values stay as they were written.
 */
export type ListParams = { [N in Name]?: string | undefined };

// The form sends `between` for custom dates.
const DEFAULTS = { status: 'all', period: 'between', limit: String(PAGE_SIZE), page: '1' };

const isOneOf = (values: readonly string[], value: string | undefined) =>
  value !== undefined && values.includes(value);

export function readAddress(query: URLSearchParams, style: AmountStyle): ListParams {
  const texts: ListParams = {};
  for (const name of NAMES) {
    const text = query.get(name)?.trim();
    if (text && text !== (DEFAULTS as ListParams)[name]) texts[name] = text;
  }
  const isNamed = isOneOf(PERIODS, texts.period);
  return {
    ...texts,
    category: idsIn(query, 'category'),
    account: idsIn(query, 'account'),
    ...(isNamed && { dateFrom: undefined, dateTo: undefined }),
    ...amountsIn(query, style),
    ...orderIn(texts),
  };
}

// A form sends a parameter per choice, an address all of them in one.
function idsIn(query: URLSearchParams, name: 'category' | 'account'): string | undefined {
  const ids = query.getAll(name).flatMap((value) => value.split(','));
  return [...new Set(ids.map((id) => id.trim()))].filter(Boolean).join(',') || undefined;
}

function amountsIn(query: URLSearchParams, style: AmountStyle): ListParams {
  const [low = '', ...high] = query.get('amountRange')?.split('-') ?? [];
  const isTyped = query.has('min') || query.has('max');
  const min = isTyped ? (query.get('min') ?? '').trim() : low;
  const max = isTyped ? (query.get('max') ?? '').trim() : high.join('-');
  const bounds = [min, max].map((text) => (isTyped ? typedEnd(text, style) : plainEnd(text)));
  if (bounds.some((end) => end?.error))
    return { amountRange: undefined, min: min || undefined, max: max || undefined };
  const range = bounds.map((end) => end?.decimal ?? '').join('-');
  return { amountRange: range === '-' ? undefined : range, min: undefined, max: undefined };
}

// A form sends both in one value, as in `amount-asc`, so an error of either is one of `sort`.
function orderIn({ sort: typed = 'date', order: direction, status }: ListParams): ListParams {
  const [sort = '', ...rest] = typed.split('-');
  const order = rest.length > 0 ? rest.join('-') : direction;
  if (!isOneOf(SORTS, sort) || (order !== undefined && !isOneOf(['asc', 'desc'], order)))
    return { sort: order === undefined ? sort : `${sort}-${order}`, order: undefined };
  return sortedBy(sort, order ?? naturalOrder(status, sort), status);
}

function sortedBy(sort: string, order: string, status: string | undefined): ListParams {
  const isDefault = sort === 'date' && order === naturalOrder(status, sort);
  return isDefault ? { sort: undefined, order: undefined } : { sort, order };
}

/** The default order of a list: upcoming transactions are ascending. */
export function naturalOrder(status: string | undefined, sort: string): Order {
  return status === 'upcoming' && sort === 'date' ? 'asc' : 'desc';
}

export interface Sorting {
  sort: Sort;
  order: Order;
  /** The list sorted by a column; the current column is reversed. */
  href: (by: Sort) => string;
}

export function sortingOf(params: ListParams): Sorting {
  const sort = (params.sort ?? 'date') as Sort;
  const order = (params.order ?? naturalOrder(params.status, sort)) as Order;
  const next = (by: Sort) => (by === sort ? REVERSED[order] : FIRST[by]);
  return { sort, order, href: (by) => listHref(params, sortedBy(by, next(by), params.status)) };
}

/** The list with some parameters changed; any change except of the page leads to the first page. */
export function listHref(params: ListParams, changes: ListParams = {}): string {
  const changed = { ...params, page: undefined, ...changes };
  return addressOf(NAMES.map((name) => [name, changed[name] ?? '']));
}

/** The list of the transactions of a period with these parameters, by default the expenses. */
export function rowsHref({ from, to }: { from: string; to: string }, params: ListParams = {}): string {
  return listHref({ type: 'expense', dateFrom: from, dateTo: to, ...params });
}

/** @param dates those of the list's period */
export function exportHref(params: ListParams, dates: Pick<ListParams, 'dateFrom' | 'dateTo'>): string {
  const { dateFrom, dateTo } = dates;
  const cleared = { period: undefined, limit: undefined, min: undefined, max: undefined };
  return listHref(params, { ...cleared, dateFrom, dateTo }).replace('/transactions', '/export');
}

/** The filter of a list, which is the same on each of its pages and in each order. */
export function filterText(params: ListParams): string {
  const unordered = { sort: undefined, order: undefined, limit: undefined };
  return listHref(params, unordered).split('?')[1] ?? '';
}

/** The list with rows selected, by a separate parameter that no link to another list copies. */
export function selectHref(address: string, selection: 'page' | 'all'): string {
  return `${address}${address.includes('?') ? '&' : '?'}select=${selection}`;
}

export const SELECTION_BAR = 'selection';

/** The canonical form of an address; null if it is canonical. */
export function canonicalAddress(query: URLSearchParams, params: ListParams): string | null {
  const { filters = [], others = [] } = Object.groupBy(query, ([name]) =>
    isOneOf(NAMES, name) ? 'filters' : 'others',
  );
  const tidy = NAMES.flatMap((name): [string, string][] => (params[name] ? [[name, params[name]]] : []));
  return addressOf(filters, true) === addressOf(tidy, true) ? null : addressOf([...tidy, ...others]);
}

function addressOf(pairs: [string, string][], withEmpty = false): string {
  const query = new URLSearchParams(withEmpty ? pairs : pairs.filter(([, value]) => value !== ''));
  return query.size > 0 ? `/transactions?${String(query).replaceAll('%2C', ',')}` : '/transactions';
}
