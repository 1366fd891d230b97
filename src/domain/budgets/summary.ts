import type { GoalRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import type { Figures } from '../ledger/figures.ts';
import { type Headline, readAvailable, type Unknown } from './available.ts';
import { readGoals } from './goals.ts';
import { type BudgetState, readStates, usedShare } from './state.ts';

/** How many budgets and goals Home shows. */
const NEAREST = 5;
const GOALS = 3;

interface BudgetSummary {
  /** What is left to spend; null where it cannot be said and the first steps ask for what is missing. */
  headline: Headline | Unknown | null;
  /** Those nearest to their end, or past it, the worst first. */
  nearest: BudgetState[];
  /** Some that are not reached, those that are due first. */
  goals: GoalRow[];
  /** What all budgets by calendar month allow together, and what is spent of them; null without one. */
  ofMonth: { amount: number; spent: number } | null;
}

/** The summary of what can be spent on Home. @param figures those up to today */
export async function readBudgetSummary(
  context: Reading,
  figures: Figures,
  hasSteps: boolean,
): Promise<BudgetSummary> {
  const states = await readStates(context);
  const available = await readAvailable(context, states, figures);
  const isSaid = typeof available !== 'string' || states.length > 0 || !hasSteps;
  const monthly = states.filter(({ budget }) => budget.period === 'monthly' && budget.start_day === 1);
  return {
    ofMonth:
      monthly.length > 0
        ? {
            amount: monthly.reduce((sum, { amount, carried }) => sum + amount + carried, 0),
            spent: monthly.reduce((sum, { spent }) => sum + spent, 0),
          }
        : null,
    headline: isSaid ? available : null,
    nearest: states.toSorted((one, other) => usedShare(other) - usedShare(one)).slice(0, NEAREST),
    goals: (await readGoals(context))
      .filter(({ reached_on }) => reached_on === null)
      .toSorted((one, other) => dueDate(one).localeCompare(dueDate(other)))
      .slice(0, GOALS),
  };
}

const dueDate = ({ due_date }: GoalRow) => due_date ?? '9999';
