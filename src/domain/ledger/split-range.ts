import { endOfMonth, monthOf, plusDays, plusMonths, startOfMonth } from '../calendar.ts';

/** Local calendar dates, both included; an open end has no limit. */
export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

/** The same range as whole months and the odd days at its ends. */
export interface Split {
  months: [from: string, to: string];
  head: [from: string, to: string];
  tail: [from: string, to: string];
}

const NOTHING: [string, string] = ['9', '0'];

// After the last month with a year of four digits, an end that sorts after all others; `10000-01` would sort before
// them.
function monthAfter(date: string): string {
  return monthOf(date) === '9999-12' ? '9999-99' : monthOf(plusMonths(startOfMonth(date), 1));
}

/** Cuts a range so that its sum needs one row a month and at most two months of days. */
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

/** Odd days, and how they count: `-1` is subtracted from their month, which is then one of the whole ones. */
export interface OddDays {
  days: [from: string, to: string];
  sign: '1' | '-1';
}

/** Of more days of a month than these, the others are fewer. */
const HALF = 15;

/** The same with the days outside the range where they are fewer: a sum reads half a month of days at each end at most. */
export function splitShort(range: Range): { months: Split['months']; odd: [OddDays, OddDays] } {
  const { months, head, tail } = splitRange(range);
  const odd: [OddDays, OddDays] = [fewestOf(head), fewestOf(tail)];
  const cut = odd.flatMap(({ days, sign }) => (sign === '-1' ? monthOf(days[0]) : []));
  const whole = [...(months[0] <= months[1] ? months : []), ...cut].sort();
  return { months: [whole.at(0) ?? NOTHING[0], whole.at(-1) ?? NOTHING[1]], odd };
}

function fewestOf([from, to]: [string, string]): OddDays {
  const isMost = from <= to && Number(to.slice(8)) - Number(from.slice(8)) >= HALF;
  if (isMost && to === endOfMonth(to)) return { days: [startOfMonth(from), plusDays(from, -1)], sign: '-1' };
  if (isMost && from === startOfMonth(from)) return { days: [plusDays(to, 1), endOfMonth(to)], sign: '-1' };
  return { days: [from, to], sign: '1' };
}
