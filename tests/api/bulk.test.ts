import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import {
  type Category,
  categoriesOf,
  createMember,
  type Member,
  record,
  startMemberSession,
  type Transaction,
} from '../support/members.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';
const NO_IDS = 'Transaction IDs must be a non-empty array';

interface Made {
  transactions: Transaction[];
  summary: { successful: number; failed: number; totalRequested: number };
  errors: { index: number; details: { field: string; message: string }[] }[];
}

interface Deleted {
  deleted_count: number;
  summary: { successful: number; failed: number };
  undo_id: string | null;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  let member: Member;
  let stranger: Member;
  let category: Category;
  let earned: Category;

  beforeAll(async () => {
    stranger = await createMember(testApp);
  });

  async function begin(count: number): Promise<string[]> {
    member = await createMember(testApp);
    const all = await categoriesOf(testApp, member);
    const first = (type: Category['type']) => all.find((one) => one.type === type) as Category;
    [category, earned] = [first('expense'), first('income')];
    const rows = [];
    for (let index = 0; index < count; index += 1) rows.push(await record(testApp, member, { amount: 5 }));
    return rows.map(({ id }) => id);
  }

  const post = <Data = Record<string, unknown>>(path: string, body: unknown, as = member, key?: string) =>
    testApp.call<Data>('POST', `/transactions/${path}`, {
      as,
      body,
      headers: key ? { 'idempotency-key': key } : {},
    });

  const rowsOf = ({ id }: Member) =>
    engine.db.selectFrom('transactions').selectAll().where('user_id', '=', id).orderBy('id').execute();

  async function balance(as = member) {
    return (await testApp.call<{ balance: number }>('GET', '/transactions/balance', { as })).data.balance;
  }

