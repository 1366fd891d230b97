import { Hono } from 'hono';
import * as v from 'valibot';
import { breakdown, type CategoryShare } from '../domain/balance/breakdown.ts';
import { dashboard } from '../domain/balance/dashboard.ts';
import { balanceDetails } from '../domain/balance/details.ts';
import { balanceHistory } from '../domain/balance/history.ts';
import { readBalance } from '../domain/balance/read-balance.ts';
import {
  dateSchema,
  daysSchema,
  historySchema,
  monthSchema,
  PERIODS,
  type Period,
  rangeSchema,
} from '../domain/balance/schema.ts';
import { summarise, summariseMonth } from '../domain/balance/summarise.ts';
import { toDecimal } from '../domain/money.ts';
import type { Figures } from '../domain/totals/figures.ts';
import { presentTransaction } from '../domain/transactions/present.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
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

const standing = ({ income, expenses, net }: Figures) => ({
  income: toDecimal(income),
  expenses: toDecimal(expenses),
  balance: toDecimal(net),
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

const part = ({ category, name, amount, count, share }: CategoryShare) => ({
  category_id: category?.id ?? null,
  category_name: name,
  icon: category?.icon ?? null,
  color: category?.color ?? null,
  total_amount: toDecimal(amount),
  transaction_count: count,
  percent: Math.round(share * 10_000) / 100,
});

/** Where a person stands: balance, summaries, breakdowns. */
export function balance(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .get(
      '/balance',
      about({
        summary: 'The balance: all that is dated up to today',
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
        summary: 'The balance of a day, its week, month and year so far',
        note: 'Without a date it is today. The week starts as the account prefers.',
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
      `/balance/history/:period{(?:${PERIODS.join('|')})}`,
      about({
        summary: 'The running balance by period',
        note: '`date` is the first day of a period, `balance` all up to its end; the last one ends today.',
        query: historySchema,
        data: {
          period: v.picklist(PERIODS),
          history: v.array(v.object({ date: dateShape, ...standingShapes })),
        },
      }),
      async (call) => {
        const period = call.req.param('period') as Period;
        const points = await balanceHistory(signedIn(call), period, query(call, historySchema).months);
        const history = points.map((point) => ({
          date: point.date,
          income: toDecimal(point.income),
          expenses: toDecimal(point.expenses),
          balance: toDecimal(point.balance),
        }));
        return ok(call, { period, history });
      },
    )
    .get(
      '/dashboard',
      about({
        summary: 'Balance, latest and coming transactions, categories and days in one answer',
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
          categories: found.categories.map(part),
          daily: found.daily.map(day),
        });
      },
    )
    .get(
      '/categories/breakdown',
      about({
        summary: 'What a range went to, or came from, by category',
        note: 'Open ends have no limit; without a type it is expenses. Largest first.',
        query: rangeSchema,
        data: { categories: v.array(categoryShareShape) },
      }),
      async (call) => {
        const context = signedIn(call);
        const { start_date, end_date, type } = query(call, rangeSchema);
        const shares = await breakdown(context, { from: start_date, to: end_date }, type ?? 'expense');
        return ok(call, { categories: shares.map(part) });
      },
    )
    .get(
      '/summary',
      about({
        summary: 'What a range sums up to',
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
          by_category: byCategory.map((share) => ({ ...part(share), type: share.type })),
        });
      },
    )
    .get(
      '/summary/monthly',
      about({
        summary: 'What a month sums up to, day by day',
        note: 'The present month unless told.',
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
