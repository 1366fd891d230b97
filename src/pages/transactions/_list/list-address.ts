import type { AmountStyle } from '../../../domain/amount-text.ts';
import { PAGE_SIZE } from '../../../domain/transactions/list/filter.ts';
import { PERIODS } from '../../../domain/transactions/list/periods.ts';
import { plainEnd, typedEnd } from '../_filters/amount-ends.ts';

export const PAGE_SIZES = [25, PAGE_SIZE, 100] as const;

export const SORTS = ['date', 'amount', 'description', 'category'] as const;

const ORDERS = ['asc', 'desc'] as const;

export type Sort = (typeof SORTS)[number];
export type Order = (typeof ORDERS)[number];

const CHOICES = [
  'date-desc',
  'date-asc',
  'amount-desc',
  'amount-asc',
  'description-asc',
  'description-desc',
  'category-asc',
  'category-desc',
] as const;

/** The orders that the filters offer, the default first. */
export const SORT_CHOICES = {
  all: CHOICES,
  upcoming: [CHOICES[1], CHOICES[0], ...CHOICES.slice(2)],
} as const;

/** The parameters of the list's address, in their order. */
const NAMES = [
  'status',
  'search',
  'category',
  'merchant_name',
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
 * The parameters of the list's address: the names and values of the API, `period` for dates relative to today, and
 * `min` and `max` only for amounts that are invalid. Empty values and defaults are left out; what is invalid stays as it
 * was written.
 */
export type Given = { [N in Name]?: string | undefined };

const isOneOf = (values: readonly string[], value: string | undefined) =>
  value !== undefined && values.includes(value);

/** Parses an address of the list, as written by a person, a form or a script. */
export function readAddress(params: URLSearchParams, style: AmountStyle): Given {
  const text = (name: Name) => params.get(name)?.trim() || undefined;
  const unless = (value: string, name: Name) => (text(name) === value ? undefined : text(name));
  const status = unless('all', 'status');
  // A form sends `between` for dates of one's own.
  const period = unless('between', 'period');
  const isNamed = isOneOf(PERIODS, period);
  return {
    status,
    search: text('search'),
    category: categoriesIn(params),
    merchant_name: text('merchant_name'),
    payee: text('payee'),
    type: text('type'),
    period,
    dateFrom: isNamed ? undefined : text('dateFrom'),
    dateTo: isNamed ? undefined : text('dateTo'),
    weekday: text('weekday'),
    monthDay: text('monthDay'),
    hour: text('hour'),
    ...amountsIn(params, style),
    recurring: text('recurring'),
    ...orderIn(text('sort'), text('order'), status),
    limit: unless(String(PAGE_SIZE), 'limit'),
    page: unless('1', 'page'),
  };
}

// A form sends one parameter for each category, an address all of them in one.
function categoriesIn(params: URLSearchParams): string | undefined {
  const ids = params.getAll('category').flatMap((value) => value.split(','));
  return [...new Set(ids.map((id) => id.trim()))].filter(Boolean).join(',') || undefined;
}

function amountsIn(params: URLSearchParams, style: AmountStyle): Given {
  const [low = '', ...high] = params.get('amountRange')?.split('-') ?? [];
  const isTyped = params.has('min') || params.has('max');
  const min = isTyped ? (params.get('min') ?? '').trim() : low;
  const max = isTyped ? (params.get('max') ?? '').trim() : high.join('-');
  const ends = [min, max].map((text) => (isTyped ? typedEnd(text, style) : plainEnd(text)));
  if (ends.some((end) => end?.fault)) return { min: min || undefined, max: max || undefined };
  const range = ends.map((end) => end?.decimal ?? '').join('-');
  return { amountRange: range === '-' ? undefined : range };
}

// A form sends both in one value, as in `amount-asc`; both are one choice, so a fault of either is one of `sort`.
function orderIn(
  typed: string | undefined,
  direction: string | undefined,
  status: string | undefined,
): Given {
  const [sort = '', ...rest] = (typed ?? 'date').split('-');
  const order = rest.length > 0 ? rest.join('-') : direction;
  if (!isOneOf(SORTS, sort) || (order !== undefined && !isOneOf(ORDERS, order))) {
    return { sort: order === undefined ? sort : `${sort}-${order}` };
  }
  const natural = naturalOrder(status, sort);
  return sort === 'date' && (order ?? natural) === natural ? {} : { sort, order: order ?? natural };
}

/** The default order of a list: upcoming transactions begin with the next one. */
export function naturalOrder(status: string | undefined, sort: string): Order {
  return status === 'upcoming' && sort === 'date' ? 'asc' : 'desc';
}

/** The address of the same list with some parameters changed; any change except of the page leads to the first page. */
export function listHref(given: Given, changes: Given = {}): string {
  const changed = { ...given, page: undefined, ...changes };
  return addressOf(NAMES.map((name) => [name, changed[name] ?? '']));
}

/** The list of exactly the transactions of a period that have these properties; by default the expenses. */
export function rowsHref({ from, to }: { from: string; to: string }, given: Given = {}): string {
  return listHref({ type: 'expense', dateFrom: from, dateTo: to, ...given });
}

/** The address that exports what a list shows; `dates` are those of its period. */
export function exportHref(given: Given, dates: Pick<Given, 'dateFrom' | 'dateTo'>): string {
  const { dateFrom, dateTo } = dates;
  const whole = { period: undefined, limit: undefined, min: undefined, max: undefined };
  return listHref(given, { ...whole, dateFrom, dateTo }).replace('/transactions', '/export');
}

/** The filter of a list as an address writes it: the same on each of its pages and in each order. */
export function filterText(given: Given): string {
  const unordered = { sort: undefined, order: undefined, limit: undefined };
  return listHref(given, unordered).split('?')[1] ?? '';
}

/** The rows that an address selects; a parameter of its own, which no link to another list copies. */
export function selectionIn(params: URLSearchParams): 'none' | 'page' | 'all' {
  const wanted = params.get('select');
  return wanted === 'page' || wanted === 'all' ? wanted : 'none';
}

/** The address of a list with rows selected. */
export function selectHref(address: string, what: 'page' | 'all'): string {
  return `${address}${address.includes('?') ? '&' : '?'}select=${what}`;
}

/** The fragment of an address that leads to the actions on the selected rows. */
export const SELECTION_BAR = 'selection';

/** The canonical form of an address; null if it already is. */
export function canonicalAddress(params: URLSearchParams, given: Given): string | null {
  const known = [...params].filter(([name]) => (NAMES as readonly string[]).includes(name));
  const others = [...params].filter(([name]) => !(NAMES as readonly string[]).includes(name));
  const tidy = NAMES.flatMap((name): [string, string][] => (given[name] ? [[name, given[name]]] : []));
  return addressOf(known, true) === addressOf(tidy, true) ? null : addressOf([...tidy, ...others]);
}

function addressOf(pairs: [string, string][], withEmpty = false): string {
  const query = new URLSearchParams(withEmpty ? pairs : pairs.filter(([, value]) => value !== ''));
  return query.size > 0 ? `/transactions?${String(query).replaceAll('%2C', ',')}` : '/transactions';
}
