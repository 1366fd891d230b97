import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Db } from '../../../db/open.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { plusDays, todayOf } from '../../calendar.ts';
import { rankByName } from '../../categories/name.ts';
import { categoriesById } from '../../categories/read.ts';
import type { Reading } from '../../context.ts';
import { invalid } from '../../error.ts';
import { type Figures, figuresOf, totalOf } from '../../ledger/figures.ts';
import { splitRange } from '../../ledger/split-range.ts';
import {
  countsByDay,
  countsWithoutTransfers,
  sumFigures,
  sumMonthsOfAccounts,
} from '../../ledger/totals.queries.ts';
import { findUncounted } from '../../ledger/uncounted.queries.ts';
import { smallestAmount } from '../../money.ts';
import { fromSnapshot, scan } from '../../snapshot.ts';
import { FILTERED, type ShownTransaction } from '../fields.ts';
import { withParts } from '../read.ts';
import {
  type Filter,
  filterOf,
  isByDateOnly,
  type ListInput,
  listSchema,
  type UnpagedInput,
  type upcomingSchema,
} from './filter.ts';
import {
  countTransfers,
  findNewest,
  findTransactions,
  type SortValue,
  sumTransactions,
  type Window,
} from './list.queries.ts';
import { namesLike, spellingsOf } from './payees.ts';

/** `figures` are of the whole filter (minor units). */
export type TransactionPage = Awaited<ReturnType<typeof readPage>>;

type Row = ShownTransaction & { sort_value?: SortValue };

/** Newest first unless the input asks otherwise. @throws DomainError VALIDATION_ERROR */
export function listTransactions(context: Reading, input: ListInput): Promise<TransactionPage> {
  const read = isByDate(context, input) ? fromSnapshot : scan;
  return read(context, async (inside) => readPage(inside, input, await readFilter(inside, input)));
}

/** From tomorrow up to so many days ahead, soonest first. @throws DomainError VALIDATION_ERROR */
export function listUpcoming(
  context: Reading,
  { days, ...page }: v.InferOutput<typeof upcomingSchema>,
): Promise<TransactionPage> {
  const today = todayOf(context);
  const dateTo = plusDays(today, days);
  return listTransactions(context, { ...UNFILTERED, ...page, status: 'upcoming', dateTo, order: 'asc' });
}

const UNFILTERED = v.parse(listSchema, {});

/**
 * Whether stored totals and a range of the index by date, or by account and date, suffice for a page; other pages scan
 * all of the person's rows.
 */
export function isByDate({ viewer, now }: Reading, input: ListInput): boolean {
  const { accounts, ...filter } = filterOf(input, todayOf({ viewer, now }));
  const isBegun = input.page === 1 || input.cursor !== undefined;
  const isNearby = accounts ? isBegun && accounts.length === 1 : isBegun || input.order === 'desc';
  const isWhole = !input.payee && FILTERED.every((name) => !input[name]);
  return input.sort === 'date' && isNearby && isWhole && isByDateOnly(filter);
}

/** Reads one page by the filter that `readFilter` made of the input; call it inside a transaction. */
export async function readPage(context: Reading, input: ListInput, filter: Filter) {
  const { settings } = context;
  const cursor = input.cursor ? readCursor(input.cursor, input, settings.APP_SECRET) : undefined;
  const figures = await sumOf(context, filter);
  const rows: Row[] = totalOf(figures) === 0 ? [] : await rowsOf(context, filter, input, cursor);
  const last = rows.length > input.limit ? rows[input.limit - 1] : undefined;
  return {
    entries: await withParts(context, rows.slice(0, input.limit)),
    page: input.page,
    limit: input.limit,
    figures,
    hasMore: last !== undefined,
    /** Null on the last page. */
    nextCursor: () => (last ? writeCursor(cursorKeys(last, input), input, settings.APP_SECRET) : null),
  };
}

export async function readFilter(context: Reading, input: UnpagedInput): Promise<Filter> {
  const { viewer } = context;
  const filter = filterOf(input, todayOf(context));
  const { payee } = input;
  const texts: Filter['texts'] = {};
  for (const name of FILTERED) {
    const text = input[name];
    if (text) texts[name] = await spellingsOf(context, name, text);
  }
  return {
    ...filter,
    amountTo: filter.amountTo && upTo(viewer.currency, filter.amountTo),
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(payee && { names: await namesLike(context, payee) }),
  };
}

