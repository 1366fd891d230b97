import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { unescaped } from '../../src/domain/export/csv.ts';
import { EXPORT_FIELD_NAMES, RARE_FIELDS } from '../../src/domain/export/fields.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { contextOf, createMember, type Member, record, type Transaction } from '../support/members.ts';
import { readCsv } from '../support/read-csv.ts';

/** Of a person with one account. */
const OTHERS: readonly string[] = ['account_name', ...RARE_FIELDS];
const OWN_FIELDS = EXPORT_FIELD_NAMES.filter((name) => !OTHERS.includes(name));

interface List {
  transactions: Transaction[];
  summary: { total: number; income: number; expenses: number };
}

interface ExportedJson {
  version: number;
  currency: string;
  transactions: Transaction[];
}

const TEXTS = [
  '-5',
  '=HYPERLINK("http://evil")',
  "'-5",
  'קפה "הפוך", קטן',
  'two\r\nlines',
  '@x',
  '+1',
  "it's",
  'a;b',
];

forEachApp((testApp) => {
  let member: Member;
  let stranger: Member;

  const ask = (path: string, as = member) =>
    testApp.request(`/api/v1/export/${path}`, { headers: { authorization: `Bearer ${as.accessToken}` } });
  const csv = async (query = '', as = member) => {
    const response = await ask(`csv?${query}`, as);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head = [], ...rows] = readCsv(
      new TextDecoder().decode(bytes),
      /style=own/.test(query) ? ';' : ',',
    );
    return { response, head, rows };
  };
  const json = async (query = '') => (await (await ask(`json?${query}`)).json()) as ExportedJson;
  const list = async (query: string) =>
    (await testApp.call<List>('GET', `/transactions?limit=200&${query}`, { as: member })).data;

  beforeAll(async () => {
    [member, stranger] = [await createMember(testApp), await createMember(testApp)];
    await record(testApp, stranger, { description: 'not yours' });
    const transactions = fc.sample(
      fc.record({
        type: fc.constantFrom('expense', 'income'),
        amount: fc.integer({ min: 1, max: 100_000_000 }).map((minor) => minor / 100),
        description: fc.constantFrom(...TEXTS),
        notes: fc.constantFrom(...TEXTS, null),
        merchant_name: fc.constantFrom('Wolt', '=1+1', null),
        date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-05-${String(day).padStart(2, '0')}`),
      }),
      { numRuns: 230, seed: 7 },
    );
    await testApp.call('POST', '/transactions/bulk', { as: member, body: { transactions } });
  });

  test('from the second account on, each row names its account', async () => {
    const own = await createMember(testApp);
    await record(testApp, own, { amount: 5 });
    expect((await csv('', own)).head).not.toContain('Account');
    const body = { name: '=Cash', kind: 'cash' };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', { as: own, body });
    await record(testApp, own, { amount: 6, accountId: data.account.id });
    const { head, rows } = await csv('', own);
    const column = head.indexOf('Account');
    expect(rows.map((row) => row[column]).sort()).toEqual(["'=Cash", 'Main account']);
    const { rows: filtered } = await csv(`account=${data.account.id}`, own);
    expect(filtered).toHaveLength(1);
  });

  test('what few transactions have is a column only where one of them has it', async () => {
    const own = await createMember(testApp);
    const body = { name: 'Card', kind: 'credit_card', billing_day: 10 };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', { as: own, body });
    await record(testApp, own, { amount: 5, date: '2026-05-01' });
    const rare = [
      'Charged on',
      'Payment number',
      'Number of payments',
      'Purchase price',
      'Original amount',
      'Original currency',
    ];
    const shown = async (query = '') => {
      const { head, rows } = await csv(query, own);
      const columns = rare.filter((name) => head.includes(name));
      return [columns, ...rows.map((row) => columns.map((name) => row[head.indexOf(name)]))];
    };
    expect(await shown()).toEqual([[], []]);
    await record(testApp, own, {
      amount: 30,
      date: '2026-05-02',
      accountId: data.account.id,
      installments: 3,
    });
    expect((await shown('order=asc&status=any')).slice(0, 4)).toEqual([
      rare.slice(0, 4),
      ['', '', '', ''],
      ['2026-05-10', '1', '3', '30.00'],
      ['2026-06-10', '2', '3', '30.00'],
    ]);
    await record(testApp, own, {
      amount: 70,
      date: '2026-05-01',
      originalAmount: 20,
      originalCurrency: 'USD',
    });
    expect((await shown('dateTo=2026-05-01&order=asc')).slice(1).toSorted()).toEqual([
      ['', ''],
      ['20.00', 'USD'],
    ]);
    expect((await shown(`account=${data.account.id}`))[0]).toEqual(rare.slice(0, 4));
    expect((await csv('fields=amount,original_amount', own)).head).toEqual(['Amount', 'Original amount']);
  });

  test('an account of another currency adds up in it', async () => {
    const own = await createMember(testApp);
    const open = async (body: object) =>
      (await testApp.call<{ account: { id: string } }>('POST', '/accounts', { as: own, body })).data.account;
    const opening = { opening_balance: -100, opening_date: '2026-05-01' };
    const { id } = await open({ name: 'Travel', currency: 'USD', ...opening });
    await record(testApp, own, { amount: 12.34, date: '2026-05-02', accountId: id });
    const move = { fromAccountId: FIRST_ACCOUNT, toAccountId: id, amount: 350, amountTo: 100 };
    await testApp.call('POST', '/transfers', { as: own, body: { ...move, date: '2026-05-03' } });
    const fields = 'type,amount,currency,account_amount,account_currency';
    expect((await csv(`account=${id}&order=asc&fields=${fields}`, own)).rows).toEqual([
      ['opening', '0.00', 'ILS', '-100.00', 'USD'],
      ['expense', '0.00', 'ILS', '12.34', 'USD'],
      ['transfer', '350.00', 'ILS', '100.00', 'USD'],
    ]);
    const { head } = await csv('', own);
    expect(head).toEqual(expect.arrayContaining(['Account amount', 'Account currency']));
    expect(head).not.toContain('Amount received');
    // Between two other currencies, what arrived has columns of its own.
    const euros = await open({ name: 'Rome', currency: 'EUR' });
    const abroad = { fromAccountId: id, toAccountId: euros.id, amount: 25, amountTo: 20, date: '2026-05-04' };
    await testApp.call('POST', '/transfers', { as: own, body: abroad });
    const all = await csv('sort=date', own);
    expect(all.head).toEqual(expect.arrayContaining(['Amount received', 'Currency received']));
    const both = 'account_amount,account_currency,amount_to,currency_to';
    expect((await csv(`dateFrom=2026-05-03&fields=${both}`, own)).rows).toEqual([
      ['25.00', 'USD', '20.00', 'EUR'],
      ['100.00', 'USD', '100.00', 'USD'],
    ]);
    expect((await csv(`account=${FIRST_ACCOUNT}`, own)).head).not.toContain('Account amount');
  });

  const cents = (amounts: (number | string)[]) =>
    amounts.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

  test.each([
    '',
    'type=expense',
    'search=wolt',
    'amountRange=1000-',
    'sort=amount&order=asc',
    'dateFrom=2026-05-20',
  ])('CSV, JSON and the list agree to the cent: %s', async (query) => {
    const [{ head, rows }, { transactions }] = [await csv(query), await json(query)];
    const { summary, transactions: shown } = await list(query);
    expect(head).toHaveLength(OWN_FIELDS.length);
    expect(rows).toHaveLength(summary.total);
    expect(transactions).toHaveLength(summary.total);
    const column = (name: (typeof OWN_FIELDS)[number]) =>
      rows.map((row) => row[OWN_FIELDS.indexOf(name)] ?? '');
    expect(column('id')).toEqual(transactions.map(({ id }) => id));
    expect(column('id').slice(0, 200)).toEqual(shown.map(({ id }) => id));
    const total = Math.round((summary.income + summary.expenses) * 100);
    expect([cents(column('amount')), cents(transactions.map(({ amount }) => amount))]).toEqual([
      total,
      total,
    ]);
    for (const name of ['description', 'notes', 'merchant_name'] as const)
      expect(column(name).map(unescaped)).toEqual(transactions.map((one) => one[name] ?? ''));
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  });

  test.each([
    ['amountRange=10-200.5', '10.00-200.50'],
    ['amountRange=-7', '-7.00'],
    ['type=expense', undefined],
  ])('JSON names the filter as it is asked for: %s', async (query, amountRange) => {
    const { filter } = (await (await ask(`json?${query}`)).json()) as { filter: Record<string, unknown> };
    expect(filter.amountRange).toBe(amountRange);
  });

  test('a file is named by what it is and of when, and is not cached', async () => {
    const { headers } = (await csv()).response;
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="pruta-transactions-2026-06-15.csv"',
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    const may = await ask('json?dateFrom=2026-05-01&dateTo=2026-05-31');
    expect(may.headers.get('content-disposition')).toContain(
      'pruta-transactions-2026-05-01-to-2026-05-31.json',
    );
    await may.body?.cancel();
  });

  test.each([
    ['dateFrom=2026-05-01', 'from-2026-05-01'],
    ['dateTo=2026-05-31', 'until-2026-05-31'],
    ['dateFrom=2026-05-01&status=any', 'from-2026-05-01'],
  ])('a period with one end is named by that: %s', async (query, name) => {
    const { headers } = (await csv(query)).response;
    expect(headers.get('content-disposition')).toContain(`"pruta-transactions-${name}.csv"`);
  });

  test('amounts have the decimals of their currency, and those that they were recorded with', async () => {
    const own = await createMember(testApp);
    await record(testApp, own, { amount: 12.5, date: '2026-06-01' });
    await testApp.call('PUT', '/users/profile', { as: own, body: { currency_preference: 'yen' } });
    await record(testApp, own, { amount: 1234, date: '2026-06-02' });
    const { rows } = await csv('fields=amount,currency', own);
    expect(rows).toEqual([
      ['1234', 'JPY'],
      ['12.50', 'JPY'],
    ]);
  });

  test.each(['amount', 'description', 'category'])(
    'a file in the order of %s has each transaction once, in that order, also one that changes meanwhile',
    async (sort) => {
      const many = await createMember(testApp);
      for (const first of [0, 100, 200, 300]) {
        const transactions = Array.from({ length: 100 }, (_, index) => ({
          type: 'expense',
          amount: 1 + first + index,
          description: `row ${1000 + first + index}`,
          date: plusDays('2025-01-01', first + index),
        }));
        const { status } = await testApp.call('POST', '/transactions/bulk', {
          as: many,
          body: { transactions },
        });
        expect(status).toBe(201);
      }
      const listed = await testApp.call<List>('GET', `/transactions?sort=${sort}&order=asc&limit=1`, {
        as: many,
      });
      const [first] = listed.data.transactions;
      const answer = await ask(`csv?sort=${sort}&order=asc&fields=description`, many);
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const read = async () => {
        const { value = '', done } = (await reader?.read()) ?? { done: true };
        text += value;
        return !done;
      };
      // The server reads ahead: pass that, so that the row that moves to the end is in it.
      while (!text.includes(first?.description ?? '')) await read();
      const changes = { amount: 900, description: 'zzz', date: '2026-06-11' };
      const path = `/transactions/expense/${first?.id}`;
      expect((await testApp.call('PUT', path, { as: many, body: changes })).status).toBe(200);
      while (await read());
      const rows = readCsv(text).slice(1).flat();
      expect(rows).toHaveLength(400);
      expect(rows[0]).toBe(first?.description);
      expect(rows).toEqual(rows.toSorted());
      expect(new Set(rows).size).toBe(400);
    },
  );

  test('columns and their language can be chosen', async () => {
    const { head, rows } = await csv('fields=date,amount,category_name&language=he&type=income');
    expect(head).toEqual(['תאריך', 'סכום', 'קטגוריה']);
    expect(rows[0]).toHaveLength(3);
    const { transactions } = await json('fields=id,amount');
    expect(Object.keys(transactions[0] ?? {})).toEqual(['id', 'amount']);
    const refused = await testApp.call('GET', '/export/csv?fields=password', { as: member });
    expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(refused.error.details).toMatchObject([{ field: 'fields' }]);
  });

  test('in a person’s own notation a comma separates decimals, and a semicolon fields', async () => {
    const own = await createMember(testApp);
    const preferences = { decimal_separator: ',', thousand_separator: '.', date_format: 'DD.MM.YYYY' };
    await testApp.call('PUT', '/users/profile', { as: own, body: { preferences } });
    await record(testApp, own, { amount: 1234.5, date: '2026-06-01', description: '-5' });
    const { rows } = await csv('style=own&fields=date,amount,description', own);
    expect(rows).toEqual([['01.06.2026', '1234,50', "'-5"]]);
  });

  test('in a person’s own notation types and flags are words of the language', async () => {
    const own = await createMember(testApp);
    await record(testApp, own, { type: 'income', amount: 5, date: '2026-06-03' });
    await record(testApp, own, { amount: 5, date: '2026-06-02' });
    await setOpeningBalance(await contextOf(testApp, own), { amount: -5000, date: '2026-06-01' });
    const query = 'fields=type,amount,is_recurring';
    const rowsIn = async (more: string) => {
      const text = await (await ask(`csv?${query}&${more}`, own)).text();
      return readCsv(text, ',').slice(1);
    };
    expect(await rowsIn('style=own&language=he')).toEqual([
      ['הכנסה', '5.00', 'לא'],
      ['הוצאה', '5.00', 'לא'],
      ['יתרת פתיחה', '-50.00', 'לא'],
    ]);
    expect(await rowsIn('style=own&language=en')).toEqual([
      ['Income', '5.00', 'No'],
      ['Expense', '5.00', 'No'],
      ['Opening balance', '-50.00', 'No'],
    ]);
    expect(await rowsIn('language=he')).toEqual([
      ['income', '5.00', 'false'],
      ['expense', '5.00', 'false'],
      ['opening', '-50.00', 'false'],
    ]);
  });

  describe('of three exports at the same time', () => {
    test('the third is refused until one has ended or its reader has gone', async () => {
      const [one, two] = [await ask('csv'), await ask('json')];
      const third = await ask('csv');
      expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
      expect(await third.text()).toContain('Two downloads are already running.');
      expect((await csv('', stranger)).rows).toHaveLength(1);
      await one.body?.cancel();
      expect((await csv()).rows).toHaveLength(230);
      await two.text();
      expect((await ask('csv')).status).toBe(200);
    });
  });

  test('the export of the account takes a place among them', async () => {
    const [one, two] = [await ask('csv'), await ask('json')];
    const account = () => testApp.call('GET', '/users/export-account', { as: member });
    expect((await account()).status).toBe(429);
    for (const { body } of [one, two]) await body?.cancel();
    expect((await account()).status).toBe(200);
  });

  test('asking for the headers alone takes no place', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const headers = { authorization: `Bearer ${member.accessToken}` };
      const { status } = await testApp.request('/api/v1/export/csv', { method: 'HEAD', headers });
      expect(status).toBe(200);
    }
    expect((await csv()).rows).toHaveLength(230);
  });

  test('a column that is named often is written once', async () => {
    expect((await csv(`fields=${'notes,'.repeat(200)}amount`)).head).toHaveLength(2);
  });

  test('the options name what can be asked for', async () => {
    const { data } = await testApp.call('GET', '/export/options', { as: member });
    expect(data).toMatchObject({
      formats: ['csv', 'json', 'pdf'],
      fields: OWN_FIELDS,
      limits: { concurrent: 2, pdf_transactions: 20_000 },
    });
  });
});
