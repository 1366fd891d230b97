import { generateHousehold } from '../../scripts/demo/household.ts';
import { type Random, randomFrom } from '../../scripts/demo/random.ts';
import { isGenerated } from '../../scripts/demo/templates.ts';
import {
  FORECAST_MONTHS,
  forecastSpending,
  type SpendingHistory,
} from '../../src/domain/analytics/forecast.ts';
import { meanOf } from '../../src/domain/analytics/statistics.ts';
import { monthOf } from '../../src/domain/calendar.ts';
import { median, report } from './figures.ts';

const TODAY = '2026-06-30';
const MONTHS = 36;

/** Forecasts each past month from those before it, beside two naive forecasts, and reports the errors of all three. */
export async function measureForecast(): Promise<void> {
  const all: Errors[] = [];
  for (const [name, history] of [['demo', demoHousehold()] as const, ...syntheticHouseholds()]) {
    const errors = backtest(history);
    all.push(errors);
    print(name, errors);
  }
  print('all', {
    ours: all.flatMap(({ ours }) => ours),
    lastMonth: all.flatMap(({ lastMonth }) => lastMonth),
    meanOfThree: all.flatMap(({ meanOfThree }) => meanOfThree),
    covered: all.flatMap(({ covered }) => covered),
  });
}

/** Errors as shares of the month's spending, and 1 for each month that was within the range. */
interface Errors {
  ours: number[];
  lastMonth: number[];
  meanOfThree: number[];
  covered: number[];
}

function backtest({ recurring, other }: SpendingHistory): Errors {
  const totals = other.map((amount, place) => amount + (recurring[place] ?? 0));
  const errors: Errors = { ours: [], lastMonth: [], meanOfThree: [], covered: [] };
  for (let place = FORECAST_MONTHS + 1; place < totals.length; place += 1) {
    const actual = totals[place] ?? 0;
    // As the product does: the month before is still running.
    const complete = place - 1;
    const before = { recurring: recurring.slice(0, complete), other: other.slice(0, complete) };
    const forecast = forecastSpending(before, recurring[place] ?? 0, 2);
    if ('missingMonths' in forecast) throw new Error('There is enough data.');
    const errorOf = (amount: number) => Math.abs(amount - actual) / actual;
    errors.ours.push(errorOf(forecast.amount));
    errors.lastMonth.push(errorOf(totals[complete - 1] ?? 0));
    errors.meanOfThree.push(errorOf(meanOf(totals.slice(complete - 3, complete))));
    errors.covered.push(forecast.low <= actual && actual <= forecast.high ? 1 : 0);
  }
  return errors;
}

function print(page: string, { covered, ...errors }: Errors): void {
  for (const [figure, values] of Object.entries(errors))
    report({
      bench: 'forecast',
      page,
      figure: `median error, ${figure}`,
      value: median(values),
      unit: 'ratio',
    });
  report({ bench: 'forecast', page, figure: 'within the range', value: meanOf(covered), unit: 'ratio' });
}

function demoHousehold(): SpendingHistory {
  const rows = generateHousehold({ seed: 'demo', today: TODAY }).filter(
    ({ type, date }) => type === 'expense' && date <= TODAY && date >= '2024-07-01',
  );
  const months = [...new Set(rows.map(({ date }) => monthOf(date)))];
  const sumOf = (generated: boolean) =>
    months.map((month) =>
      rows
        .filter((row) => monthOf(row.date) === month && isGenerated(row) === generated)
        .reduce((sum, { amount }) => sum + amount, 0),
    );
  return { recurring: sumOf(true), other: sumOf(false) };
}

/** Ways in which households spend what does not recur; an amount of a month, minor units. */
const HABITS: Record<string, (month: number, random: Random) => number> = {
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

/** A factor about 1, roughly normal with this standard deviation. */
function around(random: Random, deviation: number): number {
  const sum = Array.from({ length: 12 }, () => random.whole(0, 10_000) / 10_000).reduce(
    (one, other) => one + other,
  );
  return Math.max(0.05, 1 + (sum - 6) * deviation);
}

function syntheticHouseholds(): [string, SpendingHistory][] {
  return Object.entries(HABITS).map(([name, habit]) => {
    const random = randomFrom(`forecast ${name}`);
    const months = Array.from({ length: MONTHS }, (_, month) => month);
    return [
      name,
      {
        other: months.map((month) => Math.round(habit(month, random))),
        // Rent and subscriptions; the rent rises once a year, an insurance comes every sixth month.
        recurring: months.map(
          (month) => 450_000 + 20_000 * Math.floor(month / 12) + (month % 6 === 2 ? 120_000 : 0),
        ),
      },
    ];
  });
}
