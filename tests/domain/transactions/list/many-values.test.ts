import { expect, test } from 'vitest';
import {
  findBatches,
  findTransactions,
  sumTransactions,
} from '../../../../src/domain/transactions/list/list.queries.ts';
import { forEachApp } from '../../../support/app.ts';
import { createMember, record } from '../../../support/members.ts';

/** More than either engine takes as parameters of a statement: 32,766 and 65,535. */
const MANY = Array.from({ length: 70_000 }, (_, place) => `other${place}`);

forEachApp((testApp, engine) => {
  test.each([
    ['payees', { texts: { merchant_name: [...MANY, 'Bakery'] } }],
    ['categories', { categories: [...MANY, ''] }],
  ])('a filter may name any number of %s', async (_, named) => {
    const member = await createMember(testApp);
    const { id } = await record(testApp, member, { merchant_name: 'Bakery', amount: 5 });
    await record(testApp, member, { merchant_name: null, categoryId: await firstCategory(member.id) });
    const filter = { words: [], ...named };
    const first = { sort: 'date', order: 'desc', limit: 10, offset: 0 } as const;
    expect((await findTransactions(engine.db, member.id, filter, first)).map((row) => row.id)).toEqual([id]);
    expect(await findBatches(engine.db, member.id, filter)).toEqual([
      { content: JSON.stringify([id]), count: 1 },
    ]);
    expect(await sumTransactions(engine.db, member.id, filter)).toEqual([
      { type: 'expense', amount: 500, count: 1 },
    ]);
  });

  async function firstCategory(userId: string): Promise<string> {
    const { id } = await engine.db
      .selectFrom('categories')
      .select('id')
      .where('user_id', '=', userId)
      .where('type', '=', 'expense')
      .limit(1)
      .executeTakeFirstOrThrow();
    return id;
  }
});
