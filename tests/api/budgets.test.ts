import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { chunksOf } from '../../src/db/insert-rows.ts';
import type { GoalRow } from '../../src/db/tables.ts';
import { readAvailable } from '../../src/domain/budgets/available.ts';
import { neededMonthly } from '../../src/domain/budgets/goals.ts';
import { readPlan } from '../../src/domain/budgets/plan.ts';
import { BUDGETS_MAX, GOALS_MAX } from '../../src/domain/budgets/schema.ts';
import { suggestBudgets } from '../../src/domain/budgets/suggest.ts';
import { newId } from '../../src/domain/id.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp, START } from '../support/app.ts';
import {
  categoriesOf,
  contextOf,
  createMember,
  keepSignedIn,
  type Member,
  makeCategory,
  record,
} from '../support/members.ts';
import { makeTemplate } from '../support/templates.ts';

const TODAY = '2026-06-15';

interface Budget {
  id: string;
  from: string;
  amount: number;
  amounts: { from: string; amount: number }[];
}

interface State {
  budget_id: string;
  period: { from: string; to: string };
  amount: number;
  carried: number;
  spent: number;
  committed: number;
  left: number;
  pace: string;
  projected: number;
}

interface Available {
  amount: number;
  until: string;
  per_day: number;
  lines: { label: string; amount: number }[];
  free: { amount: number; in_budgets: number; until: string; lines: { amount: number }[] } | null;
}

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The first day of the period of a date, found by walking back a day at a time. */
function modelStart(period: string, startDay: number, date: string): string {
  let day = dayOf(date);
  const begins = (at: string) => {
    if (period === 'weekly') return new Date(at).getUTCDay() === 0;
    const isDay = Number(at.slice(8)) === startDay;
    return period === 'monthly' ? isDay : isDay && at.slice(5, 7) === '01';
  };
  while (!begins(dateOf(day))) day -= 1;
  return dateOf(day);
}

interface ModelBudget {
  period: string;
  start_day: number;
  carry: string;
  cap: number | null;
  from: string;
  amount: number;
  /** A second amount, from a date on. */
  later: { from: string; amount: number } | null;
}

/** Minor units, walking through every day since the budget began. */
function modelState(budget: ModelBudget, entries: { date: string; signed: number }[], date: string) {
  const { period, start_day, carry, cap } = budget;
  const first = modelStart(period, start_day, budget.from);
  const changed = budget.later && modelStart(period, start_day, budget.later.from);
  let carried = 0;
  let start = first;
  let spent = 0;
  const amountIn = (from: string) =>
    budget.later && changed && from >= changed ? budget.later.amount : budget.amount;
  for (let day = dayOf(first); day <= dayOf(date); day += 1) {
    const at = dateOf(day);
    const begin = modelStart(period, start_day, at);
    if (begin !== start) {
      const left = amountIn(start) + carried - spent;
      carried =
        carry === 'none' ? 0 : carry === 'overspent' ? Math.min(left, 0) : Math.min(left, cap ?? left);
      start = begin;
      spent = 0;
    }
    for (const entry of entries) if (entry.date === at) spent += entry.signed;
  }
  return { from: start, amount: amountIn(start), carried, spent, left: amountIn(start) + carried - spent };
}

/** What was planned and spent up to today in the periods that begin in some days, or else in that of the last day. */
function modelPlan(
  budget: ModelBudget,
  entries: { date: string; signed: number }[],
  from: string,
  to: string,
) {
  const startOf = (date: string) => modelStart(budget.period, budget.start_day, date);
  if (to < startOf(budget.from)) return null;
  const starts = new Set<string>();
  for (let day = dayOf(from); day <= dayOf(to); day += 1) {
    const start = startOf(dateOf(day));
    if (start >= from && start >= startOf(budget.from)) starts.add(start);
  }
  if (starts.size === 0) starts.add(startOf(to));
  const planned = [...starts].map((start) => modelState(budget, [], start).amount);
  const spent = entries.flatMap(({ date, signed }) => (starts.has(startOf(date)) ? signed : []));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return { planned: sum(planned), spent: sum(spent) };
}

const minor = (value: number) => Math.round(value * 100);

