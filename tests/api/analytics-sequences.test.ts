import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparedWith } from '../../src/domain/analytics/periods.ts';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { localNow, plusDays, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { readCategoryReport } from '../../src/domain/categories/analytics/report.ts';
import { createTestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { type Category, categoriesOf, contextOf, createMember, type Member } from '../support/members.ts';
import {
  categoryAnalyticsOf,
  monthsIn,
  ofType,
  type Row,
  sum,
  summaryOf,
  userAnalyticsOf,
  within,
} from './naive-analytics.ts';

/** In some time zones still the last day of June, elsewhere the first of July. */
const NOW = '2026-07-01T05:00:00.000Z';
const ZONES = ['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'UTC'];

const RUNS = { sqlite: 50, postgres: 12 };

const picks = fc.array(fc.nat(40), { minLength: 1, maxLength: 6 });
const category = fc.integer({ min: -1, max: 3 });
const fields = fc.record({
  type: fc.constantFrom('expense' as const, 'income' as const),
  minor: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.constantFrom(999, 1000, 100_000_000)),
  // Many at the ends of months, some a year ago, some upcoming.
  day: fc.oneof(fc.integer({ min: -95, max: 35 }), fc.integer({ min: -800, max: 90 })),
  time: fc.constantFrom('00:00', '09:30', '23:59'),
  name: fc.nat(3),
  category,
});
const pick = fc.nat(40);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), fields }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create-many' as const),
      many: fc.array(fields, { minLength: 2, maxLength: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), pick, fields }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change-many' as const), picks, fields }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove-many' as const), picks }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), pick, into: category }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('opening' as const),
      minor: fc.integer({ min: -90_000, max: 90_000 }).filter((minor) => minor !== 0),
      day: fc.integer({ min: -60, max: 0 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), fields }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('stop' as const, 'resume' as const, 'delete' as const, 'amount' as const),
      pick,
      scope: fc.constantFrom('future', 'all'),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Fields = typeof fields extends fc.Arbitrary<infer Value> ? Value : never;

const NAMES = ['Wolt #12', 'WOLT', 'מכולת', 'Bus'];

