import * as v from 'valibot';
import { readAvailable } from '../domain/budgets/available.ts';
import {
  budgetErrors,
  changeBudget,
  changedBudgetErrors,
  createBudget,
  presentBudget,
  readBudget,
  readBudgets,
  removeBudget,
} from '../domain/budgets/budgets.ts';
import {
  changedGoalErrors,
  changeGoal,
  createGoal,
  goalErrors,
  presentGoal,
  readGoal,
  readGoals,
  removeGoal,
  saveForGoal,
} from '../domain/budgets/goals.ts';
import {
  budgetChangesSchema,
  budgetSchema,
  goalChangesSchema,
  goalSchema,
  saveSchema,
  stateSchema,
  suggestionsSchema,
} from '../domain/budgets/schema.ts';
import { presentState, readStates } from '../domain/budgets/state.ts';
import { suggestBudgets } from '../domain/budgets/suggest.ts';
import { todayOf } from '../domain/calendar.ts';
import { toDecimal } from '../domain/money.ts';
import { readLacking } from '../domain/money-accounts/read.ts';
import { wholePagination } from '../domain/pagination.ts';
import { translator } from '../i18n/translate.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { availableShape, budgetShape, budgetStateShape, goalShape } from './shapes/budgets.ts';
import { paginationShape } from './shapes/transactions.ts';
import { amountShape, idShape } from './shapes/values.ts';

const data = { budget: budgetShape };

/** What people mean to spend. */
export const budgets: Endpoints = {
  'GET /': endpoint({
    summary: 'List your budgets',
    note: '`amount` is that of the latest period, `amounts` has each with the period from which it holds.',
    data: { budgets: v.array(budgetShape), pagination: paginationShape },
    answer: async (context) => {
      const budgets = await readBudgets(context);
      return { budgets: budgets.map(presentBudget), pagination: wholePagination(budgets.length) };
    },
  }),
  'POST /': endpoint({
    summary: 'Create a budget',
    note: 'By default for months from the current one on. Months begin on `start_day`, years on that day of January. Incomes of a category in it are refunds, which lower what is spent. `carry` says what a period leaves to the next: nothing, everything up to `carry_cap`, or only what was overspent. A category is in one active budget of a period at most.',
    body: budgetSchema,
    errors: (context, valid) => budgetErrors(context, valid),
    example: { category_ids: ['00000000-0000-7000-8000-000000000001'], amount: 800 },
    creates: true,
    data,
    refuses: { NOT_FOUND: 404, BUDGETS_MOST: 409 },
    answer: async (context, input) => ({ budget: presentBudget(await createBudget(context, input)) }),
  }),
  'GET /state': endpoint({
    summary: 'See how your budgets stand',
    note: 'On `date`, today by default; with `category` only those of budgets that have it. `left` is the amount with what was carried over, less what is spent; `committed` is recorded for the rest of the period already; `projected` is what the period will cost at this pace. `available` is what you can spend until money comes in, after what is due before and what is set aside, or what is left of the budgets of the month, of which an overspent one leaves 0, by the preference `left_by` (`balance`, `plan`, or `auto` for the balance, and the plan where that cannot be said); its `free` is what stays of the balance on the next payday beside what budgets by week and month may still take before it (`in_budgets`: of periods that end later the share of their days, and what two budgets may take of one category once), negative where they plan more than there is, and null without budgets or a payday. `available` is of today alone, and null where it cannot be said, with the reason as `message`. What has no rate is left out of all of it: `lacks_rate` says so of a budget, and `lacking_rates` names the accounts, as in GET /accounts.',
    query: stateSchema,
    data: {
      states: v.array(budgetStateShape),
      available: v.nullable(availableShape),
      lacking_rates: v.array(idShape),
      message: v.nullable(v.string()),
    },
    async answer(context, { date, category }) {
      const all = await readStates(context, date);
      const states = all.filter(({ budget }) => !category || budget.category_ids.includes(category));
      const isToday = !date || date === todayOf(context);
      const available = isToday ? await readAvailable(context, all) : 'otherDay';
      const lacking_rates = (await readLacking(context)).map(({ row }) => row.id);
      const t = translator(context.locale);
      if (typeof available === 'string')
        return {
          states: states.map(presentState),
          available: null,
          lacking_rates,
          message: t(`budgets:cannot.${available}`),
        };
      const { amount, until, perDay, lines, free } = available;
      const present = (line: (typeof lines)[number]) => ({
        label: t(`budgets:line.${line.kind}`),
        amount: toDecimal(line.amount),
      });
      return {
        states: states.map(presentState),
        available: {
          amount: toDecimal(amount),
          until,
          per_day: toDecimal(perDay),
          lines: lines.map(present),
          free:
            free === null
              ? null
              : {
                  amount: toDecimal(free.amount),
                  in_budgets: toDecimal(free.inBudgets),
                  until: free.until,
                  lines: free.lines.map(present),
                },
        },
        lacking_rates,
        message: null,
      };
    },
  }),
  'GET /suggestions': endpoint({
    summary: 'Suggest amounts for budgets',
    note: 'For each category the median of its last complete months, in whole units.',
    query: suggestionsSchema,
    data: { suggestions: v.array(v.object({ category_id: idShape, amount: amountShape })) },
    answer: async (context, { months }) => ({
      suggestions: (await suggestBudgets(context, months)).map(({ category_id, amount }) => ({
        category_id,
        amount: toDecimal(amount),
      })),
    }),
  }),
  'GET /:id': endpoint({
    summary: 'Get a budget',
    data,
    answer: async (context, _input, { id }) => ({ budget: presentBudget(await readBudget(context, id)) }),
  }),
  'PUT /:id': endpoint({
    summary: 'Update a budget',
    note: 'Missing fields stay unchanged. With `from`, a new `amount` holds from the period of that day on and earlier periods keep theirs; without it, for all periods.',
    body: budgetChangesSchema,
    errors: (context, valid, { id }) => changedBudgetErrors(context, id, valid),
    example: { amount: 900 },
    data,
    refuses: { NOT_FOUND: 404, CONFLICT: 409 },
    answer: async (context, changes, { id }) => ({
      budget: presentBudget(await changeBudget(context, id, changes)),
    }),
  }),
  'DELETE /:id': endpoint({
    summary: 'Delete a budget',
    data: { undo_id: idShape },
    answer: async (context, _input, { id }) => ({ undo_id: await removeBudget(context, id) }),
  }),
};

