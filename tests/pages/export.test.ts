import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MOST_IN_PDF } from '../../src/domain/export/pdf/write-pdf.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { readCsv } from '../support/read-csv.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();
const date = TODAY;
let browser: TextBrowser;

const shown = (html: string) => textOf(html).replaceAll(/[\u2066-\u2069]/g, '');

beforeAll(async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  browser = newcomer.browser;
  await record(newcomer.person, [
    { type: 'expense', amount: 12.5, description: '-5', date },
    { type: 'expense', amount: 7, description: 'Tea', date },
    { type: 'income', amount: 900, description: 'Pay', date },
  ]);
});

test('the page says how many transactions there are and how large the files', async () => {
  const { html } = await browser.open('/export?type=expense');
  expect(shown(html)).toMatch(/2 transactions: about 1 kB as CSV, \d kB as JSON, \d\d kB as PDF\./);
  expect(shown((await browser.open('/export?search=nothing')).html)).toContain('No transactions match.');
});

test('no button is without words, as text browsers would show it', async () => {
  const { html } = await browser.open('/export');
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/gs)];
  expect(buttons.length).toBeGreaterThan(3);
  for (const [button, content = ''] of buttons) expect(textOf(content).trim(), button).not.toBe('');
});

test('the form sends its choices and the filters of the list to the download', async () => {
  const page = await browser.open('/export?search=tea&type=expense&fields=date&fields=amount');
  const form = page.form('fields');
  expect(form.fields).toMatchObject({ search: 'tea', type: 'expense', order: 'desc', language: 'en' });
  const checked = [...page.html.matchAll(/name="fields" value="(\w+)" checked/g)].map(([, name]) => name);
  expect(checked).toEqual(['date', 'amount']);
  const query = 'format=csv&search=tea&type=expense&fields=description&fields=amount';
  const file = await browser.open(`/export/download?${query}`);
  expect(file.headers.get('content-disposition')).toContain(`pruta-transactions-${date}.csv`);
  expect(readCsv(file.html)).toEqual([
    ['Description', 'Amount'],
    ['Tea', '7.00'],
  ]);
});

test('the list leads to the export of what it shows, also of a period by its name', async () => {
  const { html } = await browser.open('/transactions?search=tea&type=expense');
  expect(html).toContain('href="/export?search=tea&amp;type=expense"');
  const { html: today } = await browser.open('/transactions?period=today');
  expect(today).toContain(`href="/export?dateFrom=${date}&amp;dateTo=${date}"`);
});

test('the filters without a field are named, and are removed alone', async () => {
  const { html } = await browser.open('/export?search=tea&amountRange=5-&type=expense');
  expect(shown(html)).toContain('Also filtered by: Contains “tea”, At least ₪5.00.');
  expect(html).toContain('href="/export?type=expense"');
  expect(shown((await browser.open('/export?type=expense')).html)).not.toContain('filtered');
});

test('a button of the form leads to its file, without scripts too', async () => {
  const { headers, html } = await browser.open('/export?search=tea&format=pdf');
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toContain(`pruta-transactions-${date}.pdf`);
  expect(html.slice(0, 5)).toBe('%PDF-');
});

test('what is wrong is said on the page, and nothing is sent', async () => {
  const page = await browser.open('/export/download?format=csv&dateFrom=2026-13-01');
  expect(page.address).toContain('/export?');
  expect(page.html).toContain('<a href="#dateFrom">');
  expect(formsOf(page.html).find(({ action }) => action === '/export')?.fields.dateFrom).toBe('2026-13-01');
});

test('what is too much for a PDF is offered a year at a time, within the filter', async () => {
  const { person, browser: reader } = await createNewcomer({ language_preference: 'en' });
  const year = Number(TODAY.slice(0, 4));
  await record(person, [
    { type: 'expense', amount: 1, description: 'Copied', date: `${year - 2}-03-05` },
    { type: 'expense', amount: 1, description: 'Copied', date: `${year - 1}-07-01` },
    { type: 'expense', amount: 1, description: 'Other', date: `${year - 3}-01-01` },
  ]);
  await copy(person.id, 'Copied', MOST_IN_PDF);
  const { html } = await reader.open('/export?search=copied');
  expect(shown(html)).toContain('A PDF has at most 20,000 transactions. Download a year at a time:');
  const links = [...html.matchAll(/href="(\/export\/download[^"]+)"[^>]*>\s*PDF of (\d+)/g)];
  const given = links.map(([, href = '', year]) => [
    year,
    Object.fromEntries(
      new URL(href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), server.url).searchParams,
    ),
  ]);
  const filter = { search: 'copied', format: 'pdf' };
  expect(given).toEqual([
    [`${year - 1}`, { ...filter, dateFrom: `${year - 1}-01-01`, dateTo: `${year - 1}-07-01` }],
    [`${year - 2}`, { ...filter, dateFrom: `${year - 2}-03-05`, dateTo: `${year - 2}-12-31` }],
  ]);
  expect(html).not.toMatch(/name="format" value="pdf"/);
});

/** Doubles rows with a description until there are more than `most`. */
async function copy(userId: string, description: string, most: number): Promise<void> {
  const { db } = await server.database();
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('transactions')`.execute(
    db,
  );
  const columns = sql.join(rows.filter(({ name }) => name !== 'id').map(({ name }) => sql.ref(name)));
  for (let count = 2; count <= most; count *= 2)
    await sql`insert into transactions (id, ${columns}) select lower(hex(randomblob(16))), ${columns}
      from transactions where user_id = ${userId} and description = ${description}`.execute(db);
}
