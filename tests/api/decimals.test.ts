import { beforeAll, expect, test } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { createMember, type Member, record } from '../support/members.ts';
import { makeTemplate } from '../support/templates.ts';

const REFUSED = [{ field: 'amount', message: 'Amounts in ¥ have no decimal places' }];

forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  let member: Member;

  const choose = (currency_preference: string) =>
    testApp.call('PUT', '/users/profile', { as: member, body: { currency_preference } });
  const send = (method: string, path: string, body: unknown) =>
    testApp.call(method, path, { as: member, body });

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  test('amounts in yen have no decimals, whatever records them', async () => {
    await choose('yen');
    const calls: [string, string, unknown][] = [
      ['POST', '/transactions/expense', { amount: 12.5 }],
      ['POST', '/transactions/transaction', { amount: '-0.01' }],
      ['POST', '/transactions/templates', { name: 'Rent', amount: 42.01 }],
    ];
    for (const [method, path, body] of calls) {
      const { status, error } = await send(method, path, body);
      expect([status, error?.details], path).toEqual([400, REFUSED]);
    }
    const { data } = await testApp.call<{ errors: unknown; summary: unknown }>('POST', '/transactions/bulk', {
      as: member,
      body: { transactions: [{ amount: -5 }, { amount: -5.5 }] },
    });
    expect(data).toMatchObject({
      errors: [{ index: 1, details: REFUSED }],
      summary: { successful: 1, failed: 1 },
    });
    for (const amount of [12, '1200', 12.0]) {
      expect((await send('POST', '/transactions/expense', { amount })).status).toBe(201);
    }
  });

  test('an amount from before another currency was chosen stays until it is changed', async () => {
    await choose('USD');
    const { id } = await record(testApp, member, { amount: 12.5 });
    const { template } = await makeTemplate(testApp, member, { amount: 7.25 });
    await choose('JPY');
    const expense = `/transactions/expense/${id}`;
    expect((await send('PUT', expense, { description: 'Tea', amount: 12.5 })).status).toBe(200);
    expect((await send('PUT', expense, { amount: 12.25 })).error.details).toEqual(REFUSED);
    expect((await send('PUT', expense, { amount: 13 })).status).toBe(200);
    const series = `/transactions/templates/${template.id}`;
    expect((await send('PUT', series, { name: 'Tea', amount: 7.25 })).status).toBe(200);
    expect((await send('PUT', series, { amount: 7.5 })).error.details).toEqual(REFUSED);
  });
});
