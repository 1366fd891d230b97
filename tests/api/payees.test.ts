import { expect, test } from 'vitest';
import { forAppOnSqlite } from '../support/app.ts';
import { createMember, type Member, record, type Transaction } from '../support/members.ts';

/** The current day of test apps. */
const today = '2026-06-15';

interface List {
  transactions: Transaction[];
  summary: { total: number; expenses: number };
}

interface Payees {
  payees: { name: string; transaction_count: number; last_date: string }[];
}

forAppOnSqlite((testApp) => {
  const named = (member: Member, merchant_name: string | null, date: string) =>
    record(testApp, member, { merchant_name, date, amount: 10 });
  const list = (member: Member, query: string) =>
    testApp.call<List>('GET', `/transactions?status=any&${query}`, { as: member });
  const payees = async (member: Member) =>
    (await testApp.call<Payees>('GET', '/transactions/payees', { as: member })).data.payees;

  test('payees come from the person’s own transactions, the most used first, each once in whatever case', async () => {
    const member = await createMember(testApp);
    const other = await createMember(testApp);
    await named(other, 'Not mine', today);
    for (const name of ['Ikea', 'שופרסל', 'SHUFERSAL', 'Shufersal', null]) await named(member, name, today);
    expect(await payees(member)).toEqual([
      { name: expect.stringMatching(/^shufersal$/i), transaction_count: 2, last_date: today },
      expect.objectContaining({ transaction_count: 1 }),
      expect.objectContaining({ transaction_count: 1 }),
    ]);
    expect((await payees(member)).map(({ name }) => name)).toContain('שופרסל');
  });

  test('the list can be filtered by a payee, by the whole name in any case, with its sums', async () => {
    const member = await createMember(testApp);
    for (const name of ['Café', 'CAFÉ', 'Café Noir', null]) await named(member, name, today);
    const found = await list(member, `merchant_name=${encodeURIComponent('café')}`);
    expect(found.data.transactions.map(({ merchant_name }) => merchant_name).sort()).toEqual([
      'CAFÉ',
      'Café',
    ]);
    expect(found.data.summary).toMatchObject({ total: 2, expenses: 20 });
    expect((await list(member, 'merchantName=caf')).data.summary.total).toBe(0);
    expect((await list(member, `merchant_name=${'x'.repeat(256)}`)).status).toBe(400);
  });

  test('a filter by payee selects the same rows for a bulk change', async () => {
    const member = await createMember(testApp);
    const { id } = await named(member, 'Bakery', today);
    await named(member, 'Butcher', today);
    await testApp.call('PUT', `/transactions/expense/${id}`, { as: member, body: { merchant_name: null } });
    expect((await list(member, 'merchant_name=bakery')).data.summary.total).toBe(0);
    expect((await payees(member)).map(({ name }) => name)).toEqual(['Butcher']);
  });
});
