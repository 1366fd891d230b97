import { expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { TextBrowser, TextPage } from '../support/text-browser.ts';
import { countTransactions } from '../support/transactions.ts';

// The browser's history sends a form again, with its first key.

const t = translator('en');

function undo(browser: TextBrowser, added: TextPage): Promise<TextPage> {
  const form = formsOf(added.html).find(({ action }) => action.includes('undo-add'));
  return browser.submit(added, form ?? expect.fail(added.html));
}

/** What all forms of a session have in common when a script sends them. */
async function proofOf(browser: TextBrowser): Promise<string> {
  return (await browser.open('/transactions/new')).form('amount').fields._csrf ?? expect.fail();
}

async function sendAgain(browser: TextBrowser, page: TextPage, field: string, typed: Record<string, string>) {
  const notice = await browser.submit(page, page.form(field), typed);
  expect(notice.status).toBe(409);
  expect(textOf(notice.html)).toContain(t('errors:addedThenDeleted'));
  const { fields } = notice.form(field);
  expect(fields._key).not.toBe(page.form(field).fields._key);
  // All typed values are there again; only the button is pressed.
  const { step } = typed;
  return browser.submit(notice, notice.form(field), { ...(step && { step }) });
}

test('a transaction that was undone is not said to be added again, and added by another press', async () => {
  const { person, browser } = await createNewcomer();
  const page = await browser.open('/transactions/new');
  const typed = { amount: '5', description: 'Coffee', notes: 'With milk' };
  const added = await browser.submit(page, page.form('amount'), typed);
  await undo(browser, added);
  expect(await countTransactions(person)).toBe(0);
  const again = await sendAgain(browser, page, 'amount', typed);
  expect(textOf(again.html)).toContain(t('transactions:createSuccess'));
  expect(await countTransactions(person)).toBe(1);
});

test('other values than those that were added and undone are told the same, and added by another press', async () => {
  const { person, browser } = await createNewcomer();
  const page = await browser.open('/transactions/new');
  const added = await browser.submit(page, page.form('amount'), { amount: '5', description: 'Coffee' });
  await undo(browser, added);
  await sendAgain(browser, page, 'amount', { amount: '6', description: 'Tea' });
  expect(await countTransactions(person)).toBe(1);
});

test('a transaction that is still there is not added again', async () => {
  const { person, browser } = await createNewcomer();
  const page = await browser.open('/transactions/new');
  const typed = { amount: '5', description: 'Coffee' };
  await browser.submit(page, page.form('amount'), typed);
  const again = await browser.submit(page, page.form('amount'), typed);
  expect(textOf(again.html)).toContain(t('transactions:createSuccess'));
  expect(await countTransactions(person)).toBe(1);
});

test('a category that was deleted is not said to be created again, and created by another press', async () => {
  const { person, browser } = await createNewcomer();
  const page = await browser.open('/categories/new');
  await browser.submit(page, page.form('name'), { name: 'Pottery' });
  const { categories } = await askApi<{ categories: { id: string; name: string }[] }>(
    person,
    'GET',
    '/categories',
  );
  const { id } = categories.find(({ name }) => name === 'Pottery') ?? expect.fail();
  await askApi(person, 'DELETE', `/categories/${id}`);
  const again = await sendAgain(browser, page, 'name', { name: 'Pottery' });
  expect(textOf(again.html)).toContain('Pottery');
});

test('a recurring template that was undone is not said to be created again, and created by another press', async () => {
  const { browser } = await createNewcomer();
  const page = await browser.open('/recurring/new');
  const typed = { amount: '5', description: 'Rent', isRecurring: 'true', step: 'save' };
  const created = await browser.submit(page, page.form('amount'), typed);
  await undo(browser, created);
  await sendAgain(browser, page, 'amount', typed);
  expect(textOf((await browser.open('/recurring')).html)).toContain('Rent');
});

test('what was skipped or paused, resumed or unskipped, and undone since is not said to be done', async () => {
  const { person, browser } = await createNewcomer();
  const { template } = await askApi<{ template: { id: string } }>(person, 'POST', '/transactions/templates', {
    name: 'Rent',
    amount: 5,
    type: 'expense',
  });
  const page = `/recurring/${template.id}`;
  const { upcoming } = await askApi<{ upcoming: { date: string }[] }>(
    person,
    'GET',
    `/transactions/templates/${template.id}`,
  );
  const fields = {
    dates: upcoming[0]?.date ?? expect.fail(),
    confirmed: 'yes',
    _csrf: await proofOf(browser),
  };
  for (const [act, opposite] of [
    ['skip', 'unskip'],
    ['pause', 'resume'],
  ]) {
    const keyed = { ...fields, _key: newId(new Date()) };
    const first = await browser.post(`${page}/${act}`, keyed);
    expect(textOf(first.html)).not.toContain(t('errors:UNDONE_SINCE'));
    const keyedToo = { ...fields, _key: newId(new Date()) };
    await browser.post(`${page}/${opposite}`, keyedToo);
    expect(textOf((await browser.post(`${page}/${act}`, keyed)).html)).toContain(t('errors:UNDONE_SINCE'));
    await browser.post(`${page}/${act}`, fields);
    expect(textOf((await browser.post(`${page}/${opposite}`, keyedToo)).html)).toContain(
      t('errors:UNDONE_SINCE'),
    );
  }
});

test('a restored transaction that was deleted again is not said to be restored', async () => {
  const { person, browser } = await createNewcomer();
  const { transaction } = await askApi<{ transaction: { id: string } }>(
    person,
    'POST',
    '/transactions/expense',
    { amount: 5 },
  );
  const path = `/transactions/expense/${transaction.id}`;
  const { undo_id } = await askApi<{ undo_id: string }>(person, 'DELETE', path);
  const sent = { undo_id, _csrf: await proofOf(browser), _key: newId(new Date()) };
  const restored = await browser.post('/transactions/restore', sent);
  expect(textOf(restored.html)).not.toContain(t('errors:UNDONE_SINCE'));
  expect(await countTransactions(person)).toBe(1);
  await askApi(person, 'DELETE', path);
  expect(textOf((await browser.post('/transactions/restore', sent)).html)).toContain(
    t('errors:UNDONE_SINCE'),
  );
});

test('templates of the setup guide that were deleted are not said to be there, and created by another press', async () => {
  const { browser } = await createNewcomer();
  const page = await browser.open('/setup/3');
  const [field = ''] = page.form('_key').names.filter((name) => name.startsWith('amount'));
  await browser.submit(page, page.form('_key'), { [field]: '100' });
  const list = await browser.open('/recurring');
  const [, id] = /\/recurring\/([\w-]{36})/.exec(list.html) ?? [];
  const question = await browser.open(`/recurring/${id}/delete`);
  await browser.submit(question, question.form('scope'), { scope: 'all' });
  await sendAgain(browser, page, field, { [field]: '100' });
  expect((await browser.open('/recurring')).html).toMatch(/\/recurring\/[\w-]{36}/);
});
