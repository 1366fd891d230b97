import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';

const t = translator('en');

test('ticked categories, and the button of a row, are sent with the form around their tables', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/categories');
  expect(page.html).not.toMatch(/\sform(action)?="/);
  const [, sport = ''] = /value="([^"]+)"[^>]*aria-label="[^"]*: Sport"/.exec(page.html) ?? [];
  const question = await browser.submit(page, page.form('id'), { id: sport });
  expect(question.address).toBe(`/categories/delete?id=${sport}`);
  const deleted = await browser.post(question.address, question.form('_csrf').fields);
  expect(textOf(deleted.html)).toContain(t('manager:bulkDeleted', { count: 1 }));

  const hidden = await browser.open('/categories?archived=true');
  const button = `restore:${sport}`;
  const restored = await browser.submit(hidden, hidden.form(button), { [button]: '' });
  expect(restored.address).toBe('/categories?archived=true');
  expect(textOf(restored.html)).toContain(t('manager:restored', { name: 'Sport' }));

  const none = await browser.submit(page, page.form('id'));
  expect(none.address).toBe('/categories');
  expect(textOf(none.html)).toContain(t('manager:bulkNone'));
});

test('changing a category found by a search leads back to the search', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const address = '/categories?search=Sport';
  const { html } = await browser.open(address);
  const [, link = ''] = /href="(\/categories\/[^"]+\/edit[^"]*)"/.exec(html) ?? [];
  const edit = await browser.open(link);
  const saved = await browser.submit(edit, edit.form('name'), { name: 'Sports' });
  expect(saved.address).toBe(address);
});

test('a merge into a category that was not chosen is refused by the form, and moves nothing', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/categories');
  const idOf = (name: string) =>
    new RegExp(`value="([^"]+)"[^>]*aria-label="[^"]*: ${name}"`).exec(page.html)?.[1] ?? '';
  const question = await browser.open(`/categories/merge?id=${idOf('Sport')}&id=${idOf('Restaurants')}`);
  const refused = await browser.submit(question, question.form('moveTo'), { moveTo: idOf('Groceries') });
  expect([refused.status, refused.address]).toEqual([400, question.address]);
  expect(refused.html).toMatch(/<a href="#moveTo">Choose which of these categories stays<\/a>/);
  expect(refused.html).toMatch(/id="moveTo-error">\s*Choose which of these categories stays/);
  expect((await browser.open('/categories')).html).toContain(': Sport"');
});
