import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { measureExport } from '../../src/domain/export/measure-export.ts';
import { MOST_IN_PDF } from '../../src/domain/export/pdf/write-pdf.ts';
import { exportSchema } from '../../src/domain/export/schema.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { createTestApp } from '../support/app.ts';
import { bankImports, csv } from '../support/bank-imports.ts';
import { contextOf, createMember, type Member, makeCategory, record } from '../support/members.ts';
import { pagesOf } from '../support/read-pdf.ts';

let database: Database;
const testApp = createTestApp({
  get database() {
    return database;
  },
});
let member: Member;

const ask = (query = '', as = member) =>
  testApp.request(`/api/v1/export/pdf?${query}`, { headers: { authorization: `Bearer ${as.accessToken}` } });
const textOf = async (response: Response) => pagesOf(new Uint8Array(await response.arrayBuffer())).join('\n');

beforeAll(async () => {
  database = await openDatabase({ DATA_DIR: ':memory:' });
  member = await createMember(testApp);
  await record(testApp, member, { description: 'Tea', amount: 12.5, date: '2026-05-01' });
  await record(testApp, member, { description: 'Bread', amount: 7, date: '2026-05-02' });
  await record(testApp, member, { description: 'Pay', type: 'income', amount: 900, date: '2026-05-03' });
});
afterAll(() => database.close());

test('a PDF is named by its period and has the filters, order and language that were asked for', async () => {
  const response = await ask('dateFrom=2026-05-01&dateTo=2026-05-31&order=asc');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="pruta-transactions-2026-05-01-to-2026-05-31.pdf"',
  );
  const text = await textOf(response);
  expect(text).toMatch(/₪900\.00 +₪19\.50 +₪880\.50 +3/);
  expect(text).toMatch(/Tea[\s\S]+Bread[\s\S]+Pay/);
  expect(await textOf(await ask('type=expense&search=tea'))).toMatch(/Filtered by: .*tea.*, Expenses/);
  expect(await textOf(await ask('language=he'))).toContain('דוח תנועות');
});

test('budgets are in a PDF that is asked for them, whole and with what was spent up to today', async () => {
  const owner = await createMember(testApp);
  const food = await makeCategory(testApp, owner, 'Food');
  const body = { category_ids: [food], amount: 400, from: '2026-04-01' };
  expect((await testApp.call('POST', '/budgets', { as: owner, body })).status).toBe(201);
  for (const [date, amount] of [
    ['2026-04-10', 300],
    ['2026-05-10', 600],
    ['2026-06-20', 50],
  ])
    await record(testApp, owner, { date, amount, categoryId: food });
  const plain = await textOf(await ask('dateFrom=2026-04-01', owner));
  expect(plain).not.toContain('Plan against actual');
  const text = await textOf(await ask('dateFrom=2026-04-01&budgets=true', owner));
  expect(text).toMatch(
    /Plan against actual, 04\/01\/2026 to 06\/30\/2026[\s\S]+Food +75% +₪1,200\.00 +₪900\.00/,
  );
  expect(await textOf(await ask('dateTo=2026-03-31&budgets=true', owner))).not.toContain('Plan against');
  expect((await ask('budgets=yes', owner)).status).toBe(400);
});

test('what is dated after today is listed apart, in no sum', async () => {
  const owner = await createMember(testApp);
  await record(testApp, owner, { description: 'Tea', amount: 30, date: '2026-06-10' });
  await record(testApp, owner, { description: 'Pay', type: 'income', amount: 9000, date: '2026-06-20' });
  const text = await textOf(await ask('status=any', owner));
  expect(text).toMatch(/₪0\.00 +₪30\.00 +−₪30\.00 +1\s/);
  expect(text).toMatch(/Tea[\s\S]+Expected after 06\/15\/2026[\s\S]+Pay[\s\S]+₪9,000\.00/);
  expect(await textOf(await ask('status=upcoming', owner))).toMatch(/₪9,000\.00 +₪0\.00 +₪9,000\.00 +1\s/);
});

