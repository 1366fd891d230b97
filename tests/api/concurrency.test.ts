import { expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { createMember, type Member, record } from '../support/members.ts';

interface Balance {
  balance: number;
}

forEachEngine((engine) => {
  const nodes = [createTestApp(engine), createTestApp(engine)] as const;
  const nodeOf = (index: number): TestApp => nodes[index % 2] ?? nodes[0];

  async function balanceOf(as: Member): Promise<number> {
    return (await nodes[0].call<Balance>('GET', '/transactions/balance', { as })).data.balance;
  }

  async function listedOf(as: Member): Promise<number> {
    const path = '/transactions?status=any&limit=200';
    const { data } = await nodes[0].call<{ transactions: { type: string; amount: number }[] }>('GET', path, {
      as,
    });
    return data.transactions.reduce(
      (cents, { type, amount }) => cents + Math.round(amount * 100) * (type === 'income' ? 1 : -1),
      0,
    );
  }

  test('a hundred filtered lists at once are all answered', async () => {
    const member = await createMember(nodes[0]);
    await record(nodes[0], member, { amount: 1 });
    const lists = Array.from({ length: 100 }, () =>
      nodes[0].call('GET', '/transactions?type=expense', { as: member }),
    );
    const statuses = (await Promise.all(lists)).map(({ status }) => status);
    expect(statuses).toEqual(Array(100).fill(200));
  });

  test('a search whose client has left looks at no transactions', async () => {
    const member = await createMember(nodes[0]);
    const { status } = await nodes[0].request('/api/v1/transactions?search=bread', {
      headers: { authorization: `Bearer ${member.accessToken}` },
      signal: AbortSignal.abort(),
    });
    expect(status).toBe(503);
  });

  test('forty concurrent moves between the same two days leave exact sums', async () => {
    const member = await createMember(nodes[0]);
    const dates = ['2026-05-10', '2026-06-10'];
    const entries = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        record(nodeOf(index), member, { amount: index + 1, date: dates[index % 2] }),
      ),
    );
    const moves = entries.map(({ id }, index) =>
      nodeOf(index).call('PUT', `/transactions/expense/${id}`, {
        as: member,
        body: { date: dates[(index + 1) % 2], type: index % 3 === 0 ? 'income' : 'expense' },
      }),
    );
    const statuses = (await Promise.all(moves)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(Math.round((await balanceOf(member)) * 100)).toBe(await listedOf(member));
    for (const [month, parity] of [
      ['5', 1],
      ['6', 0],
    ] as const) {
      const path = `/transactions/summary/monthly?year=2026&month=${month}`;
      const { data } = await nodes[0].call<{ income: number; expenses: number }>('GET', path, { as: member });
      const moved = Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 2 === parity);
      expect(data.income + data.expenses).toBe(moved.reduce((sum, index) => sum + index + 1, 0));
    }
  });

  test('concurrent changes of one row are serialised: the last one counts, in the list and in the sum', async () => {
    const member = await createMember(nodes[0]);
    const { id } = await record(nodes[0], member);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        nodeOf(index).call('PUT', `/transactions/expense/${id}`, { as: member, body: { amount: index + 1 } }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Math.round((await balanceOf(member)) * 100)).toBe(await listedOf(member));
  });

  test('of twenty concurrent deletions of one row one succeeds, and the sum decreases once', async () => {
    const member = await createMember(nodes[0]);
    await record(nodes[0], member, { amount: 7 });
    const { id } = await record(nodes[0], member, { amount: 5 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        nodeOf(index).call('DELETE', `/transactions/expense/${id}`, { as: member }),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(404)]);
    expect(await balanceOf(member)).toBe(-7);
  });

  test('after concurrent writes and reads, balance and list agree', async () => {
    const member = await createMember(nodes[0]);
    const write = async (index: number) => {
      const type = index % 2 ? 'income' : 'expense';
      const { id } = await record(nodeOf(index), member, { type, amount: index + 1 });
      if (index % 3 === 0)
        await nodeOf(index + 1).call('DELETE', `/transactions/${type}/${id}`, { as: member });
      if (index % 3 === 1) {
        const body = { amount: index + 50, type: 'income', date: '2026-06-09' };
        await nodeOf(index).call('PUT', `/transactions/${type}/${id}`, { as: member, body });
      }
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => write(index)));
    expect(Math.round((await balanceOf(member)) * 100)).toBe(await listedOf(member));
    const { data } = await nodes[1].call<{ summary: { total: number } }>('GET', '/transactions', {
      as: member,
    });
    expect(data.summary.total).toBe(20);
  });
});