forEachApp((testApp, engine) => {
  const { once } = engine;
  const call = <Data>(as: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as, ...(body && { body }) });
  const expenses = async (member: Member) =>
    (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
  const states = async (member: Member, date?: string) =>
    (
      await call<{ states: State[]; available: Available | null; message: string | null }>(
        member,
        'GET',
        `/budgets/state${date ? `?date=${date}` : ''}`,
      )
    ).data;
  async function create(member: Member, body: object): Promise<Budget> {
    const answer = await call<{ budget: Budget }>(member, 'POST', '/budgets', body);
    expect(answer.status, JSON.stringify(answer.error)).toBe(201);
    return answer.data.budget;
  }

  const days = fc.integer({ min: dayOf('2024-11-20'), max: dayOf(TODAY) }).map(dateOf);
  const scenario = fc.record({
    budget: fc.record({
      period: fc.constantFrom('weekly', 'monthly', 'yearly'),
      start_day: fc.integer({ min: 1, max: 28 }),
      carry: fc.constantFrom('none', 'all', 'overspent'),
      cap: fc.option(fc.integer({ min: 1, max: 50_000 })),
      from: days,
      amount: fc.integer({ min: 1, max: 100_000 }),
      later: fc.option(fc.record({ from: days, amount: fc.integer({ min: 1, max: 100_000 }) })),
    }),
    entries: fc.array(
      fc.record({ date: days, amount: fc.integer({ min: 1, max: 60_000 }), isRefund: fc.boolean() }),
      { maxLength: 12 },
    ),
    dates: fc.array(days, { minLength: 2, maxLength: 4 }),
  });

  once('what is left equals a model that walks through every day', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ budget, entries, dates }) => {
        const member = await createMember(testApp);
        const all = await categoriesOf(testApp, member);
        const expense = all.find(({ type }) => type === 'expense');
        const income = all.find(({ type }) => type === 'income');
        for (const { date, amount, isRefund } of entries)
          await record(testApp, member, {
            date,
            amount: amount / 100,
            type: isRefund ? 'income' : 'expense',
            categoryId: (isRefund ? income : expense)?.id,
          });
        const { cap, later, amount, ...rest } = budget;
        const first = modelStart(budget.period, budget.start_day, budget.from);
        const { id } = await create(member, {
          ...rest,
          category_ids: [expense?.id, income?.id],
          amount: amount / 100,
          carry_cap: cap === null ? null : cap / 100,
        });
        const isLater = later !== null && modelStart(budget.period, budget.start_day, later.from) > first;
        if (isLater)
          await call(member, 'PUT', `/budgets/${id}`, { from: later.from, amount: later.amount / 100 });
        const signed = entries.map((entry) => ({
          date: entry.date,
          signed: entry.isRefund ? -entry.amount : entry.amount,
        }));
        for (const date of dates) {
          const { states: all } = await states(member, date);
          if (date < first) {
            expect(all).toEqual([]);
            continue;
          }
          const model = modelState({ ...budget, later: isLater ? later : null }, signed, date);
          const [state] = all;
          expect({
            from: state?.period.from,
            amount: minor(state?.amount ?? 0),
            carried: minor(state?.carried ?? 0),
            spent: minor(state?.spent ?? 0),
            left: minor(state?.left ?? 0),
          }).toEqual(model);
        }
        const [from = first, to = first] = dates.toSorted();
        const kept = { ...budget, later: isLater ? later : null };
        const plan = await readPlan(await contextOf(testApp, member), { from, to });
        const [of = null] = plan?.budgets ?? [];
        expect(of && { planned: of.planned, spent: of.spent }).toEqual(modelPlan(kept, signed, from, to));
        const inMonths = plan?.months.reduce((sum, month) => sum + month.planned, 0);
        expect(inMonths).toBe(of?.budget.period === 'yearly' ? 0 : of?.planned);
      }),
      { numRuns: engine.name === 'sqlite' ? 25 : 6 },
    );
  });

  const changes = fc.array(
    fc.oneof(
      fc.record({
        act: fc.constant('record' as const),
        at: fc.nat(3),
        amount: fc.integer({ min: 1, max: 9999 }),
      }),
      fc.record({ act: fc.constantFrom('merge' as const, 'move' as const), at: fc.nat(3), to: fc.nat(3) }),
      fc.record({ act: fc.constantFrom('delete' as const, 'archive' as const), at: fc.nat(3) }),
      fc.record({ act: fc.constant('undo' as const), last: fc.nat(2) }),
    ),
    { minLength: 4, maxLength: 14 },
  );

  test('a budget follows categories that are merged, moved, archived and deleted, and the undo of that', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([0, 1, 2, 3], { minLength: 1 }), changes, async (chosen, steps) => {
        const member = await createMember(testApp);
        const ids: string[] = [];
        for (const name of ['A', 'B', 'C', 'D']) {
          const made = await call<{ category: { id: string } }>(member, 'POST', '/categories', {
            name,
            type: 'expense',
          });
          ids.push(made.data.category.id);
        }
        await create(member, { category_ids: chosen.map((index) => ids[index]), amount: 100 });
        /** Where the transactions of a removed category went; null for none. */
        const gone = new Map<number, number | null>();
        let undoable: { at: number; undoId: string }[] = [];
        const placeOf = (at: number): number | null => {
          if (!gone.has(at)) return at;
          const next = gone.get(at) ?? null;
          return next === null ? null : placeOf(next);
        };
        for (const step of steps) {
          if (step.act === 'undo') {
            const undone = undoable.at(-1 - step.last);
            if (!undone) continue;
            const answer = await call(member, 'POST', '/transactions/restore', { undoId: undone.undoId });
            expect(answer.status).toBe(200);
            gone.delete(undone.at);
            undoable = undoable.filter((each) => each !== undone);
            continue;
          }
          if (gone.has(step.at)) continue;
          if (step.act === 'record')
            await record(testApp, member, {
              amount: step.amount / 100,
              date: TODAY,
              categoryId: ids[step.at],
            });
          else if (step.act === 'archive')
            await call(member, 'PUT', `/categories/${ids[step.at]}`, { is_archived: true });
          else {
            const to = 'to' in step ? step.to : null;
            if (to !== null && (to === step.at || gone.has(to))) continue;
            if (step.act === 'move') {
              const { data } = await call<{ transactions: { id: string }[] }>(
                member,
                'GET',
                `/transactions?category=${ids[step.at]}`,
              );
              const transactionIds = data.transactions.map(({ id }) => id);
              const moved = { transactionIds, changes: { categoryId: ids[to ?? 0] } };
              if (transactionIds.length > 0) await call(member, 'POST', '/transactions/bulk-update', moved);
              continue;
            }
            const { data } = await call<{ undo_id: string }>(
              member,
              'DELETE',
              `/categories/${ids[step.at]}${to === null ? '' : `?moveTo=${ids[to]}`}`,
            );
            gone.set(step.at, to);
            undoable.push({ at: step.at, undoId: data.undo_id });
          }
        }
        const covered = new Set(chosen.map(placeOf).flatMap((at) => (at === null ? [] : (ids[at] ?? []))));
        const { budgets } = (await call<{ budgets: { category_ids: string[] }[] }>(member, 'GET', '/budgets'))
          .data;
        expect(new Set(budgets.flatMap(({ category_ids }) => category_ids))).toEqual(covered);
        const { data } = await call<{ transactions: { amount: number; category_id: string | null }[] }>(
          member,
          'GET',
          '/transactions?limit=200',
        );
        const spent = data.transactions.reduce(
          (sum, { amount, category_id }) => sum + (covered.has(category_id ?? '') ? minor(amount) : 0),
          0,
        );
        const [state] = (await states(member)).states;
        expect(minor(state?.spent ?? 0)).toBe(spent);
      }),
      {
        numRuns: engine.name === 'sqlite' ? 15 : 4,
        examples: [
          [
            [0, 3],
            [
              { act: 'merge', at: 0, to: 1 },
              { act: 'undo', last: 0 },
              { act: 'delete', at: 0 },
            ],
          ],
        ],
      },
    );
  });

  once('budgets of very many categories stand as those of few', async () => {
    const member = await createMember(testApp);
    const ids: string[] = [];
    for (let index = 0; index < 61; index += 1)
      ids.push(await makeCategory(testApp, member, `Category ${index}`));
    const far = {
      category_ids: ids.slice(0, 50),
      amount: 100,
      start_day: 10,
      carry: 'all',
      from: '2026-01-20',
    };
    await create(member, far);
    for (const [index, date] of ['2026-01-09', '2026-02-09', '2026-02-10', '2026-06-11', TODAY].entries())
      await record(testApp, member, { date, amount: 10 + index, categoryId: ids[index] });
    const few = (await states(member)).states;
    expect(few).toMatchObject([{ spent: 27, carried: 500 - 11 - 12 }]);
    const near = {
      category_ids: ids.slice(50),
      amount: 7,
      period: 'weekly',
      carry: 'all',
      from: '2026-01-01',
    };
    await create(member, near);
    const all = (await states(member)).states.toSorted((one, other) => other.spent - one.spent);
    expect(all).toMatchObject([...few, { spent: 0 }]);
  });

  test('a deleted budget and goal come back as they were', async () => {
    const member = await createMember(testApp);
    const [food] = await expenses(member);
    const budget = await create(member, { category_ids: [food?.id], amount: 300, from: '2026-01-01' });
    await call(member, 'PUT', `/budgets/${budget.id}`, { amount: 400, from: '2026-05-01' });
    const goal = await call<{ goal: { id: string } }>(member, 'POST', '/goals', {
      name: 'Bike',
      amount: 500,
    });
    const read = async () => [
      (await call<object>(member, 'GET', '/budgets')).data,
      (await call<object>(member, 'GET', '/goals')).data,
    ];
    const before = await read();
    const pagination = { page: 1, limit: 1, total: 1, hasMore: false, nextCursor: null };
    expect(before).toMatchObject([{ pagination }, { pagination }]);
    for (const path of [`/budgets/${budget.id}`, `/goals/${goal.data.goal.id}`]) {
      const { data } = await call<{ undo_id: string }>(member, 'DELETE', path);
      expect(await read()).not.toEqual(before);
      const undone = await call(member, 'POST', '/transactions/restore', { undoId: data.undo_id });
      expect(undone.status, JSON.stringify(undone.error)).toBe(200);
      expect(await read()).toEqual(before);
    }
    const { data } = await call<{ undo_id: string }>(member, 'DELETE', `/budgets/${budget.id}`);
    await create(member, { category_ids: [food?.id], amount: 20 });
    await call(member, 'POST', '/transactions/restore', { undoId: data.undo_id });
    const { budgets } = (await call<{ budgets: Record<string, unknown>[] }>(member, 'GET', '/budgets')).data;
    const states = budgets.map(({ amount, is_active }) => [amount, is_active]);
    expect(states.toSorted()).toEqual([
      [20, true],
      [400, false],
    ]);
  });

  test('no more amounts are taken than the file of an account may have', async () => {
    const member = await createMember(testApp);
    const [food, other] = await expenses(member);
    const { id } = await create(member, { category_ids: [food?.id], amount: 300, from: '2026-05-01' });
    const of = { user_id: member.id, budget_id: id, amount: 100 };
    const amounts = Array.from({ length: 9998 }, (_, day) => ({
      ...of,
      starts_on: dateOf(dayOf('1990-01-02') + day),
    }));
    for (const some of chunksOf(amounts)) await engine.db.insertInto('budget_amounts').values(some).execute();
    const later = { amount: 400, from: '2026-06-01' };
    expect((await call(member, 'PUT', `/budgets/${id}`, later)).status).toBe(200);
    const refused = [
      await call(member, 'PUT', `/budgets/${id}`, later),
      await call(member, 'POST', '/budgets', { category_ids: [other?.id], amount: 5 }),
    ];
    for (const { status, error } of refused)
      expect([status, error.details]).toMatchObject([400, [{ field: 'amount' }]]);
    expect((await call(member, 'PUT', `/budgets/${id}`, { amount: 7 })).status).toBe(200);
    expect((await call(member, 'PUT', `/budgets/${id}`, later)).status).toBe(200);
  });

  once('what is still to come and the pace of a month', async () => {
    const member = await createMember(testApp);
    const [food, rent] = await expenses(member);
    const eating = await create(member, { category_ids: [food?.id], amount: 300 });
    const living = await create(member, { category_ids: [rent?.id], amount: 1000 });
    await record(testApp, member, { amount: 200, date: '2026-06-10', categoryId: food?.id });
    await makeTemplate(testApp, member, {
      amount: 900,
      start_date: '2026-06-20',
      interval_type: 'monthly',
      categoryId: rent?.id,
    });
    // What recurs in an account that does not count is in no figure of a budget.
    const apart = { name: 'Pension', kind: 'other', in_balance: false };
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', apart);
    const fee = { amount: 150, start_date: '2026-06-01', categoryId: food?.id, accountId: data.account.id };
    await makeTemplate(testApp, member, fee);
    const all = (await states(member)).states;
    const stateOf = ({ id }: Budget) => all.find(({ budget_id }) => budget_id === id);
    expect(stateOf(eating)).toMatchObject({
      spent: 200,
      left: 100,
      committed: 0,
      projected: 400,
      pace: 'over',
    });
    expect(stateOf(living)).toMatchObject({
      spent: 0,
      left: 1000,
      committed: 900,
      projected: 900,
      pace: 'on',
    });
  });

  once('what can be spent until money comes in, or why that cannot be said', async () => {
    const member = await createMember(testApp);
    expect(await states(member)).toMatchObject({
      available: null,
      message: expect.stringContaining('opening'),
    });
    await record(testApp, member, { amount: 1000, type: 'income', date: '2026-06-01' });
    expect(await states(member)).toMatchObject({
      available: null,
      message: expect.stringContaining('money comes in'),
    });
    await makeTemplate(testApp, member, { amount: 5000, type: 'income', start_date: '2026-06-25' });
    await record(testApp, member, { amount: 100, date: '2026-06-20' });
    await record(testApp, member, { amount: 70, date: '2026-06-25' });
    const goal = await call<{ goal: { id: string } }>(member, 'POST', '/goals', {
      name: 'Bike',
      amount: 500,
    });
    await call(member, 'POST', `/goals/${goal.data.goal.id}/save`, { amount: 150 });
    const { available } = await states(member);
    expect(available).toMatchObject({ amount: 750, until: '2026-06-25', per_day: 75 });
    expect(available?.lines.map(({ amount }) => amount)).toEqual([1000, -100, -150]);
  });

  test('who has only cards is told which account is missing, or that it is archived', async () => {
    const member = await createMember(testApp);
    const card = { name: 'Card', kind: 'credit_card', billing_day: 10 };
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', card);
    const { id } = data.account;
    await record(testApp, member, { amount: 100, accountId: id });
    const archived = await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { is_archived: true });
    expect(archived.status).toBe(200);
    const message = async () => (await states(member)).message;
    expect(await message()).toContain('Add the account that pays your card');
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { is_archived: false });
    await call(member, 'PUT', `/accounts/${id}`, { pays_from: FIRST_ACCOUNT });
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { is_archived: true });
    expect(await message()).toContain('The account that pays your card is archived');
  });

  once('a goal is in no archived account, unless it was there before', async () => {
    const member = await createMember(testApp);
    const body = { name: 'Savings', kind: 'savings' };
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', body);
    const accountId = data.account.id;
    const goal = { name: 'Roof', amount: 5000, accountId };
    const roof = await call<{ goal: { id: string } }>(member, 'POST', '/goals', goal);
    const car = await call<{ goal: { id: string } }>(member, 'POST', '/goals', { name: 'Car', amount: 9000 });
    await call(member, 'PUT', `/accounts/${accountId}`, { is_archived: true });
    for (const [method, path, sent] of [
      ['POST', '/goals', { ...goal, name: 'Boat' }],
      ['PUT', `/goals/${car.data.goal.id}`, { accountId }],
    ] as const) {
      const refused = await call<never>(member, method, path, sent);
      expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'accountId' }]]);
    }
    const kept = await call(member, 'PUT', `/goals/${roof.data.goal.id}`, goal);
    expect([kept.status, kept.data]).toMatchObject([200, { goal: { account_id: accountId } }]);
  });

  once('what was bought by card is spent, savings are apart, and an allowance is no payday', async () => {
    const member = await createMember(testApp);
    const account = async (body: object) =>
      (await call<{ account: { id: string } }>(member, 'POST', '/accounts', body)).data.account.id;
    const [bank] = (await call<{ accounts: { id: string }[] }>(member, 'GET', '/accounts')).data.accounts;
    const savings = await account({ name: 'Savings', kind: 'savings' });
    const card = await account({
      name: 'Card',
      kind: 'credit_card',
      billing_day: 20,
      pays_from: bank?.id,
    });
    await record(testApp, member, { amount: 5000, type: 'income', date: '2026-06-01' });
    await record(testApp, member, { amount: 9000, type: 'income', date: '2026-06-01', accountId: savings });
    const goal = { name: 'Roof', amount: 5000, accountId: savings };
    const roof = await call<{ goal: { id: string } }>(member, 'POST', '/goals', goal);
    await call(member, 'POST', `/goals/${roof.data.goal.id}/save`, { amount: 3000 });
    await record(testApp, member, { amount: 400, date: '2026-06-12', accountId: card });
    for (const body of [
      { fromAccountId: bank?.id, toAccountId: card, amount: 400, date: '2026-06-20' },
      { fromAccountId: bank?.id, toAccountId: savings, amount: 700, date: '2026-06-18' },
    ])
      expect((await call(member, 'POST', '/transfers', body)).status).toBe(201);
    await makeTemplate(testApp, member, { amount: 8000, type: 'income', start_date: '2026-06-25' });
    await makeTemplate(testApp, member, { amount: 150, type: 'income', start_date: '2026-06-17' });
    const { available } = await states(member);
    expect(available).toMatchObject({ amount: 4050, until: '2026-06-25', per_day: 405 });
    expect(available?.lines.map(({ amount }) => amount)).toEqual([5000, -400, 150, -700]);
    // A month that begins before payday sets aside as well.
    await makeTemplate(testApp, member, { amount: 20_000, type: 'income', start_date: '2026-07-05' });
    await call(member, 'POST', '/goals', { name: 'Trip', amount: 900, monthly: 300 });
    const later = await states(member);
    expect(later.available?.until).toBe('2026-07-05');
    expect(later.available?.lines.at(-1)).toMatchObject({ label: 'Set aside for goals', amount: -300 });
  });

  once('a card whose latest purchases are not here is named, as its next bill is not known', async () => {
    const member = await createMember(testApp);
    const card = { name: 'Card', kind: 'credit_card', billing_day: 10 };
    const { account } = (await call<{ account: { id: string } }>(member, 'POST', '/accounts', card)).data;
    await record(testApp, member, { amount: 5000, type: 'income', date: '2026-03-01' });
    await record(testApp, member, { amount: 300, date: '2026-04-20', accountId: account.id });
    await makeTemplate(testApp, member, { amount: 8000, type: 'income', start_date: '2026-06-25' });
    const silent = async () => {
      const found = await readAvailable(await contextOf(testApp, member));
      return typeof found === 'string' ? found : found.silent;
    };
    expect(await silent()).toMatchObject([{ card: { id: account.id }, since: '2026-04-20' }]);
    await record(testApp, member, { amount: 30, date: '2026-06-02', accountId: account.id });
    expect(await silent()).toEqual([]);
  });

  once('what is left of the plan of the month', async () => {
    const member = await createMember(testApp);
    const [food, rent, fun] = await expenses(member);
    const prefer = { preferences: { left_by: 'plan' } };
    expect((await call(member, 'PUT', '/users/profile', prefer)).status).toBe(200);
    expect(await states(member)).toMatchObject({
      available: null,
      message: expect.stringContaining('your plan'),
    });
    await create(member, { category_ids: [food?.id], amount: 300 });
    await create(member, { category_ids: [rent?.id], amount: 1000 });
    await create(member, { category_ids: [fun?.id], amount: 90, start_day: 10 });
    await record(testApp, member, { amount: 120, date: '2026-06-03', categoryId: food?.id });
    await record(testApp, member, { amount: 950, date: '2026-06-20', categoryId: rent?.id });
    const { available } = await states(member);
    expect(available).toMatchObject({ amount: 230, until: '2026-07-01' });
    expect(available?.lines.map(({ amount }) => amount)).toEqual([1300, -120, -950]);
  });

  once(
    'without a choice from the balance, whatever the budgets are, or from them where that cannot be said',
    async () => {
      const member = await createMember(testApp);
      const [food] = await expenses(member);
      const budget = await create(member, { category_ids: [food?.id], amount: 300 });
      expect((await states(member)).available).toMatchObject({ amount: 300, until: '2026-07-01' });
      await record(testApp, member, { amount: 1000, type: 'income', date: '2026-06-01' });
      await makeTemplate(testApp, member, { amount: 8000, type: 'income', start_date: '2026-06-25' });
      await record(testApp, member, { amount: 500, date: '2026-06-25' });
      expect((await states(member)).available).toMatchObject({ amount: 1000, until: '2026-06-25' });
      await call(member, 'PUT', `/budgets/${budget.id}`, { amount: 3000 });
      expect((await states(member)).available).toMatchObject({ amount: 1000, until: '2026-06-25' });
      await call(member, 'PUT', '/users/profile', { preferences: { left_by: 'plan' } });
      expect((await states(member)).available).toMatchObject({ amount: 3000, until: '2026-07-01' });
    },
  );

  once(
    'what is free beside budgets is what an expense without a budget takes, however it is counted',
    async () => {
      const member = await createMember(testApp);
      const [food, rent, fun, trips, shoes] = await expenses(member);
      const free = async () => (await states(member)).available?.free;
      await record(testApp, member, { amount: 6000, type: 'income', date: '2026-06-01' });
      await create(member, { category_ids: [food?.id], amount: 800 });
      expect(await free()).toBeNull();
      await makeTemplate(testApp, member, { amount: 9000, type: 'income', start_date: '2026-07-05' });
      await create(member, { category_ids: [rent?.id], amount: 1000, carry: 'overspent' });
      await create(member, { category_ids: [fun?.id], amount: 100, period: 'weekly' });
      await create(member, { category_ids: [trips?.id], amount: 5000, period: 'yearly' });
      await record(testApp, member, { amount: 300, date: '2026-06-03', categoryId: food?.id });
      // Overspent, and the next month has less for it.
      await record(testApp, member, { amount: 1100, date: '2026-06-04', categoryId: rent?.id });
      await record(testApp, member, { amount: 250, date: '2026-06-28', categoryId: food?.id });
      await record(testApp, member, { amount: 600, date: '2026-07-01', categoryId: rent?.id });
      await record(testApp, member, { amount: 150, date: '2026-07-20', categoryId: food?.id });
      // Until payday: 250 for food, nothing for rent, three weeks of 100, and four days of 650 and 300 for July.
      const kept = 250 + 300 + 83.88 + 38.71;
      const left = 6000 - 300 - 1100 - 250 - 600;
      const near = (amount: number) => expect.closeTo(amount, 3);
      const known = { until: '2026-07-05', in_budgets: kept };
      for (const left_by of ['auto', 'balance', 'plan']) {
        await call(member, 'PUT', '/users/profile', { preferences: { left_by } });
        expect(await free(), left_by).toMatchObject({ ...known, amount: near(left - kept) });
      }
      expect((await free())?.lines.map(({ amount }) => amount)).toEqual([4600, -850, -kept]);
      await record(testApp, member, { amount: 400, date: TODAY, categoryId: shoes?.id });
      expect(await free()).toMatchObject({ ...known, amount: near(left - kept - 400) });
      await record(testApp, member, { amount: 40, date: TODAY, categoryId: food?.id });
      expect(await free()).toMatchObject({ in_budgets: near(kept - 40), amount: near(left - kept - 400) });
      await record(testApp, member, { amount: 3000, date: '2026-07-01', categoryId: shoes?.id });
      expect(await free()).toMatchObject({ amount: near(left - kept - 3400) });
    },
  );

  once(
    'of a period that ends after payday, budgets keep back what its days before that may take',
    async () => {
      const member = await createMember(testApp);
      const [food, fun] = await expenses(member);
      const free = async () => (await states(member)).available?.free;
      await record(testApp, member, { amount: 2000, type: 'income', date: '2026-06-01' });
      const pay = { amount: 9000, type: 'income', start_date: '2026-07-10' };
      const { template } = await makeTemplate(testApp, member, pay);
      await create(member, { category_ids: [food?.id], amount: 310 });
      await record(testApp, member, { amount: 10, date: '2026-06-03', categoryId: food?.id });
      // 300 of June, and 9 of the 31 days of July.
      expect(await free()).toMatchObject({ in_budgets: 390, amount: 1600 });
      await create(member, { category_ids: [fun?.id], amount: 140, period: 'weekly' });
      // Three weeks, and 5 days of the one from 5 July.
      expect(await free()).toMatchObject({ in_budgets: 390 + 420 + 100 });
      await testApp.call('DELETE', `/transactions/templates/${template.id}?scope=all`, { as: member });
      await makeTemplate(testApp, member, { ...pay, start_date: '2026-06-23' });
      // 8 of the 16 days from today to the end of June; this week, and 2 days of the next.
      expect(await free()).toMatchObject({ in_budgets: 150 + 140 + 40, amount: 1660 });
      await record(testApp, member, { amount: 100, date: TODAY, categoryId: food?.id });
      expect(await free()).toMatchObject({ in_budgets: 100 + 140 + 40, amount: 1610 });
    },
  );

  once('what two budgets may take of one category is kept back once', async () => {
    const member = await createMember(testApp);
    const [food, rent, fun, shoes] = await expenses(member);
    await record(testApp, member, { amount: 9000, type: 'income', date: '2026-05-01' });
    await makeTemplate(testApp, member, { amount: 9000, type: 'income', start_date: '2026-06-28' });
    for (const [id, amount] of [
      [food?.id, 600],
      [fun?.id, 50],
      [shoes?.id, 50],
    ])
      await create(member, { category_ids: [id], amount, start_day: 28 });
    // This week and the next end before payday; they may take more than food and fun by month.
    await create(member, { category_ids: [food?.id, rent?.id, fun?.id], amount: 350, period: 'weekly' });
    const free = async () => (await states(member)).available?.free;
    const weeks = 350 * 2;
    expect(await free()).toMatchObject({ in_budgets: weeks + 50, amount: 9000 - weeks - 50 });
    const spend = async (categoryId: string | undefined, date: string, amount: number) => {
      const before = await free();
      await record(testApp, member, { amount, date, categoryId });
      const after = await free();
      expect(after?.amount, `${date} ${amount}`).toBeLessThanOrEqual(before?.amount ?? 0);
      return after?.in_budgets;
    };
    expect(await spend(food?.id, TODAY, 50)).toBe(weeks - 50 + 50);
    expect(await spend(food?.id, '2026-06-24', 40)).toBe(weeks - 90 + 50);
    // This week has nothing left: the next one has less than food by month, then more.
    expect(await spend(rent?.id, TODAY, 300)).toBe(510 + 50 + 50);
    expect(await spend(food?.id, TODAY, 110)).toBe(400 + 50 + 50);
    expect(await spend(food?.id, TODAY, 500)).toBe(310 + 50);
  });

  test('in the month in which the records begin, budgets keep back what is usual for its days that are left', async () => {
    const member = await createMember(testApp);
    const [food, shoes] = await expenses(member);
    const free = async () => (await states(member)).available?.free;
    await record(testApp, member, { amount: 1000, type: 'income', date: TODAY });
    await makeTemplate(testApp, member, { amount: 9000, type: 'income', start_date: '2026-07-10' });
    await create(member, { category_ids: [food?.id], amount: 310 });
    // 16 of 30 days of June, 9 of 31 of July.
    expect(await free()).toMatchObject({ in_budgets: 165.34 + 90 });
    await record(testApp, member, { amount: 30, date: TODAY, categoryId: food?.id });
    expect(await free()).toMatchObject({ in_budgets: 135.34 + 90 });
    // What is recorded late for the days before belongs to what they took, and moves nothing else.
    await record(testApp, member, { amount: 100, date: '2026-06-10', categoryId: food?.id });
    await record(testApp, member, { amount: 10, date: '2026-05-31', categoryId: shoes?.id });
    expect(await free()).toMatchObject({ in_budgets: 135.34 + 90, amount: 634.66 });
    // More than is usual for them is missing for the days that are left.
    await record(testApp, member, { amount: 100, date: '2026-06-11', categoryId: food?.id });
    expect(await free()).toMatchObject({ in_budgets: 80 + 90, amount: 590 });
    await record(testApp, member, { amount: 1, type: 'income', date: '2026-05-31' });
    expect(await free()).toMatchObject({ in_budgets: 80 + 90, amount: 591 });
  });

  test('who has only a card is told that the account that pays it is missing, unless they chose their budgets', async () => {
    const member = await createMember(testApp);
    const [food, fun] = await expenses(member);
    const [account] = (await call<{ accounts: { id: string }[] }>(member, 'GET', '/accounts')).data.accounts;
    const kind = { kind: 'credit_card', billing_day: 10 };
    expect((await call(member, 'PUT', `/accounts/${account?.id}`, kind)).status).toBe(200);
    await record(testApp, member, { amount: 1420, date: '2026-06-03', categoryId: fun?.id });
    await create(member, { category_ids: [food?.id], amount: 1880 });
    const missing = 'Add the account that pays your card to see what is free to spend.';
    expect(await states(member)).toMatchObject({ available: null, message: missing });
    await call(member, 'PUT', '/users/profile', { preferences: { left_by: 'plan' } });
    expect(await states(member)).toMatchObject({ available: { amount: 1880, free: null } });
    await call(member, 'PUT', '/users/profile', { preferences: { left_by: 'auto' } });
    await call(member, 'POST', '/accounts', { name: 'Bank', kind: 'bank', opening_balance: 500 });
    expect(await readAvailable(await contextOf(testApp, member))).toMatchObject({
      amount: 188_000,
      limit: -92_000,
      freeUnknown: 'noIncome',
    });
  });

  once('what is in the accounts, due and set aside is named part by part', async () => {
    const member = await createMember(testApp);
    await record(testApp, member, { amount: 1000, type: 'income', date: '2026-06-01' });
    await makeTemplate(testApp, member, { amount: 5000, type: 'income', start_date: '2026-06-25' });
    await record(testApp, member, { amount: 30, date: '2026-06-22', description: 'Doctor' });
    await makeTemplate(testApp, member, { name: 'Rent', amount: 100, start_date: '2026-06-20' });
    const body = { name: 'Bicycle', amount: 500 };
    const { goal } = (await call<{ goal: { id: string } }>(member, 'POST', '/goals', body)).data;
    await call(member, 'POST', `/goals/${goal.id}/save`, { amount: 150 });
    await call(member, 'POST', '/goals', { name: 'Trip', amount: 500 });
    const found = await readAvailable(await contextOf(testApp, member));
    const lines = typeof found === 'string' ? [] : found.lines;
    expect(lines).toMatchObject([
      { kind: 'accounts', amount: 100_000, parts: [{ amount: 100_000 }] },
      {
        kind: 'due',
        amount: -13_000,
        parts: [
          { name: 'Rent', date: '2026-06-20', amount: -10_000 },
          { name: 'Doctor', date: '2026-06-22', amount: -3000 },
        ],
      },
      { kind: 'goals', parts: [{ id: goal.id, name: 'Bicycle', amount: -15_000 }] },
    ]);
  });

  test('there are never more budgets and goals than allowed, whatever is undone', async () => {
    const member = await createMember(testApp);
    const [food, fun] = await expenses(member);
    const { db } = engine;
    const { budget: own } = (
      await call<{ budget: Budget }>(member, 'POST', '/budgets', { category_ids: [food?.id], amount: 5 })
    ).data;
    const row = await db.selectFrom('budgets').selectAll().where('id', '=', own.id).executeTakeFirstOrThrow();
    const others = Array.from({ length: BUDGETS_MAX - 1 }, (_, index) => ({
      ...row,
      id: newId(new Date(2026, 0, 1, 0, 0, index)),
      category_ids: JSON.stringify([fun?.id]),
      is_active: 0,
    }));
    for (const chunk of chunksOf(others)) await db.insertInto('budgets').values(chunk).execute();
    const create = (categoryId: string | undefined) =>
      call<{ undo_id: string }>(member, 'POST', '/budgets', { category_ids: [categoryId], amount: 7 });
    const restore = (undoId: string) => call(member, 'POST', '/transactions/restore', { undoId });
    const gone = await call<{ undo_id: string }>(member, 'DELETE', `/categories/${food?.id}`);
    expect(await create(fun?.id)).toMatchObject({ status: 409, error: { code: 'BUDGETS_MOST' } });
    expect((await restore(gone.data.undo_id)).status).toBe(200);
    const { budgets } = (await call<{ budgets: Budget[] }>(member, 'GET', '/budgets')).data;
    expect(budgets).toHaveLength(BUDGETS_MAX);

    const deleted = await call<{ undo_id: string }>(member, 'DELETE', `/budgets/${own.id}`);
    expect((await create(food?.id)).status).toBe(201);
    expect(await restore(deleted.data.undo_id)).toMatchObject({
      status: 409,
      error: { code: 'BUDGETS_MOST' },
    });
    await call(member, 'DELETE', `/budgets/${others[0]?.id}`);
    expect((await restore(deleted.data.undo_id)).status).toBe(200);

    const goal = (name: string) =>
      call<{ goal: { id: string } }>(member, 'POST', '/goals', { name, amount: 9 });
    const first = (await goal('First')).data.goal.id;
    for (let count = 1; count < GOALS_MAX; count += 1) await goal(`Goal ${count}`);
    const undone = (await call<{ undo_id: string }>(member, 'DELETE', `/goals/${first}`)).data.undo_id;
    expect((await goal('Another')).status).toBe(201);
    expect(await restore(undone)).toMatchObject({ status: 409, error: { code: 'GOALS_MOST' } });
  });

  once('what a budget is over is out of the balance, and takes nothing from other budgets', async () => {
    const member = await createMember(testApp);
    await call(member, 'PUT', '/users/profile', { preferences: { left_by: 'plan' } });
    const [food, shoes] = await expenses(member);
    await record(testApp, member, { amount: 5000, type: 'income', date: '2026-06-01' });
    await makeTemplate(testApp, member, { amount: 9000, type: 'income', start_date: '2026-07-01' });
    await create(member, { category_ids: [food?.id], amount: 300 });
    await create(member, { category_ids: [shoes?.id], amount: 350 });
    await record(testApp, member, { amount: 380, date: '2026-06-03', categoryId: shoes?.id });
    await record(testApp, member, { amount: 20, date: '2026-06-20', categoryId: shoes?.id });
    const { available } = await states(member);
    expect(available).toMatchObject({ amount: 300, free: { amount: 4300, in_budgets: 300 } });
    expect(available?.lines.map(({ amount }) => amount)).toEqual([650, -380, -20, 50]);
  });

  once('suggestions are medians of complete months', async () => {
    const member = await createMember(testApp);
    const [food] = await expenses(member);
    for (const [date, amount] of [
      ['2026-05-02', 300],
      ['2026-05-20', 10.5],
      ['2026-04-02', 200],
      ['2026-03-02', 100],
      ['2026-06-02', 9000],
    ] as const)
      await record(testApp, member, { amount, date, categoryId: food?.id });
    const { data } = await call<{ suggestions: unknown }>(member, 'GET', '/budgets/suggestions?months=3');
    expect(data.suggestions).toEqual([{ category_id: food?.id, amount: 200 }]);
  });

  once('a suggestion says that few months have most of a year', async () => {
    const member = await createMember(testApp);
    const [food, travel] = await expenses(member);
    for (const month of ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05']) {
      await record(testApp, member, { amount: 300, date: `${month}-02`, categoryId: food?.id });
      await record(testApp, member, { amount: 100, date: `${month}-02`, categoryId: travel?.id });
    }
    for (const date of ['2025-06-20', '2025-05-31'])
      await record(testApp, member, { amount: 4000, date, categoryId: travel?.id });
    expect(await suggestBudgets(await contextOf(testApp, member), 6)).toEqual([
      { category_id: food?.id, amount: 30_000, recurring: 0 },
      { category_id: travel?.id, amount: 10_000, recurring: 0, uneven: 460_000 },
    ]);
  });

  once('what no budget can be is refused at its field', async () => {
    const member = await createMember(testApp);
    const [food, rent] = await expenses(member);
    await create(member, { category_ids: [food?.id], amount: 300 });
    const salary = (await categoriesOf(testApp, member)).find(({ type }) => type === 'income');
    const valid = { category_ids: [rent?.id], amount: 5 };
    await call(member, 'PUT', `/categories/${rent?.id}`, { is_archived: true });
    const cases: [object, number, string][] = [
      [{ ...valid, amount: 0 }, 400, 'amount'],
      [{ ...valid, amount: -5 }, 400, 'amount'],
      [{ ...valid, carry_cap: -1 }, 400, 'carry_cap'],
      [{ ...valid, category_ids: [salary?.id] }, 400, 'category_ids'],
      [{ ...valid, amount: 1_000_000_000 }, 400, 'amount'],
      [{ ...valid, category_ids: [] }, 400, 'category_ids'],
      [{ ...valid, category_ids: ['missing'] }, 404, 'category_ids'],
      [valid, 400, 'category_ids'],
      [{ category_ids: [food?.id], amount: 5 }, 400, 'category_ids'],
      ...[0, 29, 30, 31, 1.5].map((start_day): [object, number, string] => [
        { ...valid, start_day },
        400,
        'start_day',
      ]),
      [{ category_ids: [food?.id], amount: 5, period: 'yearly', from: '2026-07-01' }, 400, 'from'],
      [{ category_ids: [food?.id], amount: 5, period: 'weekly', from: '0001-01-01' }, 400, 'from'],
    ];
    for (const [body, status, field] of cases) {
      const answer = await call(member, 'POST', '/budgets', body);
      expect([answer.status, JSON.stringify(answer.error?.details)]).toEqual([
        status,
        expect.stringContaining(`"field":"${field}"`),
      ]);
    }
    const unnamed = await call(member, 'POST', '/goals', { amount: 5 });
    expect(unnamed.error.details).toEqual([{ field: 'name', message: 'Enter a name for the goal' }]);
    const other = await createMember(testApp);
    const [own] = (await call<{ budgets: Budget[] }>(member, 'GET', '/budgets')).data.budgets;
    const changes: [object, string][] = [
      ...[29, 30, 31].map((start_day): [object, string] => [{ start_day }, 'start_day']),
      [{ amount: 5, from: '2026-06-16' }, 'from'],
      [{ category_ids: [rent?.id] }, 'category_ids'],
      [{ amount: 1_000_000.01 }, 'amount'],
    ];
    for (const [body, field] of changes) {
      const answer = await call(member, 'PUT', `/budgets/${own?.id}`, body);
      expect([answer.status, answer.error.details], field).toMatchObject([400, [{ field }]]);
    }
    expect((await call<{ budgets: Budget[] }>(member, 'GET', '/budgets')).data.budgets).toEqual([own]);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await call(other, method, `/budgets/${own?.id}`, method === 'PUT' ? {} : undefined)).status,
      ).toBe(404);
  });

  test('days far away take no time, or are refused', async () => {
    const member = await createMember(testApp);
    const [food] = await expenses(member);
    await create(member, { category_ids: [food?.id], amount: 5, period: 'weekly', carry: 'all' });
    for (const date of ['2027-06-16', '9000-01-01', '9999-12-31']) {
      const answer = await call(member, 'GET', `/budgets/state?date=${date}`);
      expect([answer.status, answer.error?.details]).toEqual([
        400,
        [{ field: 'date', message: expect.any(String) }],
      ]);
    }
    expect((await call(member, 'GET', '/budgets/state?date=0001-01-01')).data).toMatchObject({ states: [] });
    const later = await states(member, '2027-06-15');
    expect(later.states).toHaveLength(1);
    expect([later.available, later.message]).toEqual([
      null,
      'What is free to spend is known for today only.',
    ]);

    const goal = { amount: 12_000_00, saved: 0 } as GoalRow;
    const needed = (due_date: string, today: string) => neededMonthly({ ...goal, due_date }, today);
    expect(needed('9999-12-31', TODAY)).toBe(Math.ceil(12_000_00 / 95_682));
    expect(needed('2026-02-28', '2026-01-31')).toBe(12_000_00);
    expect(needed('2026-03-30', '2026-01-31')).toBe(12_000_00);
    expect(needed('2026-03-31', '2026-01-31')).toBe(6_000_00);
    expect(needed('2027-01-31', '2026-01-31')).toBe(1_000_00);
  });

  once('what was set aside or taken back can be undone, unless the goal was changed since', async () => {
    const member = await createMember(testApp);
    const body = { name: 'Bicycle', amount: 1000, monthly: 250 };
    const made = await call<{ goal: { id: string } }>(member, 'POST', '/goals', body);
    const path = `/goals/${made.data.goal.id}`;
    const read = async () => (await call<{ goal: object }>(member, 'GET', path)).data.goal;
    const save = async (amount: number) =>
      (await call<{ undo_id: string }>(member, 'POST', `${path}/save`, { amount })).data.undo_id;
    const undo = async (undoId: string) =>
      (await call(member, 'POST', '/transactions/restore', { undoId })).status;
    await save(1000);
    const reached = await read();
    // Takes the monthly amount and the day on which it was reached along.
    const taken = await save(-400);
    expect(await read()).toMatchObject({ saved: 600, monthly: null, reached_on: null });
    expect(await undo(taken)).toBe(200);
    expect(await read()).toEqual(reached);
    expect(await undo(taken)).toBe(404);
    const first = await save(-100);
    const second = await save(5);
    expect(await undo(first)).toBe(404);
    expect(await read()).toMatchObject({ saved: 905 });
    expect(await undo(second)).toBe(200);
    expect(await read()).toMatchObject({ saved: 900 });
    const last = await save(1);
    await call(member, 'DELETE', path);
    expect(await undo(last)).toBe(404);
  });

  test('a budget of which only refunds are left can be paused and changed', async () => {
    const member = await createMember(testApp);
    const all = await categoriesOf(testApp, member);
    const [food, refunds] = ['expense', 'income'].map((kind) => all.find(({ type }) => type === kind)?.id);
    const { id } = await create(member, { category_ids: [food, refunds], amount: 300 });
    expect((await call(member, 'DELETE', `/categories/${food}`)).status).toBe(200);
    for (const body of [{ amount: 200 }, { is_active: false }])
      expect((await call(member, 'PUT', `/budgets/${id}`, body)).status).toBe(200);
    const refused = await call(member, 'PUT', `/budgets/${id}`, { category_ids: [refunds] });
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'category_ids' }]]);
  });

  once('a goal is reached, projected, and gives back no more than it has', async () => {
    const member = await createMember(testApp);
    const made = await call<{ goal: { id: string } }>(member, 'POST', '/goals', {
      name: 'Bicycle',
      amount: 1000,
      monthly: 250,
      due_date: '2027-01-01',
    });
    const { id } = made.data.goal;
    expect(made.data.goal).toMatchObject({ saved: 0, projected_date: '2026-10-01', reached_on: null });
    const save = (amount: number) => call<{ goal: object }>(member, 'POST', `/goals/${id}/save`, { amount });
    expect((await save(1000)).data.goal).toMatchObject({
      saved: 1000,
      reached_on: TODAY,
      projected_date: null,
    });
    expect((await save(-400)).data.goal).toMatchObject({ saved: 600, reached_on: null, monthly: null });
    const refused = await save(-601);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.error?.details)).toContain('"field":"amount"');
    expect((await call(member, 'DELETE', `/goals/${id}`)).status).toBe(200);
    expect((await call(member, 'GET', `/goals/${id}`)).status).toBe(404);
  });

  test('the pace of a goal counts the days of the person since it began', async () => {
    onTestFinished(() => testApp.setClock(START));
    // The day after, in Israel.
    testApp.setClock('2026-06-14T22:30:00Z');
    const member = await createMember(testApp, { preferences: { timezone: 'Asia/Jerusalem' } });
    await keepSignedIn(testApp.app.database, member);
    const body = { name: 'Bicycle', amount: 1000 };
    const { data } = await call<{ goal: { id: string } }>(member, 'POST', '/goals', body);
    const save = () => call(member, 'POST', `/goals/${data.goal.id}/save`, { amount: 1 });
    testApp.setClock('2026-06-15T12:00:00Z');
    expect((await save()).data).toMatchObject({ goal: { projected_date: null } });
    testApp.setClock('2026-06-16T12:00:00Z');
    expect((await save()).data).toMatchObject({ goal: { projected_date: '2027-11-16' } });
  });

  /** The days on which clocks change in 2026. */
  const clocks = fc.constantFrom(
    ['Asia/Jerusalem', '2026-03-27'],
    ['Asia/Jerusalem', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
  );
  const aroundDay = fc.integer({ min: -2, max: 2 });
  const lives = fc.record({
    clock: clocks,
    begins: aroundDay,
    period: fc.constantFrom('weekly', 'monthly', 'yearly'),
    /** From the midnight in UTC of the day on which clocks change. */
    minutes: fc.array(fc.integer({ min: -2 * 1440, max: 3 * 1440 }), { minLength: 2, maxLength: 3 }),
    months: fc.integer({ min: 0, max: 14 }),
    spent: fc.array(fc.record({ at: aroundDay, amount: fc.integer({ min: 1, max: 9000 }) }), {
      maxLength: 5,
    }),
    goal: fc.integer({ min: 1, max: 50_000 }),
    monthly: fc.integer({ min: 1, max: 20_000 }),
  });

  once(
    'days, months and what goals set aside by themselves go by the person’s clock, also when it changes',
    async () => {
      onTestFinished(() => testApp.setClock(START));
      await fc.assert(
        fc.asyncProperty(lives, async ({ clock, begins, period, minutes, months, spent, goal, monthly }) => {
          const [timezone, changes] = clock;
          const near = (days: number) => dateOf(dayOf(changes) + days);
          const localDay = (instant: number) =>
            new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(instant);
          const day = Math.min(28, Number(near(begins).slice(8)));
          const made = Date.parse(`${near(-40)}T12:00:00Z`);
          testApp.setClock(new Date(made).toISOString());
          const member = await createMember(testApp, { preferences: { timezone, month_start: day } });
          await keepSignedIn(testApp.app.database, member);
          const [food] = await expenses(member);
          const budget = { period, start_day: day, carry: 'all', amount: 500, from: near(-40) };
          const { id } = await create(member, { ...budget, category_ids: [food?.id] });
          const saving = { name: 'Bike', amount: goal / 100, monthly: monthly / 100 };
          expect((await call(member, 'POST', '/goals', saving)).status).toBe(201);
          for (const { at, amount } of spent)
            await record(testApp, member, { date: near(at), amount: amount / 100, categoryId: food?.id });
          const entries = spent.map(({ at, amount }) => ({ date: near(at), signed: amount }));
          const instants = minutes.toSorted((one, other) => one - other);
          for (const minute of [...instants, (months * 30 + 5) * 1440]) {
            const instant = Date.parse(changes) + minute * 60_000;
            testApp.setClock(new Date(instant).toISOString());
            const today = localDay(instant);
            const model = modelState(
              { ...budget, amount: 50_000, cap: null, later: null },
              entries.filter(({ date }) => date <= today),
              today,
            );
            const { states: all } = await states(member);
            expect(all.find(({ budget_id }) => budget_id === id)).toMatchObject({
              period: { from: model.from },
              carried: model.carried / 100,
              spent: model.spent / 100,
              left: model.left / 100,
            });
            let aside = 0;
            let reached: string | null = null;
            for (let at = dayOf(localDay(made)) + 1; at <= dayOf(today); at += 1)
              if (Number(dateOf(at).slice(8)) === day && aside < goal) {
                aside = Math.min(goal, aside + monthly);
                if (aside === goal) reached = dateOf(at);
              }
            const { data } = await call<{ goals: object[] }>(member, 'GET', '/goals');
            expect(data.goals).toMatchObject([{ saved: aside / 100, reached_on: reached }]);
          }
        }),
        { numRuns: engine.name === 'sqlite' ? 25 : 8 },
      );
    },
  );
});