test('the statement of an account has its name, what it began and ended with, and its sides of transfers', async () => {
  const owner = await createMember(testApp);
  const call = <Data>(path: string, body: object) => testApp.call<Data>('POST', path, { as: owner, body });
  const { data } = await call<{ account: { id: string } }>('/accounts', {
    name: 'Piggy',
    opening_balance: 100,
    opening_date: '2026-03-01',
  });
  const { id } = data.account;
  const [main] = (await testApp.call<{ accounts: { id: string }[] }>('GET', '/accounts', { as: owner })).data
    .accounts;
  await record(testApp, owner, { description: 'Tea', amount: 30, date: '2026-05-04', accountId: id });
  await record(testApp, owner, { description: 'Elsewhere', amount: 7, date: '2026-05-04' });
  const moved = await call('/transfers', {
    amount: 250,
    fromAccountId: id,
    toAccountId: main?.id,
    date: '2026-05-05',
  });
  expect(moved.status).toBe(201);
  const one = await textOf(await ask(`account=${id}&dateFrom=2026-05-01&dateTo=2026-05-31`, owner));
  expect(one).toContain('Piggy: statement of transactions');
  expect(one).toContain('Summary');
  expect(one).toMatch(/₪0\.00 +₪30\.00 +−₪30\.00 +₪100\.00 +−₪250\.00 +−₪180\.00 +2/);
  expect(one).toContain('Transfer: −₪250.00');
  expect(one).not.toContain('Elsewhere');
  const all = await textOf(await ask('dateFrom=2026-05-01&dateTo=2026-05-31', owner));
  expect(all).toMatch(/₪0\.00 +₪37\.00 +−₪37\.00 +3/);
  expect(all.match(/Transfer: ₪250\.00/g)).toHaveLength(1);
  expect(all).toContain('Piggy → Main account');
});

test('the statement of one account of another currency is in it', async () => {
  const owner = await createMember(testApp);
  const body = { name: 'Travel', currency: 'USD', opening_balance: 100, opening_date: '2026-03-01' };
  const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', { as: owner, body });
  const spent = { description: 'Tea', amount: 30, date: '2026-05-04', accountId: data.account.id };
  await record(testApp, owner, spent);
  const may = 'dateFrom=2026-05-01&dateTo=2026-05-31';
  const one = await textOf(await ask(`account=${data.account.id}&${may}`, owner));
  expect(one).toContain('Amounts in USD');
  expect(one).toMatch(/\$0\.00 +\$30\.00 +−\$30\.00 +\$100\.00 +\$70\.00 +1/);
  expect(one).not.toContain('₪');
  // Without a rate, all of it is nothing in the person's currency.
  expect(await textOf(await ask(may, owner))).toContain('Amounts in ILS');
  const summary = `/transactions/summary?start_date=2026-05-01&end_date=2026-05-31`;
  expect((await testApp.call('GET', summary, { as: owner })).data).toMatchObject({
    by_category: [{ total_amount: 0, percent: 0 }],
  });
});

test('a statement and its name say the dates that it has: the API’s default ends with this month', async () => {
  const saver = await createMember(testApp);
  await record(testApp, saver, { description: 'In June', date: '2026-06-20' });
  await record(testApp, saver, { description: 'In July', date: '2026-07-03' });
  for (const [status, to, name] of [
    ['', '06/30/2026', '2026-06-30'],
    ['&status=any', '07/05/2026', '2026-07-05'],
  ] as const) {
    const response = await ask(`dateFrom=2026-06-01&dateTo=2026-07-05${status}`, saver);
    expect(response.headers.get('content-disposition')).toContain(`2026-06-01-to-${name}.pdf`);
    const text = await textOf(response);
    expect(text).toContain(`06/01/2026 to ${to}`);
    expect(text.includes('In July')).toBe(status !== '');
  }
  expect(await textOf(await ask('status=upcoming', saver))).toContain('Filtered by: Upcoming');
});

