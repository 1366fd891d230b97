import { beforeAll, describe, expect, test } from 'vitest';
import type { TransactionRow } from '../../src/db/tables.ts';
import {
  discardImport,
  readImport,
  stageImport,
  startImport,
} from '../../src/domain/account-files/account-imports.ts';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { documentSchema } from '../../src/domain/export/document.schema.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { readRevision } from '../../src/domain/ledger/ledger.ts';
import { isReserved, TRANSFER } from '../../src/domain/ledger/reserved-categories.ts';
import { resume } from '../../src/domain/long-work/resume.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { findLastUsed } from '../../src/domain/money-accounts/money-accounts.queries.ts';
import { exportAccount } from '../../src/domain/users/export.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { forEachApp } from '../support/app.ts';
import { documentJsonSchema } from '../support/document-json-schema.ts';
import { errorsOf, type Schema } from '../support/json-schema.ts';
import {
  categoriesOf,
  contextOf,
  createMember,
  type Member,
  record,
  startMemberSession,
} from '../support/members.ts';
import { makeRich } from '../support/rich-account.ts';
import { makeTemplate } from '../support/templates.ts';
import { EXPECTED_ROUTES, methodOf } from './expected-routes.ts';

type Document = Record<string, unknown> & {
  transactions: Record<string, unknown>[];
  categories: Record<string, unknown>[];
  accounts: Record<string, unknown>[];
  recurring_templates: Record<string, unknown>[];
};

/** What an import brings, and what each is ordered by, where it has no id. */
const TABLES = [
  'transactions',
  'categories',
  'money_accounts',
  'templates',
  'template_phases',
  'skipped_dates',
  'rules',
  'budgets',
  'budget_amounts',
  'goals',
  'reminder_settings',
  'sent_reminders',
  'not_duplicates',
  'not_transfers',
  'bank_mappings',
  'bank_file_accounts',
] as const;
const KEYS: Partial<Record<(typeof TABLES)[number], [string, string]>> = {
  template_phases: ['template_id', 'until'],
  skipped_dates: ['template_id', 'date'],
  budget_amounts: ['budget_id', 'starts_on'],
  reminder_settings: ['kinds', 'kinds'],
  sent_reminders: ['kind', 'subject'],
  not_duplicates: ['one_id', 'other_id'],
  not_transfers: ['expense_id', 'income_id'],
  bank_mappings: ['shape', 'shape'],
  bank_file_accounts: ['key', 'key'],
};

/** A value that the test has given already. */
const STAYS = Symbol();

const CONTENT = {
  ...{
    description: STAYS,
    notes: 'noted',
    amount: 1234,
    account_amount: 567,
    type: STAYS,
    category_id: STAYS,
  },
  ...{
    account_id: STAYS,
    account_to: STAYS,
    amount_to: 765,
    timezone: 'Asia/Tokyo',
    preferred_time: '03:04',
    interval_type: STAYS,
    interval: 2,
  },
  ...{ day_of_month: 7, day_of_week: 3, start_date: STAYS },
};

/** A value of every column with money that an import must bring. */
const COLUMNS: Record<string, Record<string, unknown>> = {
  transactions: {
    ...{
      id: STAYS,
      type: STAYS,
      amount: 4321,
      account_amount: 1234,
      original_amount: 99,
      rate: '0.0235786019688',
    },
    ...{ original_currency: 'JPY', description: STAYS, merchant_name: 'Kiosk', category_id: STAYS },
    ...{ account_id: STAYS, date: STAYS, time: STAYS, timezone: STAYS, charge_date: '2026-07-10' },
    // Its values are those of the transfers of a rich account.
    transfer_id: STAYS,
    ...{ installment_of: '00000000-0000-7000-9000-000000000001', installment_n: 3, installment_total: 10 },
    ...{ installment_price: 43210, payments_end: 1 },
    ...{
      notes: STAYS,
      search_text: 'rent kiosk',
      template_id: STAYS,
      occurrence_date: STAYS,
      is_detached: STAYS,
    },
    ...{ created_at: STAYS, updated_at: STAYS },
  },
  templates: {
    ...{ id: STAYS, name: 'Series', ...CONTENT, end_type: STAYS, end_date: STAYS, max_occurrences: 12 },
    ...{ is_active: STAYS, generated_until: STAYS, created_at: STAYS, updated_at: STAYS },
  },
  template_phases: { template_id: STAYS, until: STAYS, ...CONTENT },
  money_accounts: {
    ...{
      id: STAYS,
      name: STAYS,
      kind: STAYS,
      currency: 'USD',
      number: '1234',
      icon: 'Coins',
      color: '#123456',
    },
    ...{ position: 3, is_archived: 1, in_balance: 0, billing_day: 28, pays_from: FIRST_ACCOUNT },
    ...{ checked_until: '2026-05-31', checked_balance: -4567, checked_at: '2026-06-01T07:08:09.123Z' },
    ...{ created_at: STAYS, updated_at: STAYS },
  },
  rules: {
    ...{ id: STAYS, position: 7, is_active: 0, conditions: STAYS, actions: STAYS, applied_count: 12 },
    ...{ created_at: '2026-01-02T03:04:05.678Z', updated_at: '2026-02-02T03:04:05.678Z' },
  },
  budgets: {
    ...{
      id: STAYS,
      category_ids: STAYS,
      period: 'yearly',
      start_day: 9,
      carry: 'overspent',
      carry_cap: 4321,
    },
    ...{ starts_on: '2026-01-09', is_active: 0 },
    ...{ created_at: '2026-01-02T03:04:05.678Z', updated_at: '2026-02-02T03:04:05.678Z' },
  },
  budget_amounts: { budget_id: STAYS, starts_on: '2026-01-09', amount: 98765 },
  goals: {
    ...{ id: STAYS, name: 'Trip', amount: 4321, due_date: '2027-01-02', account_id: FIRST_ACCOUNT },
    ...{ saved: 4399, monthly: 11, aside_next: '2999-01-01', reached_on: '2026-03-04' },
    ...{ created_at: '2026-01-02T03:04:05.678Z', updated_at: '2026-02-02T03:04:05.678Z' },
  },
  reminder_settings: {
    ...{
      kinds: '["bill","low_balance"]',
      low_balance: -123,
      quiet_from: '01:02',
      quiet_to: '03:04',
      by_mail: 0,
    },
    ...{ updated_at: '2026-02-02T03:04:05.678Z' },
  },
  sent_reminders: { kind: 'budget', subject: 'a:80', sent_at: '2026-02-02T03:04:05.678Z' },
  not_duplicates: {
    ...{ one_id: STAYS, other_id: STAYS, pattern: 'expense 1 a\nexpense 1 a' },
    ...{ created_at: '2026-02-02T03:04:05.678Z' },
  },
};

/** Columns that follow from others, or from whose account it is. */
const DERIVED = [
  'user_id',
  'name_key',
  'transaction_datetime',
  'search_text',
  'order_key',
  'due_at',
  'looked_at',
  'next_look_at',
];

/** Answers about the session and the machine instead of the account. */
const OTHERS = /^\/imports|sessions|auth-status|export|\/exchange|openapi|\/admin/;

