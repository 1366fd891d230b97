import { expect, test } from 'vitest';
import { dayWords } from '../../src/i18n/day-words.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { errorsAtFields, textOf, textsOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import type { TextBrowser, TextPage } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, countTransactions, makeCategory, record } from '../support/transactions.ts';

const server = declareOwnedServer();
const t = translator('en');

test('a filter whose category was deleted meanwhile selects nothing, rather than everything', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const id = await makeCategory(person, { name: 'Tea' });
  await record(person, [{ amount: 5, description: 'Green', categoryId: id }]);
  await record(person, [{ amount: 6, description: 'Bread' }]);
  const list = await browser.open(`/transactions?category=${id}`);
  const { fields } = list.form('operation');
  const submitted = { ...fields, operation: 'delete', filter: `category=${id}`, return: '/transactions' };
  const send = () =>
    fetch(`${server.url}/transactions/bulk`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: browser.cookies },
      body: new URLSearchParams(submitted),
    });

  expect(textOf(await (await send()).text())).toContain(t('list:bulkTitle.delete', { count: 1, shown: '1' }));
  await askApi(person, 'DELETE', `/categories/${id}`);
  const answer = await send();
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/transactions']);
  const flash = answer.headers
    .getSetCookie()
    .find((header) => header.includes('flash='))
    ?.split(';')[0];
  const next = await fetch(`${server.url}/transactions`, {
    headers: { cookie: `${browser.cookies}; ${flash}` },
  });
  expect(textOf(await next.text())).toContain(t('errors:SELECTION_CHANGED'));
});

const many = (count: number, type = 'expense') =>
  Array.from({ length: count }, (_, at) => ({ type, amount: at + 1, description: `Row ${at + 1}` }));

const totals = ({ html }: TextPage) =>
  [...html.matchAll(/<dd class="amount[^"]*">\s*<bdi>([^<]*)</g)].map(([, text]) => text);
const shown = ({ html }: TextPage) => textOf(html);
const changed = (count: number, field: 'category' | 'type', to: string) =>
  `${t('transactions:bulk.updateSuccess', { count })} ${t(`transactions:form.${field}`)}: ${isolated(to)}.`;

/** Sends a form with all rows that it holds or that are ticked. */
function send(browser: TextBrowser, page: TextPage, name: string, typed: Record<string, string> = {}) {
  const { fields, action } = page.form(name);
  const rows = [
    ...page.html.matchAll(
      /<input(?=[^>]*\sname="ids")(?=[^>]*\s(?:checked|type="hidden"))[^>]*\svalue="([^"]*)"/g,
    ),
  ];
  const pairs = Object.entries({ ...fields, ...typed }).filter(([field]) => field !== 'ids');
  const ids = rows.map(([, id = '']): [string, string] => ['ids', id]);
  return browser.post(action || page.address, [...pairs, ...ids]);
}

/** The confirmation of an operation on all rows of the list. */
async function choose(browser: TextBrowser, operation: string, query = 'select=page'): Promise<TextPage> {
  return send(browser, await browser.open(`/transactions?${query}`), 'operation', { operation });
}

test('category, type and date of many are changed, and nothing is chosen in advance', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, many(3));
  const coffee = (await categoriesOf(person)).find(({ name }) => name === t('categories:default.coffee'));
  const category = await choose(browser, 'category');
  expect(shown(category)).toContain(t('list:bulkTitle.category', { count: 3, shown: 3 }));
  const none = await send(browser, category, 'categoryId');
  expect(errorsAtFields(none.html)).toEqual({ categoryId: t('errors:categoryInvalid') });
  const done = await send(browser, none, 'categoryId', { categoryId: coffee?.id ?? '' });
  expect(shown(done)).toContain(changed(3, 'category', coffee?.name ?? ''));
  expect(textsOf(done.html, 'cell-below')[0]).toBe(coffee?.name);
  const undone = await browser.submit(done, done.form('undo_id'));
  expect(shown(undone)).toContain(t('list:changeUndone', { count: 3 }));
  expect(textsOf(undone.html, 'cell-below')[0]).toBe(t('common:noCategory'));

  const type = await choose(browser, 'type');
  expect(type.form('type').fields.type).toBeUndefined();
  const untyped = await send(browser, type, 'type');
  expect(shown(untyped)).toContain(t('errors:typeInvalid'));
  const incomes = await send(browser, untyped, 'type', { type: 'income' });
  expect(shown(incomes)).toContain(changed(3, 'type', t('transactions:form.income')));
  expect(totals(incomes)).toEqual(['3', '₪6.00', '₪0.00', '₪6.00']);

  const date = await choose(browser, 'date');
  const old = await send(browser, date, 'date', { date: '1999-01-01' });
  expect(shown(old)).toContain(t('errors:datePast'));
  expect(old.form('date').fields.date).toBe('01/01/1999');
  const moved = await send(browser, old, 'date', { date: '2026-01-31' });
  expect(textsOf(moved.html, 'day')[0]).toContain(dayWords('2026-01-31', TODAY, 'en', 'MM/DD/YYYY'));
  const list = await browser.open('/transactions?select=page');
  const operations = list.html.matchAll(/<button[^>]*name="operation=(\w+)"/g);
  expect([...operations].map(([, name]) => name)).toEqual(['category', 'type', 'date', 'delete']);
});

