import { expect, test } from 'vitest';
import { forAppOnSqlite } from '../support/app.ts';
import { createMember, type Member, makeCategory } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

/** A day near which no rates are kept, in the year of today. */
const UNKNOWN = '2026-01-05';

interface Answer {
  states: { budget_id: string; spent: number; left: number; lacks_rate: boolean }[];
  lacking_rates: string[];
}

forAppOnSqlite((testApp) => {
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  test('a budget says that something in it has no rate, until it is given one', async () => {
    await storeRates(testApp.app.database.db, { rates: { ILS: '3.7' } });
    const member = await createMember(testApp);
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      name: 'Travel',
      currency: 'USD',
    });
    const accountId = data.account.id;
    const [trips, books] = [
      await makeCategory(testApp, member, 'Trips'),
      await makeCategory(testApp, member, 'Books'),
    ];
    const budget = async (body: object) =>
      (
        await call<{ budget: { id: string } }>(member, 'POST', '/budgets', {
          amount: 500,
          from: '2026-01-01',
          ...body,
        })
      ).data.budget.id;
    const year = await budget({ category_ids: [trips], period: 'yearly' });
    const month = await budget({ category_ids: [trips], period: 'monthly' });
    const other = await budget({ category_ids: [books], period: 'yearly' });
    const carrying = await budget({ category_ids: [trips], period: 'weekly', carry: 'all' });
    const spend = async (date: string) =>
      (
        await call<{ transaction: { id: string } }>(member, 'POST', '/transactions/expense', {
          amount: 10,
          accountId,
          categoryId: trips,
          date,
        })
      ).data.transaction.id;
    await spend('2026-06-15');
    const unrated = await spend(UNKNOWN);
    const lacking = async () => {
      const { data: answer } = await call<Answer>(member, 'GET', '/budgets/state');
      const marks = [year, month, other, carrying].map(
        (id) => answer.states.find(({ budget_id }) => budget_id === id)?.lacks_rate,
      );
      return [marks, answer.lacking_rates];
    };
    expect(await lacking()).toEqual([[true, false, false, true], [accountId]]);
    const of = await call<Answer>(member, 'GET', `/budgets/state?date=${UNKNOWN}&category=${trips}`);
    expect(of.data).toMatchObject({ lacking_rates: [accountId] });
    expect(of.data.states.map(({ lacks_rate }) => lacks_rate)).toEqual([true, true, true]);
    await call(member, 'PUT', `/transactions/expense/${unrated}`, { rate: 3.6 });
    expect(await lacking()).toEqual([[false, false, false, false], []]);
    // What does not count in the balance is in no budget.
    await spend(UNKNOWN);
    await call(member, 'PUT', `/accounts/${accountId}`, { in_balance: false });
    expect(await lacking()).toEqual([[false, false, false, false], []]);
  });
});
