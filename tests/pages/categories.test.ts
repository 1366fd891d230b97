import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { errorsAtFields, textOf, textsOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, makeCategory, record } from '../support/transactions.ts';

const t = translator('he');
const create = () => createNewcomer({ language_preference: 'he' });

test('two similar categories are found and merged, once it is chosen which of them stays', async () => {
  const { person, browser } = await create();
  const [cafe, cafes] = [
    await makeCategory(person, { name: 'Cafe' }),
    await makeCategory(person, { name: 'Cafes' }),
  ];
  await record(person, [
    { amount: 1, description: 'Tea', category_id: cafe },
    { amount: 2, description: 'Cake', category_id: cafe },
    { amount: 4, description: 'Milk', category_id: cafes },
  ]);
  expect((await browser.open('/categories')).html).toContain('href="/categories/clean-up"');
  const found = await browser.open('/categories/clean-up');
  const act = t('manager:mergeOne', { from: 'Cafes', into: 'Cafe' });
  const [, href = ''] = new RegExp(`href="([^"]*)"[^>]*>\\s*<bdi>${act}`).exec(found.html) ?? [];
  const page = await browser.open(href.replaceAll('&amp;', '&'));
  const refused = await browser.submit(page, page.form('moveTo'), { moveTo: '' });
  expect(errorsAtFields(refused.html)).toEqual({ 'category-moveTo': t('errors:mergeInto') });
  const merged = await browser.submit(refused, refused.form('moveTo'), { moveTo: cafe });
  expect(textOf(merged.html)).toContain(t('manager:merged', { from: 'Cafes', into: 'Cafe' }));
  expect((await categoriesOf(person)).map(({ name }) => name)).not.toContain('Cafes');
  expect(textOf(merged.html)).toMatch(/Cafe [^C]*₪7\.00/);
});

