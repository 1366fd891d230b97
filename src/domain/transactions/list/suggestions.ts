import type { Preferences } from '../../../i18n/preferences.ts';
import {
  endOfMonth,
  isDate,
  plusDays,
  plusMonths,
  startOfMonth,
  startOfWeek,
  todayOf,
} from '../../calendar.ts';
import { searchCategories } from '../../categories/list.ts';
import type { Reading } from '../../context.ts';
import { sumFigures } from '../../ledger/totals.queries.ts';
import { UNITS, WHICH } from '../quick-entry/date-words.ts';
import { type DateOrder, monthOf, orderOf, readDate } from '../quick-entry/read-date.ts';
import { wordsOf } from '../quick-entry/words.ts';

/** A filter that a search may have meant, with the number of transactions that it shows. */
export type Suggestion =
  | { kind: 'category'; id: string; name: string; language: string; count: number }
  | { kind: 'dates'; from: string; to: string; count: number };

const MOST_CATEGORIES = 3;

/** The categories and the dates that a search names. */
export async function suggestFilters(context: Reading, search: string): Promise<Suggestion[]> {
  const { db, viewer } = context;
  const categories = (await searchCategories(context, search))
    .filter(({ transaction_count }) => transaction_count > 0)
    .slice(0, MOST_CATEGORIES)
    .map(({ id, name, language, transaction_count: count }) => ({
      kind: 'category' as const,
      id,
      name,
      language,
      count,
    }));
  const { preferences } = viewer;
  const dates = readDates(search, {
    today: todayOf(context),
    order: orderOf(preferences),
    weekStart: preferences.week_start,
  });
  if (!dates) return categories;
  const { count } = await sumFigures(db, viewer.id, dates);
  return count > 0 ? [...categories, { kind: 'dates', ...dates, count }] : categories;
}

interface Calendar {
  today: string;
  order: DateOrder;
  weekStart: Preferences['week_start'];
}

/** The days that a text names as a whole, in English and Hebrew: `yesterday`, `3/11`, `last month`, `בנובמבר`, `2025`. */
export function readDates(text: string, calendar: Calendar): { from: string; to: string } | null {
  const words = wordsOf(text).map(({ key }) => key);
  if (words.length === 0) return null;
  const period = readPeriod(words, calendar) ?? readMonth(words, calendar);
  if (period) return period;
  const found = readDate(words, 0, calendar);
  return found && found.length >= words.length ? { from: found.date, to: found.date } : null;
}

/** `this week`, `last month`, `בשנה שעברה`. */
function readPeriod([first = '', second = '', ...rest]: string[], { today, weekStart }: Calendar) {
  const isHebrew = !WHICH.has(first);
  const unit = UNITS.get(isHebrew ? first.replace(/^[בה](?=..)/, '') : second);
  const which =
    isHebrew && second === '' && first.startsWith('ה') ? 'this' : WHICH.get(isHebrew ? second : first);
  if (!unit || !which || rest.length > 0) return null;
  const step = { last: -1, this: 0, next: 1 }[which];
  if ('days' in unit) {
    if (unit.days === 1) return null;
    const from = plusDays(startOfWeek(today, weekStart), step * unit.days);
    return { from, to: plusDays(from, unit.days - 1) };
  }
  if (unit.months === 1) return monthAt(plusMonths(startOfMonth(today), step));
  return yearOf(Number(today.slice(0, 4)) + step);
}

/** `November`, `בנובמבר 2025`, `2025`; without a year, the latest such month that has begun. */
function readMonth([first = '', second = '', ...rest]: string[], { today }: Calendar) {
  if (rest.length > 0) return null;
  if (/^20\d\d$/.test(first)) return second === '' ? yearOf(Number(first)) : null;
  const month = monthOf(first);
  if (month === undefined || !/^(20\d\d)?$/.test(second)) return null;
  const inYear = (year: number) => `${year}-${String(month).padStart(2, '0')}-01`;
  if (second) return monthAt(inYear(Number(second)));
  const thisYear = Number(today.slice(0, 4));
  return monthAt(inYear(inYear(thisYear) <= today ? thisYear : thisYear - 1));
}

const monthAt = (from: string) => (isDate(from) ? { from, to: endOfMonth(from) } : null);

const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });
