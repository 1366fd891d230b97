import { forecastSpending } from '../../src/domain/analytics/forecast.ts';
import { type HealthMonth, healthOf } from '../../src/domain/analytics/health.ts';
import { slopeOf, volatilityOf } from '../../src/domain/analytics/statistics.ts';
import { trendOf } from '../../src/domain/analytics/trend.ts';
import { endOfMonth, monthOf, plusDays, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';

/** In minor units. */
export interface Row {
  type: 'expense' | 'income';
  minor: number;
  date: string;
  time: string;
  description: string;
  merchant_name: string | null;
  category_id: string | null;
  template_id: string | null;
}

interface Range {
  from: string;
  to: string;
}

const OPENING = /^0{8}-0{4}-7000-8000-/;
const isOpening = ({ category_id }: Row) => OPENING.test(category_id ?? '');

export const sum = (rows: readonly Row[]) => rows.reduce((whole, { minor }) => whole + minor, 0);
export const ofType = (rows: readonly Row[], type: Row['type']) => rows.filter((row) => row.type === type);
const net = (rows: readonly Row[]) => sum(ofType(rows, 'income')) - sum(ofType(rows, 'expense'));
export const decimal = (minor: number) => minor / 100;

export const within = (rows: readonly Row[], { from, to }: Range) =>
  rows.filter((row) => from <= row.date && row.date <= to && !isOpening(row));

/** How often each day of the month is due in a range; missing days count as the month's last. */
function duesIn({ from, to }: Range): string {
  const counts = Array<number>(31).fill(0);
  for (let date = from; date <= to; date = plusDays(date, 1)) {
    const last = date === endOfMonth(date) ? 31 : Number(date.slice(8));
    for (let day = Number(date.slice(8)); day <= last; day += 1) counts[day - 1] = (counts[day - 1] ?? 0) + 1;
  }
  return counts.join(' ');
}

/** The change of a sum, or the reason for none: fewer than nine of ten days recorded, nothing or too little before. */
function change(rows: readonly Row[], type: Row['type'], now: Range, before: Range, isFree = false) {
  const [present = 0, past = 0] = [now, before].map((range) => sum(ofType(within(rows, range), type)));
  const begins = recordedSince(rows, now.to) ?? '9999-12-31';
  if (past === 0) return { grown: null, reason: 'nothing_before' };
  let days = 0;
  for (let day = before.from; day <= before.to; day = plusDays(day, 1)) days += 1;
  if (begins > plusDays(before.from, Math.min(6, Math.floor(days / 10))))
    return { grown: null, reason: 'records_begin_later' };
  if (isFree && duesIn(now) !== duesIn(before)) return { grown: null, reason: 'unequal_days' };
  const grown = (present - past) / past;
  return grown > 20 ? { grown: null, reason: 'too_little_before' } : { grown, reason: null };
}
// JSON has no negative zero.
const percent = (share: number) => Math.round(share * 10_000) / 100 + 0;

/** Each with its days in the range. */
export function monthsIn({ from, to }: Range): (Range & { month: string })[] {
  const months = [];
  for (let start = startOfMonth(from); start <= to; start = plusMonths(start, 1)) {
    const end = endOfMonth(start);
    months.push({ month: monthOf(start), from: start < from ? from : start, to: end > to ? to : end });
  }
  return months;
}

/** Slots with the highest expenses; none without any. */
function peaks<Slot>(rows: readonly Row[], slots: readonly Slot[], slotOf: (row: Row) => Slot): Slot[] {
  const expenses = ofType(rows, 'expense');
  const sums = slots.map((slot) => sum(expenses.filter((row) => slotOf(row) === slot)));
  const most = Math.max(0, ...sums);
  return most === 0 ? [] : slots.filter((_, place) => sums[place] === most);
}

const SIZES = { micro: 0, small: 1000, medium: 5000, large: 20_000, huge: 100_000 };
const LIMITS = [...Object.values(SIZES).slice(1), Number.POSITIVE_INFINITY];

export function summaryOf(rows: readonly Row[], days: number, today: string) {
  const inside = within(rows, { from: plusDays(today, 1 - days), to: today });
  const expenses = ofType(inside, 'expense');
  const month = { from: startOfMonth(today), to: today };
  const earlier = plusMonths(month.from, -1);
  const past = {
    from: earlier,
    to: today === endOfMonth(today) ? endOfMonth(earlier) : plusMonths(today, -1),
  };
  const changed = (type: Row['type']) => {
    const { grown, reason } = change(rows, type, month, past);
    return {
      [`${type}_change_percent`]: grown === null ? null : percent(grown),
      [`${type}_change_reason`]: reason,
    };
  };
  const categories = [...Map.groupBy(expenses, ({ category_id }) => category_id)].map(([id, some]) => ({
    category_id: id,
    total_amount: decimal(sum(some)),
    transaction_count: some.length,
    percent: percent(sum(some) / sum(expenses)),
  }));
  return {
    figures: {
      income: decimal(sum(ofType(inside, 'income'))),
      expenses: decimal(sum(expenses)),
      net: decimal(net(inside)),
      transaction_count: inside.length,
      average_expense: decimal(expenses.length === 0 ? 0 : Math.round(sum(expenses) / expenses.length)),
      monthly_comparison: {
        ...changed('income'),
        ...changed('expense'),
      },
    },
    categories,
  };
}

export function userAnalyticsOf(
  rows: readonly Row[],
  { range, compared, isFree }: { range: Range; compared: Range; isFree: boolean },
  today: string,
) {
  const growth = change(rows, 'expense', range, compared, isFree);
  const inside = within(rows, range);
  const months = monthsIn(range);
  const expenses = ofType(inside, 'expense');
  const hours = peaks(inside, [...Array(24).keys()], ({ time }) => Number(time.slice(0, 2)));
  const weekdays = peaks(inside, [...Array(7).keys()], ({ date }) => new Date(date).getUTCDay());
  const peakMonths = peaks(
    inside,
    months.map(({ month }) => month),
    ({ date }) => monthOf(date),
  );
  const first = firstComplete(rows, range.to);
  const complete = months
    .filter(({ from, to }) => from === startOfMonth(from) && to === endOfMonth(to) && to < today)
    .filter(({ from }) => first !== undefined && from >= first)
    .map((month) => sum(ofType(within(rows, month), 'expense')));
  return {
    date_from: range.from,
    date_to: range.to,
    monthly_trends: months.map((month) => ({
      month: month.month,
      income: decimal(sum(ofType(within(rows, month), 'income'))),
      expenses: decimal(sum(ofType(within(rows, month), 'expense'))),
      net: decimal(net(within(rows, month))),
      balance: decimal(net(rows.filter(({ date }) => date <= month.to))),
    })),
    spending_patterns: {
      peakHour: hours[0] ?? null,
      peakDay: weekdays[0] ?? null,
      peakMonth: peakMonths[0] ?? null,
      ...{ peakHours: hours, peakDays: weekdays, peakMonths },
      spendingDistribution: Object.fromEntries(
        Object.entries(SIZES).map(([size, from], place) => [
          size,
          expenses.filter(({ minor }) => from <= minor && minor < (LIMITS[place] ?? 0)).length,
        ]),
      ),
    },
    insights: {
      trends: {
        direction: complete.length < 2 ? null : trendOf(complete),
        // JSON has no negative zero.
        slope: complete.length < 2 ? null : decimal(Math.round(slopeOf(complete))) + 0,
        volatility: complete.length < 2 ? null : volatilityOf(complete),
        growth: growth.grown,
        growth_reason: growth.reason,
      },
    },
    ...outlookOf(rows, today),
  };
}

/** The first day since which no month up to `to` is empty. */
function recordedSince(rows: readonly Row[], to: string): string | undefined {
  const days = rows.filter((row) => !isOpening(row)).map(({ date }) => date);
  let start = startOfMonth(to);
  while (days.some((day) => monthOf(day) === monthOf(plusMonths(start, -1)))) start = plusMonths(start, -1);
  return days.filter((day) => start <= day && day <= to).sort()[0];
}

const firstComplete = (rows: readonly Row[], to: string) => fullMonth(recordedSince(rows, to));

/** The first month with a transaction in its first week, or else the next. */
function fullMonth(begins: string | undefined): string | undefined {
  if (begins === undefined) return undefined;
  return begins <= `${monthOf(begins)}-07` ? startOfMonth(begins) : plusMonths(startOfMonth(begins), 1);
}

/** The balance at the end of a day, and whether it is meaningful. */
function balanceAt(rows: readonly Row[], to: string) {
  const until = rows.filter(({ date }) => date <= to);
  const balance = net(until);
  const flows = net(until.filter((row) => !isOpening(row)));
  return { balance, isBalanceKnown: balance !== flows || flows > 0 };
}

function outlookOf(rows: readonly Row[], today: string) {
  const thisMonth = startOfMonth(today);
  const earliest = plusMonths(thisMonth, -24);
  const first = fullMonth(
    rows
      .filter((row) => !isOpening(row))
      .map(({ date }) => date)
      .sort()[0],
  );
  const start = first === undefined || first > today ? today : first;
  const past = { from: [start, earliest].sort()[1] ?? start, to: plusDays(thisMonth, -1) };
  const repeated = (range: Range) =>
    sum(ofType(within(rows, range), 'expense').filter(({ template_id }) => template_id !== null));
  const months = (past.from > past.to ? [] : monthsIn(past)).map(
    (month): HealthMonth => ({
      month: month.month,
      income: sum(ofType(within(rows, month), 'income')),
      expenses: sum(ofType(within(rows, month), 'expense')),
      fixed: repeated(month),
      ...balanceAt(rows, month.to),
    }),
  );
  const health = healthOf(months);
  const nextMonth = plusMonths(thisMonth, 1);
  const ahead = { from: nextMonth, to: endOfMonth(nextMonth) };
  const whole = firstComplete(rows, today);
  const unbroken = months.filter(({ month }) => whole !== undefined && `${month}-01` >= whole);
  const isSpending = repeated(ahead) > 0 || unbroken.some(({ expenses }) => expenses > 0);
  const forecast = forecastSpending(
    {
      recurring: unbroken.map(({ fixed }) => fixed),
      other: unbroken.map(({ expenses, fixed }) => expenses - fixed),
    },
    repeated(ahead),
    2,
  );
  return {
    financial_health: { score: 'health' in health ? health.health.score : null },
    forecast: { nextMonthSpending: 'amount' in forecast && isSpending ? decimal(forecast.amount) : null },
  };
}

export function categoryAnalyticsOf(rows: readonly Row[], category: string, count: number, today: string) {
  const own = rows.filter(({ category_id }) => category_id === category);
  const thisMonth = startOfMonth(today);
  const window = monthsIn({ from: plusMonths(thisMonth, 1 - count), to: endOfMonth(today) });
  const monthly = window.map((month) => ({ ...month, rows: within(own, month) }));
  const whole = firstComplete(rows, today);
  const inside = monthly.flatMap((month) => month.rows);
  const dates = own.map(({ date }) => date).sort();
  const last = dates.findLast((date) => date <= today) ?? null;
  const [first] = dates;
  const complete = monthly
    .filter(({ month }) => month < monthOf(today) && month >= monthOf(first ?? month))
    .filter(({ from }) => whole !== undefined && from >= whole)
    .map((month) => sum(month.rows));
  const isInMaintenance = own.length > 5 && last !== null && last <= plusDays(today, -90);
  const usage = own.length === 0 ? null : own.length < 3 ? 'underused' : isInMaintenance ? 'seasonal' : null;
  const described = Map.groupBy(
    inside.filter(({ date }) => date <= today),
    ({ description }) => description,
  );
  return {
    category_id: category,
    total_amount: decimal(sum(inside)),
    totalAmount: decimal(sum(inside)),
    transaction_count: inside.length,
    transactionCount: inside.length,
    averageAmount: decimal(inside.length === 0 ? 0 : Math.round(sum(inside) / inside.length)),
    trend: complete.length < 2 || inside.length < 3 ? null : trendOf(complete),
    lastTransactionDate: last,
    usageCount: own.length,
    usage: own.length > 0 ? 'active' : 'unused',
    usage_pattern: usage,
    commonDescriptions: [...described]
      .sort(([one, often], [other, less]) => less.length - often.length || (one < other ? -1 : 1))
      .slice(0, 5)
      .map(([description]) => description),
    monthly: monthly.map((month) => ({
      month: month.month,
      amount: decimal(sum(month.rows)),
      count: month.rows.length,
    })),
  };
}
