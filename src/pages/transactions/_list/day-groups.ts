import { plusDays } from '../../../domain/calendar.ts';
import { balanceOf } from '../../../domain/ledger/figures.ts';
import type { DatedPage } from '../../../domain/transactions/list/by-day.ts';
import { dayWords } from '../../../i18n/day-words.ts';
import { SIGNS } from '../../../i18n/format.ts';

/** What stands between the rows of a list sorted by date. */
export interface Days extends Pick<DatedPage, 'days' | 'ahead'> {
  /** A local calendar date. */
  today: string;
  /** Whether what comes after today is a group of its own, and whether it is folded at first. */
  later?: 'folded' | 'open' | undefined;
  /** Whether dates were chosen that go beyond this month. */
  isBeyondMonth?: boolean;
}

/** The rows of one day, or all rows of a list that is not sorted by date. */
export interface Group<Row> {
  rows: Row[];
  /** Undefined in a list that is not sorted by date. */
  head?: DayHead | undefined;
  /** Whether it is after today, in a group that can be folded. */
  isAhead: boolean;
}

interface DayHead {
  name: string;
  net: string;
  /** What the sum counts, if some rows of the day are on another page. */
  cut: string | undefined;
}

type Locals = Pick<App.Locals, 't' | 'format' | 'locale' | 'viewer'>;

/** Rows by their days, in the order they have. */
export function groupsOf<Row extends { row: { date: string } }>(
  rows: Row[],
  days: Days | undefined,
  locals: Locals,
): Group<Row>[] {
  if (!days) return [{ rows, isAhead: false }];
  return [...Map.groupBy(rows, ({ row }) => row.date)].map(([date, ofDay]) => ({
    rows: ofDay,
    head: headOf(date, ofDay.length, days, locals),
    isAhead: days.later !== undefined && date > days.today,
  }));
}

const NOTHING = { net: 0, opening: 0, count: 0 };

function headOf(date: string, shown: number, { days, today }: Days, locals: Locals): DayHead {
  const { t, format } = locals;
  const sum = days.get(date) ?? NOTHING;
  const { count } = sum;
  return {
    name: nameOf(date, today, locals),
    net: signed(balanceOf(sum), format),
    cut: count === shown ? undefined : t('list:dayTotalAll', { count, shown: format.count(count) }),
  };
}

function nameOf(date: string, today: string, { t, locale, viewer }: Locals): string {
  if (date === today) return t('list:period.today');
  if (date === plusDays(today, -1)) return t('list:period.yesterday');
  if (date === plusDays(today, 1)) return t('list:tomorrow');
  return dayWords(date, today, locale, viewer?.preferences.date_format ?? 'DD/MM/YYYY');
}

/** What comes after today: how many transactions, in words, and their net. */
export function laterWords(
  { ahead: { count, net }, isBeyondMonth }: Pick<Days, 'ahead' | 'isBeyondMonth'>,
  { t, format }: Pick<Locals, 't' | 'format'>,
): { text: string; net: string } {
  const text = t(isBeyondMonth ? 'list:laterDates' : 'list:later', { count, shown: format.count(count) });
  return { text, net: signed(net, format) };
}

// As the rows are, which have a sign each.
const signed = (net: number, format: Locals['format']) =>
  `${net > 0 ? SIGNS.income : ''}${format.money(net)}`;
