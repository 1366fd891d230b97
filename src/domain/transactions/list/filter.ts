import * as v from 'valibot';
import type { TextKey } from '../../../i18n/texts.ts';
import { endOfMonth, isDate, plusDays } from '../../calendar.ts';
import { searchedWords } from '../../folded-text.ts';
import { MAX_AMOUNT, parseAmount } from '../../money.ts';
import { limitField, MAX_PAGE_SIZE } from '../../pagination.ts';
import {
  accountFilter,
  amountIssue,
  blankable,
  blankableOr,
  maxLetters,
  plainReadings,
  queryFlag,
  trimmed,
  typeSchema,
  wholeNumber,
} from '../../schemas.ts';
import { FILTERED, type FilteredName, mapLines } from '../fields.ts';

export const PAGE_SIZE = 50;

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, message: TextKey) =>
  blankableOr(v.pipe(v.string(message), v.picklist(values, message)), values[0]);

const day = blankable(v.pipe(v.string('errors:dateInvalid'), v.check(isDate, 'errors:dateInvalid')));

// A bound may exceed the limits of a single transaction; `null` means that the text is not an amount.
function endOf(text: string): number | undefined | null {
  if (text === '') return undefined;
  const read = parseAmount(text);
  if ('minor' in read) return read.minor;
  if (read.error === 'errors:amountMax') return MAX_AMOUNT + 1;
  return Number(text) === 0 ? 0 : null;
}

/** `10-200`, `10-` and `-200` as minor units; either end may be open. */
const amountRange = v.pipe(
  v.string('errors:rangeInvalid'),
  v.regex(/^\d*(\.\d*)?-\d*(\.\d*)?$/, 'errors:rangeInvalid'),
  v.rawTransform<string, [number | undefined, number | undefined]>(({ dataset, addIssue, NEVER }) => {
    const ends = dataset.value.split('-');
    const readings = ends.map(plainReadings).find(Boolean);
    if (readings) {
      addIssue(amountIssue({ error: 'errors:amountAmbiguous', readings }));
      return NEVER;
    }
    const [low, high] = ends.map(endOf);
    if (low === null || high === null) {
      addIssue({ message: 'errors:rangeInvalid' });
      return NEVER;
    }
    return [low, high];
  }),
  v.description('`10-200`, or with one limit, `10-` and `-200`.'),
);

/** A whole number within bounds, without leading zeros. */
const slot = (least: number, most: number, message: TextKey) =>
  blankable(
    v.pipe(
      v.string(message),
      v.regex(/^(?:0|[1-9]\d?)$/, message),
      v.transform(Number),
      v.minValue(least, message),
      v.maxValue(most, message),
    ),
  );

const whole = (short: ReturnType<typeof maxLetters>) =>
  blankable(
    v.pipe(v.string('errors:textExpected'), trimmed, short, v.description('The whole text, in any case.')),
  );

/** The query of the list. Every field is text from an address, so that a list can be shared and bookmarked. */
export const listSchema = v.object({
  page: wholeNumber(1, 1, 1_000_000, 'errors:pageInvalid'),
  limit: limitField(PAGE_SIZE),
  cursor: blankable(
    v.pipe(
      v.string('errors:cursorInvalid'),
      v.regex(/^[\w-]+\.[\w-]+$/, 'errors:cursorInvalid'),
      v.description(
        'The `nextCursor` of an answer of the same order: what follows it; `page` then only numbers the answer.',
      ),
    ),
  ),
  search: blankable(v.pipe(v.string('errors:textExpected'), maxLetters(200, 'errors:valueMax'))),
  category: blankable(
    v.pipe(v.string('errors:categoryInvalid'), v.description('Comma-separated ids, or `none`.')),
  ),
  account: accountFilter,
  ...(Object.fromEntries(FILTERED.map((name) => [name, whole(mapLines(maxLetters)[name])])) as Record<
    FilteredName,
    ReturnType<typeof whole>
  >),
  payee: blankable(
    v.pipe(
      v.string('errors:textExpected'),
      trimmed,
      mapLines(maxLetters).merchant_name,
      v.description(
        'Payees that are alike, or descriptions where no payee is named: `wolt` finds `WOLT 12345`, and not `WOLT 2`.',
      ),
    ),
  ),
  hour: slot(0, 23, 'errors:hourInvalid'),
  weekday: v.pipe(slot(0, 6, 'errors:dayOfWeekInvalid'), v.description('0 for Sunday.')),
  monthDay: slot(1, 31, 'errors:dayOfMonthInvalid'),
  type: blankable(typeSchema),
  status: oneOf(['all', 'upcoming', 'any'], 'errors:statusInvalid'),
  recurring: blankable(v.picklist(['true', 'false'], 'errors:recurringInvalid')),
  amountRange: blankable(amountRange),
  dateFrom: day,
  dateTo: day,
  sort: oneOf(['date', 'amount', 'description', 'category'], 'errors:sortInvalid'),
  order: oneOf(['desc', 'asc'], 'errors:orderInvalid'),
  includeTransfers: v.optional(
    v.pipe(queryFlag, v.description('`true`: transfers are among them, once each.')),
  ),
});

export type ListInput = v.InferOutput<typeof listSchema>;