test('all that a filter matches is deleted, if it is as many as confirmed, and restored', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [...many(30), { amount: 500, description: 'not this' }]);
  const page = await browser.open('/transactions?limit=25&search=row&select=page');
  expect(page.html).toContain('select=all');
  expect(shown(page)).toContain(t('list:selectAll', { count: 30 }));
  const list = await browser.open('/transactions?limit=25&search=row&select=all');
  expect(shown(list)).toContain(t('list:selected', { count: 30 }));
  expect(
    list.html.match(/name="ids"[^>]*\schecked[^>]*\sdisabled|name="ids"[^>]*\sdisabled[^>]*\schecked/g),
  ).toHaveLength(25);
  const asked = await choose(browser, 'delete', 'limit=25&search=row&select=all');
  expect(shown(asked)).toContain(t('list:bulkTitle.delete', { count: 30, shown: 30 }));
  expect(totals(asked)[2]).toBe('₪465.00');
  await record(person, [{ amount: 1, description: 'Row more' }]);
  const refused = await send(browser, asked, 'expected');
  expect(shown(refused)).toContain(t('errors:SELECTION_CHANGED'));
  expect(await countTransactions(person)).toBe(32);
  expect(shown(refused)).toContain(t('list:bulkTitle.delete', { count: 31, shown: 31 }));
  const deleted = await send(browser, refused, 'expected');
  expect(shown(deleted)).toContain(t('transactions:bulkDeleteSuccess', { count: 31 }));
  expect(await countTransactions(person)).toBe(1);
  const restored = await browser.submit(deleted, deleted.form('undo_id'));
  expect(shown(restored)).toContain(t('list:restored', { count: 31 }));
  expect(totals(restored)).toEqual(['31', '₪0.00', '₪466.00', '−₪466.00']);
  expect(await countTransactions(person)).toBe(32);
});

test('what was deleted meanwhile, nothing and what cannot be done are reported', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const rows = await record(person, many(3));
  const remove = (some: { id: string }[]) =>
    askApi(person, 'POST', '/transactions/bulk-delete', { transactionIds: some.map(({ id }) => id) });
  const type = await choose(browser, 'type');
  await remove(rows.slice(0, 1));
  const part = await send(browser, type, 'type', { type: 'income' });
  expect(shown(part)).toContain(
    `${changed(2, 'type', t('transactions:form.income'))} ${t('transactions:bulk.updateFailed', { count: 1 })}`,
  );
  expect(part.html).toContain('flash-warning');
  const asked = await choose(browser, 'delete');
  await remove(rows.slice(1));
  expect(shown(await send(browser, asked, 'expected'))).toContain(t('transactions:bulkDeleteFailed'));

  const [row] = await record(person, many(1));
  expect((await browser.open('/transactions/bulk')).address).toBe('/transactions');
  const { _csrf = '' } = (await browser.open('/transactions')).form('operation').fields;
  const post = (form: Record<string, string>) => browser.post('/transactions/bulk', { _csrf, ...form });
  expect(shown(await post({ operation: 'delete' }))).toContain(t('list:nothingSelected'));
  const unknown = await post({ operation: 'archive', ids: row?.id ?? '' });
  expect(shown(unknown)).toContain(t('transactions:bulk.unsupported'));
  const gone = await post({ operation: 'delete', ids: 'missing', expected: '1' });
  expect(shown(gone)).toContain(t('transactions:bulkDeleteFailed').slice(0, 20));
  expect(await countTransactions(person)).toBe(1);
});