  describe('creating many', () => {
    once('creates the valid rows and reports each invalid one by its index', async () => {
      await begin(0);
      const { status, data } = await post<Made>('bulk', {
        transactions: [
          { amount: '12.50', type: 'expense', categoryId: category.id, date: '2026-06-01', notes: 'n' },
          { amount: 'x', description: '' },
          { amount: 100, category_id: earned.id, merchant_name: 'M' },
          { amount: -3, description: 'signed' },
          { amount: 1, categoryId: MISSING },
          'no transaction',
          { amount: 1, description: 'NUL\0' },
        ],
      });
      expect(status).toBe(201);
      expect(data.summary).toEqual({ successful: 3, failed: 4, totalRequested: 7 });
      expect(data.transactions).toMatchObject([
        { amount: 12.5, type: 'expense', category_id: category.id, date: '2026-06-01', notes: 'n' },
        { amount: 100, type: 'income', category_id: earned.id, merchant_name: 'M' },
        { amount: 3, type: 'expense', description: 'signed' },
      ]);
      const reported = [...data.errors].sort((one, other) => one.index - other.index);
      expect(reported).toEqual([
        {
          index: 1,
          details: [
            { field: 'amount', message: 'Amount must be a valid number' },
            { field: 'description', message: 'Description is required' },
          ],
        },
        {
          index: 4,
          details: [{ field: 'categoryId', message: 'This category no longer exists. Choose another one' }],
        },
        { index: 5, details: [{ field: 'amount', message: 'Amount is required' }] },
        { index: 6, details: [{ field: 'description', message: 'This value is not valid' }] },
      ]);
      expect(await rowsOf(member)).toHaveLength(3);
      expect(await balance()).toBe(84.5);
    });

    once('cannot use another user’s category and reports it like a missing one', async () => {
      await begin(0);
      const transactions = [
        { amount: 5, categoryId: category.id },
        { amount: 5, categoryId: MISSING },
      ];
      const { data } = await post<Made>('bulk', { transactions }, stranger);
      expect(data.summary).toEqual({ successful: 0, failed: 2, totalRequested: 2 });
      expect(data.errors[0]?.details).toEqual(data.errors[1]?.details);
      expect(await rowsOf(stranger)).toEqual([]);
      expect(await balance(stranger)).toBe(0);
    });

    once('accepts one to five hundred', async () => {
      await begin(0);
      const many = (count: number) => ({ transactions: Array(count).fill({ amount: 1 }) });
      for (const body of [{}, { transactions: {} }, { transactions: 'x' }, many(0)]) {
        const { status, error } = await post('bulk', body);
        expect([status, error.code, error.details]).toEqual([
          400,
          'VALIDATION_ERROR',
          [{ field: 'transactions', message: 'Transactions must be a non-empty array' }],
        ]);
      }
      const { error } = await post('bulk', many(501));
      expect(error.details).toEqual([
        { field: 'transactions', message: 'At most 500 transactions can be added at once' },
      ]);
      expect(await rowsOf(member)).toEqual([]);
      const { status, data } = await post<Made>('bulk', many(500));
      expect([status, data.summary.successful]).toEqual([201, 500]);
      expect(await rowsOf(member)).toHaveLength(500);
    });

    test('happens once for an idempotency key', async () => {
      await begin(0);
      const body = { transactions: [{ amount: 5 }, { amount: 'x' }] };
      const replies = await Promise.all(Array.from({ length: 8 }, () => post('bulk', body, member, 'one')));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(await rowsOf(member)).toHaveLength(1);
      const { status, error } = await post('bulk', { transactions: [{ amount: 6 }] }, member, 'one');
      expect([status, error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    });
  });

  describe('changing many', () => {
    test('changes category, type and date of all rows that are theirs, each counted once', async () => {
      const ids = await begin(3);
      const foreign = await record(testApp, stranger, { amount: 7 });
      const before = await rowsOf(stranger);
      const changes = { category_id: earned.id, type: 'income', date: '2026-01-31' };
      const transactionIds = [...ids, ids[0], foreign.id, MISSING, 'x', '\0', '../x'];
      const { status, data } = await post('bulk-update', { transactionIds, changes });
      expect([status, data]).toMatchObject([200, { updated_count: 3, failed: 5 }]);
      for (const row of await rowsOf(member)) {
        expect(row).toMatchObject({ category_id: earned.id, type: 'income', date: '2026-01-31' });
        expect(row.transaction_datetime.slice(0, 7)).toBe('2026-01');
      }
      expect(await balance()).toBe(15);
      expect(await rowsOf(stranger)).toEqual(before);
      await testApp.call('DELETE', `/transactions/expense/${foreign.id}`, { as: stranger });
    });

    once('changes only the requested fields, and the version', async () => {
      const contents = async () =>
        (await rowsOf(member)).map(({ updated_at: _version, ...content }) => content);
      const ids = await begin(2);
      const before = await contents();
      const changes = { categoryId: category.id, amount: 1, description: 'x', user_id: stranger.id };
      await post('bulk-update', { transactionIds: ids, changes });
      expect(await contents()).toEqual(before.map((row) => ({ ...row, category_id: category.id })));
      await post('bulk-update', { transactionIds: ids, changes: { categoryId: null } });
      expect(await contents()).toEqual(before);
    });

    once.each([
      [undefined, 'changes', 'Choose what to change: category, account, type or date'],
      [{}, 'changes', 'Choose what to change: category, account, type or date'],
      [{ amount: 5 }, 'changes', 'Choose what to change: category, account, type or date'],
      ['x', 'changes', 'Choose what to change: category, account, type or date'],
      [{ type: 'neither' }, 'changes.type', 'Type must be expense or income'],
      [{ date: '2031-01-01' }, 'changes.date', 'Date cannot be more than 1 year in the future'],
      [{ date: 5 }, 'changes.date', 'Date must be a valid date, such as 2026-03-31'],
      [{ categoryId: 5 }, 'changes.categoryId', 'Choose a category from the list'],
    ])('refuses changes such as %j', async (changes, field, message) => {
      const ids = await begin(1);
      const before = await rowsOf(member);
      const { status, error } = await post('bulk-update', { transactionIds: ids, changes });
      expect([status, error.code, error.details]).toEqual([400, 'VALIDATION_ERROR', [{ field, message }]]);
      expect(await rowsOf(member)).toEqual(before);
    });

    once('cannot use another user’s category', async () => {
      await begin(1);
      const mine = await record(testApp, stranger);
      const ask = (categoryId: string) =>
        post('bulk-update', { transactionIds: [mine.id], changes: { categoryId } }, stranger);
      const foreign = await ask(category.id);
      const message = 'This category no longer exists. Choose another one';
      expect([foreign.status, foreign.error.code, foreign.error.details]).toEqual([
        404,
        'NOT_FOUND',
        [{ field: 'changes.categoryId', message }],
      ]);
      expect(foreign.text).toBe((await ask(MISSING)).text);
      await testApp.call('DELETE', `/transactions/expense/${mine.id}`, { as: stranger });
    });
  });

  describe('deleting many', () => {
    once(
      'deletes the rows that are theirs; missing, foreign and repeated ids neither fail nor count twice',
      async () => {
        const ids = await begin(3);
        const foreign = await record(testApp, stranger, { amount: 7 });
        const transactionIds = [ids[0], ids[0], ids[2], foreign.id, MISSING];
        const { status, data } = await post<Deleted>('bulk-delete', { transaction_ids: transactionIds });
        expect([status, data.deleted_count, data.summary]).toEqual([200, 2, { successful: 2, failed: 2 }]);
        expect((await rowsOf(member)).map(({ id }) => id)).toEqual([ids[1]]);
        expect((await rowsOf(stranger)).map(({ id }) => id)).toEqual([foreign.id]);
        expect(await balance()).toBe(-5);
        await testApp.call('DELETE', `/transactions/expense/${foreign.id}`, { as: stranger });
      },
    );

    once.each([
      {},
      { transactionIds: [] },
      { transactionIds: 'x' },
      { transactionIds: {} },
      { transactionIds: null },
    ])('refuses %j with the message of the contract', async (body) => {
      await begin(0);
      for (const path of ['bulk-delete', 'bulk-update']) {
        const { status, error } = await post(path, { ...body, changes: { type: 'income' } });
        expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
        expect(error.message).toBe(NO_IDS);
        expect(error.details).toContainEqual({ field: 'transactionIds', message: NO_IDS });
      }
    });

    once('refuses ids that are not text, and more of them than the limit', async () => {
      await begin(0);
      const { status, error } = await post('bulk-delete', { transactionIds: ['x', 5] });
      expect([status, error.details]).toEqual([
        400,
        [{ field: 'transactionIds.1', message: 'This value is not valid' }],
      ]);
      const many = await post('bulk-delete', { transactionIds: Array(20_001).fill('x') });
      expect([many.status, many.error.message]).toEqual([
        400,
        'At most 20,000 transactions can be changed at once',
      ]);
    });

    // PostgreSQL takes longest, and long-work.test.ts restores as many pieces with it.
    const isRestored = engine.name === 'sqlite';

    test(`accepts ten thousand ids in one request${isRestored ? ', and restores them all' : ''}`, async () => {
      await begin(0);
      const id = Array.from({ length: 10_000 }, () => newId(testApp.app.clock()));
      const [template] = await begin(1).then(() => rowsOf(member));
      if (!template) throw new Error('nothing recorded');
      for (let from = 0; from < id.length; from += 500) {
        const rows = id.slice(from, from + 500).map((own) => ({ ...template, id: own }));
        await engine.db.insertInto('transactions').values(rows).execute();
      }
      const by = { amount: 10_001 * 500, count: 10_001 };
      for (const table of ['daily_totals', 'monthly_totals'] as const)
        await engine.db.updateTable(table).set(by).where('user_id', '=', member.id).execute();
      const { status, data } = await post<Deleted>('bulk-delete', { transactionIds: id });
      expect([status, data.deleted_count]).toEqual([200, 10_000]);
      expect(await balance()).toBe(-5);
      if (!isRestored) return;
      const back = await post('restore', { undo_id: data.undo_id });
      expect(back.data).toEqual({ restored_count: 10_000, failed: 0 });
      expect(await balance()).toBe(-50_005);
    });
  });

  describe('undoing', () => {
    once('restores the rows unchanged, once', async () => {
      const ids = await begin(3);
      const before = await rowsOf(member);
      const { data } = await post<Deleted>('bulk-delete', { transactionIds: ids.slice(1) });
      testApp.advance(3599);
      stranger = { ...stranger, ...(await startMemberSession(testApp, stranger.id)) };
      member = { ...member, ...(await startMemberSession(testApp, member.id)) };
      const foreign = await post('restore', { undo_id: data.undo_id }, stranger);
      expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
      const back = await post('restore', { undoId: data.undo_id });
      expect([back.status, back.data]).toEqual([200, { restored_count: 2, failed: 0 }]);
      expect(await rowsOf(member)).toEqual(before);
      expect(await balance()).toBe(-15);
      const again = await post('restore', { undo_id: data.undo_id });
      expect([again.status, again.text]).toEqual([404, foreign.text]);
      testApp.advance(-3599);
    });

    once('works for a single deletion', async () => {
      const [id] = await begin(1);
      const before = await rowsOf(member);
      const path = `/transactions/expense/${id}`;
      const { data } = await testApp.call<Deleted>('DELETE', path, { as: member });
      expect(data.deleted_count).toBe(1);
      expect(await rowsOf(member)).toEqual([]);
      expect((await post('restore', { undo_id: data.undo_id })).status).toBe(200);
      expect(await rowsOf(member)).toEqual(before);
    });

    once('of nothing has no id', async () => {
      const foreign = await record(testApp, stranger, { amount: 7 });
      const transactionIds = [MISSING, foreign.id, 'x'];
      const { status, data } = await post<Deleted>('bulk-delete', { transactionIds });
      expect([status, data.deleted_count, data.undo_id]).toEqual([200, 0, null]);
      await testApp.call('DELETE', `/transactions/expense/${foreign.id}`, { as: stranger });
    });

    test('of a skipped date without an occurrence unskips it', async () => {
      const { data } = await testApp.call<{ template: { id: string } }>('POST', '/transactions/templates', {
        as: member,
        body: { amount: 5, description: 'Rent', interval_type: 'yearly', start_date: '2026-06-15' },
      });
      const path = `/transactions/templates/${data.template.id}/skip`;
      const far = await testApp.call('POST', path, { as: member, body: { dates: ['2030-06-15'] } });
      expect([far.status, far.data.removed_count]).toEqual([200, 0]);
      expect((await post('restore', { undo_id: far.data.undo_id })).status).toBe(200);
      const again = await testApp.call<{ template: { skipped_dates: string[] } }>(
        'GET',
        `/transactions/templates/${data.template.id}`,
        { as: member },
      );
      expect(again.data.template.skipped_dates).toEqual([]);
      const near = await testApp.call('POST', path, { as: member, body: { dates: ['2026-06-15'] } });
      expect(near.data).toMatchObject({ removed_count: 1, undo_id: expect.any(String) });
      await testApp.call('DELETE', `/transactions/templates/${data.template.id}?scope=all`, { as: member });
    });

    once('is refused after an hour', async () => {
      const ids = await begin(1);
      const { data } = await post<Deleted>('bulk-delete', { transactionIds: ids });
      testApp.advance(3600);
      member = { ...member, ...(await startMemberSession(testApp, member.id)) };
      expect((await post('restore', { undo_id: data.undo_id })).status).toBe(404);
      expect(await rowsOf(member)).toEqual([]);
      testApp.advance(-3600);
    });

    test('leaves rows of a deleted category uncategorized, and skips rows whose id is taken', async () => {
      const ids = await begin(2);
      await post('bulk-update', { transactionIds: ids, changes: { categoryId: category.id } });
      const [first] = await rowsOf(member);
      if (!first) throw new Error('nothing recorded');
      const { data } = await post<Deleted>('bulk-delete', { transactionIds: ids });
      const own = engine.db.deleteFrom('categories').where('user_id', '=', member.id);
      await own.where('id', '=', category.id).execute();
      await engine.db
        .insertInto('transactions')
        .values({ ...first, category_id: null, notes: 'taken' })
        .execute();
      const back = await post('restore', { undo_id: data.undo_id });
      expect(back.data).toEqual({ restored_count: 1, failed: 1 });
      expect(await rowsOf(member)).toMatchObject([
        { id: first.id, notes: 'taken' },
        { notes: null, category_id: null },
      ]);
    });

    once.each([undefined, '', 5, 'x', {}, '\0', MISSING])(
      'finds nothing to restore for %j',
      async (undo_id) => {
        await begin(0);
        const { status } = await post('restore', { undo_id });
        expect([400, 404]).toContain(status);
      },
    );
  });

  once('an opening balance is nothing that was earned or spent, whatever is done to many', async () => {
    const [id] = await begin(1);
    await testApp.call('PUT', `/accounts/${FIRST_ACCOUNT}`, {
      as: member,
      body: { opening_balance: 1000, opening_date: '2026-01-01' },
    });
    const income = await record(testApp, member, { amount: 5, type: 'income' });
    const opening = (await rowsOf(member)).find((row) => row.amount === 100_000)?.id;
    for (const changes of [{ categoryId: earned.id }, { categoryId: null }]) {
      const body = { transactionIds: [opening, income.id], changes };
      const answer = await post<{ updated_count: number; failed: number }>('bulk-update', body);
      expect(answer.data).toMatchObject({ updated_count: 1, failed: 1 });
      expect(await balance()).toBe(1000);
    }
    const typed = { transactionIds: [opening, id], changes: { type: 'expense' } };
    expect((await post('bulk-update', typed)).data).toMatchObject({ updated_count: 1 });
    expect(await balance()).toBe(1000);
    const { data } = await testApp.call<{ summary: { income: number } }>('GET', '/transactions', {
      as: member,
    });
    expect(data.summary.income).toBe(5);
  });

  test('concurrent changes of the same rows neither deadlock nor lose a cent', async () => {
    const ids = await begin(30);
    const requests = Array.from({ length: 24 }, (_, turn) => {
      const transactionIds = turn % 2 ? ids : [...ids].reverse();
      if (turn % 4 === 0) return post('bulk-delete', { transactionIds: transactionIds.slice(turn) });
      if (turn % 4 === 1) {
        const date = `2026-05-${String(turn + 1).padStart(2, '0')}`;
        return post('bulk-update', { transactionIds, changes: { date } });
      }
      if (turn % 4 === 2)
        return post('bulk', { transactions: Array(3).fill({ amount: 5, type: 'expense' }) });
      const path = `/transactions/expense/${ids[turn]}`;
      return testApp.call('PUT', path, { as: member, body: { amount: 5, date: '2026-04-01' } });
    });
    for (const { status, text } of await Promise.all(requests)) if (status >= 500) throw new Error(text);
    const rows = await rowsOf(member);
    expect(await balance()).toBe(-5 * rows.length);
  });
});
