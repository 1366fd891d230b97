import type { BudgetAmountRow, BudgetRow, CategoryRow, GoalRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { todayOf } from '../calendar.ts';
import { categoryName } from '../categories/name.ts';
import { readCategories } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { decimalsError } from '../currency.ts';
import { DomainError, type FieldError, notFound, refuse } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger, type Ledger, newDeletion } from '../ledger/ledger.ts';
import { findRemoved } from '../ledger/moved.queries.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { takeBudgets, trashBudget } from '../ledger/trash.queries.ts';
import { toDecimal } from '../money.ts';
import { isTooFarBack } from '../transactions/schema.ts';
import { isDifferent, nextVersion, requireCurrent } from '../version.ts';
import {
  deleteBudget,
  findAmounts,
  findAnyBudget,
  findBudgets,
  findGoals,
  insertBudget,
  insertGoal,
  setAmount,
  updateBudget,
  updateGoal,
} from './budgets.queries.ts';
import { currentIds, sharesCategory } from './move-category.ts';
import { firstDay, periodOf } from './periods.ts';
import {
  BUDGET_AMOUNTS_MAX,
  BUDGETS_MAX,
  type BudgetChanges,
  type BudgetInput,
  GOALS_MAX,
} from './schema.ts';

export interface Budget extends Omit<BudgetRow, 'category_ids' | 'is_active'> {
  /** Without those that were deleted. */
  category_ids: string[];
  categories: CategoryRow[];
  /** As stored: those that were deleted come back with their undo (`currentIds`). */
  stored_ids: string;
  is_active: boolean;
  /** The earliest first, of which the first begins with the budget; minor units. */
  amounts: Pick<BudgetAmountRow, 'starts_on' | 'amount'>[];
}

/** Those whose categories were all deleted are left out; they come back with their categories. */
export async function readBudgets(context: Pick<Reading, 'db' | 'viewer'>): Promise<Budget[]> {
  const { db, viewer } = context;
  const rows = await findBudgets(db, viewer.id);
  if (rows.length === 0) return [];
  const visible = (await readCategories(context)).filter(({ is_hidden }) => is_hidden === 0);
  const indexes = new Map(visible.map(({ id }, index) => [id, index]));
  const amounts = Map.groupBy(await findAmounts(db, viewer.id), ({ budget_id }) => budget_id);
  return rows.flatMap(({ category_ids: stored_ids, is_active, ...row }) => {
    const ids = [...currentIds(stored_ids, indexes)].map((id) => indexes.get(id) ?? -1);
    const categories = ids.toSorted((one, other) => one - other).flatMap((index) => visible[index] ?? []);
    if (categories.length === 0) return [];
    return {
      ...row,
      stored_ids,
      categories,
      category_ids: categories.map(({ id }) => id),
      is_active: is_active === 1,
      amounts: amounts.get(row.id) ?? [],
    };
  });
}

export async function hasBudgets({ db, viewer }: Pick<Reading, 'db' | 'viewer'>): Promise<boolean> {
  return (await findAnyBudget(db, viewer.id)).length > 0;
}

/** @throws DomainError NOT_FOUND */
export async function readBudget(context: Pick<Reading, 'db' | 'viewer'>, id: string): Promise<Budget> {
  const budget = (await readBudgets(context)).find((each) => each.id === id);
  if (!budget) throw notFound();
  return budget;
}

/** The names of its categories. */
export function budgetName({ categories }: Pick<Budget, 'categories'>, locale: Locale): string {
  return categories.map((row) => categoryName(row, locale)).join(', ');
}

/** The amount of the period that begins on a day. */
export function amountOf({ amounts }: Pick<Budget, 'amounts'>, from: string): number {
  return amounts.findLast(({ starts_on }) => starts_on <= from)?.amount ?? amounts[0]?.amount ?? 0;
}

/**
 * Adds a budget, by default for months from the current one on. Several that are saved together are all saved or none.
 * @throws DomainError NOT_FOUND for a category that is not theirs; VALIDATION_ERROR for an archived one, for one that
 * another budget of the same period has, for a start after today, and for decimals that the currency lacks; BUDGETS_MOST
 * (409)
 */
export function createBudget(context: Writing, input: BudgetInput): Promise<Budget> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    await requireRoom(ledger, inside);
    const rhythm = { period: input.period ?? 'monthly', start_day: input.start_day ?? 1 } as const;
    const row: BudgetRow = {
      user_id: viewer.id,
      id: newId(now),
      category_ids: JSON.stringify(input.category_ids),
      ...rhythm,
      carry: input.carry ?? 'none',
      carry_cap: input.carry_cap ?? null,
      starts_on: firstDay(rhythm, input.from ?? todayOf(inside), viewer.preferences),
      is_active: Number(input.is_active ?? true),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    refuse(await budgetErrors(inside, input));
    await insertBudget(tx, row);
    const first = { starts_on: row.starts_on, amount: input.amount };
    await setAmount(tx, { user_id: viewer.id, budget_id: row.id, ...first });
    return readBudget(inside, row.id);
  });
}

