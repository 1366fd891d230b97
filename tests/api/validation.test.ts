import { beforeAll, describe, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import {
  createMember,
  type Member,
  record,
  registration,
  startMemberSession,
  type Transaction,
} from '../support/members.ts';

interface Row {
  field: string;
  message: string;
}

// The messages are part of the API: docs/behaviour.md#amounts.
const AMOUNTS: [unknown, string][] = [
  [undefined, 'Amount is required'],
  ['', 'Amount is required'],
  [null, 'Amount is required'],
  ['abc', 'Amount must be a valid number'],
  ['1e5', 'Amount must be a valid number'],
  ['NaN', 'Amount must be a valid number'],
  ['١٢', 'Amount must be a valid number'],
  [{}, 'Amount must be a valid number'],
  [[5], 'Amount must be a valid number'],
  [true, 'Amount must be a valid number'],
  [0, 'Amount must be at least 0.01'],
  ['-0.00', 'Amount must be at least 0.01'],
  ['0.001', 'Amount must be at least 0.01'],
  [1_000_000.01, 'Amount cannot exceed 1000000'],
  ['1000000.01', 'Amount cannot exceed 1000000'],
  [1e30, 'Amount cannot exceed 1000000'],
  ['12.345', 'Amount can have at most 2 decimal places'],
  ['1.200', 'Did you mean 1,200.00 or 1.20? Write 1200 or 1.2'],
  ['-12.000', 'Did you mean 12,000.00 or 12.00? Write 12000 or 12'],
  [12.345, 'Amount can have at most 2 decimal places'],
];

const FIELDS: [string, unknown, string][] = [
  ['description', '', 'Description is required'],
  ['description', '   ', 'Description too short'],
  ['description', '\u200B', 'Description too short'],
  ['description', ' \u200F\u200E ', 'Description too short'],
  ['description', '\u3164\u2800\u00AD\u0007', 'Description too short'],
  ['description', 'x'.repeat(256), 'Description cannot exceed 255 characters'],
  ['description', 5, 'This must be text'],
  ['description', {}, 'This must be text'],
  ['description', ['x'], 'This must be text'],
  ['date', '2027-06-16', 'Date cannot be more than 1 year in the future'],
  ['date', '2021-06-15', 'Date cannot be more than 5 years in the past'],
  ['date', '2026-02-30', 'Date must be a valid date, such as 2026-03-31'],
  ['date', '31/03/2026', 'Date must be a valid date, such as 2026-03-31'],
  ['date', 20260331, 'Date must be a valid date, such as 2026-03-31'],
  ['date', ['2026-03-31'], 'Date must be a valid date, such as 2026-03-31'],
  ['time', '24:00', 'Time must be a valid time, such as 17:30'],
  ['time', 1730, 'Time must be a valid time, such as 17:30'],
  ['timezone', 'Mars/Olympus', 'Choose a time zone from the list'],
  ['notes', 'x'.repeat(501), 'Notes cannot exceed 500 characters'],
  ['notes', { a: 1 }, 'This must be text'],
  ['notes', 'NUL\0', 'This value is not valid'],
  ['merchant_name', 'x'.repeat(256), 'Payee cannot exceed 255 characters'],
  ['categoryId', 'x'.repeat(41), 'Choose a category from the list'],
  ['categoryId', 7, 'Choose a category from the list'],
];

const REGISTRATION: [string, unknown, string][] = [
  ['firstName', ' ', 'First name is required'],
  ['firstName', '\u2060', 'First name is required'],
  ['lastName', undefined, 'Last name is required'],
  ['email', '', 'Email is required'],
  ['email', 'not an address', 'Enter an email address, such as name@example.com'],
  ['email', 'a@b@example.org', 'Enter an email address, such as name@example.com'],
  ['email', 'a@example.org\r\nBcc: b@example.org', 'Enter an email address, such as name@example.com'],
  ['password', '', 'Password is required'],
  ['password', 'abc1234', 'Password must be at least 8 characters'],
  ['password', 'abcdefgh', 'Password must include at least one letter and one number'],
  ['password', '12345678', 'Password must include at least one letter and one number'],
  ['password', `a1${'x'.repeat(127)}`, 'Password cannot exceed 128 characters'],
  ['acceptedTerms', false, 'Accept the terms of service to continue'],
  ['acceptedTerms', 'true', 'Accept the terms of service to continue'],
  ['acceptedTerms', undefined, 'Accept the terms of service to continue'],
];

forEachApp((testApp, engine) => {
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  async function errorsOf(method: string, path: string, body: unknown, headers = {}): Promise<Row[]> {
    const { status, error } = await testApp.call(method, path, { as: member, body, headers });
    expect([status, error?.code], JSON.stringify(body)?.slice(0, 200)).toEqual([400, 'VALIDATION_ERROR']);
    return error.details as Row[];
  }

  // Refused or rewritten without a query.
  if (engine.name === 'sqlite') {
    test.each(AMOUNTS)('an amount of %j is refused: %s', async (amount, message) => {
      for (const path of ['expense', 'income', 'transaction']) {
        expect(await errorsOf('POST', `/transactions/${path}`, { amount })).toEqual([
          { field: 'amount', message },
        ]);
      }
    });

    test.each(FIELDS)('%s of %j is refused: %s', async (field, value, message) => {
      const body = { amount: 5, [field]: value };
      expect(await errorsOf('POST', '/transactions/expense', body)).toEqual([{ field, message }]);
      const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/expense', {
        as: member,
        body: { amount: 5, description: 'Bread', date: '2026-06-15' },
      });
      expect(
        await errorsOf('PUT', `/transactions/expense/${data.transaction.id}`, { [field]: value }),
      ).toEqual([{ field, message }]);
    });
  }

  test('a text that shows nothing is no text, in every optional field', async () => {
    for (const blank of ['', '  ', '\n', ' \u200B\u200F ', null]) {
      const texts = { notes: blank, merchant_name: blank };
      const nothing = { notes: null, merchant_name: null };
      const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/expense', {
        as: member,
        body: { amount: 5, description: 'Bread', ...texts },
      });
      expect(data.transaction, JSON.stringify(blank)).toMatchObject(nothing);
      const path = `/transactions/expense/${data.transaction.id}`;
      await testApp.call('PUT', path, { as: member, body: { notes: 'Rye', merchant_name: 'Noa' } });
      const cleared = await testApp.call('PUT', path, { as: member, body: texts });
      expect(cleared.data.transaction, JSON.stringify(blank)).toMatchObject(nothing);
      const template = await testApp.call('POST', '/transactions/templates/preview', {
        as: member,
        body: { amount: 5, description: 'Rent', name: blank, notes: blank },
      });
      expect(template.status, JSON.stringify(blank)).toBe(200);
    }
    const named = { name: '\u200B', type: 'expense' };
    expect(await errorsOf('POST', '/categories', named)).toEqual([
      { field: 'name', message: 'New category requires a non-empty name' },
    ]);
    const template = { amount: 5, description: '\u200B', name: '\u200F' };
    expect(await errorsOf('POST', '/transactions/templates', template)).toEqual([
      { field: 'description', message: 'Description too short' },
    ]);
    const body = { description: 'Rent', amount: 5, name: ' ', notes: ' ' };
    const { data } = await testApp.call('POST', '/transactions/templates', { as: member, body });
    expect(data.template).toMatchObject({ name: 'Rent', notes: null });
    const described = { name: 'Pottery', type: 'expense', description: '\u200B' };
    const category = await testApp.call('POST', '/categories', { as: member, body: described });
    expect(category.data.category).toMatchObject({ description: null });
  });

  test('marks of direction and joined emoji within a text stay', async () => {
    const description = '\u200F(שלום)\u200F 👨\u200D👩\u200D👧';
    const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/expense', {
      as: member,
      body: { amount: 5, description },
    });
    expect(data.transaction.description).toBe(description);
  });

  test('half of a surrogate pair is answered as it is stored', async () => {
    const texts = { description: 'a\uD800b', notes: '\uDC00', merchant_name: 'x\uD83D' };
    const stored = { description: 'a\uFFFDb', notes: '\uFFFD', merchant_name: 'x\uFFFD' };
    const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/expense', {
      as: member,
      body: { amount: 5, ...texts },
    });
    const path = `/transactions/${data.transaction.id}`;
    const changed = await testApp.call('PUT', `/transactions/expense/${data.transaction.id}`, {
      as: member,
      body: texts,
    });
    const many = await testApp.call<{ transactions: Transaction[] }>('POST', '/transactions/bulk', {
      as: member,
      body: { transactions: [{ type: 'expense', amount: 5, ...texts }] },
    });
    const again = await testApp.call('GET', path, { as: member });
    for (const transaction of [
      data.transaction,
      changed.data.transaction,
      again.data.transaction,
      many.data.transactions[0],
    ])
      expect(transaction).toMatchObject(stored);
    const bio = await testApp.call<{ user: { bio: string } }>('PUT', '/users/profile', {
      as: member,
      body: { bio: '\uD800' },
    });
    expect(bio.data.user.bio).toBe('\uFFFD');
    await testApp.call('PUT', '/users/profile', { as: member, body: { bio: null } });
  });

  test('the last allowed values are accepted', async () => {
    const longest = { description: 'x'.repeat(255), notes: 'x'.repeat(500), merchant_name: 'x'.repeat(255) };
    for (const body of [
      { amount: 0.01, date: '2027-06-15', ...longest },
      { amount: '1000000.00', date: '2021-06-16', time: '23:59' },
    ]) {
      const { status } = await testApp.call('POST', '/transactions/expense', { as: member, body });
      expect(status).toBe(201);
    }
  });

  test('a date that has grown too old stays with its transaction, and no other such date is accepted', async () => {
    testApp.setClock('2016-03-01T09:00:00.000Z');
    const saver = await createMember(testApp);
    const body = { type: 'expense', amount: 5, description: 'Bread', date: '2016-02-01' };
    const { id } = await record(testApp, saver, body);
    testApp.setClock('2026-06-15T09:00:00.000Z');
    const as = await startMemberSession(testApp, saver.id);
    const change = (fields: object) =>
      testApp.call('PUT', `/transactions/expense/${id}`, { as, body: fields });
    expect((await change({ ...body, amount: 7 })).status).toBe(200);
    expect((await change({ ...body, scope: 'all', amount: 8 })).status).toBe(200);
    const { status, error } = await change({ date: '2016-02-02' });
    const message = 'Date cannot be more than 5 years in the past';
    expect([status, error.details]).toEqual([400, [{ field: 'date', message }]]);
  });

  test('the date window is that of the person’s time zone', async () => {
    testApp.setClock('2026-06-15T11:30:00.000Z');
    const east = await createMember(testApp, { preferences: { timezone: 'Pacific/Kiritimati' } });
    const west = await createMember(testApp, { preferences: { timezone: 'Pacific/Pago_Pago' } });
    const statusOf = async (as: Member, date: string) =>
      (await testApp.call('POST', '/transactions/expense', { as, body: { amount: 5, date } })).status;
    expect(await statusOf(east, '2027-06-16')).toBe(201);
    expect(await statusOf(east, '2027-06-17')).toBe(400);
    expect(await statusOf(east, '2021-06-16')).toBe(400);
    expect(await statusOf(west, '2027-06-15')).toBe(201);
    expect(await statusOf(west, '2027-06-16')).toBe(400);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });

  if (engine.name === 'sqlite') {
    test.each([
      ['asia/jerusalem', 'Asia/Jerusalem'],
      ['ASIA/JERUSALEM', 'Asia/Jerusalem'],
      ['Asia/Tel_Aviv', 'Asia/Jerusalem'],
      ['Israel', 'Asia/Jerusalem'],
      ['US/Eastern', 'America/New_York'],
      ['utc', 'UTC'],
      ['Etc/UTC', 'UTC'],
      ['gmt', 'UTC'],
      ['etc/gmt+2', 'Etc/GMT+2'],
      ['Europe/Kiev', 'Europe/Kyiv'],
      ['asia/calcutta', 'Asia/Kolkata'],
      ['Asia/Kolkata', 'Asia/Kolkata'],
      ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ])('the time zone %s is stored by its name %s', async (timezone, name) => {
      const someone = await createMember(testApp);
      const { data } = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/expense', {
        as: someone,
        body: { amount: 5, description: 'Bread', timezone },
      });
      expect(data.transaction).toMatchObject({ timezone: name });
      const { data: made } = await testApp.call('POST', '/transactions/templates', {
        as: someone,
        body: { amount: 5, description: 'Rent', timezone },
      });
      expect(made.template).toMatchObject({ timezone: name });
      const { data: changed } = await testApp.call('PUT', '/users/profile', {
        as: someone,
        body: { preferences: { timezone } },
      });
      expect(changed.user).toMatchObject({ preferences: { timezone: name } });
    });

    test.each([
      '+02:00',
      '-00:30',
      '+02',
      'UTC+2',
      'GMT+02:00',
      'PST',
      'ist',
      'SystemV/EST5',
      'Mars/Olympus',
      ' ',
    ])('the time zone %j is refused', async (timezone) => {
      const error = { message: 'Choose a time zone from the list' };
      expect(await errorsOf('POST', '/transactions/expense', { amount: 5, timezone })).toEqual([
        { field: 'timezone', ...error },
      ]);
      expect(await errorsOf('PUT', '/users/profile', { preferences: { timezone } })).toEqual([
        { field: 'preferences.timezone', ...error },
      ]);
    });
  }

  test('every invalid field is named once, in the caller’s language', async () => {
    const body = { amount: 'x', description: '', date: 'x', time: 'x', notes: 5, categoryId: 5 };
    const english = await errorsOf('POST', '/transactions/expense', body);
    expect(english.map(({ field }) => field).sort()).toEqual(Object.keys(body).sort());
    const hebrew = await createMember(testApp, { locale: 'he' });
    const { error } = await testApp.call('POST', '/transactions/expense', { as: hebrew, body });
    const rows = error.details as Row[];
    expect(rows.map(({ field }) => field).sort()).toEqual(Object.keys(body).sort());
    for (const { message } of rows) expect(message).toMatch(/[\u05D0-\u05EA]/);
  });

  if (engine.name === 'sqlite') {
    test.each([
      ['POST', '/transactions/expense', { amount: 'x', notes: 'NUL\0' }, ['amount', 'notes']],
      ['POST', '/transactions/expense', { amount: 5, notes: 'NUL\0', date: 'x' }, ['date', 'notes']],
      ['PUT', '/users/profile', { website: 'x', birthday: '2099-01-01' }, ['birthday', 'website']],
      [
        'PUT',
        '/users/profile',
        {
          phone: 'x'.repeat(41),
          birthday: '2026-06-16',
          preferences: { thousand_separator: '.', decimal_separator: '.', week_start: 'x' },
        },
        ['birthday', 'phone', 'preferences.thousand_separator', 'preferences.week_start'],
      ],
      // Stored decimals use a point.
      [
        'PUT',
        '/users/profile',
        { website: 'x', preferences: { thousand_separator: '.' } },
        ['preferences.thousand_separator', 'website'],
      ],
      [
        'POST',
        '/users/register',
        registration({ firstName: '', password: 'password1', acceptedTerms: false }),
        ['acceptedTerms', 'firstName', 'password'],
      ],
      ['POST', '/users/password-reset', { token: '', newPassword: 'password1' }, ['newPassword', 'token']],
      [
        'POST',
        '/users/change-password',
        { currentPassword: '', newPassword: 'password1' },
        ['currentPassword', 'newPassword'],
      ],
    ])('%s %s names every invalid field of %j', async (method, path, body, fields) => {
      const rows = await errorsOf(method, path, body);
      expect(rows.map(({ field }) => field).sort()).toEqual(fields);
    });

    test.each(REGISTRATION)('registration with %s of %j is refused: %s', async (field, value, message) => {
      expect(await errorsOf('POST', '/users/register', registration({ [field]: value }))).toEqual([
        { field, message },
      ]);
    });

    test.each([
      ['email', undefined, 'Email is required'],
      ['email', 5, 'Enter an email address, such as name@example.com'],
      ['password', undefined, 'Password is required'],
      ['password', ['x'], 'This must be text'],
    ])('signing in with %s of %j is refused: %s', async (field, value, message) => {
      const body = { email: 'noa@example.org', password: 'x', [field]: value };
      expect(await errorsOf('POST', '/users/login', body)).toEqual([{ field, message }]);
    });
  }

  describe('the profile', () => {
    test.each([
      ['firstName', ''],
      ['firstName', null],
      ['lastName', 'x'.repeat(101)],
      ['language_preference', 'fr'],
      ['theme_preference', 'pink'],
      ['currency_preference', 'XYZ'],
      ['currency_preference', 'toString'],
      ['currency_preference', 'constructor'],
      ['currency_preference', ''],
      ['currency_preference', null],
      ['onboarding_completed', 'yes'],
      ['preferences', 'x'],
      ['preferences', null],
      ['phone', 'x'.repeat(41)],
      ['bio', 5],
      ['website', 'javascript:alert(1)'],
      ['website', 'data:text/html,x'],
      ['birthday', '2026-06-16'],
      ['birthday', '2026-02-30'],
    ])('refuses %s of %j by name', async (field, value) => {
      const rows = await errorsOf('PUT', '/users/profile', { [field]: value });
      expect(rows.map((row) => row.field)).toEqual([field]);
    });

    test.each([
      ['shekel', 'ILS'],
      ['dollar', 'USD'],
      ['euro', 'EUR'],
      ['pound', 'GBP'],
      ['yen', 'JPY'],
      ['nis', 'ILS'],
      ['CHF', 'CHF'],
      ['usd', 'USD'],
      ['Ils', 'ILS'],
      ['SHEKEL', 'ILS'],
      ['Nis', 'ILS'],
      ['Dollar', 'USD'],
      ['EURO', 'EUR'],
      ['Pound', 'GBP'],
      ['YEN', 'JPY'],
    ])('accepts the currency %s, which is %s', async (currency_preference, code) => {
      const someone = await createMember(testApp);
      const body = { currency_preference };
      const { data } = await testApp.call<{ user: Record<string, unknown> }>('PUT', '/users/profile', {
        as: someone,
        body,
      });
      expect(data.user.currency_preference).toBe(code);
    });

    test.each([
      ['date_format', 'YY'],
      ['time_format', 24],
      ['week_start', 'friday'],
      ['decimals', 3],
      ['decimals', '2'],
      ['thousand_separator', 'x'],
      ['timezone', 'Mars/Olympus'],
      ['density', 'cosy'],
      ['density', null],
      ['chart_tables', true],
      ['start_page', '/admin'],
      ['shortcuts', false],
      ['accessibility', { fontSize: 'huge' }],
      ['accessibility', { contrast: 5 }],
    ])('refuses the preference %s of %j and changes nothing', async (name, value) => {
      const before = await testApp.call('GET', '/users/profile', { as: member });
      const rows = await errorsOf('PUT', '/users/profile', { preferences: { [name]: value }, bio: 'new' });
      expect(rows).toHaveLength(1);
      expect(rows[0]?.field).toContain(`preferences.${name}`);
      const after = await testApp.call('GET', '/users/profile', { as: member });
      expect(after.data).toEqual(before.data);
    });
  });

  test.each([
    ['/transactions?page=0', 'page'],
    ['/transactions?page=1.5', 'page'],
    ['/transactions?limit=201', 'limit'],
    ['/transactions?limit=0', 'limit'],
    ['/transactions?type=gift', 'type'],
    ['/transactions?status=none', 'status'],
    ['/transactions?sort=id', 'sort'],
    ['/transactions?order=up', 'order'],
    ['/transactions?recurring=maybe', 'recurring'],
    ['/transactions?amountRange=x', 'amountRange'],
    ['/transactions?amountRange=.-5', 'amountRange'],
    ['/transactions?amountRange=1.200-', 'amountRange'],
    ['/transactions?amountRange=0-1.000', 'amountRange'],
    ['/transactions?dateFrom=2026-02-30', 'dateFrom'],
    ['/transactions?dateTo=tomorrow', 'dateTo'],
    ['/transactions/recent?limit=101', 'limit'],
    ['/transactions/upcoming?days=366', 'days'],
    ['/transactions/balance/details?date=x', 'date'],
    ['/transactions/balance/history/daily?months=0', 'months'],
    ['/transactions/balance/history/daily?months=121', 'months'],
    ['/transactions/dashboard?days=367', 'days'],
    ['/transactions/categories/breakdown?type=x', 'type'],
    ['/transactions/summary?start_date=2026-13-01', 'start_date'],
    ['/transactions/summary/monthly?month=13', 'month'],
    ['/transactions/summary/monthly?year=99999', 'year'],
    ['/categories?type=x', 'type'],
    ['/transactions/search?q=%00', 'q'],
    ['/transactions?search=a%00b', 'search'],
    ['/transactions?category=%00,none', 'category'],
  ])('GET %s is refused by the name of %s', async (path, field) => {
    const { status, error } = await testApp.call('GET', path, { as: member });
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((error.details as Row[]).map((row) => row.field)).toEqual([field]);
  });

  test.each([
    '/transactions?dateFrom=0000-01-01&dateTo=9999-12-31&status=any',
    '/transactions?dateFrom=9999-12-05&status=any',
    '/transactions?dateTo=0001-01-15&status=any&page=2',
    '/transactions?dateFrom=2026-06-20&dateTo=2026-06-10',
    '/transactions?amountRange=0-9999999999',
    '/transactions?amountRange=2000000-',
    '/transactions/balance/details?date=0000-01-01',
    '/transactions/balance/details?date=9999-12-31',
    '/transactions/summary?start_date=9999-12-30',
    '/transactions/summary/monthly?year=9999&month=12',
    '/transactions/summary/monthly?year=1970&month=1',
    '/transactions/balance/history/daily?months=120',
    '/transactions/search?q=%25_%5C',
    '/transactions?search=%F0%9F%92%A9%ED%A0%80',
  ])('GET %s reaches far but is answered', async (path) => {
    const { status } = await testApp.call('GET', path, { as: member });
    expect(status).toBe(200);
  });

  test('no sum includes dates outside its range, however far away they are', async () => {
    const rich = await createMember(testApp);
    const body = { amount: 5, date: '2026-06-10' };
    await testApp.call('POST', '/transactions/income', { as: rich, body });
    for (const [range, count] of [
      ['start_date=9999-12-05', 0],
      ['start_date=9999-12-31', 0],
      ['end_date=0000-01-05', 0],
      ['end_date=0001-01-15', 0],
      ['start_date=0000-01-01&end_date=9999-12-31', 1],
      ['start_date=0000-01-05&end_date=9999-12-05', 1],
    ] as const) {
      const { data } = await testApp.call('GET', `/transactions/summary?${range}`, { as: rich });
      expect(data.count, range).toBe(count);
    }
  });
});
