import type { GoalRow } from '../../db/tables.ts';
import { daysBetween, localNow, plusDays, plusMonths, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading, Writing } from '../context.ts';
import { decimalsError, requireDecimals } from '../currency.ts';
import { DomainError, type FieldError, invalid, notFound, refuse } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger, newDeletion } from '../ledger/ledger.ts';
import { trashBudget } from '../ledger/trash.queries.ts';
import { MAX_AMOUNT, toDecimal } from '../money.ts';
import { accountErrors, accountsById } from '../money-accounts/read.ts';
import { isDifferent, nextVersion, requireCurrent } from '../version.ts';
import { deleteGoal, findGoals, insertGoal, updateGoal } from './budgets.queries.ts';
import { monthsBetween, periodOf } from './periods.ts';
import { GOALS_MAX, type GoalChanges, type GoalInput } from './schema.ts';

type Day = Pick<Reading, 'viewer' | 'now'>;
type OfPerson = Day & Pick<Reading, 'db'>;

/** With the automatic savings up to today, or up to a later day. */
export async function readGoals(context: OfPerson, day = todayOf(context)): Promise<GoalRow[]> {
  return (await findGoals(context.db, context.viewer.id)).map((row) => asOf(row, day));
}

/** Sets `monthly` aside on each day that was due, until the goal is reached. */
function asOf(row: GoalRow, today: string): GoalRow {
  const { monthly, aside_next, saved, amount, reached_on } = row;
  if (!monthly || !aside_next || aside_next > today) return row;
  const due = monthsBetween(aside_next, today) + 1;
  const missing = Math.max(0, amount - saved);
  const needed = Math.ceil(missing / monthly);
  return {
    ...row,
    saved: saved + Math.min(missing, due * monthly),
    reached_on: needed > due ? null : (reached_on ?? plusMonths(aside_next, needed - 1)),
    aside_next: plusMonths(aside_next, due),
  };
}

/** The first day of the person's next month, for a goal with automatic savings. */
function nextAside(context: OfPerson, monthly: number | null): string | null {
  if (!monthly) return null;
  const today = todayOf(context);
  const month = { period: 'monthly', start_day: context.viewer.preferences.month_start } as const;
  return plusDays(periodOf(month, today, today).to, 1);
}

/** @throws DomainError NOT_FOUND */
export async function readGoal(context: OfPerson, id: string): Promise<GoalRow> {
  const goal = (await readGoals(context)).find((row) => row.id === id);
  if (!goal) throw notFound();
  return goal;
}