forEachEngine((engine) => {
  const testApp = createTestApp(engine);

  test('after any sequence of changes, analytics are what adding up the list gives', async () => {
    testApp.setClock(NOW);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.constantFrom('sunday', 'monday'),
        fc.array(fields, { minLength: 8, maxLength: 20, size: 'max' }),
        fc.array(step, { minLength: 3, maxLength: 14, size: 'max' }),
        fc.constantFrom(1, 3, 6, 12, 27),
        async (timezone, week_start, many, steps, months) => {
          const member = await createMember(testApp, { preferences: { timezone, week_start } });
          const { date: today } = localNow(new Date(NOW), timezone);
          await live(member, today, [{ do: 'create-many', many }, ...steps]);
          const rows = await listed(member);
          await expectSummary(member, rows, today, months);
          await expectUserAnalytics(member, rows, today, months);
          await expectCategories(member, rows, today, months);
        },
      ),
      { numRuns: RUNS[engine.name], endOnFailure: engine.name === 'postgres' },
    );
  });

  /** A step may be refused, but must not break. */
  async function ask<Data = Record<string, unknown>>(
    as: Member,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Data | undefined> {
    const reply = await testApp.call<Data>(method, path, { as, body });
    if (reply.status >= 500) throw new Error(reply.text);
    return reply.status < 300 ? reply.data : undefined;
  }

  async function live(member: Member, today: string, steps: Step[]): Promise<void> {
    const choices = await categoriesOf(testApp, member);
    const undos: string[] = [];
    const templates: string[] = [];
    const choiceOf = (type: Category['type'], place: number) =>
      choices.filter((one) => one.type === type)[place]?.id ?? null;
    const bodyOf = ({ type, minor, day, time, name, category: place }: Fields) => ({
      ...{ type, amount: minor / 100, time, category_id: choiceOf(type, place) },
      ...{ date: plusDays(today, day), description: NAMES[name], merchant_name: name === 3 ? 'Egged' : null },
    });
    const undoable = (done: { undo_id?: string } | undefined) => done?.undo_id && undos.push(done.undo_id);
    const chosen = async (place: number) => {
      const rows = await listed(member);
      return rows[place % Math.max(1, rows.length)];
    };
    for (const one of steps) {
      if (one.do === 'create') await ask(member, 'POST', '/transactions/transaction', bodyOf(one.fields));
      else if (one.do === 'create-many')
        await ask(member, 'POST', '/transactions/bulk', { transactions: one.many.map(bodyOf) });
      else if (one.do === 'change' || one.do === 'remove') {
        const row = await chosen(one.pick);
        if (!row) continue;
        const path = `/transactions/${row.type}/${row.id}`;
        if (one.do === 'change') await ask(member, 'PUT', path, bodyOf(one.fields));
        else undoable(await ask(member, 'DELETE', path));
      } else if (one.do === 'change-many' || one.do === 'remove-many') {
        const rows = await listed(member);
        const transactionIds = [
          ...new Set(one.picks.flatMap((place) => rows[place % rows.length]?.id ?? [])),
        ];
        if (one.do === 'remove-many')
          undoable(await ask(member, 'POST', '/transactions/bulk-delete', { transactionIds }));
        else {
          const { date, category_id } = bodyOf(one.fields);
          const changes = { date, category_id };
          await ask(member, 'POST', '/transactions/bulk-update', { transactionIds, changes });
        }
      } else if (one.do === 'undo') {
        const [undo_id] = undos.splice(one.pick % Math.max(1, undos.length), 1);
        if (undo_id) await ask(member, 'POST', '/transactions/restore', { undo_id });
      } else if (one.do === 'merge') {
        const from = choiceOf('expense', one.pick % 4);
        const into = choiceOf('expense', one.into);
        undoable(await ask(member, 'DELETE', `/categories/${from}${into ? `?moveTo=${into}` : ''}`));
      } else if (one.do === 'opening') {
        const context = await contextOf(testApp, member);
        await setOpeningBalance(context, { amount: one.minor, date: plusDays(today, one.day) });
      } else if (one.do === 'repeat') {
        const { description, date: start_date, time: preferred_time, ...rest } = bodyOf(one.fields);
        const body = { ...rest, name: description, start_date, preferred_time, interval_type: 'monthly' };
        const made = await ask<{ template: { id: string } }>(member, 'POST', '/transactions/templates', body);
        if (made) templates.push(made.template.id);
      } else {
        const id = templates[one.pick % Math.max(1, templates.length)];
        if (!id) continue;
        const path = `/transactions/templates/${id}`;
        if (one.do === 'delete') undoable(await ask(member, 'DELETE', `${path}?scope=${one.scope}`));
        else if (one.do === 'amount') await ask(member, 'PUT', path, { amount: 77.7, scope: one.scope });
        else await ask(member, 'POST', `${path}/${one.do}`);
      }
    }
  }

  async function get<Data>(as: Member, path: string): Promise<Data> {
    const reply = await testApp.call<Data>('GET', path, { as });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.data;
  }

  async function listed(member: Member): Promise<(Row & { id: string })[]> {
    const rows: (Row & { id: string })[] = [];
    for (let page = 1, hasMore = true; hasMore; page += 1) {
      const found = await get<{
        transactions: (Row & { id: string; amount: number })[];
        pagination: { hasMore: boolean };
      }>(member, `/transactions?status=any&limit=100&page=${page}`);
      for (const { amount, ...row } of found.transactions)
        rows.push({ ...row, minor: Math.round(amount * 100) });
      hasMore = found.pagination.hasMore;
    }
    return rows;
  }

  async function expectSummary(member: Member, rows: Row[], today: string, months: number): Promise<void> {
    for (const days of [1, 30, months * 13]) {
      const path = `/analytics/dashboard/summary?period=${days}`;
      const { top_categories: top, ...figures } = await get<{
        top_categories: { category_id: string | null; total_amount: number }[];
      }>(member, path);
      const naive = summaryOf(rows, days, today);
      expect(figures, path).toEqual(naive.figures);
      expect(top).toHaveLength(Math.min(10, naive.categories.length));
      for (const share of top)
        expect(share).toMatchObject(
          naive.categories.find(({ category_id }) => category_id === share.category_id) ?? {},
        );
      expect(top.map(({ total_amount }) => total_amount)).toEqual(
        naive.categories
          .map(({ total_amount }) => total_amount)
          .sort((one, other) => other - one)
          .slice(0, 10),
      );
    }
  }

  async function expectUserAnalytics(member: Member, rows: Row[], today: string, months: number) {
    const ofMonths = { from: plusMonths(startOfMonth(today), 1 - months), to: today };
    const odd = { from: plusDays(today, -17 * months), to: plusDays(today, -3) };
    for (const [query, range] of [
      [`months=${months}`, ofMonths],
      [`start_date=${odd.from}&end_date=${odd.to}`, odd],
    ] as const) {
      const path = `/analytics/user?${query}`;
      const isFree = range === odd;
      const compared = comparedWith(isFree ? 'dates' : 'last-12-months', range, 'before');
      if (!compared) throw new Error('dates are compared');
      expect(await get(member, path), path).toMatchObject(
        userAnalyticsOf(rows, { range, compared, isFree }, today),
      );
    }
  }

  async function expectCategories(member: Member, rows: Row[], today: string, months: number) {
    const { categories } = await get<{ categories: { category_id: string; total_amount: number }[] }>(
      member,
      `/categories/analytics?months=${months}`,
    );
    for (const found of categories)
      expect(found).toMatchObject(categoryAnalyticsOf(rows, found.category_id, months, today));
    const totals = categories.map(({ total_amount }) => total_amount);
    expect(totals).toEqual(totals.toSorted((one, other) => other - one));
    const used = new Set(rows.map(({ category_id }) => category_id));
    for (const { category_id } of categories.filter((one) => used.has(one.category_id))) {
      const path = `/categories/${category_id}/analytics?months=${months}`;
      expect(await get(member, path), path).toMatchObject(
        categoryAnalyticsOf(rows, category_id, months, today),
      );
      await expectReport(member, rows, { category: category_id, today, months });
    }
  }

  async function expectReport(
    member: Member,
    rows: Row[],
    { category: id, today, months }: { category: string; today: string; months: number },
  ): Promise<void> {
    const report = await readCategoryReport(await contextOf(testApp, member), id, months);
    const own = rows.filter(({ category_id }) => category_id === id);
    const all = ofType(rows, report.row.type);
    for (const period of [report.now, report.before, report.yearEarlier]) {
      if (!period) continue;
      const mine = within(own, period.dates);
      const total = sum(within(all, period.dates));
      expect([period.amount, period.count]).toEqual([sum(mine), mine.length]);
      expect(period.share).toBe(total === 0 ? null : sum(mine) / total);
    }
    const dates = { from: plusMonths(startOfMonth(today), 1 - months), to: today };
    expect(report.now.dates).toEqual(dates);
    expect(report.months).toEqual(
      monthsIn(dates).map((month) => {
        const mine = within(own, month);
        return { ...month, amount: sum(mine), count: mine.length };
      }),
    );
    expect(report.scheduled).toMatchObject({ amount: sum(within(own, report.scheduled)) });
    const mine = within(own, dates);
    expect(report.common.payees.reduce((count, payee) => count + payee.count, 0)).toBe(mine.length);
    expect(report.common.payees.reduce((amount, payee) => amount + payee.amount, 0)).toBe(sum(mine));
    const { weekdays } = report;
    if ('weekdays' in weekdays)
      for (const { weekday, amount } of weekdays.weekdays)
        expect(amount).toBe(
          sum(within(own, weekdays).filter(({ date }) => new Date(date).getUTCDay() === weekday)),
        );
  }
});