forEachApp((testApp, engine) => {
  const { once } = engine;
  async function exported(as: Member): Promise<string> {
    let text = '';
    for await (const piece of exportAccount(await contextOf(testApp, as))) text += piece;
    return text;
  }

  async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let offset = 0; offset < bytes.length; offset += 4096) yield bytes.subarray(offset, offset + 4096);
  }

  /** A new session, because the clock has advanced. */
  const again = async (as: Member): Promise<Member> => ({
    ...as,
    ...(await startMemberSession(testApp, as.id)),
  });

  const stage = async (as: Member, text: string) => stageImport(await contextOf(testApp, as), chunksOf(text));

  async function act(as: Member, id: string, kind: 'import' | 'undo') {
    const context = await contextOf(testApp, as);
    if (await startImport(context, id, kind)) await resume(context, { id }, () => false);
    return readImport(await contextOf(testApp, as), id);
  }

  async function imported(text: string): Promise<{ as: Member; id: string }> {
    const as = await createMember(testApp);
    const staged = await stage(as, text);
    expect(staged).not.toHaveProperty('errors');
    const { id } = staged as { id: string };
    expect(await act(as, id, 'import')).toMatchObject({ state: 'done', refused: null });
    return { as, id };
  }

  /** The imports for whose undo something is kept. */
  async function keptOf({ id }: Member): Promise<string[]> {
    const batches = engine.db.selectFrom('long_work_batches').select('work_id').distinct();
    return (await batches.where('user_id', '=', id).execute()).map(({ work_id }) => work_id);
  }

  /** Every answer about an account, without what only one account has. */
  async function answersOf(as: Member): Promise<Record<string, string>> {
    const of = async (table: 'transactions' | 'categories' | 'money_accounts' | 'templates') => {
      const query = engine.db.selectFrom(table).select('id').where('user_id', '=', as.id).orderBy('id');
      return (await query.execute()).map(({ id }) => id);
    };
    const [transactions, categories, accounts, templates] = [
      await of('transactions'),
      await of('categories'),
      await of('money_accounts'),
      await of('templates'),
    ];
    const routes = EXPECTED_ROUTES.filter(
      (route) => methodOf(route) === 'GET' && route.access === 'signed in' && !OTHERS.test(route.path),
    );
    const paths = routes.flatMap(({ path }) => {
      const ids = [
        { place: /categories/, ids: categories },
        { place: /accounts/, ids: accounts },
        { place: /templates/, ids: templates },
        { place: /./, ids: transactions },
      ].find(({ place }) => place.test(path))?.ids as string[];
      return path.includes('{id}') ? ids.slice(0, 12).map((id) => path.replace('{id}', id)) : [path];
    });
    const queries = ['?limit=200&status=any', '?limit=200&status=any&page=2', '?sort=category&status=any'];
    const answers: Record<string, string> = {};
    for (const path of [...paths, ...queries.map((query) => `/transactions${query}`)]) {
      const { status, text } = await testApp.call('GET', path, { as });
      answers[path] = `${status} ${plain(text, as)}`;
    }
    return answers;
  }

  const plain = (text: string, { id, email }: Member) =>
    text
      .replaceAll(id, 'me')
      .replaceAll(email, 'my address')
      .replaceAll(/"(next_?cursor|last_login|onboarding\w*|avatar|profile_picture_url)":"[^"]*"/gi, '"$1"')
      .replace(/("preferences":\{.*\}),"created_at":"[^"]*","updated_at":"[^"]*"/, '$1');

  type Table = (typeof TABLES)[number];

  const rowsOf = async (table: Table, as: Member): Promise<Omit<TransactionRow, 'user_id'>[]> => {
    const rows: (TransactionRow & { looked_at?: string; next_look_at?: string })[] = await engine.db
      .selectFrom(table as 'transactions')
      .selectAll()
      .where('user_id', '=', as.id)
      .orderBy((KEYS[table]?.[0] ?? 'id') as 'id')
      .orderBy((KEYS[table]?.[1] ?? 'id') as 'id')
      .execute();
    // When somebody is looked at next is no part of what they want.
    return rows.map(({ user_id: _user, looked_at: _looked, next_look_at: _next, ...row }) => row);
  };

  describe('an account that has everything', () => {
    let rich: Member;
    let file: string;
    let document: Document;

    beforeAll(async () => {
      rich = await createMember(testApp);
      await makeRich(testApp, rich, '2026-06-15');
      await setOpeningBalance(await contextOf(testApp, rich), { amount: -123_456, date: '2024-08-01' });
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: rich,
        body: { name: 'Savings' },
      });
      const order = {
        fromAccountId: FIRST_ACCOUNT,
        toAccountId: data.account.id,
        amount: 50,
        isRecurring: true,
      };
      const made = await testApp.call('POST', '/transfers', { as: rich, body: order });
      expect(made.status, made.text).toBe(201);
      file = await exported(rich);
      document = JSON.parse(file);
    });

    once('a file is as its schema says', () => {
      const known = Object.keys(documentSchema.entries).filter((name) => name in document);
      const part = Object.fromEntries(known.map((name) => [name, document[name]]));
      expect(errorsOf({}, documentJsonSchema() as Schema, part)).toEqual([]);
      expect(known).toHaveLength(Object.keys(documentSchema.entries).length - 1);
    });

    const changed = (change: (document: Document) => void): string => {
      const copy = structuredClone(document);
      change(copy);
      return JSON.stringify(copy, null, 1);
    };

    test('is the same account once its file is imported into an empty one', async () => {
      const { as } = await imported(file);
      expect(await answersOf(as)).toEqual(await answersOf(rich));
      for (const table of TABLES) expect(await rowsOf(table, as), table).toEqual(await rowsOf(table, rich));
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
      const again = JSON.parse(await exported(as)) as Document;
      for (const part of [
        'settings',
        'categories',
        'accounts',
        'recurring_templates',
        'transactions',
        'currency',
        'rules',
        'budgets',
        'goals',
        'reminders',
        'sent_reminders',
        'not_duplicates',
        'not_transfers',
        'bank_mappings',
        'bank_file_accounts',
      ])
        expect(again[part], part).toEqual(document[part]);
      expect({ ...(again.profile as object), picture: '' }).toEqual({
        ...(document.profile as object),
        picture: '',
      });
    });

    test('keeps every column of its money, whatever is in it', async () => {
      const from = await createMember(testApp);
      const body = { name: 'Dollars', kind: 'credit_card' };
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: from,
        body,
      });
      const { template } = await makeTemplate(testApp, from, { accountId: data.account.id });
      await testApp.call('PUT', `/transactions/templates/${template.id}`, { as: from, body: { amount: 20 } });
      const call = (method: string, path: string, sent: object) =>
        testApp.call(method, path, { as: from, body: sent });
      const [food] = (await categoriesOf(testApp, from)).filter(({ type }) => type === 'expense');
      const conditions = [{ field: 'text', operator: 'is', value: 'x' }];
      await call('POST', '/rules', { conditions, actions: { category_id: food?.id, notes: 'ruled' } });
      await call('POST', '/budgets', { category_ids: [food?.id], amount: 5 });
      await call('POST', '/goals', { name: 'A', amount: 5 });
      await call('PUT', '/users/reminders', { bill: true });
      const [some, other] = await rowsOf('transactions', from);
      const pair = { transactionId: some?.id, duplicateOf: other?.id };
      const marked = await call('POST', '/transactions/insights/not-duplicates', pair);
      expect(marked.status, marked.text).toBe(200);
      const sent = {
        user_id: from.id,
        kind: 'bill',
        subject: 'a',
        sent_at: '2026-06-01T00:00:00.000Z',
      } as const;
      await engine.db.insertInto('sent_reminders').values(sent).execute();
      await testApp.call('PUT', `/transactions/${some?.type}/${some?.id}`, {
        as: from,
        body: { amount: 21 },
      });
      for (const [table, columns] of Object.entries(COLUMNS)) {
        const rows = await engine.db.introspection.getTables();
        const named = rows.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
        const unnamed = named.filter((name) => !(name in columns) && !DERIVED.includes(name));
        expect(unnamed, `add them to the file of an account, and to COLUMNS of this test (${table})`).toEqual(
          [],
        );
        const values = Object.entries(columns).filter(([, value]) => value !== STAYS);
        await engine.db
          .updateTable(table as 'transactions')
          .set(Object.fromEntries(values))
          .where('user_id', '=', from.id)
          .where((table === 'money_accounts' ? 'id' : 'user_id') as 'id', '!=', FIRST_ACCOUNT)
          .execute();
      }
      const { as } = await imported(await exported(from));
      const stored = async (table: Table, member: Member) =>
        (await rowsOf(table, member)).map((row) => ({ ...row, due_at: null }));
      for (const table of TABLES) expect(await stored(table, as), table).toEqual(await stored(table, from));
    });

    test('what banks sent is recognised in the new place as in the old one, and what was answered stays', async () => {
      const from = await createMember(testApp);
      const savings = { name: 'Savings', kind: 'savings' };
      const made = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: from,
        body: savings,
      });
      const rule = {
        conditions: [{ field: 'text', operator: 'contains', value: 'to savings' }],
        actions: { account_to: made.data.account.id },
      };
      await testApp.call('POST', '/rules', { as: from, body: rule });
      const account = 'Main account';
      const rows = [
        { date: '2026-06-05', amount: -100, description: 'To savings', account, externalId: 'm1' },
        { date: '2026-06-06', amount: -7, description: 'shop', account, externalId: 'm2' },
        { date: '2026-06-06', amount: -7, description: 'shop', account, externalId: 'm3' },
        { date: '2026-06-07', amount: -9, description: 'cafe', account, externalId: 'm4' },
        { date: '2026-06-08', amount: -11, description: 'kiosk', account },
        { date: '2026-06-09', amount: 12, description: 'sold', account: 'Savings' },
      ];
      const send = (as: Member) =>
        testApp.call<{ added: number; matched: number }>('POST', '/imports/rows', { as, body: { rows } });
      expect((await send(from)).data).toMatchObject({ added: 6 });
      const list = await testApp.call<{ transactions: { id: string; type: string; amount: number }[] }>(
        'GET',
        '/transactions?account=',
        { as: from },
      );
      const idOf = (amount: number) => list.data.transactions.find((one) => one.amount === amount)?.id ?? '';
      for (const [amount, date] of [
        [9, '2026-06-01'],
        [11, '2026-06-08'],
      ] as const)
        await testApp.call('PUT', `/transactions/expense/${idOf(amount)}`, {
          as: from,
          body: { description: 'Lunch with Dana', amount: amount + 1, date },
        });
      const pair = { expenseId: idOf(7), incomeId: idOf(12) };
      const answered = await testApp.call('POST', '/transfers/candidates/dismiss', { as: from, body: pair });
      expect(answered.status, answered.text).toBe(200);
      const at = '2026-06-10T00:00:00.000Z';
      const mapping = {
        columns: { date: 0, amount: 2 },
        dateOrder: 'dmy',
        decimalMark: null,
        sign: 'minus_out',
      };
      const owned = { user_id: from.id, updated_at: at };
      await engine.db
        .insertInto('bank_mappings')
        .values({ ...owned, shape: 'abc', mapping: JSON.stringify(mapping) })
        .execute();
      await engine.db
        .insertInto('bank_file_accounts')
        .values({ ...owned, key: 'ofx 5', account_id: made.data.account.id })
        .execute();
      expect((await send(from)).data).toMatchObject({ added: 0, matched: 6 });

      const text = await exported(from);
      const { columns, sign } = mapping;
      const noted = { shape: 'abc', columns, date_order: 'dmy', decimal_mark: null, sign, updated_at: at };
      expect(JSON.parse(text).bank_mappings).toEqual([noted]);
      const { as, id } = await imported(text);
      for (const table of TABLES) expect(await rowsOf(table, as), table).toEqual(await rowsOf(table, from));
      // Nobody has recorded any of it by hand, or said when it was.
      for (const member of [from, as]) {
        const call = <Data>(path: string) => testApp.call<Data>('GET', path, { as: member });
        const { data } = await call<{ transactions: { id: string }[] }>('/transactions?account=');
        for (const one of data.transactions) {
          const { transaction } = (await call<{ transaction: object }>(`/transactions/${one.id}`)).data;
          expect(transaction).toMatchObject({ time: '12:00', has_time: false });
        }
        const patterns = await call<{ spending_patterns: object }>('/analytics/user?months=6');
        expect(patterns.status, patterns.text).toBe(200);
        expect(patterns.data.spending_patterns).toMatchObject({ peakHour: null, peakHours: [] });
        for (const type of ['expense', 'income'] as const)
          expect(await findLastUsed(engine.db, member.id, { type, currency: 'any' })).toEqual([]);
      }
      expect((await send(as)).data).toMatchObject({ added: 0, matched: 6 });
      expect(JSON.parse(await exported(as)).transactions).toEqual(JSON.parse(text).transactions);

      expect(await act(as, id, 'undo')).toMatchObject({ state: 'undone' });
      const known = engine.db.selectFrom('known_bank_rows').select('number').where('user_id', '=', as.id);
      expect(await known.execute()).toEqual([]);

      // Among others its rows are known by the ids of their bank too.
      const busy = await createMember(testApp);
      await record(testApp, busy, { amount: 3 });
      const body = new FormData();
      body.append('file', new Blob([text], { type: 'application/json' }), 'pruta.json');
      const read = await testApp.request('/api/v1/imports', {
        method: 'POST',
        headers: { authorization: `Bearer ${busy.accessToken}` },
        body,
      });
      const { data } = (await read.json()) as { data: { import: { id: string } } };
      await testApp.call('PUT', `/imports/${data.import.id}/mapping`, {
        as: busy,
        body: { accountId: FIRST_ACCOUNT },
      });
      const lines = await testApp.call<{ rows: { external_id: string | null }[] }>(
        'GET',
        `/imports/${data.import.id}/rows`,
        { as: busy },
      );
      expect(
        lines.data.rows
          .map(({ external_id }) => external_id)
          .filter(Boolean)
          .sort(),
      ).toEqual(['m1', 'm2', 'm3', 'm4']);
    });

    test('what checks left open, and what was changed since them, stays so in the new place', async () => {
      const from = await createMember(testApp);
      const call = <Data>(as: Member, method: string, path: string, body?: object) =>
        testApp.call<Data>(method, path, { as, ...(body && { body }) });
      const { data: made } = await call<{ account: { id: string } }>(from, 'POST', '/accounts', {
        name: 'Cash',
        kind: 'cash',
      });
      const cash = made.account.id;
      const amounts = [1, 2, 4, 8, 16];
      const ids: string[] = [];
      for (const [day, amount] of amounts.entries())
        ids.push((await record(testApp, from, { amount, date: `2026-06-0${day + 1}` })).id);
      const [open = '', changed = '', moved = '', gone = '', last = ''] = ids;
      const check = (account: string, body: object) =>
        call<{ difference: number }>(from, 'POST', `/accounts/${account}/reconcile`, {
          date: '2026-06-10',
          ...body,
        });
      const right = await check(FIRST_ACCOUNT, {
        balance: -30,
        transactionIds: [changed, moved, gone, last],
      });
      expect(right.data.difference).toBe(0);
      expect((await check(cash, { balance: 0 })).data.difference).toBe(0);
      testApp.advance(1);
      const change = (as: Member, id: string, body: object) =>
        call(as, 'PUT', `/transactions/expense/${id}`, { confirmLocked: true, ...body });
      expect((await change(from, changed, { amount: 3 })).status).toBe(200);
      expect((await change(from, moved, { accountId: cash })).status).toBe(200);
      await call(from, 'DELETE', `/transactions/expense/${gone}?confirmLocked=true`);

      const state = async (as: Member) => ({
        accounts: (await call<{ accounts: object[] }>(as, 'GET', '/accounts')).data.accounts,
        first: (await call(as, 'GET', `/accounts/${FIRST_ACCOUNT}/reconcile?date=2026-06-10`)).data,
        cash: (await call(as, 'GET', `/accounts/${cash}/reconcile?date=2026-06-10`)).data,
      });
      const text = await exported(from);
      const { as } = await imported(text);
      const before = await state(from);
      expect(before.first).toMatchObject({ transactions: [{ id: changed }, { id: open }] });
      expect(await state(as)).toEqual(before);
      expect(JSON.parse(await exported(as)).transactions).toEqual(JSON.parse(text).transactions);
      for (const member of [from, as]) {
        // As the checks found it again, all that is left is what was deleted.
        expect((await change(member, open, { amount: 5, confirmLocked: false })).status).toBe(200);
        expect((await change(member, changed, { amount: 2 })).status).toBe(200);
        expect((await change(member, moved, { accountId: FIRST_ACCOUNT })).status).toBe(200);
      }
      const after = await state(from);
      expect(after.first).toMatchObject({ transactions: [{ id: open }] });
      expect(after.accounts).toMatchObject([{ reconciled_until: null }, { reconciled_until: '2026-06-10' }]);
      expect(await state(as)).toEqual(after);

      const other = await imported(text);
      expect(await act(other.as, other.id, 'undo')).toMatchObject({ state: 'undone' });
      for (const table of ['unchecked_transactions', 'changed_since_checks'] as const) {
        const known = engine.db.selectFrom(table).select('id').where('user_id', '=', other.as.id);
        expect(await known.execute(), table).toEqual([]);
      }
    });

    once('of an earlier version has no accounts, and comes into the first one', async () => {
      const old = changed((one) => {
        Object.assign(one, { version: 2, accounts: undefined });
        one.recurring_templates = one.recurring_templates.filter(({ account_to }) => !account_to);
        const phases = one.recurring_templates.flatMap((template) => template.phases as object[]);
        for (const row of [...one.transactions, ...one.recurring_templates, ...phases])
          Object.assign(row, { account_id: undefined });
      });
      const { as, id } = await imported(old);
      const inFirst = { ids: new Set([FIRST_ACCOUNT]) };
      const inAccounts = async (table: 'transactions' | 'templates' | 'template_phases') =>
        new Set((await rowsOf(table, as)).map(({ account_id }) => account_id));
      for (const table of ['transactions', 'templates', 'template_phases'] as const)
        expect({ ids: await inAccounts(table) }, table).toEqual(inFirst);
      expect(await rowsOf('transactions', as)).toHaveLength(document.transactions.length);
      expect(await rowsOf('money_accounts', as)).toHaveLength(1);
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
      await act(as, id, 'undo');
      expect(await rowsOf('money_accounts', as)).toHaveLength(1);
    });

    once(
      'comes in also where its person has named, added or deleted accounts, which an undo brings back',
      async () => {
        const as = await createMember(testApp);
        const add = (name: string) => testApp.call('POST', '/accounts', { as, body: { name } });
        for (const name of ['Visa', 'Mine']) await add(name);
        expect((await testApp.call('DELETE', `/accounts/${FIRST_ACCOUNT}`, { as })).status).toBe(200);
        const before = await rowsOf('money_accounts', as);
        for (const text of [file, changed((one) => Object.assign(one, { transactions: [] }))]) {
          const { id } = (await stage(as, text)) as { id: string };
          expect(await act(as, id, 'import')).toMatchObject({ state: 'done', refused: null });
          expect(await rowsOf('money_accounts', as)).toEqual(await rowsOf('money_accounts', rich));
          await act(as, id, 'undo');
          expect(await rowsOf('money_accounts', as)).toEqual(before);
        }
      },
    );

    once('so is one that has nothing at all', async () => {
      const empty = await createMember(testApp);
      const { as } = await imported(await exported(empty));
      expect(await answersOf(as)).toEqual(await answersOf(empty));
      await imported(await exported(as));
    });

    once('a series may have ended on its first day, or before it', async () => {
      const from = await createMember(testApp);
      const daily = { interval_type: 'daily', start_date: '2026-06-15' };
      const { template: first } = await makeTemplate(testApp, from, daily);
      await testApp.call('DELETE', `/transactions/templates/${first.id}?scope=future`, { as: from });
      const later = { start_date: '2026-06-25' };
      const { template: never } = await makeTemplate(testApp, from, later);
      const moved = { start_date: '2026-06-05', end_date: '2026-06-14' };
      await testApp.call('PUT', `/transactions/templates/${never.id}`, { as: from, body: moved });
      const templates = await rowsOf('templates', from);
      for (const ended of [
        { id: first.id, start_date: '2026-06-15', end_date: '2026-06-15' },
        { id: never.id, start_date: '2026-07-05', end_date: '2026-06-14' },
      ])
        expect(templates).toContainEqual(expect.objectContaining(ended));
      const { as } = await imported(await exported(from));
      expect(await rowsOf('templates', as)).toEqual(templates);
      expect(await rowsOf('transactions', as)).toEqual(await rowsOf('transactions', from));
    });

    once('an undo leaves the account as it was before', async () => {
      const as = await createMember(testApp);
      const before = await answersOf(as);
      const { id } = (await stage(as, file)) as { id: string };
      await act(as, id, 'import');
      expect(await act(as, id, 'undo')).toMatchObject({
        state: 'undone',
        summary: { kept: { transactions: 0, templates: 0, categories: 0, accounts: 0, rules: 0 } },
      });
      expect(await answersOf(as)).toEqual(before);
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
      expect(await keptOf(as)).toEqual([]);
      await expect(act(as, id, 'undo')).rejects.toMatchObject({ status: 404 });
    });

    once(
      'takes the place of rules, budgets and goals that are there, which an undo brings back',
      async () => {
        const as = await createMember(testApp);
        const [food, other] = (await categoriesOf(testApp, as)).filter(({ type }) => type === 'expense');
        const call = (method: string, path: string, body: object) => testApp.call(method, path, { as, body });
        const conditions = [{ field: 'text', operator: 'is', value: 'mine' }];
        await call('POST', '/rules', { conditions, actions: { category_id: food?.id } });
        await call('POST', '/budgets', { category_ids: [food?.id, other?.id], amount: 5 });
        await call('POST', '/goals', { name: 'Mine', amount: 5 });
        const PLANS = ['rules', 'budgets', 'budget_amounts', 'goals', 'reminder_settings'] as const;
        const plansOf = async (member: Member) =>
          Object.fromEntries(
            await Promise.all(PLANS.map(async (table) => [table, await rowsOf(table, member)] as const)),
          );
        const before = await plansOf(as);
        const { id } = (await stage(as, file)) as { id: string };
        expect(await act(as, id, 'import')).toMatchObject({
          state: 'done',
          summary: { rules: 2, budgets: 1 },
        });
        expect(await plansOf(as)).toEqual(await plansOf(rich));
        testApp.advance(61);
        const { goals, budgets } = await plansOf(as);
        await call('POST', `/goals/${goals?.[0]?.id}/save`, { amount: 1 });
        await call('PUT', `/budgets/${budgets?.[0]?.id}`, { carry: 'none' });
        const { summary } = await act(as, id, 'undo');
        expect(summary.kept).toMatchObject({ rules: 0, budgets: 1, goals: 1, categories: 2 });
        const left = await plansOf(as);
        expect(left.rules).toEqual(before.rules);
        expect(left.goals).toEqual(expect.arrayContaining(before.goals ?? []));
        expect(left.goals).toHaveLength(2);
        const shown = await testApp.call<{ budgets: object[] }>('GET', '/budgets', { as });
        expect(shown.data.budgets).toHaveLength(2);
      },
    );

    test('takes no place for the undo of an earlier one that left the account empty', async () => {
      const as = await createMember(testApp);
      const plans = changed((one) => {
        Object.assign(one, { transactions: [], recurring_templates: [], reminders: undefined });
        one.categories = one.categories.filter(({ default_key }) => default_key !== null);
        Object.assign(one, { rules: [], budgets: [] });
      });
      const ids: string[] = [];
      for (let times = 0; times < 3; times += 1) {
        const { id } = (await stage(as, plans)) as { id: string };
        expect(await act(as, id, 'import')).toMatchObject({ state: 'done', refused: null });
        await testApp.app.settle();
        ids.push(id);
        expect(await keptOf(as)).toEqual([id]);
        testApp.advance(1);
      }
      expect(await act(as, ids[2] ?? '', 'undo')).toMatchObject({ state: 'undone' });
    });

    test('an undo leaves what was changed or added since, and says so', async () => {
      const { as, id } = await imported(file);
      testApp.advance(61);
      const pets = (await categoriesOf(testApp, as)).find(({ name }) => name.startsWith('Pets'));
      await record(testApp, as, { description: 'mine', categoryId: pets?.id });
      const [some] = (await rowsOf('transactions', as)).filter((row) => row.template_id === null);
      const edit = { description: 'changed since' };
      await testApp.call('PUT', `/transactions/${some?.type}/${some?.id}`, { as, body: edit });
      const template = document.recurring_templates.find(({ name }) => name === 'Rent "flat"');
      await testApp.call('PUT', `/transactions/templates/${template?.id}`, { as, body: { name: 'Mine' } });
      await testApp.call('PUT', '/users/profile', { as, body: { firstName: 'Dana' } });
      const { summary } = await act(as, id, 'undo');
      const left = await rowsOf('transactions', as);
      const occurrences = left.filter(({ template_id }) => template_id === template?.id);
      expect(left.length - occurrences.length).toBe(2);
      expect(occurrences.length).toBeGreaterThan(3);
      expect(summary.kept).toMatchObject({ transactions: 1 + occurrences.length, templates: 1 });
      const profile = await testApp.call<{ user: Record<string, unknown> }>('GET', '/users/profile', { as });
      expect(profile.data.user).toMatchObject({
        firstName: 'Dana',
        lastName: 'Levi',
        // Existing amounts keep their currency.
        currency_preference: 'EUR',
      });
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
    });

    once('an undo does not begin after a change that it has not looked at', async () => {
      const as = await createMember(testApp);
      const { id } = (await stage(as, file)) as { id: string };
      await act(as, id, 'import');
      const context = await contextOf(testApp, as);
      const revision = await readRevision(context);
      await record(testApp, as, { description: 'Meanwhile' });
      await expect(startImport(context, id, 'undo', { revision })).rejects.toMatchObject({ status: 503 });
      expect((await readImport(context, id)).state).toBe('done');
      expect(await act(as, id, 'undo')).toMatchObject({ state: 'undone' });
    });

    test('what was deleted before an undo does not come back after it, unless it was changed', async () => {
      const { as, id } = await imported(file);
      testApp.advance(61);
      const [one, other] = (await rowsOf('transactions', as)).filter(
        (row) => row.template_id === null && row.transfer_id === null && row.charge_date === null,
      );
      const series = (await rowsOf('templates', as))[0]?.id;
      const place = (row?: Record<string, unknown>) => `/transactions/${row?.type}/${row?.id}`;
      await testApp.call('PUT', place(other), { as, body: { description: 'changed since' } });
      const deletions: string[] = [];
      for (const path of [place(one), `/transactions/templates/${series}?scope=all`, place(other)]) {
        const { data } = await testApp.call<{ undo_id: string }>('DELETE', path, { as });
        deletions.push(data.undo_id);
      }
      testApp.advance(1);
      expect(await act(as, id, 'undo')).toMatchObject({ state: 'undone' });
      testApp.advance(1);
      const statuses: number[] = [];
      for (const undo_id of deletions)
        statuses.push(
          (await testApp.call('POST', '/transactions/restore', { as, body: { undo_id } })).status,
        );
      expect(statuses).toEqual([404, 404, 200]);
      const left = await rowsOf('transactions', as);
      expect(left.map(({ description }) => description)).toEqual(['changed since']);
      expect(await rowsOf('templates', as)).toEqual([]);
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
    });

    once(
      'a newer backup follows an older one, also where a default category has become an own one',
      async () => {
        const empty = await createMember(testApp);
        const backup = JSON.parse(await exported(empty)) as Document;
        const { as } = await imported(JSON.stringify(backup));
        const before = await rowsOf('categories', as);
        Object.assign(backup.categories[3] ?? {}, { default_key: null, name: 'Mine now' });
        const { id } = (await stage(as, JSON.stringify(backup))) as { id: string };
        expect(await act(as, id, 'import')).toMatchObject({ state: 'done', refused: null });
        const names = (await categoriesOf(testApp, as)).map(({ name }) => name);
        expect(names).toHaveLength(before.length);
        expect(names).toContain('Mine now');
        await act(as, id, 'undo');
        expect(await rowsOf('categories', as)).toEqual(before);
      },
    );

    once('an account that is not empty is left alone, with what to do', async () => {
      const as = await createMember(testApp);
      const { id } = (await stage(as, file)) as { id: string };
      await record(testApp, as);
      await expect(stage(as, file)).rejects.toMatchObject({
        status: 409,
        extra: { message: 'import:notEmpty' },
      });
      await expect(act(as, id, 'import')).rejects.toMatchObject({ status: 409 });
      expect(await rowsOf('transactions', as)).toHaveLength(1);
    });

    test('an import that fails half-way leaves nothing behind, and can be tried again', async () => {
      const as = await createMember(testApp);
      const before = await answersOf(as);
      const { id } = (await stage(as, file)) as { id: string };
      const last = () =>
        engine.db
          .selectFrom('long_work_batches')
          .select(['number', 'content'])
          .where('work_id', '=', id)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
      const { number, content } = await last();
      const write = (text: string) =>
        engine.db
          .updateTable('long_work_batches')
          .set({ content: text })
          .where('work_id', '=', id)
          .where('number', '=', number)
          .execute();
      await write(content.slice(0, -9));
      expect(await act(as, id, 'import')).toMatchObject({ state: 'checked', refused: 'import:failed' });
      expect(await answersOf(as)).toEqual(before);
      await write(content);
      expect(await act(as, id, 'import')).toMatchObject({ state: 'done', refused: null });
      expect(await rowsOf('transactions', as)).toHaveLength(document.transactions.length);
    });

    once('an import that has lost a part of its file is refused as a whole', async () => {
      const as = await createMember(testApp);
      const { id } = (await stage(as, file)) as { id: string };
      await engine.db
        .deleteFrom('long_work_batches')
        .where('work_id', '=', id)
        .where('number', '=', 1)
        .execute();
      expect(await act(as, id, 'import')).toMatchObject({ state: 'checked', refused: 'import:failed' });
      expect(await rowsOf('transactions', as)).toEqual([]);
      const { status, error } = await testApp.call('POST', `/imports/${id}/carry-out`, { as });
      expect([status, error]).toMatchObject([
        500,
        { message: 'The import failed, and nothing has changed. Try again.' },
      ]);
    });

    once('an undo that fails half-way says so to programs', async () => {
      const as = await createMember(testApp);
      const { id } = (await stage(as, file)) as { id: string };
      await act(as, id, 'import');
      await engine.db
        .deleteFrom('long_work_batches')
        .where('work_id', '=', id)
        .where('number', '=', 1)
        .execute();
      const { status, error } = await testApp.call('POST', `/imports/${id}/undo`, { as });
      expect([status, error]).toMatchObject([
        500,
        // The file brought the language of its person.
        { message: expect.stringContaining('לא הכול הוצא מהחשבון') },
      ]);
    });

    test('what is being imported is not deleted when it expires', async () => {
      const as = await createMember(testApp);
      const { id } = (await stage(as, file)) as { id: string };
      testApp.advance(3601);
      const set = (started_at: string | null) =>
        engine.db.updateTable('long_work').set({ started_at }).where('id', '=', id).execute();
      await set(testApp.app.clock().toISOString());
      const count = async () =>
        (await engine.db.selectFrom('long_work').select('id').where('id', '=', id).execute()).length;
      await cleanUp(testApp.app);
      expect(await count()).toBe(1);
      await set(null);
      await cleanUp(testApp.app);
      expect(await count()).toBe(0);
    });

    test('a discarded file is gone at once, and its batches soon after', async () => {
      const as = await createMember(testApp);
      const { id } = (await stage(as, file)) as { id: string };
      const context = await contextOf(testApp, as);
      await discardImport(context, id);
      await expect(readImport(context, id)).rejects.toMatchObject({ status: 404 });
      await expect(act(as, id, 'import')).rejects.toMatchObject({ status: 404 });
      await expect(discardImport(context, id)).rejects.toMatchObject({ status: 404 });
      const batches = () =>
        engine.db.selectFrom('long_work_batches').select('number').where('work_id', '=', id).execute();
      await expect.poll(batches).toEqual([]);
    });

    once('a file that is being imported is not discarded', async () => {
      const as = await createMember(testApp);
      const { id } = (await stage(as, file)) as { id: string };
      const context = await contextOf(testApp, as);
      const started_at = context.now.toISOString();
      await engine.db.updateTable('long_work').set({ started_at }).where('id', '=', id).execute();
      await expect(discardImport(context, id)).rejects.toMatchObject({ status: 404 });
      expect(await readImport(context, id)).toMatchObject({ state: 'running' });
    });

    test('a file is nobody else’s, and is forgotten after an hour; an undo is possible for a day', async () => {
      const [as, stranger] = [await createMember(testApp), await createMember(testApp)];
      const { id } = (await stage(as, file)) as { id: string };
      for (const kind of ['import', 'undo'] as const)
        await expect(act(stranger, id, kind)).rejects.toMatchObject({ status: 404 });
      testApp.advance(3601);
      await expect(act(await again(as), id, 'import')).rejects.toMatchObject({ status: 404 });
      const done = await imported(file);
      testApp.advance(23 * 3600);
      await cleanUp(testApp.app);
      expect(await readImport(await contextOf(testApp, await again(done.as)), done.id)).toMatchObject({
        state: 'done',
      });
      // The import itself may have taken seconds.
      testApp.advance(3700);
      await cleanUp(testApp.app);
      for (const table of ['long_work', 'long_work_batches'] as const) {
        const rows = await engine.db
          .selectFrom(table)
          .selectAll()
          .where('user_id', 'in', [as.id, done.as.id])
          .execute();
        expect(rows, table).toEqual([]);
      }
    });

    // Decided by code: what it stores, it stores as above. A file is checked before anything is stored.
    if (engine.name === 'sqlite') {
      once('of an earlier version has transfers as an expense and an income', async () => {
        const type = (row: Record<string, unknown>) =>
          row.category_id === TRANSFER.income ? 'income' : 'expense';
        const sides = (one: Document) => one.transactions.filter((row) => row.transfer_id);
        expect(new Set(sides(document).map((row) => row.type))).toEqual(new Set(['transfer']));
        const old = changed((one) => {
          one.version = 3;
          for (const row of sides(one)) row.type = type(row);
        });
        const { as } = await imported(old);
        expect(await rowsOf('transactions', as)).toEqual(await rowsOf('transactions', rich));
        const other = changed((one) => {
          for (const row of sides(one)) row.category_id = null;
        });
        expect(await stage(await createMember(testApp), other)).toMatchObject({
          errors: expect.arrayContaining([expect.objectContaining({ message: 'import:errorCategory' })]),
        });
      });

      once('of an archived account alone opens it, so that new transactions have a place', async () => {
        const { accessToken } = await again(rich);
        const closed = document.accounts.find(({ name }) => name === 'Closed');
        const visa = document.accounts.find(({ name }) => name === 'Visa');
        const ask = async (account: unknown) =>
          (
            await testApp.request(`/api/v1/export/json?status=any&account=${account}`, {
              headers: { authorization: `Bearer ${accessToken}` },
            })
          ).text();
        const { as } = await imported(await ask(closed?.id));
        expect(await rowsOf('money_accounts', as)).toMatchObject([{ name: 'Closed', is_archived: 0 }]);
        await record(testApp, as);
        const { as: other } = await imported(await ask(visa?.id));
        const rows = await rowsOf('money_accounts', other);
        expect(rows).toContainEqual(
          expect.objectContaining({ name: 'Visa', pays_from: null, billing_day: 10 }),
        );
      });

      once('goes on as the other one does, with the same occurrences on the same days', async () => {
        const { as } = await imported(file);
        const dates = async (member: Member) =>
          (await rowsOf('transactions', member)).map(({ date, description, amount }) =>
            [date, description, amount].join(' '),
          );
        const before = await dates(as);
        await testApp.call('POST', '/transactions/generate-recurring', { as, body: {} });
        await testApp.call('POST', '/transactions/generate-recurring', { as: rich, body: {} });
        expect((await dates(as)).sort()).toEqual((await dates(rich)).sort());
        expect(before.length).toBeGreaterThan(200);
      });

      test('has rules, budgets and goals also where an older file has them, and says which are wrong', async () => {
        const older = changed((one) => {
          const lists = ['rules', 'budgets', 'goals'].flatMap((name) => one[name] as object[]);
          for (const entry of lists) Object.assign(entry, { created_at: undefined, updated_at: undefined });
          Object.assign(one.reminders as object, { sent: [] });
        });
        const { as } = await imported(older);
        const names = (await rowsOf('goals', as)) as unknown as { name: string; created_at: string }[];
        expect(names).toMatchObject([{ name: 'Trip', created_at: document.exported_at }]);
        const wrong = changed((one) => {
          const [rule] = one.rules as { conditions: object[] }[];
          Object.assign(rule?.conditions[1] ?? {}, { value: 'much' });
          Object.assign((one.budgets as object[])[0] ?? {}, { category_ids: [rich.id] });
          Object.assign((one.goals as object[])[0] ?? {}, { saved: -1 });
          Object.assign(one.reminders as object, { settings: { bill: 'yes' } });
        });
        const refused = (await stage(await createMember(testApp), wrong)) as { errors: { field: string }[] };
        const fields = refused.errors.map(({ field }) => field);
        for (const field of [
          'rules[0].conditions.1.value',
          'budgets[0].category_ids',
          'goals[0].saved',
          'reminders.settings.bill',
        ])
          expect(fields).toContain(field);
      });

      once(
        'the currency is that of the amounts, however it is named, and whatever the settings of a file say',
        async () => {
          const { as } = await imported(
            changed((one) => {
              one.currency = ' Euro';
              Object.assign(one.settings as object, { currency: 'usd' });
            }),
          );
          const profile = await testApp.call<{ user: Record<string, unknown> }>('GET', '/users/profile', {
            as,
          });
          expect(profile.data.user).toMatchObject({ currency_preference: 'EUR' });
        },
      );

      test('the categories are those of the file: no default comes back, and no name is there twice', async () => {
        const from = await createMember(testApp);
        const groceries = (await categoriesOf(testApp, from)).find(({ name }) => name === 'Groceries');
        const put = (method: string, path: string, body: object) =>
          testApp.call<{ category: { id: string } }>(method, path, { as: from, body });
        await put('PUT', `/categories/${groceries?.id}`, { name: 'Food' });
        const own = await put('POST', '/categories', { name: 'Groceries', type: 'expense' });
        expect(own.status).toBe(201);
        await record(testApp, from, { categoryId: own.data.category.id });
        const { as, id } = await imported(await exported(from));
        expect(await rowsOf('categories', as)).toEqual(await rowsOf('categories', from));
        await act(as, id, 'undo');
        const names = (await categoriesOf(testApp, as)).map(({ name }) => name);
        expect(names.filter((name) => name === 'Groceries')).toHaveLength(1);
        expect(names).not.toContain('Food');
        // A filtered export has some of them: defaults stay, except one whose name is taken.
        const { accessToken } = await again(from);
        const answer = await testApp.request('/api/v1/export/json?type=expense', {
          headers: { authorization: `Bearer ${accessToken}` },
        });
        const { as: other } = await imported(await answer.text());
        const left = (await categoriesOf(testApp, other)).map(({ name, type }) => `${type} ${name}`);
        expect(left.filter((name) => name === 'expense Groceries')).toHaveLength(1);
        expect(left).toHaveLength((await categoriesOf(testApp, from)).length - 1);
        expect(new Set(left).size).toBe(left.length);
      });

      test('the log has an import and its undo, and none that was refused', async () => {
        const { as, id } = await imported(file);
        await act(as, id, 'undo');
        const other = await createMember(testApp);
        const { id: refused } = (await stage(other, file)) as { id: string };
        await engine.db
          .deleteFrom('long_work_batches')
          .where('work_id', '=', refused)
          .where('number', '=', 1)
          .execute();
        await act(other, refused, 'import');
        const entries = await engine.db
          .selectFrom('activity')
          .select(['action_type', 'actor_id', 'target_email', 'ip'])
          .where('target_id', 'in', [as.id, other.id])
          .where('action_type', 'like', 'import%')
          .orderBy('action_type', 'desc')
          .execute();
        const who = { actor_id: as.id, target_email: as.email, ip: '127.0.0.1' };
        expect(entries).toEqual([
          { action_type: 'imported', ...who },
          { action_type: 'import_undone', ...who },
        ]);
      });

      once('amounts that are decimal text are read like numbers', async () => {
        const text = file.replaceAll(
          /"amount":([\d.]+)/g,
          (_, amount) => `"amount":"${Number(amount).toFixed(2)}"`,
        );
        expect(text).not.toBe(file);
        const [numbers, texts] = [await imported(file), await imported(text)];
        const amounts = async ({ as }: { as: Member }) =>
          (await rowsOf('transactions', as)).map(({ id, amount }) => [id, amount]);
        expect(await amounts(texts)).toEqual(await amounts(numbers));
      });

      test('the export of a filter is imported too, with its currency', async () => {
        const { accessToken } = await again(rich);
        const ask = (query: string) =>
          testApp.request(`/api/v1/export/json?${query}`, {
            headers: { authorization: `Bearer ${accessToken}` },
          });
        const text = await (await ask('status=any&type=expense')).text();
        const { as } = await imported(text);
        const rows = (await rowsOf('transactions', rich)).filter(
          (row) => row.type === 'expense' && !isReserved(row.category_id as string | null),
        );
        expect(await rowsOf('transactions', as)).toEqual(rows);
        const profile = await testApp.call<{ user: Record<string, unknown> }>('GET', '/users/profile', {
          as,
        });
        expect(profile.data.user).toMatchObject({ firstName: 'Noa', currency_preference: 'EUR' });
        const partial = await stage(
          await createMember(testApp),
          await (await ask('fields=id,amount')).text(),
        );
        expect(partial).toMatchObject({ count: 1, errors: [{ message: 'import:errorFields' }] });
      });

      /** Where the error is, and how it gets there. */
      type Wrong = [field: string, change: (document: Document) => void];
      const at = (
        part: 'transactions' | 'categories' | 'accounts' | 'recurring_templates',
        index: number,
        wrong: object,
      ): Wrong => [
        `${part}[${index}].${Object.keys(wrong).at(-1)}`,
        (one) => Object.assign(one[part][index] ?? {}, wrong),
      ];
      const inBudgets = (count: number, wrong: object, where = 'amounts'): Wrong => [
        `budgets[${count - 1}]${where && `.${where}`}`,
        (one) => {
          const [first] = one.budgets as object[];
          const id = (place: number) => `00000000-0000-7000-9000-${String(place).padStart(12, '0')}`;
          const active = { ...first, is_active: true, ...wrong };
          one.budgets = Array.from({ length: count }, (_, place) => ({ ...active, id: id(place) }));
        },
      ];
      const MANY_AMOUNTS = Array.from({ length: 4000 }, (_, index) => ({
        from: plusDays('2000-01-01', index),
        amount: 1,
      }));
      const whole = (wrong: object): Wrong => [
        Object.keys(wrong)[0] ?? '',
        (one) => Object.assign(one, wrong),
      ];

      test.each<[string, Wrong, string]>([
        ['an amount', at('transactions', 3, { amount: '1.005' }), 'errors:amountNumber'],
        ['an amount with three decimals', at('transactions', 3, { amount: 1.005 }), 'errors:amountDecimals'],
        [
          'an amount that may be a thousand times as much',
          at('transactions', 3, { amount: '1.200' }),
          'errors:amountNumber',
        ],
        ['an amount with a sign', at('transactions', 3, { amount: -5 }), 'errors:amountMin'],
        ['an amount of nothing', at('transactions', 3, { amount: '0.00' }), 'errors:amountMin'],
        ['an amount of too much', at('transactions', 3, { amount: 1_000_000.01 }), 'errors:amountMax'],
        ['a date', at('transactions', 0, { date: '2026-02-30' }), 'errors:dateInvalid'],
        ['a date far ahead', at('transactions', 0, { date: '2036-02-20' }), 'errors:dateFuture'],
        ['a zone', at('transactions', 1, { timezone: 'Mars/Olympus' }), 'errors:timezoneInvalid'],
        ['the character NUL', at('transactions', 0, { description: 'a\0b' }), 'errors:valueInvalid'],
        ['an unknown default', at('categories', 0, { default_key: '__proto__' }), 'errors:valueInvalid'],
        [
          'an end without its day',
          at('recurring_templates', 0, { end_type: 'date', end_date: null }),
          'errors:endDateRequired',
        ],
        ['an account’s kind', at('accounts', 1, { kind: 'treasure' }), 'errors:accountKindInvalid'],
        ['an account without a name', at('accounts', 1, { name: ' ' }), 'errors:accountNameRequired'],
        ['a name of two accounts', at('accounts', 4, { name: 'CASH' }), 'import:errorTwice'],
        ['a billing day of cash', at('accounts', 0, { kind: 'cash', billing_day: 3 }), 'errors:cardOnly'],
        [
          'a paying account that is not there',
          [
            '.pays_from',
            ({ accounts }) =>
              Object.assign(accounts.find(({ name }) => name === 'Visa') ?? {}, {
                pays_from: accounts[0]?.created_at,
              }),
          ],
          'errors:valueInvalid',
        ],
        [
          'an account that is not there',
          ['.account_id', ({ accounts }) => accounts.splice(2, 1)],
          'import:errorAccount',
        ],
        ['a version with accounts without them', whole({ accounts: undefined }), 'import:errorMissing'],
        ['a currency', at('transactions', 1, { original_currency: 'BTC' }), 'errors:currencyInvalid'],
        ['a rate', at('transactions', 1, { rate: '-1' }), 'errors:valueInvalid'],
        ['no list', whole({ transactions: 'none' }), 'import:errorList'],
        ['an older version', whole({ version: 1 }), 'import:errorVersion'],
        ['another format', whole({ format: 'other' }), 'import:errorFormat'],
        ['a missing part', whole({ categories: undefined }), 'import:errorMissing'],
        [
          'a transaction twice',
          ['transactions[', ({ transactions }) => transactions.push(transactions[0] ?? {})],
          'import:errorTwice',
        ],
        [
          'a category that is not there',
          ['.category_id', ({ categories }) => categories.splice(30, 1)],
          'import:errorCategory',
        ],
        [
          'a category of two names',
          [
            'categories[',
            ({ categories }) =>
              categories.push({ ...categories.at(-1), id: '00000000-0000-7000-8000-00000000000f' }),
          ],
          'import:errorTwice',
        ],
        [
          'too many dates left out, all templates together',
          [
            'recurring_templates[2].skipped_dates',
            ({ recurring_templates }) => {
              for (const template of recurring_templates.slice(0, 3))
                Object.assign(template, { skipped_dates: Array(34_000).fill('2026-03-01') });
            },
          ],
          'import:errorMany',
        ],
        [
          'a budget of nothing',
          inBudgets(1, { amounts: [{ from: '2026-01-01', amount: 0 }] }),
          'errors:amountMin',
        ],
        [
          'a goal of nothing',
          ['goals[0].amount', ({ goals }) => Object.assign((goals as object[])[0] ?? {}, { amount: 0 })],
          'errors:amountMin',
        ],
        ['a category of two budgets', inBudgets(2, {}, 'category_ids'), 'errors:budgetTaken'],
        ['too many budgets', inBudgets(301, { is_active: false }, ''), 'import:errorMany'],
        [
          'too many amounts, all budgets together',
          inBudgets(3, { is_active: false, amounts: MANY_AMOUNTS }, 'amounts'),
          'import:errorMany',
        ],
        [
          'a website that is a script',
          [
            'profile.website',
            ({ profile }) => Object.assign(profile as object, { website: 'javascript:alert(1)' }),
          ],
          'errors:websiteInvalid',
        ],
      ])('%s that is wrong is named, and nothing is kept', async (_what, [field, change], message) => {
        const as = await createMember(testApp);
        const staged = await stage(as, changed(change));
        if ('id' in staged) throw new Error('it was accepted');
        expect(staged.errors.map((error) => error.message)).toContain(message);
        const error = staged.errors.find((one) => one.message === message);
        expect(error?.field).toContain(field);
        expect(error?.line).toBeGreaterThan(0);
        const rows = await engine.db
          .selectFrom('long_work')
          .selectAll()
          .where('user_id', '=', as.id)
          .execute();
        expect(rows).toEqual([]);
      });

      once('errors are named by the line on which their entry begins', async () => {
        const lines = file.split('\n');
        const at = lines.findIndex((line) => line.includes('"transactions": [')) + 3;
        lines[at] = lines[at]?.replace(/"amount":[\d.]+/, '"amount":"-1"') ?? '';
        const staged = await stage(await createMember(testApp), lines.join('\n'));
        expect(staged).toMatchObject({
          count: 1,
          errors: [{ line: at + 1, field: 'transactions[2].amount', message: 'errors:amountNumber' }],
        });
      });

      once('texts change no direction but their own, as if they were typed', async () => {
        const { as } = await imported(file.replace(/("description":")(?:[^"\\]|\\.)+/, '$1Rent\u2069\u202e'));
        const texts = (await rowsOf('transactions', as)).map(({ description }) => description);
        expect(texts).toContain('Rent\u202e');
        expect(texts.join('')).not.toContain('\u2069');
      });

      once('a file that breaks off, and one that is none, are refused', async () => {
        const as = await createMember(testApp);
        for (const text of [file.slice(0, file.length / 2), 'date,amount\r\n', '', '{}', '[]', 'null']) {
          const staged = await stage(as, text);
          expect(staged, text.slice(0, 20)).toMatchObject({
            count: 1,
            errors: [{ message: expect.stringContaining('import:error') }],
          });
        }
      });
    }
  });
});
