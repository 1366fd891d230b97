import { endOfMonth, monthOf, plusMonths, startOfMonth } from '../calendar.ts';

/** Local calendar dates, both included; a missing end is open. */
export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

export interface Split {
  months: [from: string, to: string];
  head: [from: string, to: string];
  tail: [from: string, to: string];
}

const NOTHING: [string, string] = ['9', '0'];

// After the last four-digit year, a value that sorts after all others; `10000-01` would sort before them.
function monthAfter(date: string): string {
  return monthOf(date) === '9999-12' ? '9999-99' : monthOf(plusMonths(startOfMonth(date), 1));
}

/** Cuts a range so that summing it reads one row per month and at most two months of days. */
export function splitRange({ from, to }: Range): Split {
  if (from && to && from > to) return { months: NOTHING, head: NOTHING, tail: NOTHING };
  const startsWhole = !from || from === startOfMonth(from);
  const endsWhole = !to || to === endOfMonth(to);
  const firstMonth = !from ? '0000-00' : startsWhole ? monthOf(from) : monthAfter(from);
  const lastMonth = !to ? '9999-99' : endsWhole ? monthOf(to) : monthOf(plusMonths(startOfMonth(to), -1));
  if (from && to && monthOf(from) === monthOf(to) && !(startsWhole && endsWhole)) {
    return { months: NOTHING, head: [from, to], tail: NOTHING };
  }
  return {
    months: firstMonth <= lastMonth ? [firstMonth, lastMonth] : NOTHING,
    head: startsWhole || !from ? NOTHING : [from, endOfMonth(from)],
    tail: endsWhole || !to ? NOTHING : [startOfMonth(to), to],
  };
}
