import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { errorsAtFields, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { transactionsOf } from '../support/transactions.ts';

// A form is sent, and sent again from the same page, whose answer never arrived.

const t = translator('he');
const COFFEE = { amount: '8', description: 'קפה coffee' };

async function saveUnseen() {
  const newcomer = await createNewcomer({ language_preference: 'he' });
  const page = await newcomer.browser.open('/transactions/new');
  await newcomer.browser.submit(page, page.form('amount'), COFFEE);
  return { ...newcomer, page };
}

test('other values show what was saved, and change it or add another one, once', async () => {
  const { person, browser, page } = await saveUnseen();
  const asked = await browser.submit(page, page.form('amount'), { ...COFFEE, amount: '9' });
  expect(asked.status).toBe(409);
  const words = textOf(asked.html);
  for (const text of [t('transactions:conflict.savedTitle'), '₪8.00', '₪9.00']) expect(words).toContain(text);
  expect(asked.html).not.toContain('class="error-summary"');
  expect(asked.html).toMatch(/href="\/transactions\/[\w-]{36}\/edit"/);
  expect(asked.form('amount').fields.amount).toBe('9');
  const empty = await browser.submit(asked, asked.form('amount'), { amount: '' });
  expect(errorsAtFields(empty.html)).toMatchObject({ amount: t('errors:amountRequired') });
  const changed = await browser.submit(empty, empty.form('amount'), { amount: '10' });
  expect(textOf(changed.html)).toContain(t('transactions:updateSuccess'));
  expect(await transactionsOf(person)).toMatchObject([{ amount: 10 }]);

  for (let press = 0; press < 2; press += 1) {
    const added = await browser.submit(asked, asked.form('amount'), { another: 'true' });
    expect(textOf(added.html)).toContain(t('transactions:createSuccess'));
  }
  const amounts = (await transactionsOf(person)).map(({ amount }) => amount);
  expect(amounts.sort((one, other) => one - other)).toEqual([9, 10]);
});

test('the same content again is saved once, without a question', async () => {
  const { person, browser, page } = await saveUnseen();
  const again = await browser.submit(page, page.form('amount'), COFFEE);
  expect(textOf(again.html)).toContain(t('transactions:createSuccess'));
  expect(await transactionsOf(person)).toHaveLength(1);
});

test('a saved category and a saved recurring transaction are linked', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const seeSaved = (html: string) =>
    new RegExp(`href="([^"]*)"[^>]*>\\s*${t('common:seeSaved')}`).exec(html)?.[1] ?? '';
  const category = await browser.open('/categories/new');
  await browser.submit(category, category.form('name'), { name: 'Pottry' });
  const other = await browser.submit(category, category.form('name'), { name: 'Pottery' });
  expect(other.status).toBe(409);
  expect(textOf(other.html)).toContain(t('errors:savedBefore'));
  expect((await browser.open(seeSaved(other.html))).form('name').fields.name).toBe('Pottry');

  const wizard = await browser.open('/recurring/new');
  const typed = { amount: '8', description: 'חוג pottery', step: 'save' };
  await browser.submit(wizard, wizard.form('amount'), typed);
  const { repeats: _repeats, ...once } = wizard.form('amount').fields;
  const asked = await browser.post('/recurring/new', { ...once, ...typed, amount: '9' });
  expect(asked.status).toBe(409);
  expect((await browser.open(seeSaved(asked.html))).html).toMatch(/<h1[\s\S]*?חוג pottery[\s\S]*?<\/h1>/);
  expect((await transactionsOf(person)).every(({ amount }) => amount === 8)).toBe(true);
});
