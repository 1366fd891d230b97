import { beforeAll, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import {
  categoriesOf,
  createMember,
  type Member,
  PASSWORD,
  record,
  registration,
  type Transaction,
} from '../support/members.ts';

// Sent as text, because `__proto__` in an object literal does not create a field.
const INTRUDERS = `
  "__proto__": {"role": "super_admin", "isAdmin": true, "amount": 99},
  "constructor": {"prototype": {"role": "super_admin"}},
  "role": "super_admin", "isAdmin": true, "is_admin": true, "isSuperAdmin": true,
  "userId": "OTHER", "user_id": "OTHER", "id": "0197a000-0000-7000-8000-00000000000f",
  "email_verified": true, "emailVerified": true, "is_blocked": false, "isBlocked": false,
  "is_premium": true, "isPremium": true, "google_id": "1", "googleId": "1", "oauth_provider": "google",
  "password_hash": "x", "passwordHash": "x", "has_password": false,
  "created_at": "2000-01-01T00:00:00.000Z", "createdAt": "2000-01-01T00:00:00.000Z",
  "updated_at": "2000-01-01T00:00:00.000Z", "template_id": "x", "templateId": "x", "is_recurring": true,
  "transaction_datetime": "2000-01-01T00:00:00.000Z", "search_text": "x"`;

forEachApp((testApp, engine) => {
  let member: Member;
  let other: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
    other = await createMember(testApp);
  });

  const withIntruders = (fields: object) =>
    `{${INTRUDERS.replaceAll('OTHER', other.id)}, ${JSON.stringify(fields).slice(1)}`;

  const userRow = (email: string) =>
    engine.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

  const transactionsOf = ({ id }: Member) =>
    engine.db.selectFrom('transactions').selectAll().where('user_id', '=', id).execute();

  test('registration ignores role, id and verification in a body', async () => {
    await testApp.call('POST', '/users/register', { body: registration() });
    const typed = registration();
    const { status, data } = await testApp.call('POST', '/users/register', { body: withIntruders(typed) });
    expect(status).toBe(201);
    expect(data).toMatchObject({ requiresVerification: true, user: { role: 'user', isAdmin: false } });
    const row = await userRow(typed.email);
    expect(row).toMatchObject({ role: 'user', email_verified: 0, is_premium: 0, oauth_provider: null });
    expect(row.id).not.toContain('00000000000f');
    expect(row.created_at).toBe('2026-06-15T09:00:00.000Z');
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('the profile changes the fields of the contract and nothing else', async () => {
    const before = await userRow(member.email);
    const body = withIntruders({ bio: 'I save', email: 'new@example.org', password: 'New-Password-1' });
    const { status } = await testApp.call('PUT', '/users/profile', { as: member, body });
    expect(status).toBe(200);
    expect(await userRow(member.email)).toEqual({
      ...before,
      bio: 'I save',
      updated_at: '2026-06-15T09:00:00.000Z',
    });
    expect((await testApp.call('GET', '/users/profile', { as: other })).data.user).toMatchObject({
      role: 'user',
      bio: null,
    });
  });

  test('a new transaction is the caller’s, with an id of ours', async () => {
    const body = withIntruders({ amount: 5, description: 'Bread' });
    const { data, status } = await testApp.call<{ transaction: Transaction }>(
      'POST',
      '/transactions/expense',
      {
        as: member,
        body,
      },
    );
    expect(status).toBe(201);
    expect(data.transaction).toMatchObject({ amount: 5, template_id: null, is_recurring: false });
    expect(await transactionsOf(other)).toEqual([]);
    expect(await transactionsOf(member)).toMatchObject([
      {
        id: data.transaction.id,
        template_id: null,
        created_at: '2026-06-15T09:00:00.000Z',
        search_text: 'bread',
      },
    ]);
    expect(data.transaction.id).not.toContain('00000000000f');
  });

  test('a change does not alter owner, id, template and creation time of a transaction', async () => {
    const { id } = await record(testApp, member);
    const before = (await transactionsOf(member)).find((row) => row.id === id);
    const { status } = await testApp.call('PUT', `/transactions/expense/${id}`, {
      as: member,
      body: withIntruders({ notes: 'seen' }),
    });
    expect(status).toBe(200);
    const after = (await transactionsOf(member)).find((row) => row.id === id);
    const updated_at = '2026-06-15T09:00:00.001Z';
    expect(after).toEqual({ ...before, notes: 'seen', search_text: 'bread seen', updated_at });
  });

  test('nothing that was sent reaches the prototype of all objects', () => {
    const plain = {} as Record<string, unknown>;
    expect([plain.role, plain.isAdmin, plain.amount]).toEqual([undefined, undefined, undefined]);
  });

  test('fields are accepted in snake case and in camel case', async () => {
    const category = (await categoriesOf(testApp, member)).find(({ type }) => type === 'income');
    for (const [categoryName, merchantName] of [
      ['categoryId', 'merchantName'],
      ['category_id', 'merchant_name'],
    ] as const) {
      const body = { amount: 5, [categoryName]: category?.id, [merchantName]: 'Corner shop' };
      const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/income', {
        as: member,
        body,
      });
      expect(data.transaction).toMatchObject({ category_id: category?.id, merchant_name: 'Corner shop' });
    }
    for (const typed of [
      { first_name: 'Dana', last_name: 'Cohen', accepted_terms: true },
      { firstName: 'Dana', lastName: 'Cohen', acceptedTerms: true },
    ]) {
      const { email } = registration();
      const body = { email, password: PASSWORD, ...typed };
      expect((await testApp.call('POST', '/users/register', { body })).data.user).toMatchObject({
        name: 'Dana Cohen',
      });
    }
    const list = '/transactions?status=any&date_from=2026-06-15&amount_range=5-5';
    expect((await testApp.call('GET', list, { as: member })).data.summary).toMatchObject({ total: 3 });
  });

  test('preferences are accepted in both cases too, at any depth', async () => {
    for (const preferences of [
      { dateFormat: 'DD/MM/YYYY', weekStart: 'monday', accessibility: { font_size: 'large' } },
      { date_format: 'DD/MM/YYYY', week_start: 'monday', accessibility: { fontSize: 'large' } },
    ]) {
      const fresh = await createMember(testApp);
      const { data } = await testApp.call('PUT', '/users/profile', { as: fresh, body: { preferences } });
      expect(data.user).toMatchObject({
        preferences: {
          date_format: 'DD/MM/YYYY',
          week_start: 'monday',
          accessibility: { fontSize: 'large' },
        },
      });
    }
  });

  test('concurrent changes of different preferences are all saved', async () => {
    const busy = await createMember(testApp);
    const changes = [
      { date_format: 'DD.MM.YYYY' },
      { time_format: '24h' },
      { week_start: 'monday' },
      { decimals: 0 },
      { thousand_separator: "'" },
      { symbol_position: 'after' },
      { timezone: 'Asia/Jerusalem' },
      { density: 'compact' },
      { chart_tables: 'open' },
      { start_page: 'transactions' },
      { performance_mode: 'battery' },
      { shortcuts: 'off' },
      { auto_refresh: 'on' },
    ];
    await Promise.all(
      changes.map((preferences) =>
        testApp.call('PUT', '/users/profile', { as: busy, body: { preferences } }),
      ),
    );
    const { data } = await testApp.call('GET', '/users/profile', { as: busy });
    expect(data.user).toMatchObject({ preferences: Object.assign({}, ...changes) });
  });

  test('an account in an answer contains no secret', async () => {
    for (const reply of [
      await testApp.call('GET', '/users/profile', { as: member }),
      await testApp.call('POST', '/users/login', { body: { email: member.email, password: PASSWORD } }),
    ]) {
      expect(reply.status).toBe(200);
      expect(reply.text).not.toMatch(/argon2|hash/i);
      expect(reply.data.user).toMatchObject({ email: member.email, has_password: true });
    }
  });

  test('a new transaction has its defaults', async () => {
    const hebrew = await createMember(testApp, { locale: 'he', preferences: { timezone: 'Asia/Jerusalem' } });
    for (const [as, type, description, time] of [
      [member, 'expense', 'Quick Expense', '09:00'],
      [member, 'income', 'Quick Income', '09:00'],
      [hebrew, 'expense', /[\u05D0-\u05EA]/, '12:00'],
    ] as const) {
      const { data } = await testApp.call<{ transaction: Transaction }>('POST', `/transactions/${type}`, {
        as,
        body: { amount: '-7' },
      });
      expect(data.transaction).toMatchObject({
        type,
        amount: 7,
        date: '2026-06-15',
        time,
        category_id: null,
      });
      expect(data.transaction.description).toMatch(description);
    }
  });

  test('of another time zone it has the date and time of the person’s own', async () => {
    const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/expense', {
      as: await createMember(testApp, { preferences: { timezone: 'Pacific/Pago_Pago' } }),
      body: { amount: 7, timezone: 'Pacific/Kiritimati' },
    });
    const timezone = 'Pacific/Kiritimati';
    expect(data.transaction).toMatchObject({ date: '2026-06-14', time: '22:00', timezone });
  });

  test.each([
    [{ amount: -5 }, 'expense'],
    [{ amount: '5' }, 'income'],
    [{ amount: 5, type: 'expense' }, 'expense'],
    [{ amount: -5, type: 'income' }, 'income'],
  ])('without a type in the path, %j is valid: %s', async (body, type) => {
    const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/transaction', {
      as: member,
      body,
    });
    expect(data.transaction).toMatchObject({ type, amount: 5 });
  });
});
