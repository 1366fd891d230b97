import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { countTransactions, repeat } from '../support/transactions.ts';

describe.each(LOCALES)('an addition is taken back, in %s', (language) => {
  const t = translator(language);

  async function add() {
    const { person, browser } = await createNewcomer({ language_preference: language });
    const page = await browser.open('/transactions/new');
    const added = await browser.submit(page, page.form('amount'), { amount: '5', description: 'קפה Noa' });
    const form = formsOf(added.html).find(({ action }) => action.endsWith('/undo-add')) ?? expect.fail();
    const id = form.action.split('/').at(-2) ?? '';
    return { person, browser, added, form, path: `/transactions/expense/${id}` };
  }

  test('with its name, and deleted again only once', async () => {
    const { person, browser, added, form } = await add();
    const done = await browser.submit(added, form);
    expect(textOf(done.html)).toContain(`${t('transactions:deleteSuccess')}: \u2068קפה Noa\u2069`);
    expect(await countTransactions(person)).toBe(0);
    const back = await browser.submit(done, done.form('undo_id'));
    expect(textOf(back.html)).toContain(t('list:restoredNamed', { name: 'קפה Noa', count: 1 }));
    expect(await countTransactions(person)).toBe(1);
  });

  test('unless it was deleted elsewhere, which is said', async () => {
    const { person, browser, added, form, path } = await add();
    await askApi(person, 'DELETE', path);
    const done = await browser.submit(added, form);
    expect([done.status, done.address]).toEqual([200, '/transactions']);
    expect(textOf(done.html)).toContain(t('transactions:undoAdd.gone'));
  });

  test('unless it was changed elsewhere, which is said with its name', async () => {
    const { person, browser, added, form, path } = await add();
    await askApi(person, 'PUT', path, { description: 'לחם Bread' });
    const done = await browser.submit(added, form);
    expect(done.status).toBe(200);
    expect(textOf(done.html)).toContain(t('transactions:undoAdd.changed', { name: 'לחם Bread' }));
    expect(await countTransactions(person)).toBe(1);
  });
});

test.each(LOCALES)('an undone change is not called a restored transaction, in %s', async (language) => {
  const t = translator(language);
  const { browser } = await createNewcomer({ language_preference: language });
  const page = await browser.open('/transactions/new');
  const added = await browser.submit(page, page.form('amount'), { amount: '5', description: 'קפה Noa' });
  const list = await browser.open('/transactions');
  const [, id] = /href="\/transactions\/([^"/]+)\/edit/.exec(list.html) ?? [];
  expect(added.status).toBe(200);
  const edit = await browser.open(`/transactions/${id}/edit`);
  const saved = await browser.submit(edit, edit.form('amount'), { amount: '6' });
  const done = await browser.submit(saved, saved.form('undo_id'));
  const text = textOf(done.html);
  expect(text).toContain(t('list:changeUndoneNamed', { name: 'קפה Noa', count: 1 }));
  expect(text).not.toContain(t('list:restoredNamed', { name: 'קפה Noa', count: 1 }));
});

describe.each(LOCALES)('a series that was just created is taken back, in %s', (language) => {
  const t = translator(language);

  async function begin() {
    const { person, browser } = await createNewcomer({ language_preference: language });
    const name = 'שכירות Rent';
    const id = await repeat(person, { name, amount: 5, interval_type: 'monthly' });
    const page = await browser.open('/recurring');
    const undoAdd = () =>
      browser.post(`/recurring/${id}/undo-add`, [
        ['_csrf', page.form('_csrf').fields._csrf ?? ''],
        ['return', '/recurring'],
      ]);
    return { person, browser, name, id, undoAdd };
  }

  test('with its occurrences, and restored', async () => {
    const { person, browser, name, undoAdd } = await begin();
    const before = await countTransactions(person);
    expect(before).toBeGreaterThan(0);
    const done = await undoAdd();
    expect(textOf(done.html)).toContain(t('recurring:manager.deleted', { name }));
    expect(await countTransactions(person)).toBe(0);
    await browser.submit(done, done.form('undo_id'));
    expect(await countTransactions(person)).toBe(before);
  });

  test('unless it was changed or deleted since', async () => {
    const { person, name, id, undoAdd } = await begin();
    const path = `/transactions/templates/${id}`;
    await askApi(person, 'PUT', path, { amount: 6 });
    expect(textOf((await undoAdd()).html)).toContain(t('transactions:undoAdd.changed', { name }));
    await askApi(person, 'DELETE', `${path}?scope=all`);
    expect(textOf((await undoAdd()).html)).toContain(t('recurring:manager.gone'));
  });
});
