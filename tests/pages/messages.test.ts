import { describe, expect, test } from 'vitest';
import { isolated, naming } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { makeCategory, record } from '../support/transactions.ts';

const t = translator('en');

describe('a message names what it is about', () => {
  const saidIn = (html: string) => textOf(/<div[^>]*class="flash.*?<\/p>/s.exec(html)?.[0] ?? '').trim();

  test('a transaction that was added, and one that was changed', async () => {
    const { browser } = await createNewcomer();
    const form = await browser.open('/transactions/new');
    const typed = { amount: '12.50', description: 'קפה coffee', date: TODAY };
    const added = await browser.submit(form, form.form('amount'), typed);
    expect(saidIn(added.html)).toBe(naming(t('transactions:createSuccess'), 'קפה coffee', '−₪12.50'));
    const id = /\/transactions\/([\w-]+)\/edit/.exec(added.html)?.[1];
    const edit = await browser.open(`/transactions/${id}/edit`);
    const changed = await browser.submit(edit, edit.form('amount'), { description: 'Tea' });
    expect(saidIn(changed.html)).toBe(naming(t('transactions:updateSuccess'), 'Tea'));
  });

  test('a single transaction of a selection', async () => {
    const { person, browser } = await createNewcomer();
    const [milk] = await record(person, [
      { amount: 5, description: 'Milk' },
      { amount: 6, description: 'Bread' },
    ]);
    const choose = async (operation: string, ids: [string, string][]) => {
      const list = await browser.open('/transactions');
      const { ids: _none, ...fields } = list.form('operation').fields;
      return browser.post('/transactions/bulk', [...Object.entries({ ...fields, operation }), ...ids]);
    };
    const dated = await choose('date', [['ids', milk?.id ?? '']]);
    const moved = await browser.submit(dated, dated.form('expected'), { date: TODAY });
    const date = `${t('transactions:form.date')}: ${isolated(TODAY.replace(/(.*)-(.*)-(.*)/, '$2/$3/$1'))}`;
    expect(saidIn(moved.html)).toBe(naming(t('transactions:updateSuccess'), 'Milk', date));
    const asked = await choose('delete', [['ids', milk?.id ?? '']]);
    const deleted = await browser.submit(asked, asked.form('expected'));
    expect(saidIn(deleted.html)).toBe(naming(t('transactions:deleteSuccess'), 'Milk'));
  });

  test('a category that was changed', async () => {
    const { person, browser } = await createNewcomer();
    const categoryId = await makeCategory(person, { name: 'Clay' });
    const edit = await browser.open(`/categories/${categoryId}/edit`);
    const saved = await browser.submit(edit, edit.form('name'), { name: 'Porcelain' });
    expect(saidIn(saved.html)).toBe(naming(t('transactions:updateSuccess'), 'Porcelain'));
  });
});
