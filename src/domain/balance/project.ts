import { endOfMonth, plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { isBalanceMeaningful } from '../ledger/figures.ts';
import { totalsByDay } from '../ledger/totals.queries.ts';
import { readDeferral, type Shift, shiftAt, withShifts } from '../money-accounts/cards/charges.ts';
import { GENERATED_DAYS_AHEAD } from '../recurring/generation/generate.ts';
import { fromSnapshot } from '../snapshot.ts';
import { readBalance } from './read.ts';

/** At the end of the day, in minor units. */
export interface DayBalance {
  date: string;
  balance: number;
}

/** How many days ahead Home looks. */
export const SOON_DAYS = 14;

export type Projection = Awaited<ReturnType<typeof project>>;

/**
 * Adds the stored totals of the next ninety days to today's balance (`current`). In the balances after today, what is
 * bought by card counts from the day of its charge on.
 */
export function projectBalance(context: Reading, current?: Balance): Promise<Projection> {
  return fromSnapshot(context, (inside) => project(inside, current));
}

type Balance = Awaited<ReturnType<typeof readBalance>>;

async function project(context: Reading, current?: Balance) {
  const figures = current ?? (await readBalance(context));
  const { asOf, balance } = figures;
  const { balances, last, pending, shifts, isAhead } = await balancesAhead(context, figures);
  const today = { date: asOf, balance };
  const balanceOn = (date: string) => ({
    date,
    balance: balanceAt(balances, date),
    /** What is bought by card up to the day, or planned to be, and is not in the balance, because its charge is later. */
    uncharged: shiftAt(shifts, date),
  });
  return {
    today,
    soon: balanceOn(plusDays(asOf, SOON_DAYS)),
    monthEnd: balanceOn(endOfMonth(asOf)),
    /** The last day for which occurrences are generated. */
    inNinetyDays: balanceOn(last),
    /** The lowest balance of those days and its first day, if it is below today's and below zero. */
    lowest: lowestOf(balances, Math.min(0, balance)),
    isKnown: isBalanceMeaningful(figures),
    /** Whether anything is to come in those days. */
    isAhead,
    /** What was bought by card up to today and is charged later. */
    pending,
  };
}

async function balancesAhead(context: Reading, { asOf, balance }: Balance) {
  const last = plusDays(asOf, GENERATED_DAYS_AHEAD);
  const totals = await totalsByDay(context.db, context.viewer.id, plusDays(asOf, 1), last);
  const { pending, shifts, charges } = await readDeferral(context);
  const days = totals.map(({ period, type, amount }) => ({
    date: period,
    amount: type === 'expense' ? -amount : amount,
  }));
  const balances = balancesFrom({ date: asOf, balance }, withShifts(days, [...shifts, ...charges], last));
  const isAhead = totals.length > 0 || pending !== 0 || charges.length > 0;
  return { balances, last, pending, shifts, isAhead };
}

/** The lowest balance from today up to a day, if it is below a limit (minor units); null if the balance is unknown. */
export function lowestUntil(context: Reading, until: string, line: number): Promise<DayBalance | null> {
  return fromSnapshot(context, async (inside) => {
    const figures = await readBalance(inside);
    if (!isBalanceMeaningful(figures)) return null;
    const { balances } = await balancesAhead(inside, figures);
    return lowestOf(
      balances.filter(({ date }) => date <= until),
      line,
    );
  });
}

export function balancesFrom(today: DayBalance, days: Shift[]): DayBalance[] {
  const balances = [today];
  let { balance } = today;
  for (const { date, amount } of days) {
    balance += amount;
    balances.push({ date, balance });
  }
  return balances;
}

export function balanceAt(balances: DayBalance[], date: string): number {
  return balances.findLast((day) => day.date <= date)?.balance ?? 0;
}

export function lowestOf(balances: DayBalance[], below: number): DayBalance | null {
  let lowest: DayBalance | null = null;
  for (const day of balances) if (day.balance < (lowest?.balance ?? below)) lowest = day;
  return lowest;
}
