import type { Db } from '../../src/db/open.ts';
import { insertBudget, insertGoal, setAmount } from '../../src/domain/budgets/budgets.queries.ts';
import { monthOf, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { findCategories } from '../../src/domain/categories/categories.queries.ts';
import type { DefaultKey } from '../../src/domain/categories/defaults.ts';
import { newId } from '../../src/domain/id.ts';
import { inLedger } from '../../src/domain/ledger/ledger.ts';
import type { HouseholdRow } from './rows.ts';

const MONTHS = 6;

/** How much of what was spent this month the budget is; without it, the budget is a bit more than a usual month. */
const BUDGETS = {
  groceries: null,
  restaurants: 0.9,
  coffee: 1.08,
  car: null,
  entertainment: null,
} as const satisfies Partial<Record<DefaultKey, number | null>>;
const AMPLE = 1.2;

/** Early in a month too little is spent to be over. */
const SPENT_ENOUGH = 0.5;

const TENS = 1000;

/** Five monthly budgets, late in a month with one that is over and one that is nearly used up, and a goal. */
export async function createBudgets(
  db: Db,
  userId: string,
  { rows, savings, today }: { rows: HouseholdRow[]; savings: string; today: string },
  now: Date,
): Promise<void> {
  const categories = await findCategories(db, userId);
  const month = startOfMonth(today);
  const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
  await inLedger({ db, viewer: { id: userId } }, async ({ tx }) => {
    for (const [key, share] of Object.entries(BUDGETS)) {
      const id = categories.find(({ default_key }) => default_key === key)?.id;
      if (!id) throw new Error(`The demo has no category ${key}.`);
      const of = rows.filter(({ category, type }) => category === key && type === 'expense');
      const budget = { user_id: userId, id: newId(now), starts_on: plusMonths(month, -MONTHS) };
      await insertBudget(tx, {
        ...budget,
        category_ids: JSON.stringify([id]),
        period: 'monthly',
        start_day: 1,
        carry: 'none',
        carry_cap: null,
        is_active: 1,
        ...times,
      });
      await setAmount(tx, {
        user_id: userId,
        budget_id: budget.id,
        starts_on: budget.starts_on,
        amount: amountFor(of, share, today),
      });
    }
    await insertGoal(tx, {
      user_id: userId,
      id: newId(now),
      name: 'קיץ ביוון',
      amount: 1_200_000,
      due_date: plusMonths(month, 7),
      account_id: savings,
      saved: 450_000,
      monthly: 100_000,
      aside_next: plusMonths(month, 1),
      reached_on: null,
      ...times,
    });
  });
}

function amountFor(of: HouseholdRow[], share: number | null, today: string): number {
  const spentIn = (month: string) =>
    of.reduce((sum, { date, amount }) => sum + (date <= today && monthOf(date) === month ? amount : 0), 0);
  const months = Array.from({ length: MONTHS }, (_, index) =>
    monthOf(plusMonths(startOfMonth(today), -index - 1)),
  );
  const usual = months.reduce((sum, month) => sum + spentIn(month), 0) / MONTHS;
  const spent = spentIn(monthOf(today));
  const amount = share !== null && spent > usual * SPENT_ENOUGH ? spent * share : usual * AMPLE;
  return Math.max(1, Math.floor(amount / TENS)) * TENS;
}