export type UnpagedInput = Omit<ListInput, 'page' | 'limit' | 'cursor'>;

/** Dates are local, both included. */
export interface Filter {
  from?: string | undefined;
  to?: string | undefined;
  words: string[];
  /** Category ids; the empty one means uncategorized. */
  categories?: string[] | undefined;
  accounts?: string[] | undefined;
  /** Which sides of transfers are among them; none by default. */
  transfers?: 'once' | 'sides' | undefined;
  /** Texts in their exact spelling; an empty list matches nothing. */
  texts?: Partial<Record<FilteredName, string[]>> | undefined;
  /** Payees, or descriptions of transactions without one, in their exact spelling. */
  names?: string[] | undefined;
  hour?: number | undefined;
  /** 0 for Sunday. */
  weekday?: number | undefined;
  monthDay?: number | undefined;
  type?: 'expense' | 'income' | undefined;
  recurring?: boolean | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  return one && other ? (one > other ? one : other) : (one ?? other);
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  return one && other ? (one < other ? one : other) : (one ?? other);
}

type ChosenDates = Pick<ListInput, 'status' | 'dateFrom' | 'dateTo'>;

function datesOf({ status, dateFrom, dateTo }: ChosenDates, today: string): Pick<Filter, 'from' | 'to'> {
  return {
    from: later(dateFrom, status === 'upcoming' ? plusDays(today, 1) : undefined),
    to: earlier(dateTo, status === 'all' ? endOfMonth(today) : undefined),
  };
}

/** Transfers are neither income nor expenses. Between the accounts of a list, they are in it once. */
export function transfersOf({
  includeTransfers,
  account,
  type,
}: Pick<ListInput, 'includeTransfers' | 'account' | 'type'>): Filter['transfers'] {
  if (!includeTransfers || type !== undefined) return undefined;
  return account === undefined || account.includes(',') ? 'once' : 'sides';
}

/** The filter of an input on a day: `all` ends with this month, `upcoming` starts tomorrow. */
export function filterOf(
  input: Omit<UnpagedInput, 'sort' | 'order' | FilteredName | 'payee'>,
  today: string,
): Filter {
  return {
    ...datesOf(input, today),
    words: searchedWords(input.search ?? ''),
    categories: input.category?.split(',').map((id) => (id === 'none' ? '' : id)),
    accounts: input.account?.split(','),
    transfers: transfersOf(input),
    type: input.type,
    recurring: input.recurring === undefined ? undefined : input.recurring === 'true',
    amountFrom: input.amountRange?.[0],
    amountTo: input.amountRange?.[1],
    hour: input.hour,
    weekday: input.weekday,
    monthDay: input.monthDay,
  };
}

/**
 * The status by which pages list and export. Unlike the API's `all`, which always ends with this month, chosen dates
 * may reach beyond it.
 */
export function statusByDates<Status extends string | undefined>(
  status: Status,
  { dateFrom, dateTo }: { dateFrom?: string | undefined; dateTo?: string | undefined },
  today: string,
): Status | 'any' {
  const isChosen = dateTo !== undefined || (dateFrom !== undefined && dateFrom > endOfMonth(today));
  return (status ?? 'all') === 'all' && isChosen ? 'any' : status;
}

/** The part of the chosen dates that the status leaves out; null if it leaves out none that a person may expect. */
export function datesLeftOut(
  { status, dateFrom, dateTo }: ChosenDates,
  today: string,
): Pick<Filter, 'from' | 'to'> | null {
  if (status === 'all') return { from: later(dateFrom, plusDays(endOfMonth(today), 1)), to: dateTo };
  const chosen = dateFrom ?? dateTo;
  const isCut = status === 'upcoming' && chosen !== undefined && chosen <= today;
  return isCut ? { from: dateFrom, to: earlier(dateTo, today) } : null;
}

/** The chosen dates, limited by the status; an export is labelled with them. */
export function datesReached(input: ChosenDates, today: string): Pick<Filter, 'from' | 'to'> {
  const { dateFrom, dateTo } = input;
  const { from = '', to = '9999' } = datesOf(input, today);
  return from > to ? { from: dateFrom, to: dateTo } : { from: dateFrom && from, to: dateTo && to };
}

export function isByDateOnly({
  from: _from,
  to: _to,
  words,
  transfers: _transfers,
  ...others
}: Filter): boolean {
  return words.length === 0 && Object.values(others).every((value) => value === undefined);
}

export const latestSchema = v.object({
  limit: wholeNumber(10, 1, 100, 'errors:latestLimitInvalid'),
  account: accountFilter,
});

export const upcomingSchema = v.object({
  days: wholeNumber(90, 1, 365, 'errors:upcomingDaysInvalid'),
  page: listSchema.entries.page,
  limit: limitField(MAX_PAGE_SIZE),
  cursor: listSchema.entries.cursor,
  account: accountFilter,
  includeTransfers: listSchema.entries.includeTransfers,
});

export const searchSchema = v.object({
  q: v.pipe(v.optional(v.string('errors:textExpected'), ''), maxLetters(200, 'errors:valueMax')),
  limit: limitField(PAGE_SIZE),
  account: accountFilter,
});
