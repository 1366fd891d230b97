import { readBalance } from '../../balance/read.ts';
import { plusDays, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { balanceOf, type Figures, figuresOf, totalOf } from '../../ledger/figures.ts';
import { type PeriodTotal, totalsByDay } from '../../ledger/totals.queries.ts';
import { fromSnapshot, scan } from '../../snapshot.ts';
import { datesLeftOut, type Filter, isByDateOnly, type ListInput } from './filter.ts';
import { sumByDay } from './list.queries.ts';
import { isByDate, readFilter, readPage, sumOf } from './list.ts';

export type DatedPage = Awaited<ReturnType<typeof listByDay>>;

/** Sums are in minor units. @throws DomainError VALIDATION_ERROR */
export function listByDay(context: Reading, input: ListInput) {
  const read = isByDate(context, input) ? fromSnapshot : scan;
  return read(context, async (inside) => {
    const today = todayOf(inside);
    const filter = await readFilter(inside, input);
    const page = await readPage(inside, input, filter);
    const dates = input.sort === 'date' ? page.entries.map(({ row }) => row.date) : [];
    const ahead = await sumAhead(inside, filter, today);
    return {
      ...page,
      /** By local calendar date, each of the whole day even if the page shows only part of it. */
      days: await sumDays(inside, filter, dates),
      ahead,
      /** How many more the filter matches on dates of the other tab. */
      leftOut: await countLeftOut(inside, filter, datesLeftOut(input, today)),
      /** The balance of all accounts; null where the filter names some. */
      balance: filter.accounts ? null : await balanceToday(inside, filter, { figures: page.figures, ahead }),
    };
  });
}

// Where the list is of all, its sums tell the balance, and the past is not summed a second time.
async function balanceToday(
  context: Reading,
  filter: Filter,
  { figures, ahead }: { figures: Figures; ahead: Figures },
): Promise<number> {
  const today = todayOf(context);
  const isWholePast = isByDateOnly(filter) && !filter.from && !(filter.to && filter.to < today);
  return isWholePast ? balanceOf(figures) - balanceOf(ahead) : (await readBalance(context, today)).balance;
}

// Every matching day between the first and the last row of a page has a row on it, so the sums are only of days shown.
async function sumDays({ db, viewer }: Reading, filter: Filter, dates: string[]) {
  const [first, last] = [dates[0], dates.at(-1)].sort();
  if (!first || !last) return new Map();
  const totals = isByDateOnly(filter)
    ? await totalsByDay(db, viewer.id, first, last)
    : await sumByDay(db, viewer.id, { ...filter, from: first, to: last });
  const parts = Map.groupBy(totals, ({ period }: PeriodTotal) => period);
  return new Map([...parts].map(([date, sums]) => [date, figuresOf(sums)]));
}

async function sumAhead(context: Reading, filter: Filter, today: string): Promise<Figures> {
  const tomorrow = plusDays(today, 1);
  const from = filter.from && filter.from > tomorrow ? filter.from : tomorrow;
  return filter.to && filter.to < from ? figuresOf([]) : sumOf(context, { ...filter, from });
}

async function countLeftOut(context: Reading, filter: Filter, dates: ReturnType<typeof datesLeftOut>) {
  return dates ? totalOf(await sumOf(context, { ...filter, ...dates })) : 0;
}