describe('of two PDFs under way', () => {
  test('neither holds a place of others once it is written, though nobody reads it', async () => {
    const unread = [await ask(), await ask()];
    const other = await createMember(testApp);
    await record(testApp, other, { description: 'Not kept waiting' });
    expect(await textOf(await ask('', other))).toContain('Not kept waiting');
    for (const response of unread) expect(await textOf(response)).toContain('Bread');
  });

  test('one whose reader leaves frees its place, and its thread ends', async () => {
    const [one, two] = [await ask(), await ask()];
    expect((await ask()).status).toBe(429);
    await one.body?.cancel();
    const three = await ask();
    expect(three.status).toBe(200);
    for (const response of [two, three]) expect(await textOf(response)).toContain('Bread');
  });
});

test.each(['invoice for the repair of the boiler ', 'חשבונית עבור תיקון הדוד כולל חלקים '])(
  'the size that is said before reckons with long notes: %s',
  async (words) => {
    const writer = await createMember(testApp);
    for (let count = 0; count < 40; count += 1)
      await record(testApp, writer, { description: `${count}`, notes: words.repeat(1 + (count % 13)) });
    const context = await contextOf(testApp, writer);
    const input = v.parse(exportSchema, {});
    const { bytes } = await measureExport(context, input);
    const sent = await ask('', writer);
    // Repeated words compress more than real ones.
    const share = (await sent.arrayBuffer()).byteLength / bytes.pdf;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(1.3);
  },
);

test('a thread that cannot work is answered with what failed', async () => {
  const working = testApp.app.statementThread;
  testApp.app.statementThread = new URL('./missing-thread.ts', import.meta.url);
  const response = await ask();
  testApp.app.statementThread = working;
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: { message: 'PDF export failed' } });
  expect(await textOf(await ask())).toContain('Tea');
});

test('more transactions than a PDF has are refused with what to do', async () => {
  const many = await createMember(testApp);
  await record(testApp, many, { description: 'copied' });
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('transactions')`.execute(
    database.db,
  );
  const others = rows.map(({ name }) => name).filter((name) => name !== 'id');
  const columns = sql.join(others.map((name) => sql.ref(name)));
  for (let count = 1; count <= MOST_IN_PDF; count *= 2)
    await sql`insert into transactions (id, ${columns}) select lower(hex(randomblob(16))), ${columns}
      from transactions where user_id = ${many.id}`.execute(database.db);
  const refused = await testApp.call('GET', '/export/pdf?search=copied', { as: many });
  expect(refused.status).toBe(400);
  expect(refused.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'dateFrom', message: expect.stringContaining('20,000') }],
  });
});

test('what a file brought, and an opening balance, has no time in a PDF, and says so', async () => {
  const owner = await createMember(testApp);
  const { preview, carryOut } = bankImports(testApp);
  const { id } = await preview(owner, csv('2026-05-04,Pottery,-20.00'));
  await carryOut(owner, id);
  await testApp.call('PUT', `/accounts/${FIRST_ACCOUNT}`, { as: owner, body: { opening_balance: 9 } });
  expect(await textOf(await ask('', owner))).not.toMatch(/\d\d?:\d\d [AP]M|12:00|00:00/);
  await record(testApp, owner, { description: 'Noon', date: '2026-05-05', time: '12:00' });
  expect(await textOf(await ask('', owner))).toMatch(/12:00/);
  const { data } = await testApp.call<{ transactions: { id: string; description: string }[] }>(
    'GET',
    '/transactions?status=any',
    { as: owner },
  );
  const said = await Promise.all(
    data.transactions.map(async (row) => {
      const answer = await testApp.call<{ transaction: { has_time: boolean } }>(
        'GET',
        `/transactions/${row.id}`,
        { as: owner },
      );
      return `${row.description} ${answer.data.transaction.has_time}`;
    }),
  );
  expect(said.toSorted()).toEqual(['Noon true', 'Opening balance false', 'Pottery false']);
});
