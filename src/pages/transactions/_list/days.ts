import { plusDays } from '../../../domain/calendar.ts';
import { balanceOf } from '../../../domain/ledger/figures.ts';
import type { DatedPage } from '../../../domain/transactions/list/by-day.ts';
import type { Entry } from '../../../domain/transactions/present.ts';
import { dayWords } from '../../../i18n/day-words.ts';
import { SIGNS } from '../../../i18n/format.ts';

/** What a list sorted by date shows between its rows. */
export interface Days extends Pick<DatedPage, 'days' | 'ahead'> {
  /** A local calendar date. */
  today: string;
  /** Whether upcoming rows are a separate group, and whether it is folded at first. */
  later?: 'folded' | 'open' | undefined;
  /** Whether the chosen dates extend beyond this month. */
  isBeyondMonth?: boolean;
}

/** The rows of a day, or all rows of a list that is not sorted by date. */
interface Group {
  rows: Entry[];
  day?: { name: string; net: string; summary: string; isWhole: boolean };
  /** Whether it is after today, in the foldable part; the first such group has the summary of all. */
  isAhead: boolean;
  later?: { text: string; net: string } | undefined;
}

type Locals = Pick<App.Locals, 't' | 'format' | 'locale' | 'viewer'>;

export function groupsOf(entries: Entry[], days: Days | undefined, locals: Locals): Group[] {
  if (!days) return [{ rows: entries, isAhead: false }];
  const isLater = (date: string) => days.later !== undefined && date > days.today;
  const firstAhead = entries.find(({ row }) => isLater(row.date))?.row.date;
  return [...Map.groupBy(entries, ({ row }) => row.date)].map(([date, rows]) => ({
    rows,
    day: dayOf(date, rows.length, days, locals),
    isAhead: isLater(date),
    later: date === firstAhead ? laterOf(days, locals) : undefined,
  }));
}

const NOTHING = { net: 0, opening: 0, count: 0 };

// The total includes rows of the day on other pages, and states that.
function dayOf(date: string, shown: number, { days, today }: Days, locals: Locals) {
  const { t, format } = locals;
  const sum = days.get(date) ?? NOTHING;
  const { count } = sum;
  const isWhole = count === shown;
  return {
    name: nameOf(date, today, locals),
    net: signed(balanceOf(sum), format),
    summary: isWhole ? t('list:dayTotal') : t('list:dayTotalAll', { count, shown: format.count(count) }),
    isWhole,
  };
}

function nameOf(date: string, today: string, { t, locale, viewer }: Locals): string {
  if (date === today) return t('list:period.today');
  if (date === plusDays(today, -1)) return t('list:period.yesterday');
  if (date === plusDays(today, 1)) return t('transactions:preset.tomorrow');
  return dayWords(date, today, locale, viewer?.preferences.date_format ?? 'DD/MM/YYYY');
}

function laterOf({ ahead: { count, net }, isBeyondMonth }: Days, { t, format }: Locals) {
  const key = isBeyondMonth ? 'list:laterDates' : 'list:later';
  return { text: t(key, { count, shown: format.count(count) }), net: signed(net, format) };
}

// With a sign, as on the rows.
const signed = (net: number, format: Locals['format']) =>
  `${net > 0 ? SIGNS.income : ''}${format.money(net)}`;