/**
 * Those of deleted categories count as long as an undo can bring them back.
 * @throws DomainError BUDGETS_MOST (409)
 */
async function requireRoom(ledger: Ledger, context: Reading): Promise<void> {
  const rows = await findBudgets(ledger.tx, ledger.userId);
  if (rows.length < BUDGETS_MAX) return;
  const ids = new Set(
    [...(await readCategories(context)), ...(await findRemoved(ledger))].map(({ id }) => id),
  );
  const budgets = rows.filter(({ category_ids }) => currentIds(category_ids, ids).size > 0);
  if (budgets.length >= BUDGETS_MAX) throw new DomainError('BUDGETS_MOST', 409);
}

/**
 * Missing parts stay. With `from`, a new amount holds from the period of that day on, and earlier periods keep theirs;
 * without it, it holds for all of them. With `basedOn`, a version changed since then is not overwritten, unless the
 * outcome is the same.
 * @throws DomainError NOT_FOUND, CONFLICT (409), and as `createBudget` does
 */
export function changeBudget(context: Writing, id: string, changes: BudgetChanges): Promise<Budget> {
  const { viewer, now } = context;
  return inLedger(context, async ({ tx }, inside) => {
    const stored = await readBudget(inside, id);
    refuse(await budgetErrors(inside, changes, stored));
    const { amounts, categories: _categories, stored_ids, ...before } = stored;
    const rhythm = {
      period: changes.period ?? before.period,
      start_day: changes.start_day ?? before.start_day,
    };
    const isOtherRhythm = rhythm.period !== before.period || rhythm.start_day !== before.start_day;
    const category_ids = changes.category_ids ?? before.category_ids;
    const isSame = category_ids.toSorted().join() === before.category_ids.toSorted().join();
    const row: BudgetRow = {
      ...before,
      ...rhythm,
      category_ids: isSame ? stored_ids : JSON.stringify(category_ids),
      carry: changes.carry ?? before.carry,
      carry_cap: changes.carry_cap === undefined ? before.carry_cap : changes.carry_cap,
      starts_on: isOtherRhythm ? firstDay(rhythm, before.starts_on, viewer.preferences) : before.starts_on,
      is_active: Number(changes.is_active ?? before.is_active),
      updated_at: nextVersion(before, now),
    };
    const asked = changes.from ? periodOf(rhythm, changes.from, row.starts_on).from : row.starts_on;
    const [, from = asked] = [asked, row.starts_on].toSorted();
    const same = { ...before, category_ids: stored_ids, is_active: Number(before.is_active) };
    const isOtherAmount = changes.amount !== undefined && changes.amount !== amountOf(stored, from);
    requireCurrent(before, changes.basedOn, () => isDifferent<BudgetRow>(same, row) || isOtherAmount);
    await updateBudget(tx, row);
    const keys = { user_id: viewer.id, budget_id: id };
    if (isOtherRhythm)
      for (const [index, { starts_on, amount }] of amounts.entries())
        await setAmount(tx, {
          ...keys,
          starts_on: index === 0 ? row.starts_on : periodOf(rhythm, starts_on, row.starts_on).from,
          amount,
        });
    if (changes.amount !== undefined)
      await setAmount(tx, { ...keys, starts_on: from, amount: changes.amount });
    return readBudget(inside, id);
  });
}

/** Returns the id by which it can be undone. @throws DomainError NOT_FOUND */
export function removeBudget(context: Writing, id: string): Promise<string> {
  return inLedger(context, async (ledger, inside) => {
    await readBudget(inside, id);
    const { tx, userId } = ledger;
    const deletion = newDeletion(context.now);
    const budget = (await findBudgets(tx, userId)).find((row) => row.id === id);
    const amounts = (await findAmounts(tx, userId)).filter(({ budget_id }) => budget_id === id);
    if (budget) await trashBudget(ledger, { budget, amounts }, deletion);
    await deleteBudget(tx, userId, id);
    return deletion.id;
  });
}

/**
 * Brings a deletion's budgets and goals back, paused if another one has the category by now; returns how many.
 * @param placed gives a goal the account where its own is now
 * @throws DomainError NOT_FOUND where money was set aside for a goal that was changed or deleted since; BUDGETS_MOST or
 * GOALS_MOST (409) where others took its place
 */
