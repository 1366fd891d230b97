import { expect, test } from 'vitest';
import { createTestApp, forEachApp } from '../support/app.ts';
import { createMember, type Member, type Transaction } from '../support/members.ts';

const BODY = { amount: '12.50', description: 'Bread', date: '2026-06-10' };

forEachApp((testApp, engine) => {
  const otherNode = createTestApp(engine);

  const post = (
    as: Member,
    key: string,
    body: unknown = BODY,
    path = '/transactions/expense',
    node = testApp,
  ) =>
    node.call<{ transaction: Transaction }>('POST', path, { as, body, headers: { 'idempotency-key': key } });

  const rowsOf = ({ id }: Member) =>
    engine.db.selectFrom('transactions').selectAll().where('user_id', '=', id).execute();

  const keysOf = ({ id }: Member) =>
    engine.db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', id).execute();

  test.each([20, 50])(
    '%i parallel posts with one key on two nodes create one row and return the same answer',
    async (count) => {
      const member = await createMember(testApp);
      const replies = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          post(member, 'one', BODY, '/transactions/expense', index % 2 ? otherNode : testApp),
        ),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      const replayed = replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
      expect(replayed).toHaveLength(count - 1);
      const rows = await rowsOf(member);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.id).toBe(replies[0]?.data.transaction.id);
      const { data } = await testApp.call('GET', '/transactions/balance', { as: member });
      expect(data.balance).toBe(-12.5);
    },
  );

  test('parallel posts without a key create a row each', async () => {
    const member = await createMember(testApp);
    const post = () => testApp.call('POST', '/transactions/expense', { as: member, body: BODY });
    await Promise.all(Array.from({ length: 20 }, post));
    expect(await rowsOf(member)).toHaveLength(20);
    const { data } = await testApp.call('GET', '/transactions/balance', { as: member });
    expect(data.balance).toBe(-250);
  });

  test('the same key with another body is a conflict, and the first answer is still returned', async () => {
    const member = await createMember(testApp);
    const first = await post(member, 'one');
    for (const body of [
      { ...BODY, amount: '12.51' },
      { ...BODY, notes: 'x' },
      { ...BODY, amount: 12.5 },
    ]) {
      const { status, error } = await post(member, 'one', body);
      expect([status, error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      expect(error.details).toEqual({ first: first.data });
    }
    const again = await post(member, 'one');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(await rowsOf(member)).toHaveLength(1);
  });

  test('the same JSON written otherwise is the same body: order of names, spaces, escapes', async () => {
    const member = await createMember(testApp);
    const nested = { a: [1, { x: 1, y: [] }], b: { c: null, d: 'e' } };
    const first = await post(member, 'one', { ...BODY, unknown: nested });
    expect(first.status).toBe(201);
    for (const body of [
      { unknown: { b: { d: 'e', c: null }, a: [1, { y: [], x: 1 }] }, ...BODY },
      JSON.stringify({ ...BODY, unknown: nested }, null, 2),
      JSON.stringify({ ...BODY, unknown: nested }).replace('Bread', '\\u0042read'),
    ]) {
      const { text, headers } = await post(member, 'one', body);
      expect([text, headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    }
    for (const body of [
      { ...BODY, unknown: { ...nested, a: [{ x: 1, y: [] }, 1] } },
      { ...BODY, unknown: { ...nested, a: [1, { x: 1, y: {} }] } },
      { ...BODY, unknown: { a: nested.a, 'b\u0000c': null } },
    ])
      expect((await post(member, 'one', body)).error?.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('a body may be nested as deep as its size allows', async () => {
    const member = await createMember(testApp);
    const deep = `{"amount": "12.50", "deep": ${'['.repeat(32_000)}${']'.repeat(32_000)}}`;
    const first = await post(member, 'one', deep);
    expect(first.status).toBe(201);
    expect((await post(member, 'one', deep)).headers.get('idempotency-replayed')).toBe('true');
  });

  test('a key is valid for one person and one path', async () => {
    const [one, other] = [await createMember(testApp), await createMember(testApp)];
    const replies = [
      await post(one, 'shared'),
      await post(other, 'shared'),
      await post(one, 'shared', { ...BODY, amount: 1 }, '/transactions/income'),
      await post(one, 'Shared'),
    ];
    for (const { status, headers } of replies) {
      expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
    }
    expect(await rowsOf(one)).toHaveLength(3);
    expect(await rowsOf(other)).toHaveLength(1);
  });

  test('a key is stored for 24 hours, also after the row is deleted, and then is new', async () => {
    const member = await createMember(testApp);
    const first = await post(member, 'one');
    const { id } = first.data.transaction;
    await testApp.call('DELETE', `/transactions/expense/${id}`, { as: member });
    testApp.advance(86_399);
    const late = await post({ ...member, ...(await freshSession(member)) }, 'one');
    expect([late.text, late.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(await rowsOf(member)).toEqual([]);
    testApp.advance(2);
    const anew = await post({ ...member, ...(await freshSession(member)) }, 'one', { ...BODY, amount: 3 });
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(anew.data.transaction.id).not.toBe(id);
    expect(await keysOf(member)).toHaveLength(1);
    testApp.advance(-86_401);
  });

  async function freshSession({ email, password }: Member) {
    return (await testApp.call<Member>('POST', '/users/login', { body: { email, password } })).data;
  }

  test('a failed request stores no key: the same key works once the input is corrected', async () => {
    const member = await createMember(testApp);
    for (const body of [{ ...BODY, amount: 'x' }, { ...BODY, categoryId: 'missing' }, '{']) {
      const { status } = await post(member, 'one', body);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(await keysOf(member)).toEqual([]);
    expect(await rowsOf(member)).toEqual([]);
    const { status, headers } = await post(member, 'one');
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  test('twenty parallel posts that fail leave neither key nor row nor sum', async () => {
    const member = await createMember(testApp);
    const body = { ...BODY, categoryId: 'missing' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(member, 'one', body)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
    expect(await keysOf(member)).toEqual([]);
    expect(await rowsOf(member)).toEqual([]);
  });

  test('a key beyond 255 characters is refused by name', async () => {
    const member = await createMember(testApp);
    const { status, error } = await post(member, 'k'.repeat(256));
    expect([status, error.details]).toEqual([
      400,
      [{ field: 'Idempotency-Key', message: 'This is too long' }],
    ]);
    expect((await post(member, 'k'.repeat(255))).status).toBe(201);
  });

  test('a key reveals nothing to other users', async () => {
    const member = await createMember(testApp);
    await post(member, 'one');
    const { status } = await post({ ...member, accessToken: 'x' }, 'one');
    expect(status).toBe(401);
  });

  test('a change is made once for a key, and says the same again', async () => {
    const member = await createMember(testApp);
    const { transaction } = (await post(member, 'one')).data;
    const change = (key: string, method: 'PUT' | 'DELETE', body: unknown) =>
      testApp.call<{ transaction: Transaction }>(method, `/transactions/expense/${transaction.id}`, {
        as: member,
        body,
        headers: { 'idempotency-key': key },
      });
    const body = { amount: 9, basedOn: transaction.updated_at };
    const first = await change('two', 'PUT', body);
    expect(first.data.transaction.amount).toBe(9);
    expect((await change('two', 'PUT', body)).text).toBe(first.text);
    expect((await change('three', 'PUT', { ...body, amount: 7 })).error?.code).toBe('CONFLICT');
    expect((await change('two', 'PUT', { amount: 8 })).error?.code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await change('two', 'DELETE', body)).error?.code).toBe('IDEMPOTENCY_CONFLICT');

    const removed = await change('four', 'DELETE', undefined);
    expect(removed.status).toBe(200);
    expect((await change('four', 'DELETE', undefined)).text).toBe(removed.text);
    expect((await change('five', 'DELETE', undefined)).status).toBe(404);
  });

  test('what waited for one person is refused to another', async () => {
    const [member, other] = [await createMember(testApp), await createMember(testApp)];
    const send = (as: Member) =>
      testApp.call('POST', '/transactions/expense', {
        as,
        body: BODY,
        headers: { 'idempotency-key': 'one', 'for-person': member.id },
      });
    expect(await send(other)).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
    expect(await rowsOf(other)).toEqual([]);
    expect((await send(member)).status).toBe(201);
  });
});
