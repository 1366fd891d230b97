import { Hono } from 'hono';
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
import { query, todayOf } from './request.ts';

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
    .get('/balance', async (call) => {
      const { asOf, ...figures } = await readBalance(signedIn(call));
      return ok(call, { ...standing(figures), as_of: asOf });
    })
    .get('/balance/details', async (call) => {
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
    })
    .get(`/balance/history/:period{(?:${PERIODS.join('|')})}`, async (call) => {
      const period = call.req.param('period') as Period;
      const points = await balanceHistory(signedIn(call), period, query(call, historySchema).months);
      const history = points.map((point) => ({
        date: point.date,
        income: toDecimal(point.income),
        expenses: toDecimal(point.expenses),
        balance: toDecimal(point.balance),
      }));
      return ok(call, { period, history });
    })
    .get('/dashboard', async (call) => {
      const context = signedIn(call);
      const found = await dashboard(context, query(call, daysSchema).days);
      return ok(call, {
        balance: { ...standing(found.balance), as_of: found.balance.asOf },
        recent: found.recent.map((entry) => presentTransaction(entry, context.locale)),
        upcoming: found.upcoming.map((entry) => presentTransaction(entry, context.locale)),
        categories: found.categories.map(part),
        daily: found.daily.map(day),
      });
    })
    .get('/categories/breakdown', async (call) => {
      const context = signedIn(call);
      const { start_date, end_date, type } = query(call, rangeSchema);
      const shares = await breakdown(context, { from: start_date, to: end_date }, type ?? 'expense');
      return ok(call, { categories: shares.map(part) });
    })
    .get('/summary', async (call) => {
      const context = signedIn(call);
      const { start_date, end_date } = query(call, rangeSchema);
      const { byCategory, ...figures } = await summarise(context, { from: start_date, to: end_date });
      return ok(call, {
        ...summed(figures),
        by_category: byCategory.map((share) => ({ ...part(share), type: share.type })),
      });
    })
    .get('/summary/monthly', async (call) => {
      const { year, month, daily, ...figures } = await summariseMonth(
        signedIn(call),
        query(call, monthSchema),
      );
      return ok(call, { year, month, ...summed(figures), daily: daily.map(day) });
    });
}
