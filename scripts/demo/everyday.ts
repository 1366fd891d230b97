import type { Day } from './days.ts';
import { HABITS, type Habit } from './habits.ts';
import type { Random } from './random.ts';
import type { DayRow } from './rows.ts';

const STEP = { shekels: 100, tenths: 10, anyhow: 1 };

export function purchasesOf(day: Day, random: Random): DayRow[] {
  return HABITS.filter((habit) => happens(habit, day, random)).map((habit) => buy(habit, random));
}

export function purchaseOf(random: Random): DayRow {
  return buy(random.pick(HABITS), random);
}

export function refundsOf(random: Random): DayRow[] {
  if (!random.chance(0.03)) return [];
  const bought = buy(random.pick(HABITS.filter(({ returnable }) => returnable)), random);
  const { description } = bought;
  const hebrew = /[א-ת]/.test(description);
  const named = hebrew ? `זיכוי: ${description}` : `Refund: ${description}`;
  return [{ ...bought, type: 'income', category: 'refunds', description: named }];
}

function happens({ weekly, busyDays, always }: Habit, day: Day, random: Random): boolean {
  const usual = weekly / 7;
  const likely = busyDays ? (busyDays.includes(day.weekday) ? usual * 2.5 : usual * 0.5) : usual;
  const wants = random.chance(likely);
  return wants && (always || !day.isRest);
}

function buy(habit: Habit, random: Random): DayRow {
  return {
    type: 'expense',
    amount: priceOf(habit, random),
    description: descriptionOf(habit, random),
    merchant_name: random.pick(habit.merchants),
    // Some have no category, as in real data.
    category: random.chance(0.02) ? null : habit.category,
    time: timeOf(habit, random),
    notes: habit.notes && random.chance(0.06) ? random.pick(habit.notes) : null,
  };
}

function priceOf({ from, to, ends }: Habit, random: Random): number {
  // The product of two random numbers makes small purchases more common.
  const spread = random.whole(0, 1000) * random.whole(0, 1000);
  const price = from + Math.round(((to - from) * spread) / 1_000_000);
  return Math.max(STEP[ends], Math.round(price / STEP[ends]) * STEP[ends]);
}

function descriptionOf({ descriptions, items }: Habit, random: Random): string {
  if (!items || random.chance(0.6)) return random.pick(descriptions);
  const first = random.pick(items);
  const second = random.pick(items);
  return first === second ? first : `${first}, ${second}`;
}

function timeOf({ hours: [from, to] }: Habit, random: Random): string {
  const hour = random.whole(from, to - 1);
  const minute = random.whole(0, 59);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
