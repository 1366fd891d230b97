import { describe, expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import { countTransactions, record } from '../support/transactions.ts';

const TYPED = {
  amount: '40',
  description: 'Clay',
  newCategoryName: 'Pottery חוג',
  newCategoryColor: '#16A34A',
  newCategoryIcon: 'Palette',
};

interface Category {
  id: string;
  name: string;
  type: string;
  color: string;
  icon: string;
  transaction_count: number;
}

describe('a new category in the form of a page', () => {
  async function begin(profile?: Record<string, unknown>) {
    const { person, browser } = await createNewcomer(profile);
    return { person, browser, page: await browser.open('/transactions/new') };
  }

  async function ownOf(person: Person): Promise<Category[]> {
    const path = '/categories?user_only=true';
    return (await askApi<{ categories: Category[] }>(person, 'GET', path)).categories;
  }

  test('gets the appearance derived from its name when none is chosen', async () => {
    const { person, browser, page } = await begin();
    const { newCategoryColor, newCategoryIcon, ...untold } = TYPED;
    await browser.submit(page, page.form('amount'), { ...untold, newCategoryName: 'Zzz' });
    expect(await ownOf(person)).toMatchObject([{ color: '#3B82F6', icon: 'Tag' }]);
  });

  test('is created once, like the transaction, when the same form is sent again', async () => {
    const { person, browser, page } = await begin();
    const form = page.form('amount');
    await Promise.all([browser.submit(page, form, TYPED), browser.submit(page, form, TYPED)]);
    await browser.submit(page, form, TYPED);
    expect(await ownOf(person)).toHaveLength(1);
    expect(await countTransactions(person)).toBe(1);
  });

  test.each([
    ['newCategoryName', 'x'.repeat(101), 'errors:nameMax'],
    ['newCategoryColor', 'green', 'errors:colorInvalid'],
    ['newCategoryIcon', '../tag', 'errors:iconInvalid'],
  ] as const)(
    'with an invalid %s is refused at the field, and nothing is written',
    async (field, value, message) => {
      const { person, browser, page } = await begin();
      const refused = await browser.submit(page, page.form('amount'), { ...TYPED, [field]: value });
      expect(refused.status).toBe(400);
      const words = translator('en')(message);
      expect(refused.html).toContain(`<a href="#${field}">${words}</a>`);
      expect(refused.html).toMatch(new RegExp(`id="${field}-error"[^>]*>${words}<`));
      expect(await ownOf(person)).toEqual([]);
      expect(await countTransactions(person)).toBe(0);
    },
  );

  test('is not created by a change with a conflict, and its values stay in the form', async () => {
    const { person, browser } = await begin();
    const [recorded] = await record(person, [{ amount: 5, description: 'before' }]);
    const edit = await browser.open(`/transactions/${recorded?.id}/edit`);
    const other = await browser.open(`/transactions/${recorded?.id}/edit`);
    await browser.submit(other, other.form('amount'), { description: 'meanwhile' });
    const refused = await browser.submit(edit, edit.form('amount'), TYPED);
    expect(refused.status).toBe(409);
    expect(refused.form('amount').fields).toMatchObject(TYPED);
    expect(await ownOf(person)).toEqual([]);
  });

  test('is created for a changed and for a duplicated transaction too', async () => {
    const { person, browser } = await begin();
    const [recorded] = await record(person, [{ amount: 5, description: 'before' }]);
    const edit = await browser.open(`/transactions/${recorded?.id}/edit`);
    await browser.submit(edit, edit.form('amount'), TYPED);
    const copy = await browser.open(`/transactions/${recorded?.id}/duplicate`);
    await browser.submit(copy, copy.form('amount'), { ...TYPED, newCategoryName: 'Second' });
    const made = await ownOf(person);
    expect(made.map(({ name, transaction_count }) => [name, transaction_count])).toEqual([
      [TYPED.newCategoryName, 1],
      ['Second', 1],
    ]);
  });
});
