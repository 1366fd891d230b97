import { type Random, randomFrom } from '../../scripts/demo/random.ts';

type Habit = (month: number, random: Random) => number;

/** Unplanned spending of households: a month's amounts in minor units. */
export const HOUSEHOLDS: Record<string, Habit> = {
  even: (_month, random) => 400_000 * around(random, 0.05),
  usual: (_month, random) => 500_000 * around(random, 0.15),
  uneven: (_month, random) => 300_000 * around(random, 0.5),
  'summer and December': (month, random) =>
    450_000 * around(random, 0.08) * ([6, 7, 11].includes(month % 12) ? 1.8 : 1),
  'dearer each month': (month, random) => (300_000 + 9000 * month) * around(random, 0.08),
  'cheaper each month': (month, random) => (700_000 - 9000 * month) * around(random, 0.08),
  'large purchases': (_month, random) =>
    350_000 * around(random, 0.12) + (random.chance(0.12) ? random.whole(300_000, 1_500_000) : 0),
  'a child from the second year on': (month, random) =>
    (month < 14 ? 300_000 : 480_000) * around(random, 0.12),
  'months without entries': (_month, random) => (random.chance(0.15) ? 0 : 420_000 * around(random, 0.15)),
  'every second month': (month, random) => (month % 2 === 0 ? 520_000 : 380_000) * around(random, 0.08),
};

/** Spending in each month from `start` on, in whole minor units. */
export function householdOf(name: string, seed: string, months: number, start = 0): number[] {
  const random = randomFrom(`forecast ${name}${seed}`);
  return Array.from({ length: months }, (_, month) =>
    Math.round(HOUSEHOLDS[name]?.(start + month, random) ?? 0),
  );
}

/** A roughly normal factor around 1 with this standard deviation. */
export function around(random: Random, deviation: number): number {
  const sum = Array.from({ length: 12 }, () => random.whole(0, 10_000) / 10_000).reduce((a, b) => a + b);
  return Math.max(0.05, 1 + (sum - 6) * deviation);
}