/** Amounts of an earlier currency may have decimals: "up to ¥4,999" means below ¥5,000. */
function upTo(currency: Currency, minor: number): number {
  const unit = smallestAmount(currency);
  return minor % unit === 0 ? minor + unit - 1 : minor;
}

export async function sumOf({ db, viewer }: Reading, filter: Filter): Promise<Figures> {
  const { accounts, ...others } = filter;
  if (accounts && filter.transfers !== 'once' && isByDateOnly(others))
    return sumOfAccounts(db, viewer.id, { ...filter, accounts });
  if (!isByDateOnly(filter)) return figuresOf(await sumTransactions(db, viewer.id, filter));
  const figures = await sumFigures(db, viewer.id, filter);
  if (!filter.transfers) return { ...figures, transferCount: 0 };
  // The stored totals count no transfer that an account pays which does not count itself.
  if ((await findUncounted(db, viewer.id)).size === 0) return figures;
  return { ...figures, transferCount: await countTransfers(db, viewer.id, filter) };
}

// Their stored totals are of whole months.
async function sumOfAccounts(
  db: Db,
  userId: string,
  filter: Filter & { accounts: readonly string[] },
): Promise<Figures> {
  const { months, head, tail } = splitRange(filter);
  const whole = await sumMonthsOfAccounts(db, userId, filter.accounts, months);
  const totals = filter.transfers ? whole : whole.filter(({ type }) => type !== 'transfer');
  for (const [from, to] of [head, tail])
    if (from <= to) totals.push(...(await sumTransactions(db, userId, { ...filter, from, to })));
  return figuresOf(totals);
}

async function rowsOf(
  { db, viewer, locale }: Reading,
  filter: Filter,
  input: ListInput,
  cursor: Window['cursor'],
): Promise<Row[]> {
  const { sort, order } = input;
  const limit = input.limit + 1;
  const offset = cursor ? 0 : (input.page - 1) * input.limit;
  if (!cursor && isByDateOnly(filter) && sort === 'date' && order === 'desc')
    return newestRows(db, viewer.id, filter, { limit, offset });
  const window = { sort, order, limit, offset, cursor };
  if (sort !== 'category') return findTransactions(db, viewer.id, filter, window);
  const ranks = rankByName([...(await categoriesById({ db, viewer })).values()], locale);
  return findTransactions(db, viewer.id, filter, { ...window, ranks });
}

// The totals show on which day a deep page begins, so that the database skips at most one day's rows.
async function newestRows(
  db: Db,
  userId: string,
  { from = '0000', to = '9999', transfers }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  if (offset === 0 || (transfers && (await findUncounted(db, userId)).size > 0))
    return findNewest(db, userId, { from, to, limit, offset, transfers });
  let remaining = offset;
  const counts = await (transfers ? countsByDay : countsWithoutTransfers)(db, userId, from, to);
  for (const { date, count } of counts) {
    if (remaining < count)
      return findNewest(db, userId, { from, to: date, limit, offset: remaining, transfers });
    remaining -= count;
  }
  return [];
}

export function cursorKeys(row: Row, { sort }: Pick<ListInput, 'sort'>): (string | number)[] {
  const dateKeys = [row.date, row.time, row.id];
  return sort === 'date' ? dateKeys : [row.sort_value ?? '', ...dateKeys];
}

/** The order of a list; a cursor is valid only in its own order. */
export interface Order {
  sort: string;
  order: string;
}

function signatureOf(text: string, { sort, order }: Order, secret: string): string {
  const signed = `cursor:${sort}:${order}:${text}`;
  return createHmac('sha256', secret).update(signed).digest('base64url').slice(0, 16);
}

/** Encodes where a page ended, so that the next one continues there even if rows were added in between. */
function writeCursor(keys: readonly (string | number)[], order: Order, secret: string): string {
  const text = Buffer.from(JSON.stringify(keys)).toString('base64url');
  return `${text}.${signatureOf(text, order, secret)}`;
}

/** @throws DomainError VALIDATION_ERROR for a cursor of another order, or an invalid one */
function readCursor(cursor: string, order: Order, secret: string): (string | number)[] {
  const [text = '', signature = ''] = cursor.split('.');
  const expected = Buffer.from(signatureOf(text, order, secret));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    throw invalid({ field: 'cursor', message: 'errors:cursorInvalid' });
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
