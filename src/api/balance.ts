import { Hono } from 'hono';
import * as v from 'valibot';
import { dashboard } from '../domain/balance/dashboard.ts';
import { balanceHistory } from '../domain/balance/history.ts';
import { presentShare } from '../domain/balance/present.ts';
import { balanceDetails, readBalance } from '../domain/balance/read-balance.ts';
import {
  dateSchema,
  daysSchema,
  historySchema,
  monthSchema,
  PERIODS,
  type Period,
  rangeSchema,
} from '../domain/balance/schema.ts';
import { breakdown, summarise, summariseMonth } from '../domain/balance/summarise.ts';
import { balanceOf, type Figures } from '../domain/ledger/figures.ts';
import { toDecimal } from '../domain/money.ts';
import { presentTransaction } from '../domain/transactions/present.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { Call, HttpEnv } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { about } from './description/about.ts';
import { query, todayOf } from './request.ts';
import {
  categoryShareShape,
  dayShape,
  standingShape,
  standing as standingShapes,
  summed as summedShapes,
} from './shapes/balance.ts';
import { transactionsShape } from './shapes/transactions.ts';
import { countShape, dateShape, typeShape } from './shapes/values.ts';

const standing = (figures: Figures) => ({
  income: toDecimal(figures.income),
  expenses: toDecimal(figures.expenses),
  balance: toDecimal(balanceOf(figures)),
});

const summed = ({ income, expenses, net, count }: Figures) => ({
  income: toDecimal(income),
  expenses: toDecimal(expenses),
  net: toDecimal(net),
  count,
});

const day = (figures: { date: string; income: number; expenses: number; net: number }) => ({
  date: figures.date,
  income: toDecimal(figures.income),
  expenses: toDecimal(figures.expenses),
  net: toDecimal(figures.net),
});

const historyShapes = {
  period: v.picklist(PERIODS),
  history: v.array(v.object({ date: dateShape, ...standingShapes })),
};

async function answerHistory(call: Call, period: Period): Promise<Response> {
  const points = await balanceHistory(signedIn(call), period, query(call, historySchema).months);
  const history = points.map((point) => ({
    date: point.date,
    income: toDecimal(point.income),
    expenses: toDecimal(point.expenses),
    balance: toDecimal(point.balance),
  }));
  return ok(call, { period, history });
}

/** The viewer's balance: balance, summaries, breakdowns. */
export function balance(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(
      '/balance',
      about({
        summary: 'Get the balance of all transactions up to today',
        data: { ...standingShapes, as_of: dateShape },
      }),
      async (call) => {
        const { asOf, ...figures } = await readBalance(signedIn(call));
        return ok(call, { ...standing(figures), as_of: asOf });
      },
    )
    .get(
      '/balance/details',
      about({
        summary: 'Get the balance of a day and of its week, month and year so far',
        note: 'The date is today by default. The first day of the week is a preference of the account.',
        query: dateSchema,
        data: {
          date: dateShape,
          daily: standingShape,
          weekly: standingShape,
          monthly: standingShape,
          yearly: standingShape,
          total: standingShape,
        },
      }),
      async (call) => {
        const context = signedIn(call);
        const { date = todayOf(context) } = query(call, dateSchema);
        const { daily, weekly, monthly, yearly, total } = await balanceDetails(context, date);
        return ok(call, {
          date,
          daily: standing(daily),
          weekly: standing(weekly),
          monthly: standing(monthly),
          yearly: standing(yearly),
          total: standing(total),
        });
      },
    )
    .get(
      '/balance/history',
      about({
        summary: 'List the running balance by month',
        note: 'The same as `GET /transactions/balance/history/monthly`.',
        query: historySchema,
        data: historyShapes,
      }),
      (call) => answerHistory(call, 'monthly'),
    )
    .get(
      `/balance/history/:period{(?:${PERIODS.join('|')})}`,
      about({
        summary: 'List the running balance by period',
        note: '`date` is the first day of a period and `balance` the balance at its end. The last period ends today. By month there are as many points as `months`.',
        query: historySchema,
        data: historyShapes,
      }),
      (call) => answerHistory(call, call.req.param('period') as Period),
    )
    .get(
      '/dashboard',
      about({
        summary: 'Get the dashboard: balance, latest and upcoming transactions, categories and days',
        query: daysSchema,
        data: {
          balance: v.object({ ...standingShapes, as_of: dateShape }),
          recent: transactionsShape,
          upcoming: transactionsShape,
          categories: v.array(categoryShareShape),
          daily: v.array(dayShape),
        },
      }),
      async (call) => {
        const context = signedIn(call);
        const found = await dashboard(context, query(call, daysSchema).days);
        return ok(call, {
          balance: { ...standing(found.balance), as_of: found.balance.asOf },
          recent: found.recent.map((entry) => presentTransaction(entry, context.locale)),
          upcoming: found.upcoming.map((entry) => presentTransaction(entry, context.locale)),
          categories: found.categories.map(presentShare),
          daily: found.daily.map(day),
        });
      },
    )
    .get(
      '/categories/breakdown',
      about({
        summary: 'Sum a date range by category',
        note: 'A missing start or end does not limit the range. The type is `expense` by default. Largest sum first.',
        query: rangeSchema,
        data: { categories: v.array(categoryShareShape) },
      }),
      async (call) => {
        const context = signedIn(call);
        const { start_date, end_date, type } = query(call, rangeSchema);
        const shares = await breakdown(context, { from: start_date, to: end_date }, type ?? 'expense');
        return ok(call, { categories: shares.map(presentShare) });
      },
    )
    .get(
      '/summary',
      about({
        summary: 'Sum a date range',
        query: rangeSchema,
        data: {
          ...summedShapes,
          by_category: v.array(v.object({ ...categoryShareShape.entries, type: typeShape })),
        },
      }),
      async (call) => {
        const context = signedIn(call);
        const { start_date, end_date } = query(call, rangeSchema);
        const { byCategory, ...figures } = await summarise(context, { from: start_date, to: end_date });
        return ok(call, {
          ...summed(figures),
          by_category: byCategory.map((share) => ({ ...presentShare(share), type: share.type })),
        });
      },
    )
    .get(
      '/summary/monthly',
      about({
        summary: 'Sum a month, with each of its days',
        note: 'The current month by default.',
        query: monthSchema,
        data: { year: countShape, month: countShape, ...summedShapes, daily: v.array(dayShape) },
      }),
      async (call) => {
        const { year, month, daily, ...figures } = await summariseMonth(
          signedIn(call),
          query(call, monthSchema),
        );
        return ok(call, { year, month, ...summed(figures), daily: daily.map(day) });
      },
    );
}
