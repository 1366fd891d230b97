import { describe, expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { createTestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { categoriesOf, createMember, record } from '../support/members.ts';

interface Saved {
  transaction: { updated_at: string; amount: number; type: string; notes: string | null };
}

interface Category {
  id: string;
  name: string;
  is_archived: boolean;
  updated_at: string;
}

forEachEngine((engine) => {
  const nodes = [createTestApp(engine), createTestApp(engine)] as const;
  const [testApp] = nodes;

  const change = (as: { accessToken: string }, path: string, body: object, node = testApp) =>
    node.call<Saved>('PUT', `/transactions/${path}`, { as, body });

  test('a change that is based on an older version is refused, and the current version stays', async () => {
    const member = await createMember(testApp);
    const { id, updated_at: basedOn } = await record(testApp, member, { amount: 10 });
    expect((await change(member, `expense/${id}`, { amount: 20, basedOn })).status).toBe(200);
    const stale = await change(member, `expense/${id}`, { amount: 30, basedOn });
    expect(stale.status).toBe(409);
    expect(stale.error.code).toBe('CONFLICT');
    const { data } = await testApp.call<Saved>('GET', `/transactions/${id}`, { as: member });
    expect(data.transaction.amount).toBe(20);
    expect(stale.error.details).toEqual({ updated_at: data.transaction.updated_at });
    const again = { amount: 30, based_on: data.transaction.updated_at };
    expect((await change(member, `expense/${id}`, again)).data.transaction.amount).toBe(30);
  });

  test('a deletion of an older version is refused, also after a change of type', async () => {
    const member = await createMember(testApp);
    const { id, updated_at: basedOn } = await record(testApp, member, { amount: 10 });
    await change(member, `expense/${id}`, { type: 'income' });
    const remove = (version: string) =>
      testApp.call('DELETE', `/transactions/expense/${id}?basedOn=${version}`, { as: member });
    // Nothing can be compared or saved here: a deletion has its own message.
    const message = translator('en')('errors:changedBeforeDeletion');
    expect((await remove(basedOn)).error).toMatchObject({ code: 'CONFLICT', message });
    const { data } = await testApp.call<Saved>('GET', `/transactions/${id}`, { as: member });
    expect(data.transaction.type).toBe('income');
    expect((await remove(data.transaction.updated_at)).status).toBe(404);
  });

  test.each([
    ['budgets', 'budget', { category_ids: [] as string[], amount: 500 }, { amount: 501 }],
    ['goals', 'goal', { name: 'Bicycle', amount: 500 }, { amount: 501 }],
    [
      'rules',
      'rule',
      {
        conditions: [{ field: 'text', operator: 'contains', value: 'tea' }],
        actions: { merchant_name: 'Tea' },
      },
      { is_active: false },
    ],
  ])('a change of %s that is based on an older version is refused', async (path, name, body, changes) => {
    const member = await createMember(testApp);
    const categories = await categoriesOf(testApp, member);
    const food = categories.find(({ type }) => type === 'expense')?.id ?? '';
    type Made = Record<string, { id: string; updated_at: string }>;
    const call = async (method: string, at: string, sent: object) => {
      const { status, error, data } = await testApp.call<Made>(method, at, { as: member, body: sent });
      return { status, code: error?.code, made: data?.[name] };
    };
    const { made } = await call(
      'POST',
      `/${path}`,
      'category_ids' in body ? { ...body, category_ids: [food] } : body,
    );
    const change = (sent: object) => call('PUT', `/${path}/${made?.id}`, sent);
    const basedOn = made?.updated_at;
    const other = { ...changes, ...('amount' in changes && { amount: 400 }), is_active: true };
    const next = await change({ ...changes, basedOn });
    expect(next.status).toBe(200);
    expect(await change({ ...other, basedOn })).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect((await change({ ...changes, basedOn })).status).toBe(200);
    expect((await change(other)).status).toBe(200);
  });

  test('each change is a version of its own, even at the same instant', async () => {
    const member = await createMember(testApp);
    const { id, updated_at } = await record(testApp, member);
    const versions = [updated_at];
    for (const amount of [1, 2, 3]) {
      versions.push((await change(member, `expense/${id}`, { amount })).data.transaction.updated_at);
    }
    expect([...new Set(versions)].sort()).toEqual(versions);
  });

  test('a change without effect is not refused', async () => {
    const member = await createMember(testApp);
    const { id, updated_at: basedOn } = await record(testApp, member, { amount: 10 });
    for (const attempt of ['first', 'second']) {
      const reply = await change(member, `expense/${id}`, { amount: 20, notes: 'a\r\nb', basedOn });
      expect(reply.status, attempt).toBe(200);
      expect(reply.data.transaction.notes).toBe('a\nb');
    }
  });

  test('a change without a version overwrites the current one', async () => {
    const member = await createMember(testApp);
    const { id } = await record(testApp, member, { amount: 10 });
    await change(member, `expense/${id}`, { amount: 20 });
    const stored = { amount: 30, updated_at: '2000-01-01T00:00:00.000Z', basedOn: '' };
    expect((await change(member, `expense/${id}`, stored)).status).toBe(200);
  });

  test('of twenty concurrent changes of the same version one succeeds, on whichever server', async () => {
    const member = await createMember(testApp);
    const { id, updated_at: basedOn } = await record(testApp, member, { amount: 10 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        change(member, `expense/${id}`, { amount: index + 100, basedOn }, nodes[index % 2] ?? testApp),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const winner = replies.find(({ status }) => status === 200);
    const { data } = await testApp.call<{ balance: number }>('GET', '/transactions/balance', { as: member });
    expect(data.balance).toBe(-(winner?.data.transaction.amount ?? 0));
  });

  test('a deleted transaction is missing, whatever the version', async () => {
    const member = await createMember(testApp);
    const { id, updated_at: basedOn } = await record(testApp, member);
    await testApp.call('DELETE', `/transactions/expense/${id}`, { as: member });
    expect((await change(member, `expense/${id}`, { amount: 3, basedOn })).status).toBe(404);
  });

  describe('of a category', () => {
    const changeCategory = (as: { accessToken: string }, id: string, body: object) =>
      testApp.call<{ category: Category }>('PUT', `/categories/${id}`, { as, body });

    async function make(as: { accessToken: string }) {
      const { data } = await testApp.call<{ category: Category }>('POST', '/categories', {
        as,
        body: { name: 'Clay', type: 'expense', color: '#EC4899' },
      });
      return data.category;
    }

    test('a change that is based on an older version is refused, unless it has no effect', async () => {
      const member = await createMember(testApp);
      const { id, updated_at: basedOn } = await make(member);
      const first = await changeCategory(member, id, { name: 'Porcelain', basedOn });
      expect(first.data.category.updated_at > basedOn).toBe(true);
      const stale = await changeCategory(member, id, { name: 'Stoneware', basedOn });
      expect(stale.status).toBe(409);
      expect(stale.error).toMatchObject({
        code: 'CONFLICT',
        details: { updated_at: first.data.category.updated_at },
      });
      const same = { name: 'Porcelain', color: '#ec4899', description: '', basedOn };
      expect((await changeCategory(member, id, same)).status).toBe(200);
      expect((await changeCategory(member, id, { name: 'Stoneware' })).status).toBe(200);
    });

    test('an archived one can be restored and renamed in one request', async () => {
      const member = await createMember(testApp);
      const { id } = await make(member);
      const aside = await changeCategory(member, id, { is_archived: true });
      const { updated_at: basedOn } = aside.data.category;
      const back = await changeCategory(member, id, { is_archived: false, name: 'Stoneware', basedOn });
      expect(back.data.category).toMatchObject({ name: 'Stoneware', is_archived: false });
    });
  });
});