export async function restoreBudgets(
  ledger: Ledger,
  inside: Reading,
  deletionId: string,
  placed: (goal: GoalRow) => Promise<GoalRow>,
): Promise<number> {
  const trashed = await takeBudgets(ledger, deletionId, inside.now);
  for (const each of trashed)
    if ('goal' in each) await restoreGoal(ledger, each, placed);
    else {
      await requireRoom(ledger, inside);
      const { budget } = each;
      const isTaken = (await findBudgets(ledger.tx, ledger.userId)).some(
        (other) => other.is_active === 1 && other.period === budget.period && sharesCategory(other, budget),
      );
      await insertBudget(ledger.tx, isTaken ? { ...budget, is_active: 0 } : budget);
      for (const amount of each.amounts) await setAmount(ledger.tx, amount);
    }
  return trashed.length;
}

async function restoreGoal(
  { tx, userId }: Ledger,
  { goal, changed_at }: { goal: GoalRow; changed_at?: string },
  placed: (goal: GoalRow) => Promise<GoalRow>,
): Promise<void> {
  const goals = await findGoals(tx, userId);
  if (changed_at === undefined) {
    if (goals.length >= GOALS_MAX) throw new DomainError('GOALS_MOST', 409);
    return insertGoal(tx, await placed(goal));
  }
  const current = goals.find(({ id }) => id === goal.id);
  if (current?.updated_at !== changed_at) throw notFound();
  await updateGoal(tx, { ...goal, account_id: current.account_id });
}

/** What is wrong with a new budget, or with changes of one. Parts that are not valid by themselves are missing. */
export async function budgetErrors(
  context: Reading,
  sent: BudgetChanges,
  before?: Budget,
): Promise<FieldError[]> {
  const { category_ids: ids = before?.category_ids, amount, carry_cap, from } = sent;
  const errors = ids ? await categoryErrors(context, ids, sent, before) : [];
  const isMore = before === undefined || (amount !== undefined && from !== undefined);
  if (isMore && (await findAmounts(context.db, context.viewer.id)).length >= BUDGET_AMOUNTS_MAX)
    errors.push({ field: 'amount', message: 'errors:budgetAmounts' });
  const today = todayOf(context);
  if (from && from > today) errors.push({ field: 'from', message: 'errors:budgetFuture' });
  // What is carried over goes through all periods since.
  if (from && from < (before?.starts_on ?? today) && isTooFarBack(from, today))
    errors.push({ field: 'from', message: 'errors:datePast' });
  for (const [field, minor] of Object.entries({ amount, carry_cap })) {
    const error = minor ? decimalsError(minor, context.viewer.currency) : null;
    if (error) errors.push({ ...error, field });
  }
  return errors;
}

async function categoryErrors(
  context: Reading,
  ids: readonly string[],
  sent: Pick<BudgetChanges, 'category_ids' | 'period' | 'is_active'>,
  before: Budget | undefined,
): Promise<FieldError[]> {
  const period = sent.period ?? before?.period ?? 'monthly';
  const isActive = sent.is_active ?? before?.is_active ?? true;
  const refused = (message: FieldError['message']) => [{ field: 'category_ids', message }];
  const categories = new Map((await readCategories(context)).map((category) => [category.id, category]));
  const chosen = ids.map((id) => categories.get(id));
  if (chosen.some((category) => !category || category.is_hidden === 1 || isReserved(category.id)))
    return refused('errors:categoryMissing');
  // Categories of income beside them are refunds, which lower what is spent; they may be all that is left.
  if (sent.category_ids && !chosen.some((category) => category?.type === 'expense'))
    return refused('errors:budgetExpenses');
  const kept = before?.category_ids ?? [];
  if (chosen.some((category) => category?.is_archived === 1 && !kept.includes(category.id)))
    return refused('errors:budgetArchived');
  const isTaken =
    isActive &&
    (await readBudgets(context)).some(
      (other) =>
        other.id !== before?.id &&
        other.is_active &&
        other.period === period &&
        other.category_ids.some((id) => ids.includes(id)),
    );
  return isTaken ? refused('errors:budgetTaken') : [];
}

/** As `budgetErrors`, of changes of a stored budget. @throws DomainError NOT_FOUND */
export async function changedBudgetErrors(
  context: Reading,
  id: string,
  changes: BudgetChanges,
): Promise<FieldError[]> {
  return budgetErrors(context, changes, await readBudget(context, id));
}

/** A budget for API answers: amounts as decimals. */
export function presentBudget(budget: Budget) {
  const { id, category_ids, period, start_day, carry, carry_cap, starts_on, is_active, amounts, updated_at } =
    budget;
  return {
    id,
    category_ids,
    period,
    start_day,
    amount: toDecimal(amounts.at(-1)?.amount ?? 0),
    carry,
    carry_cap: carry_cap === null ? null : toDecimal(carry_cap),
    from: starts_on,
    is_active,
    amounts: amounts.map(({ starts_on: from, amount }) => ({ from, amount: toDecimal(amount) })),
    updated_at,
  };
}
