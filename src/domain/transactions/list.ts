import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import { localNow } from '../calendar.ts';
import { placesOf } from '../categories/places.ts';
import { findCategories } from '../categories/queries.ts';
import type { SignedIn } from '../context.ts';
import { findFound } from '../search/found/queries.ts';
import { seek } from '../search/seek.ts';
import { type Told, tell } from '../search/tell.ts';
import { type Figures, figuresOf } from '../totals/figures.ts';
import { sumFigures, sumTotals } from '../totals/queries.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type Filter, filterOf, isByDateOnly, isSummable, type ListInput } from './filter.ts';
import { keptSum } from './kept-sums.ts';
import { locate } from './locate.ts';
import type { Entry } from './present.ts';
import { findNewest, findTransactions, type SortValue, sumTransactions } from './queries.ts';

/** One page of the list and what the whole filter sums up to (minor units). */
export interface TransactionPage {
  entries: Entry[];
  page: number;
  limit: number;
  figures: Figures;
  hasMore: boolean;
  nextCursor: string | null;
}

type Row = TransactionRow & { sort_value?: SortValue };

/** A page of the viewer's transactions, newest first unless asked otherwise. @throws DomainError VALIDATION_ERROR */
export async function listTransactions(context: SignedIn, input: ListInput): Promise<TransactionPage> {
  const { viewer, now, app } = context;
  const filter = filterOf(input, localNow(now, viewer.preferences.timezone).date);
  const sought = filter.words.length > 0 ? await seek(context.db, viewer.id, filter.words) : 'many';
  const told = await sumOf(context, filter, sought);
  const rows: Row[] = told.figures.count === 0 ? [] : await rowsOf(context, { filter, sought, told }, input);
  const last = rows.length > input.limit ? rows[input.limit - 1] : undefined;
  return {
    entries: await withCategories(context, rows.slice(0, input.limit)),
    page: input.page,
    limit: input.limit,
    figures: told.figures,
    hasMore: last !== undefined,
    nextCursor: last ? writeCursor(cursorKeys(last, input), input, app.config.APP_SECRET) : null,
  };
}

type Seeking = Awaited<ReturnType<typeof seek>>;

async function sumOf(context: SignedIn, filter: Filter, sought: Seeking): Promise<Told> {
  const { db, viewer } = context;
  if (sought === 'none') return { figures: figuresOf([]) };
  if (isByDateOnly(filter)) return { figures: await sumFigures(db, viewer.id, filter) };
  if (!isSummable(filter)) {
    return keptSum(context, filter, async () =>
      sought === 'many'
        ? { figures: figuresOf(await sumTransactions(db, viewer.id, filter)) }
        : tell(db, viewer.id, sought, filter),
    );
  }
  const totals = await sumTotals(db, viewer.id, filter);
  const figures = figuresOf(
    totals.filter(
      ({ type, category_id }) =>
        (!filter.type || type === filter.type) &&
        (!filter.categories || filter.categories.includes(category_id)),
    ),
  );
  return { figures };
}

async function rowsOf(
  { db, viewer, app, locale }: SignedIn,
  { filter, sought, told }: { filter: Filter; sought: Seeking; told: Told },
  input: ListInput,
): Promise<Row[]> {
  const { sort, order } = input;
  const limit = input.limit + 1;
  const cursor = input.cursor ? readCursor(input.cursor, input, app.config.APP_SECRET) : undefined;
  const offset = cursor ? 0 : (input.page - 1) * input.limit;
  if (sought === 'none') return [];
  if (sort === 'category') {
    const places = placesOf(await findCategories(db, viewer.id), locale);
    const lead = sought === 'many' ? [] : sought.lead;
    return findTransactions(db, viewer.id, filter, { sort, order, limit, offset, cursor, places }, lead);
  }
  if (sought !== 'many') {
    return sort === 'date' || sort === 'amount'
      ? findFound(db, viewer.id, sought, filter, { sort, order, limit, offset, cursor, counts: told.days })
      : findTransactions(db, viewer.id, filter, { sort, order, limit, offset, cursor }, sought.lead);
  }
  if (!cursor && isByDateOnly(filter) && sort === 'date' && order === 'desc') {
    const place =
      offset === 0 ? { to: filter.to ?? '9999', offset } : await locate(db, viewer.id, filter, offset);
    return place
      ? findNewest(db, viewer.id, filter.from ?? '0000', place.to, String(limit), String(place.offset))
      : [];
  }
  return findTransactions(db, viewer.id, filter, { sort, order, limit, offset, cursor });
}

function cursorKeys(row: Row, { sort }: ListInput): (string | number)[] {
  const place = [row.date, row.time, row.id];
  return sort === 'date' ? place : [row.sort_value ?? '', ...place];
}

/** Puts each row's category beside it. */
export async function withCategories({ db, viewer }: SignedIn, rows: TransactionRow[]): Promise<Entry[]> {
  const byId = new Map<string, CategoryRow>();
  for (const category of await findCategories(db, viewer.id)) byId.set(category.id, category);
  return rows.map((row) => ({ row, category: byId.get(row.category_id ?? '') ?? null }));
}
