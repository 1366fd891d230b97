import { expect, test } from 'vitest';
import { withNewCategory } from '../../../src/domain/categories/create.ts';
import { notFound } from '../../../src/domain/error.ts';
import { createTransaction } from '../../../src/domain/transactions/create.ts';
import { forEachApp } from '../../support/app.ts';
import { rowsOf } from '../../support/databases.ts';
import { contextOf, createMember, type Member } from '../../support/members.ts';

const INPUT = { type: 'expense' as const, amount: 1250, description: 'Clay', categoryId: undefined };
const POTTERY = {
  ...INPUT,
  newCategoryName: 'Pottery',
  newCategoryColor: '#16A34A',
  newCategoryIcon: 'Palette',
};

forEachApp((testApp, engine) => {
  const ownOf = ({ id }: Member) =>
    engine.db
      .selectFrom('categories')
      .selectAll()
      .where('user_id', '=', id)
      .where('default_key', 'is', null)
      .execute();

  const transactionsOf = ({ id }: Member) =>
    engine.db.selectFrom('transactions').selectAll().where('user_id', '=', id).execute();

  test('a transaction and its new category are created together', async () => {
    const member = await createMember(testApp);
    const entry = await withNewCategory(await contextOf(testApp, member), POTTERY, createTransaction);
    const [category, ...others] = await ownOf(member);
    expect(others).toEqual([]);
    expect(category).toMatchObject({ name: 'Pottery', type: 'expense', color: '#16A34A', icon: 'Palette' });
    expect(entry.row.category_id).toBe(category?.id);
    expect(await transactionsOf(member)).toMatchObject([{ category_id: category?.id, amount: 1250 }]);
  });

  test('nothing of the category is written when the transaction is refused', async () => {
    const member = await createMember(testApp);
    const saving = withNewCategory(await contextOf(testApp, member), POTTERY, async (inside, input) => {
      await createTransaction(inside, input);
      throw notFound();
    });
    await expect(saving).rejects.toThrow('NOT_FOUND');
    expect(await ownOf(member)).toEqual([]);
    expect(await transactionsOf(member)).toEqual([]);
  });

  test.each(['groceries', 'GROCERIES', 'קניות בסופר'])(
    'the existing category named by %s is used',
    async (name) => {
      const member = await createMember(testApp);
      const entry = await withNewCategory(
        await contextOf(testApp, member),
        { ...POTTERY, newCategoryName: name },
        createTransaction,
      );
      expect(entry.category).toMatchObject({ default_key: 'groceries', icon: 'ShoppingCart' });
      expect(await ownOf(member)).toEqual([]);
    },
  );

  test('a name that only the other type has creates a new category', async () => {
    const member = await createMember(testApp);
    const input = { ...POTTERY, newCategoryName: 'Salary' };
    const entry = await withNewCategory(await contextOf(testApp, member), input, createTransaction);
    expect(entry.category).toMatchObject({ default_key: null, name: 'Salary', type: 'expense' });
  });

  test('without a name the chosen category is used', async () => {
    const member = await createMember(testApp);
    const context = await contextOf(testApp, member);
    const [chosen] = await rowsOf(engine, 'categories', member);
    const input = { ...POTTERY, newCategoryName: undefined, categoryId: chosen?.id };
    expect((await withNewCategory(context, input, createTransaction)).row.category_id).toBe(chosen?.id);
    expect(await ownOf(member)).toEqual([]);
  });

  test('twenty concurrent requests with one new name create one category', async () => {
    const member = await createMember(testApp);
    const context = await contextOf(testApp, member);
    await Promise.all(Array.from({ length: 20 }, () => withNewCategory(context, POTTERY, createTransaction)));
    const [category, ...others] = await ownOf(member);
    expect(others).toEqual([]);
    const used = (await transactionsOf(member)).map(({ category_id }) => category_id);
    expect(used).toEqual(Array.from({ length: 20 }, () => category?.id));
  });
});
