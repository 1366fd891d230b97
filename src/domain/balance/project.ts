import { endOfMonth, plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { type PeriodTotal, totalsByDay } from '../ledger/totals.queries.ts';
import { GENERATED_DAYS_AHEAD } from '../recurring/generation/generate.ts';
import { readBalance } from './read-balance.ts';

/** What somebody has once a day is over, in minor units. */
export interface DayBalance {
  date: string;
  balance: number;
}

/** What the balance comes to if nothing is recorded but what is there already. */
export interface Projection {
  today: DayBalance;
  monthEnd: DayBalance;
  /** As far ahead as what recurs is made. */
  inNinetyDays: DayBalance;
  /** The lowest balance within those days and the first day of it, where it sinks below today's and below zero. */
  lowest: DayBalance | null;
}

/**
 * Where the viewer will stand: the balance of today, and with it all that is dated from tomorrow on. Adds up the kept
 * totals of at most ninety days, however much was recorded.
 * @param standing the balance of today, where it is known already
 */
export async function projectBalance(
  context: SignedIn,
  standing?: { asOf: string; net: number },
): Promise<Projection> {
  const { asOf, net } = standing ?? (await readBalance(context));
  const today = { date: asOf, balance: net };
  const last = plusDays(asOf, GENERATED_DAYS_AHEAD);
  const totals = await totalsByDay(context.db, context.viewer.id, plusDays(asOf, 1), last);
  const course = courseFrom(today, totals);
  const at = (date: string) => ({ date, balance: balanceAt(course, date) });
  return {
    today,
    monthEnd: at(endOfMonth(asOf)),
    inNinetyDays: at(last),
    lowest: lowestOf(course, Math.min(0, net)),
  };
}

/** The balance of a day and of each later one on which something changes it. */
function courseFrom(today: DayBalance, totals: PeriodTotal[]): DayBalance[] {
  const course = [today];
  let { balance } = today;
  for (const { period, type, amount } of totals) {
    balance += type === 'income' ? amount : -amount;
    // A day has up to two totals: what counts is how it ends.
    if (course.at(-1)?.date === period) course.pop();
    course.push({ date: period, balance });
  }
  return course;
}

function balanceAt(course: DayBalance[], date: string): number {
  return course.findLast((day) => day.date <= date)?.balance ?? 0;
}

function lowestOf(course: DayBalance[], below: number): DayBalance | null {
  let lowest: DayBalance | null = null;
  for (const day of course) if (day.balance < (lowest?.balance ?? below)) lowest = day;
  return lowest;
}
