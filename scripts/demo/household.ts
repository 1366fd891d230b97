import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { billsOf } from './bills.ts';
import { dayOf } from './days.ts';
import { purchaseOf, purchasesOf, refundsOf } from './everyday.ts';
import { occasionsOf } from './occasions.ts';
import { type Random, randomFrom } from './random.ts';
import type { DayRow, HouseholdRow } from './rows.ts';

interface HouseholdOptions {
  seed: string;
  today: string;
  /** The exact number of rows over the last five years; by default all rows of two years. */
  count?: number;
}

export const TIMEZONE = 'Asia/Jerusalem';
export const MONTHS_LIVED = 24;
const DAYS_OF_FIVE_YEARS = 1825;
const DAYS_AHEAD = 75;

/**
 * Transactions of a bilingual household in Israel, oldest first. The same seed and day give the same rows, and a later
 * day keeps the past unchanged.
 */
export function generateHousehold({ seed, today, count }: HouseholdOptions): HouseholdRow[] {
  if (count !== undefined) return rowsByCount(seed, today, count);
  const past = days(plusMonths(today, -MONTHS_LIVED), today).flatMap((date) => rowsOf(seed, date, true));
  const ahead = days(plusDays(today, 1), plusDays(today, DAYS_AHEAD)).flatMap((date) =>
    rowsOf(seed, date, false),
  );
  return [...past, ...ahead];
}

// Each day has its own random numbers, so that moving the range of days does not change it.
function rowsOf(seed: string, date: string, isPast: boolean): HouseholdRow[] {
  const random = randomFrom(`${seed} ${date}`);
  const day = dayOf(date);
  const planned = [...billsOf(day, random), ...occasionsOf(day, random)];
  return dated(date, isPast ? [...planned, ...purchasesOf(day, random), ...refundsOf(random)] : planned);
}

function rowsByCount(seed: string, today: string, count: number): HouseholdRow[] {
  const dates = days(plusDays(today, 1 - DAYS_OF_FIVE_YEARS), today);
  return dates.flatMap((date, index) => {
    const size = share(count, index + 1, dates.length) - share(count, index, dates.length);
    const usual = rowsOf(seed, date, true).slice(0, size);
    const more = extras(randomFrom(`${seed} more ${date}`), size - usual.length);
    return dated(date, [...usual, ...more]);
  });
}

function share(count: number, days: number, of: number): number {
  return Math.floor((count * days) / of);
}

function extras(random: Random, size: number): DayRow[] {
  return Array.from({ length: size }, () => purchaseOf(random));
}

function dated(date: string, rows: DayRow[]): HouseholdRow[] {
  return rows
    .map((row) => ({ ...row, date, timezone: TIMEZONE }))
    .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
}

function days(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = plusDays(date, 1)) dates.push(date);
  return dates;
}