const goalData = { goal: goalShape };

/** What people set money aside for. */
export const goals: Endpoints = {
  'GET /': endpoint({
    summary: 'List your goals',
    note: 'With `monthly`, that amount is set aside by itself on the first day of each month, until the goal is reached. `projected_date` is when it is reached at its pace.',
    data: { goals: v.array(goalShape), pagination: paginationShape },
    answer: async (context) => {
      const goals = await readGoals(context);
      return {
        goals: goals.map((goal) => presentGoal(goal, context)),
        pagination: wholePagination(goals.length),
      };
    },
  }),
  'POST /': endpoint({
    summary: 'Create a goal',
    body: goalSchema,
    errors: (context, valid) => goalErrors(context, valid),
    example: { name: 'Bicycle', amount: 2500, monthly: 200 },
    creates: true,
    data: goalData,
    refuses: { NOT_FOUND: 404, GOALS_MOST: 409 },
    answer: async (context, input) => ({
      goal: presentGoal(await createGoal(context, input), context),
    }),
  }),
  'GET /:id': endpoint({
    summary: 'Get a goal',
    data: goalData,
    answer: async (context, _input, { id }) => ({
      goal: presentGoal(await readGoal(context, id), context),
    }),
  }),
  'PUT /:id': endpoint({
    summary: 'Update a goal',
    note: 'Missing fields stay unchanged.',
    body: goalChangesSchema,
    errors: (context, valid, { id }) => changedGoalErrors(context, id, valid),
    example: { amount: 2600 },
    data: goalData,
    refuses: { NOT_FOUND: 404, CONFLICT: 409 },
    answer: async (context, changes, { id }) => ({
      goal: presentGoal(await changeGoal(context, id, changes), context),
    }),
  }),
  'DELETE /:id': endpoint({
    summary: 'Delete a goal',
    data: { undo_id: idShape },
    answer: async (context, _input, { id }) => ({ undo_id: await removeGoal(context, id) }),
  }),
  'POST /:id/save': endpoint({
    summary: 'Set money aside for a goal',
    note: 'A negative amount takes it back, and from a goal that was reached it ends `monthly`. It lowers what is left to spend, never the balance. POST /transactions/restore with `undo_id` undoes it within an hour, unless the goal was changed since.',
    body: saveSchema,
    example: { amount: 150 },
    creates: true,
    data: { ...goalData, undo_id: idShape },
    async answer(context, { amount }, { id }) {
      const { goal, undoId } = await saveForGoal(context, id, amount);
      return { goal: presentGoal(goal, context), undo_id: undoId };
    },
  }),
};
