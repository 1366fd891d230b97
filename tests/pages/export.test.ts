import { beforeAll, expect, test } from 'vitest';
import { localNow } from '../../src/domain/calendar.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { readCsv } from '../support/read-csv.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();
const { date } = localNow(new Date(), 'UTC');
let browser: TextBrowser;

const shown = (html: string) => textOf(html).replaceAll(/[\u2066-\u2069]/g, '');

beforeAll(async () => {
  const newcomer = await createNewcomer(server, { language_preference: 'en' });
  browser = newcomer.browser;
  await record(server, newcomer.person, [
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

test('guests are sent to the sign-in', async () => {
  const answer = await fetch(`${server.url}/export/download?format=csv`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain('/login');
});
