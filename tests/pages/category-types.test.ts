import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { record } from '../support/transactions.ts';

async function begin(language: string) {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const { categories } = await askApi<{ categories: { id: string; type: string }[] }>(
    person,
    'GET',
    '/categories',
  );
  const idsOf = (type: string) => categories.filter((one) => one.type === type).map(({ id }) => id);
  const [groceries = ''] = idsOf('expense');
  const [salary = ''] = idsOf('income');
  const [bread, wage] = await record(person, [
    { amount: 5, description: 'Bread', categoryId: groceries },
    { amount: 9000, type: 'income', description: 'Wage', categoryId: salary },
  ]);
  return { person, browser, idsOf, groceries, bread: bread?.id ?? '', wage: wage?.id ?? '' };
}

const offeredIn = (html: string) =>
  [...html.matchAll(/<option value="([^"]{36})"/g)].map(([, id = '']) => id);

test.each(LOCALES)(
  'without scripts a new type with the category of the old one is refused by its field, in %s',
  async (language) => {
    const { browser, bread, groceries } = await begin(language);
    const page = await browser.open(`/transactions/${bread}/edit`);
    const answer = await browser.submit(page, page.form('amount'), { type: 'income', description: 'Refund' });
    expect(answer.html).toMatch(/id="categoryId-error"/);
    expect(textOf(answer.html)).toContain(translator(language)('errors:categoryOtherType'));
    expect(answer.form('amount').fields).toMatchObject({
      type: 'income',
      description: 'Refund',
      categoryId: groceries,
    });
    const saved = await browser.submit(answer, answer.form('amount'), { categoryId: '' });
    expect(textOf(saved.html)).toContain('Refund');
  },
);

test.each(LOCALES)('a new category of many is chosen among those of their type, in %s', async (language) => {
  const t = translator(language);
  const { browser, idsOf, bread, wage } = await begin(language);
  const list = await browser.open('/transactions');
  const { _csrf = '' } = list.form('operation').fields;
  const confirm = async (operation: string, filter: string) =>
    (await browser.post('/transactions/bulk', { _csrf, operation, filter, return: '/transactions' })).html;
  expect(offeredIn(await confirm('category', 'type=expense')).sort()).toEqual(idsOf('expense').sort());
  expect(offeredIn(await confirm('category', 'type=income')).sort()).toEqual(idsOf('income').sort());
  const both = await confirm('category', '');
  expect(offeredIn(both)).toEqual([]);
  expect(textOf(both)).toContain(t('list:bulkBothTypes'));
  expect(textOf(await confirm('type', ''))).toContain(t('list:bulkTypeText'));
  expect([bread, wage]).not.toContain('');
});

test.each(LOCALES)(
  'a category that does not fit all of many is refused by its field, in %s',
  async (language) => {
    const { browser, groceries, bread, wage } = await begin(language);
    const { _csrf = '' } = (await browser.open('/transactions')).form('operation').fields;
    const answer = await browser.post('/transactions/bulk', [
      ['_csrf', _csrf],
      ['operation', 'category'],
      ['ids', bread],
      ['ids', wage],
      ['expected', '2'],
      ['categoryId', groceries],
      ['return', '/transactions'],
    ]);
    expect(answer.status).toBe(400);
    expect(answer.html).toMatch(/id="categoryId-error"/);
    expect(textOf(answer.html)).toContain(translator(language)('errors:categoryOtherType'));
  },
);
