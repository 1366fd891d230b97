import * as v from 'valibot';
import type { PartFigures } from '../domain/analytics/parts.ts';
import { balanceDetails, balanceHistory, readBalance } from '../domain/balance/read.ts';
import {
  balanceSchema,
  dateSchema,
  daysSchema,
  historySchema,
  monthSchema,
  PERIODS,
  type Period,
  rangeSchema,
} from '../domain/balance/schema.ts';
import { breakdown, presentShare, summarise, summariseMonth } from '../domain/balance/summarise.ts';
import { todayOf } from '../domain/calendar.ts';
import type { SignedIn } from '../domain/context.ts';
import { dashboard } from '../domain/home/dashboard.ts';
import { balanceOf, type Figures } from '../domain/ledger/figures.ts';
import { ofAccounts } from '../domain/ledger/of-accounts.ts';
import { toDecimal } from '../domain/money.ts';
import { presentTransaction } from '../domain/transactions/present.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import {
  balanceEntries,
  balanceShape,
  categoryShareShape,
  dayShape,
  summed as summedShapes,
} from './shapes/balance.ts';
import { historyShapes, presentPoint } from './shapes/history.ts';
import { transactionsShape } from './shapes/transactions.ts';
import { countShape, dateShape, typeShape } from './shapes/values.ts';

const presentBalance = (figures: Figures) => ({
  income: toDecimal(figures.income),
  expenses: toDecimal(figures.expenses),
  balance: toDecimal(balanceOf(figures)),
});

const summed = ({ income, expenses, net, count, openingCount }: Figures) => ({
  income: toDecimal(income),
  expenses: toDecimal(expenses),
  net: toDecimal(net),
  // As its categories and days, without opening balances.
  count: count - openingCount,
});

const day = (figures: PartFigures) => ({
  date: figures.from,
  income: toDecimal(figures.income),
  expenses: toDecimal(figures.expenses),
  net: toDecimal(figures.net),
});

async function readHistory(context: SignedIn, period: Period, months: number) {
  const points = await balanceHistory(context, period, months);
  return { period, history: points.map(presentPoint) };
}

export const balance: Endpoints = {
  'GET /balance': endpoint({
    summary: 'Get the balance of all transactions up to today',
    query: balanceSchema,
    data: { ...balanceEntries, as_of: dateShape },
    answer: async (context, { account }) => {
      const { asOf, ...figures } = await readBalance(ofAccounts(context, account));
      return { ...presentBalance(figures), as_of: asOf };
    },
  }),
  'GET /balance/details': endpoint({
    summary: 'Get the balance of a day and of its week, month and year so far',
    note: 'The date is today by default. The first day of the week is a preference of the account.',
    query: dateSchema,
    data: {
      date: dateShape,
      daily: balanceShape,
      weekly: balanceShape,
      monthly: balanceShape,
      yearly: balanceShape,
      total: balanceShape,
    },
    answer: async (context, { date = todayOf(context), account }) => {
      const details = await balanceDetails(ofAccounts(context, account), date);
      return {
        date,
        ...Object.fromEntries(
          Object.entries(details).map(([period, figures]) => [period, presentBalance(figures)]),
        ),
      };
    },
  }),
  'GET /balance/history': endpoint({
    summary: 'List the running balance by month',
    note: 'The same as `GET /transactions/balance/history/monthly`.',
    query: historySchema,
    data: historyShapes,
    answer: (context, { months, account }) => readHistory(ofAccounts(context, account), 'monthly', months),
  }),
  [`GET /balance/history/:period{(?:${PERIODS.join('|')})}`]: endpoint({
    summary: 'List the running balance by period',
    note: '`date` is the first day of a period and `balance` the balance at its end. The last period ends today. By month there are as many points as `months`.',
    query: historySchema,
    data: historyShapes,
    answer: (context, { months, account }, { call }) =>
      readHistory(ofAccounts(context, account), call.req.param('period') as Period, months),
  }),
  'GET /dashboard': endpoint({
    summary: 'Get the dashboard: balance, latest and upcoming transactions, categories and days',
    query: daysSchema,
    data: {
      balance: v.object({ ...balanceEntries, as_of: dateShape }),
      recent: transactionsShape,
      upcoming: transactionsShape,
      categories: v.array(categoryShareShape),
      daily: v.array(dayShape),
    },
    answer: async (context, { days, account }) => {
      const figures = await dashboard(ofAccounts(context, account), days);
      return {
        balance: { ...presentBalance(figures.balance), as_of: figures.balance.asOf },
        recent: figures.recent.map((entry) => presentTransaction(entry, context.locale)),
        upcoming: figures.upcoming.map((entry) => presentTransaction(entry, context.locale)),
        categories: figures.categories.map(presentShare),
        daily: figures.daily.map(day),
      };
    },
  }),
  'GET /categories/breakdown': endpoint({
    summary: 'Sum a date range by category',
    note: 'A missing start or end does not limit the range. The type is `expense` by default. Largest sum first.',
    query: rangeSchema,
    data: { categories: v.array(categoryShareShape) },
    answer: async (context, { start_date, end_date, type, account }) => {
      const shares = await breakdown(
        ofAccounts(context, account),
        { from: start_date, to: end_date },
        type ?? 'expense',
      );
      return { categories: shares.map(presentShare) };
    },
  }),
  'GET /summary': endpoint({
    summary: 'Sum a date range',
    query: rangeSchema,
    data: {
      ...summedShapes,
      by_category: v.array(v.object({ ...categoryShareShape.entries, type: typeShape })),
    },
    answer: async (context, { start_date, end_date, account }) => {
      const { byCategory, ...figures } = await summarise(ofAccounts(context, account), {
        from: start_date,
        to: end_date,
      });
      return {
        ...summed(figures),
        by_category: byCategory.map((share) => ({ ...presentShare(share), type: share.type })),
      };
    },
  }),
  'GET /summary/monthly': endpoint({
    summary: 'Sum a month, with each of its days',
    note: 'The current month by default.',
    query: monthSchema,
    data: { year: countShape, month: countShape, ...summedShapes, daily: v.array(dayShape) },
    answer: async (context, { account, ...input }) => {
      const { year, month, daily, ...figures } = await summariseMonth(ofAccounts(context, account), input);
      return { year, month, ...summed(figures), daily: daily.map(day) };
    },
  }),
};
