import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import type { DefaultKey } from '../../src/domain/categories/defaults.ts';
import { billsOf } from './bills.ts';
import { dayOf } from './days.ts';
import { purchaseOf, purchasesOf, refundsOf } from './everyday.ts';
import { occasionsOf } from './occasions.ts';
import { type Random, randomFrom } from './random.ts';

/** One transaction of the household, before it belongs to anybody; `amount` in minor units, `date` and `time` local. */
export interface HouseholdRow {
  type: 'expense' | 'income';
  amount: number;
  description: string;
  merchant_name: string | null;
  /** A default category, or none. */
  category: DefaultKey | null;
  date: string;
  time: string;
  timezone: string;
  notes: string | null;
}

/** What happens on a day; the day itself adds date and time zone. */
export type Happening = Omit<HouseholdRow, 'date' | 'timezone'>;

interface Wish {
  seed: string;
  /** The local calendar date it is now. */
  today: string;
  /** Exactly so many rows, spread over five years back; without it, the two years that the household lives. */
  count?: number;
}

/** Where the household lives. */
export const TIMEZONE = 'Asia/Jerusalem';
/** How far back its rows go. */
export const MONTHS_LIVED = 24;
const DAYS_OF_FIVE_YEARS = 1825;
const DAYS_AHEAD = 75;

/**
 * The transactions of a bilingual household in Israel, oldest first. The same seed and day give the same rows, and
 * a later day changes nothing of the past.
 */
export function generateHousehold({ seed, today, count }: Wish): HouseholdRow[] {
  if (count !== undefined) return crowd(seed, today, count);
  const past = days(plusMonths(today, -MONTHS_LIVED), today).flatMap((date) => rowsOf(seed, date, true));
  const ahead = days(plusDays(today, 1), plusDays(today, DAYS_AHEAD)).flatMap((date) =>
    rowsOf(seed, date, false),
  );
  return [...past, ...ahead];
}

// Each day has its own numbers, so that it stays as it was when the window moves on.
function rowsOf(seed: string, date: string, isPast: boolean): HouseholdRow[] {
  const random = randomFrom(`${seed} ${date}`);
  const day = dayOf(date);
  const planned = [...billsOf(day, random), ...occasionsOf(day, random)];
  return dated(date, isPast ? [...planned, ...purchasesOf(day, random), ...refundsOf(random)] : planned);
}

function crowd(seed: string, today: string, count: number): HouseholdRow[] {
  const dates = days(plusDays(today, 1 - DAYS_OF_FIVE_YEARS), today);
  return dates.flatMap((date, index) => {
    const wanted = share(count, index + 1, dates.length) - share(count, index, dates.length);
    const usual = rowsOf(seed, date, true).slice(0, wanted);
    const more = extras(randomFrom(`${seed} more ${date}`), wanted - usual.length);
    return dated(date, [...usual, ...more]);
  });
}

function share(count: number, days: number, of: number): number {
  return Math.floor((count * days) / of);
}

function extras(random: Random, wanted: number): Happening[] {
  return Array.from({ length: wanted }, () => purchaseOf(random));
}

function dated(date: string, happenings: Happening[]): HouseholdRow[] {
  return happenings
    .map((happening) => ({ ...happening, date, timezone: TIMEZONE }))
    .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
}

function days(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = plusDays(date, 1)) dates.push(date);
  return dates;
}