test('the page of a category shows its figures', async () => {
  const { person, browser } = await create();
  const id = await makeCategory(person, { name: 'Tea', description: 'חם מאוד' });
  await record(person, [
    { amount: 10, description: 'Green tea', category_id: id, date: TODAY },
    { amount: 20.01, description: 'Green tea', category_id: id, date: TODAY },
    { amount: 0.01, description: 'Black tea', category_id: id, date: TODAY },
  ]);
  expect((await browser.open('/categories')).html).toContain(`href="/categories/${id}"`);
  const { html } = await browser.open(`/categories/${id}`);
  const figures = [...html.matchAll(/<dd class="amount[^"]*">([\s\S]*?)<\/dd>/g)];
  expect(figures.map(([, inside = '']) => textOf(inside).trim())).toEqual([
    '₪30.02',
    '3',
    '₪10.01',
    t('category-analytics:trendNone'),
    expect.stringContaining(TODAY.slice(0, 4)),
  ]);
  const rowsUnder = (title: string, page = html) =>
    (
      page
        .split(title)[1]
        ?.split('</table>')[0]
        ?.split('<tbody')[1]
        ?.match(/<tr[\s\S]*?<\/tr>/g) ?? []
    ).map((row) => textOf(row).trim());
  const [green, black] = rowsUnder(`${t('manager:common')}<`);
  expect(green).toMatch(/^Green tea.*₪30\.01/);
  expect(black).toMatch(/^Black tea/);
  const months = rowsUnder(`${t('manager:monthly')}<`);
  expect(months).toHaveLength(6);
  expect(months.at(-1)).toContain('₪30.02');
  expect(html).toContain(`href="/categories/${id}?months=12"`);
  const year = await browser.open(`/categories/${id}?months=12`);
  expect(rowsUnder(`${t('manager:monthly')}<`, year.html)).toHaveLength(12);
  expect(textsOf(html, 'row-link')).toEqual(['Black tea', 'Green tea', 'Green tea']);
  expect(html).toContain(`href="/transactions?category=${id}"`);
  expect(textOf(html)).toContain(t('manager:allTransactions', { count: 3, shown: '3' }));
});

test('a transaction keeps its archived category when it is edited', async () => {
  const { person, browser } = await create();
  const id = await makeCategory(person, { name: 'Old hobby' });
  const [clay] = await record(person, [{ amount: 3, description: 'Clay', category_id: id }]);
  const category = await browser.open(`/categories/${id}/edit`);
  const archived = await browser.post(`/categories/${id}/archive`, {
    _csrf: category.form('name').fields._csrf ?? '',
  });
  expect(textOf(archived.html)).toContain(t('manager:archived', { name: 'Old hobby' }));
  const edit = await browser.open(`/transactions/${clay?.id}/edit`);
  const saved = await browser.submit(edit, edit.form('amount'), { amount: '4' });
  expect(textOf(saved.html)).toContain(t('transactions:updateSuccess'));
  expect(textOf((await browser.open(`/transactions?category=${id}`)).html)).toContain('₪4.00');
});

test('a default is deleted after a word about it', async () => {
  const { person, browser } = await create();
  const salary = t('categories:default.salary');
  const id = (await categoriesOf(person)).find(({ name }) => name === salary)?.id;
  const page = await browser.open(`/categories/${id}/delete`);
  expect(textOf(page.html)).toContain(t('manager:deleteDefaultText'));
  const deleted = await browser.post(page.address, { _csrf: page.form('theme').fields._csrf ?? '' });
  expect(textOf(deleted.html)).toContain(t('manager:deleted', { name: salary }));
  const found = await browser.open(`/categories?archived=true&search=${encodeURIComponent(salary)}`);
  expect(found.html).toMatch(/name="archived" value="true"[^>]*checked/);
  expect(found.html.match(/<tr\b/g)).toHaveLength(2);
});

test('a category is created, changed and restored, and deleted with its rows moved to another one', async () => {
  const { person, browser } = await create();
  const crafts = await makeCategory(person, { name: 'Crafts' });
  const form = await browser.open('/categories/new');
  const name = 'קדרות & clay';
  const look = { color: '#0D9488', icon: 'Palette' };
  const created = await browser.submit(form, form.form('name'), { name, ...look });
  expect(created.address).toBe('/categories');
  expect(textOf(created.html)).toContain(t('manager:created', { name }));
  const clay = (await categoriesOf(person)).find((category) => category.name === name);
  expect(clay).toMatchObject(look);
  await record(person, [{ amount: 12.5, description: 'Clay', category_id: clay?.id }]);
  expect(textOf((await browser.open('/categories')).html)).toContain(t('manager:usage.unused'));

  const edit = await browser.open(`/categories/${clay?.id}/edit`);
  expect(edit.form('name').fields).toMatchObject({ name, ...look });
  expect(textOf(edit.html)).toContain(t('manager:typeFixed'));
  const changed = await browser.submit(edit, edit.form('name'), { name: 'Ceramics' });
  expect(textOf(changed.html)).toContain(t('transactions:updateSuccess'));
  const { _csrf = '' } = edit.form('name').fields;
  await browser.post(`/categories/${clay?.id}/archive`, { _csrf });
  expect(textOf((await browser.open('/categories')).html)).not.toContain('Ceramics');
  const archived = textOf((await browser.open('/categories?archived=true')).html);
  expect(archived).toMatch(new RegExp(`Ceramics.*${t('manager:archivedBadge')}`));
  const restored = await browser.post(`/categories/${clay?.id}/restore`, { _csrf });
  expect(textOf(restored.html)).toContain(t('manager:restored', { name: 'Ceramics' }));

  const question = await browser.open(`/categories/${clay?.id}/delete`);
  expect(textOf(question.html)).toContain(t('manager:deleteTitle'));
  const deleted = await browser.submit(question, question.form('moveTo'), { moveTo: crafts });
  const said = `${t('manager:deleted', { name: 'Ceramics' })}. ${t('manager:moved', { count: 1 })}`;
  expect(textOf(deleted.html)).toContain(said);
  const moved = await browser.open(`/transactions?category=${crafts}`);
  expect(textsOf(moved.html, 'row-link')).toEqual(['Clay']);
});
