import { generateHousehold } from '../../scripts/demo/household.ts';
import { randomFrom } from '../../scripts/demo/random.ts';
import { isGenerated } from '../../scripts/demo/templates.ts';
import {
  FORECAST_MONTHS,
  forecastSpending,
  type SpendingHistory,
} from '../../src/domain/analytics/forecast.ts';
import { meanOf } from '../../src/domain/analytics/statistics.ts';
import { monthOf } from '../../src/domain/calendar.ts';
import { median, report } from './figures.ts';
import { around, EXACT, HOUSEHOLDS, householdOf } from './households.ts';

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
  measureCoverage();
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

function syntheticHouseholds(): [string, SpendingHistory][] {
  const months = Array.from({ length: MONTHS }, (_, month) => month);
  // Rent and subscriptions; the rent rises once a year, an insurance comes every sixth month.
  const recurring = months.map(
    (month) => 450_000 + 20_000 * Math.floor(month / 12) + (month % 6 === 2 ? 120_000 : 0),
  );
  return [
    ...Object.keys(HOUSEHOLDS).map((name) => [name, householdOf(name, '', MONTHS)] as const),
    ...Object.entries(EXACT).map(([name, amountOf]) => [name, months.map(amountOf)] as const),
  ].map(([name, other]) => [name, { recurring, other }]);
}

/** The months of history after which ranges are tested. */
const LENGTHS = [3, 4, 6, 9, 12, 18, 24, 36];

/** How many random households there are of each kind. */
const OF_A_KIND = 200;

/** How often the stated range holds after so many months, for very many random households without what recurs. */
function measureCoverage(): void {
  for (const months of LENGTHS) {
    const kinds = Object.keys(HOUSEHOLDS).map((name) =>
      Array.from({ length: OF_A_KIND }, (_, number) =>
        testOne(householdOf(name, ` ${number}`, months + 2, number % 12)),
      ),
    );
    const stepped = Array.from({ length: OF_A_KIND }, (_, number) =>
      testOne(steppedHousehold(number, months)),
    );
    const page = `after ${months} months`;
    const all = kinds.flat();
    reportShare(page, 'range held', all);
    reportShare(page, 'range held, the kind with the fewest', fewestHeld(kinds));
    reportShare(page, 'range held after a step of 40 % four months ago', stepped);
    const error = median(stepped.map((one) => one.error));
    report({ bench: 'forecast', page, figure: 'median error after that step', value: error, unit: 'ratio' });
    const confident = all.filter(({ isConfident }) => isConfident);
    report({
      bench: 'forecast',
      page,
      figure: 'high confidence',
      value: confident.length / all.length,
      unit: 'ratio',
    });
    if (confident.length > 0) reportShare(page, 'range held where confidence was high', confident);
  }
}

interface Tested {
  error: number;
  isHeld: boolean;
  isConfident: boolean;
}

/** Forecasts the last amount from those up to two before it. */
function testOne(amounts: readonly number[]): Tested {
  const forecast = forecastSpending({ recurring: [], other: amounts.slice(0, -2) }, 0, 2);
  if ('missingMonths' in forecast) throw new Error('There is enough data.');
  const actual = amounts.at(-1) ?? 0;
  return {
    error: Math.abs(forecast.amount - actual) / Math.max(1, actual),
    isHeld: forecast.low <= actual && actual <= forecast.high,
    isConfident: forecast.confidence === 'high',
  };
}

const heldOf = (tests: readonly Tested[]) => meanOf(tests.map(({ isHeld }) => (isHeld ? 1 : 0)));

function fewestHeld(kinds: readonly Tested[][]): Tested[] {
  return kinds.toSorted((one, other) => heldOf(one) - heldOf(other))[0] ?? [];
}

function reportShare(page: string, figure: string, tests: readonly Tested[]): void {
  report({ bench: 'forecast', page, figure, value: heldOf(tests), unit: 'ratio' });
}

function steppedHousehold(number: number, months: number): number[] {
  const random = randomFrom(`step ${number}`);
  return Array.from(
    { length: months + 2 },
    (_, month) => (month < months - 4 ? 400_000 : 560_000) * around(random, 0.07),
  );
}
