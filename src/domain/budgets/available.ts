import { readBalance } from '../balance/read-balance.ts';
import { plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { tellsMoney } from '../ledger/figures.ts';
import { totalsByDay } from '../ledger/totals.queries.ts';
import { readAccounts } from '../money-accounts/read.ts';
import { fromSnapshot } from '../snapshot.ts';
import { findBudgets, findGoals, findNextIncome } from './budgets.queries.ts';
import { daysBetween } from './periods.ts';

/** Kinds of accounts that people pay from; savings and loans are left out. */
const SPENT_FROM: ReadonlySet<string> = new Set(['bank', 'cash', 'credit_card', 'other']);

/** What can be spent until money comes in; minor units. */
export interface Available {
  amount: number;
  /** The day on which money comes in. */
  until: string;
  /** Days from today on, without that day. */
  days: number;
  perDay: number;
  lines: { kind: 'balance' | 'upcoming' | 'goals'; amount: number }[];
}

/**
 * What the accounts hold that one pays from, less what is recorded for the days before the next recurring income, less what is set aside for
 * goals.
 * @returns why it cannot be said, where it cannot: nothing says what there is, or when money comes in
 */
export function readAvailable(context: Reading): Promise<Available | 'noBalance' | 'noIncome'> {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer } = inside;
    const figures = await readBalance(inside);
    if (!tellsMoney(figures)) return 'noBalance';
    const today = todayOf(inside);
    const income = await findNextIncome(db, viewer.id, today);
    if (!income) return 'noIncome';
    const last = plusDays(income.date, -1);
    const days = await totalsByDay(db, viewer.id, plusDays(today, 1), last);
    const accounts = (await readAccounts(inside)).filter(
      ({ row }) => row.in_balance === 1 && SPENT_FROM.has(row.kind),
    );
    const balance = accounts.reduce((sum, { ownBalance }) => sum + ownBalance, 0);
    const upcoming = days.reduce((sum, { type, amount }) => sum + (type === 'expense' ? -amount : amount), 0);
    const goals = (await findGoals(db, viewer.id)).reduce((sum, { saved }) => sum + saved, 0);
    const amount = balance + upcoming - goals;
    const left = daysBetween(today, income.date);
    return {
      amount,
      until: income.date,
      days: left,
      perDay: Math.max(0, Math.floor(amount / left)),
      lines: [
        { kind: 'balance', amount: balance },
        { kind: 'upcoming', amount: upcoming },
        ...(goals === 0 ? [] : [{ kind: 'goals' as const, amount: -goals }]),
      ],
    };
  });
}

/** The next day on which a recurring income comes in; null where none is known. */
export async function nextPayday(context: Reading): Promise<string | null> {
  const income = await findNextIncome(context.db, context.viewer.id, todayOf(context));
  return income?.date ?? null;
}

/** What can be spent, for people who have a budget or a goal; null for others, and where it cannot be said. */
export async function readHeadline(context: Reading): Promise<Available | null> {
  const { db, viewer } = context;
  const [budget] = await findBudgets(db, viewer.id);
  if (!budget && (await findGoals(db, viewer.id)).length === 0) return null;
  const available = await readAvailable(context);
  return typeof available === 'string' ? null : available;
}