/** @throws DomainError NOT_FOUND for an account that is not theirs, VALIDATION_ERROR, GOALS_MOST (409) */
export function createGoal(context: Writing, input: GoalInput): Promise<GoalRow> {
  const { viewer, now } = context;
  return inLedger(context, async ({ tx }, inside) => {
    if ((await readGoals(inside)).length >= GOALS_MAX) throw new DomainError('GOALS_MOST', 409);
    refuse(await goalErrors(inside, input));
    const row: GoalRow = {
      user_id: viewer.id,
      id: newId(now),
      name: input.name,
      amount: input.amount,
      due_date: input.due_date || null,
      account_id: input.account_id || null,
      saved: 0,
      monthly: input.monthly ?? null,
      aside_next: nextAside(inside, input.monthly ?? null),
      reached_on: null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    await insertGoal(tx, row);
    return row;
  });
}

/**
 * Missing parts stay. With `basedOn`, a version changed since then is not overwritten, unless the outcome is the same.
 * @throws DomainError NOT_FOUND, CONFLICT (409), and as `createGoal` does
 */
export function changeGoal(context: Writing, id: string, changes: GoalChanges): Promise<GoalRow> {
  return inLedger(context, async ({ tx }, inside) => {
    const before = await readGoal(inside, id);
    refuse(await goalErrors(inside, changes, before));
    const { due_date, account_id, monthly = before.monthly } = changes;
    const row = withReached(
      {
        ...before,
        name: changes.name ?? before.name,
        amount: changes.amount ?? before.amount,
        due_date: due_date === undefined ? before.due_date : due_date || null,
        account_id: account_id === undefined ? before.account_id : account_id || null,
        monthly,
        aside_next: (monthly && before.aside_next) || nextAside(inside, monthly),
        updated_at: nextVersion(before, context.now),
      },
      todayOf(inside),
    );
    requireCurrent(before, changes.basedOn, () => isDifferent(before, row));
    await updateGoal(tx, row);
    return row;
  });
}

/**
 * Sets money aside, or takes it back where the amount (minor units) is negative. The balance stays the same. A goal that
 * was reached sets nothing aside by itself any more once money is taken back: it went into what it was for.
 * @returns the goal, and the id by which it can be undone while nothing else changes it
 * @throws DomainError NOT_FOUND, VALIDATION_ERROR for more than was set aside, and for more than an amount may be
 */
export function saveForGoal(
  context: Writing,
  id: string,
  amount: number,
): Promise<{ goal: GoalRow; undoId: string }> {
  return inLedger(context, async (ledger, inside) => {
    const before = await readGoal(inside, id);
    requireDecimals(context.viewer, Math.abs(amount));
    const saved = before.saved + amount;
    const isEnded = amount < 0 && before.reached_on !== null;
    if (saved < 0) throw invalid({ field: 'amount', message: 'errors:goalSaved' });
    if (saved > MAX_AMOUNT) throw invalid({ field: 'amount', message: 'errors:amountMax' });
    const goal = withReached(
      {
        ...before,
        ...(isEnded && { monthly: null, aside_next: null }),
        saved,
        updated_at: nextVersion(before, context.now),
      },
      todayOf(inside),
    );
    await updateGoal(ledger.tx, goal);
    const deletion = newDeletion(context.now);
    await trashBudget(ledger, { goal: before, changed_at: goal.updated_at }, deletion);
    return { goal, undoId: deletion.id };
  });
}

/** Returns the id by which it can be undone. @throws DomainError NOT_FOUND */
export function removeGoal(context: Writing, id: string): Promise<string> {
  return inLedger(context, async (ledger, inside) => {
    const deletion = newDeletion(context.now);
    await trashBudget(ledger, { goal: await readGoal(inside, id) }, deletion);
    await deleteGoal(ledger.tx, context.viewer.id, id);
    return deletion.id;
  });
}

function withReached(row: GoalRow, today: string): GoalRow {
  return { ...row, reached_on: row.saved >= row.amount ? (row.reached_on ?? today) : null };
}

/** What is wrong with a new goal, or with changes of one. Parts that are not valid by themselves are missing. */
export async function goalErrors(
  context: Reading,
  { amount, account_id, monthly, due_date }: GoalChanges,
  before?: GoalRow,
): Promise<FieldError[]> {
  const errors = accountErrors(
    await accountsById(context),
    { account_id },
    { account_id: before?.account_id },
  );
  if (due_date && due_date !== before?.due_date && due_date < todayOf(context))
    errors.push({ field: 'due_date', message: 'errors:goalDuePast' });
  for (const [field, minor] of Object.entries({ amount, monthly })) {
    const error = minor ? decimalsError(minor, context.viewer.currency) : null;
    if (error) errors.push({ ...error, field });
  }
  return errors;
}

/** As `goalErrors`, of changes of a stored goal. @throws DomainError NOT_FOUND */
export async function changedGoalErrors(
  context: Reading,
  id: string,
  changes: GoalChanges,
): Promise<FieldError[]> {
  return goalErrors(context, changes, await readGoal(context, id));
}

/**
 * When a goal is reached: by what is set aside every month, else at the pace of what was set aside since it began.
 * @returns null where nothing is set aside, and for one that is reached
 */
export function projectedDate(goal: GoalRow, context: Day): string | null {
  const today = todayOf(context);
  const missing = goal.amount - goal.saved;
  if (missing <= 0) return null;
  if (goal.monthly && goal.aside_next)
    return plusMonths(goal.aside_next, Math.min(Math.ceil(missing / goal.monthly) - 1, 1200));
  const { date: began } = localNow(new Date(goal.created_at), context.viewer.preferences.timezone);
  const days = daysBetween(began, today);
  if (goal.saved === 0 || days < 1) return null;
  const months = (missing / goal.saved) * (days / 30.44);
  return plusMonths(today, Math.min(Math.ceil(months), 1200));
}

/** What would have to be set aside each month to reach a goal in time; null without a date to come, and once reached. */
export function neededMonthly({ amount, saved, due_date }: GoalRow, today: string): number | null {
  if (!due_date || due_date <= today || saved >= amount) return null;
  const most = monthsBetween(startOfMonth(today), startOfMonth(due_date));
  const whole = plusMonths(today, most) <= due_date ? most : most - 1;
  return Math.ceil((amount - saved) / Math.max(1, whole));
}

/** A goal for API answers: amounts as decimals. */
export function presentGoal(goal: GoalRow, context: Day) {
  const { id, name, amount, due_date, account_id, saved, monthly, reached_on, updated_at } = goal;
  return {
    id,
    name,
    amount: toDecimal(amount),
    due_date,
    account_id,
    saved: toDecimal(saved),
    monthly: monthly === null ? null : toDecimal(monthly),
    reached_on,
    projected_date: projectedDate(goal, context),
    updated_at,
  };
}
