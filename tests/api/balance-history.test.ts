import { beforeAll, expect, test } from 'vitest';
import { forAppOnSqlite } from '../support/app.ts';
import { createMember, type Member, record } from '../support/members.ts';

interface History {
  period: string;
  history: { date: string; income: number; expenses: number; balance: number }[];
}

forAppOnSqlite((testApp) => {
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
    await record(testApp, member, { amount: 5, date: '2025-06-30' });
    await record(testApp, member, { amount: 7, date: '2025-07-01' });
    await record(testApp, member, { amount: 11, date: '2026-06-15' });
  });

  const historyOf = async (path: string) =>
    (await testApp.call<History>('GET', `/transactions/balance/history${path}`, { as: member })).data;

  test.each([1, 2, 12, 120])('the monthly history of %i months has as many points', async (months) => {
    const { history } = await historyOf(`/monthly?months=${months}`);
    expect(history).toHaveLength(months);
    expect(history.at(-1)).toEqual({ date: '2026-06-01', income: 0, expenses: 11, balance: -23 });
  });

  test('on the last day of a month, the months are as many', async () => {
    testApp.setClock('2026-03-31T09:00:00.000Z');
    const late = await createMember(testApp);
    const { data } = await testApp.call<History>('GET', '/transactions/balance/history/monthly?months=2', {
      as: late,
    });
    expect(data.history.map(({ date }) => date)).toEqual(['2026-02-01', '2026-03-01']);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });

  test('without a period it is monthly', async () => {
    for (const query of ['', '?months=3'])
      expect(await historyOf(query)).toEqual(await historyOf(`/monthly${query}`));
    const invalid = await testApp.call('GET', '/transactions/balance/history?months=0', { as: member });
    expect([invalid.status, invalid.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
