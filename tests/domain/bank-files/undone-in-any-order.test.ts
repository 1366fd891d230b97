import { describe, expect, test } from 'vitest';
import { startCarryOut } from '../../../src/domain/bank-files/carry-out/carry-out.ts';
import type { CarryOutInput } from '../../../src/domain/bank-files/carry-out/new-accounts-and-opening.ts';
import { checkTotalsOf } from '../../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../../support/app.ts';
import { previewRows } from '../../support/bank-imports.ts';
import { contextOf, createMember, type Member } from '../../support/members.ts';
import { makeTemplate } from '../../support/templates.ts';

type Line = [date: string, amount: number, text: string];

interface Money {
  name: string;
  balance: number;
  opening_balance: number;
  opening_date: string | null;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const call = async <Data>(member: Member, method: string, path: string, body?: object) => {
    // No two changes at the same instant.
    testApp.advance(1);
    return testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  };

  const account = async (member: Member, name: string, more: object = {}) => {
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name, ...more });
    return data.account.id;
  };

  /** Reads a file into an account; the answer to what is asked is `input`. */
  const read = async (
    member: Member,
    into: string,
    lines: readonly Line[],
    { closing, decisions, ...input }: CarryOutInput & { closing?: string; decisions?: object[] } = {},
  ) => {
    testApp.advance(1);
    const context = await contextOf(testApp, member);
    const rows = lines.map(([date, amount, text]) => ({ date, amount, text }));
    const id = await previewRows(context, rows, into, closing);
    if (decisions) await call(member, 'PUT', `/imports/${id}/rows`, { decisions });
    await startCarryOut(context, id, { keepsStated: true, ...input });
    return id;
  };

  const undo = async (member: Member, id: string, body: object = {}) => {
    const { status } = await call(member, 'POST', `/imports/${id}/undo`, body);
    expect(status).toBe(200);
  };

  const merge = async (member: Member, from: string, moveTo: string) => {
    const { data } = await call<{ undo_id: string }>(member, 'DELETE', `/accounts/${from}`, { moveTo });
    return data.undo_id;
  };

  const restore = async (member: Member, undo_id: string) =>
    (await call<Record<string, number>>(member, 'POST', '/transactions/restore', { undo_id })).data;

  const money = async (member: Member) => {
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
    const { data } = await call<{ accounts: Money[] }>(member, 'GET', '/accounts');
    return data.accounts.map((each) => [each.balance, each.opening_balance, each.opening_date]);
  };

  const balances = async (member: Member) => (await money(member)).map(([balance]) => balance);

  const list = async (member: Member) => {
    const { data } = await call<{ transactions: Record<string, unknown>[] }>(
      member,
      'GET',
      '/transactions?status=any&include_transfers=true',
    );
    return data.transactions.map((each) => `${each.type} ${each.amount} ${each.description}`).toSorted();
  };

  once(
    'what an undone import had brought does not come back with a merge of accounts that is undone',
    async () => {
      const member = await createMember(testApp);
      await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { number: '111111' });
      const savings = await account(member, 'Savings', { number: '444444' });
      const theirs = await read(member, savings, [
        ['2026-05-05', 7, 'Interest'],
        ['2026-05-30', -500, 'Transfer to account 111111'],
      ]);
      const own = await read(member, FIRST_ACCOUNT, [
        ['2026-05-01', -10, 'Shop'],
        ['2026-05-30', 500, 'Transfer from account 444444'],
      ]);
      expect(await balances(member)).toEqual([490, -493]);
      const merged = await merge(member, savings, FIRST_ACCOUNT);
      await undo(member, own);
      expect(await balances(member)).toEqual([7]);
      expect(await restore(member, merged)).toMatchObject({ restored_count: 1, failed: 1 });
      expect(await balances(member)).toEqual([0, -493]);
      expect(await list(member)).toEqual(['expense 500 Transfer to account 111111', 'income 7 Interest']);
      await undo(member, theirs);
      expect(await balances(member)).toEqual([0, 0]);
      expect(await list(member)).toEqual([]);
    },
  );

  test('what an undone import had brought does not come back with its own deletion', async () => {
    const member = await createMember(testApp);
    const id = await read(member, FIRST_ACCOUNT, [['2026-05-01', -10, 'Shop']]);
    const { data } = await call<{ transactions: { id: string }[] }>(member, 'GET', '/transactions');
    const path = `/transactions/expense/${data.transactions[0]?.id}`;
    const { data: deleted } = await call<{ undo_id: string }>(member, 'DELETE', path);
    await undo(member, id);
    expect(await restore(member, deleted.undo_id)).toMatchObject({ restored_count: 0, failed: 1 });
    expect(await balances(member)).toEqual([0]);
  });

  once('a merge of accounts does not count as a change of what an import brought or merged', async () => {
    const member = await createMember(testApp);
    const cash = await account(member, 'Cash');
    const typed = { amount: 30, date: '2026-05-02', description: 'card zap', accountId: cash };
    await call(member, 'POST', '/transactions/expense', typed);
    const before = await list(member);
    const lines: Line[] = [
      ['2026-05-01', -10, 'Shop'],
      ['2026-05-04', -30, 'card zap'],
    ];
    const merging = { decisions: [{ index: 1, decision: 'merge' }] };
    const id = await read(member, cash, lines, merging);
    expect(await balances(member)).toEqual([0, -40]);
    const merged = await merge(member, cash, FIRST_ACCOUNT);
    await undo(member, id);
    await restore(member, merged);
    expect(await list(member)).toEqual(before);
    const again = await read(member, cash, lines, merging);
    await restore(member, await merge(member, cash, FIRST_ACCOUNT));
    await undo(member, again);
    expect(await balances(member)).toEqual([0, -30]);
    expect(await list(member)).toEqual(before);
  });

  test.each(
    [
      [700, 900],
      [700, 0],
      [0, 900],
    ].flatMap(([own = 0, other = 0]) => ['merge', 'import'].map((first) => [own, other, first] as const)),
  )(
    'a file moves only what its own account began with: %s and %s, undone first the %s',
    async (own, other, first) => {
      const member = await createMember(testApp);
      const opening = (opening_balance: number, opening_date: string) =>
        opening_balance ? { opening_balance, opening_date } : {};
      await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, opening(own, '2026-05-27'));
      const aside = await account(member, 'Aside', opening(other, '2026-05-01'));
      const before = await money(member);
      const merged = await merge(member, aside, FIRST_ACCOUNT);
      const id = await read(member, FIRST_ACCOUNT, [
        ['2026-04-22', -40, 'Shop'],
        ['2026-05-10', -7, 'Fuel'],
      ]);
      expect(await balances(member)).toEqual([(own || -47) + other]);
      if (first === 'import') await undo(member, id);
      await restore(member, merged);
      if (first === 'merge') {
        expect(await balances(member)).toEqual([own || -47, other]);
        await undo(member, id);
      }
      expect(await money(member)).toEqual(before);
    },
  );

  describe('an account that was merged into another one after a file', () => {
    const orders = ['import', 'merge'] as const;

    const both = async (member: Member, first: (typeof orders)[number], id: string, merged: string) => {
      const acts = [() => undo(member, id), () => restore(member, merged)];
      for (const act of first === 'import' ? acts : acts.toReversed()) await act();
    };

    test.each(orders)('takes along what the bank said it began with: undone first the %s', async (first) => {
      const member = await createMember(testApp);
      const aside = await account(member, 'Aside');
      const id = await read(member, aside, [['2026-05-04', -20, 'Tea']], { closing: '100', opening: true });
      expect(await balances(member)).toEqual([0, 100]);
      const merged = await merge(member, aside, FIRST_ACCOUNT);
      await call(member, 'POST', '/transactions/expense', { amount: 3, description: 'own' });
      if (first === 'import') {
        await undo(member, id);
        expect(await balances(member)).toEqual([-3]);
        await restore(member, merged);
      } else await both(member, first, id, merged);
      expect(await money(member)).toEqual([
        [-3, 0, null],
        [0, 0, null],
      ]);
    });

    once('keeps it for the rows of a later file, until that is undone', async () => {
      const member = await createMember(testApp);
      const aside = await account(member, 'Aside');
      const opening = { closing: '100', opening: true };
      const id = await read(member, aside, [['2026-05-04', -20, 'Tea']], opening);
      const later = await read(member, aside, [['2026-05-06', -1, 'Fee']]);
      await merge(member, aside, FIRST_ACCOUNT);
      await undo(member, id);
      expect(await balances(member)).toEqual([119]);
      await undo(member, later);
      expect(await money(member)).toEqual([[0, 0, null]]);
    });

    test('has no more of it either once the merge cannot be undone', async () => {
      const member = await createMember(testApp);
      const aside = await account(member, 'Aside');
      const opening = { closing: '100', opening: true };
      const id = await read(member, aside, [['2026-05-04', -20, 'Tea']], opening);
      await merge(member, aside, FIRST_ACCOUNT);
      await engine.db.deleteFrom('deleted_accounts').where('user_id', '=', member.id).execute();
      await undo(member, id);
      expect(await money(member)).toEqual([[0, 0, null]]);
    });

    test.each(orders)('has again what its person said of it: undone first the %s', async (first) => {
      for (const off of [0, 70]) {
        const member = await createMember(testApp);
        const said = { opening_balance: 100, opening_date: '2026-05-10' };
        const aside = await account(member, 'Aside', said);
        // Without `off`, the file moves it to nothing.
        const id = await read(member, aside, [['2026-05-01', 100 - off, 'Pay']]);
        expect(await balances(member)).toEqual([0, 100]);
        const merged = await merge(member, aside, FIRST_ACCOUNT);
        if (first === 'import') {
          await undo(member, id);
          expect(await money(member)).toEqual([[100, 100, '2026-05-10']]);
          await restore(member, merged);
        } else await both(member, first, id, merged);
        expect(await money(member)).toEqual([
          [0, 0, null],
          [100, 100, '2026-05-10'],
        ]);
      }
    });

    test.each(orders)('has it again where the bank was right instead: undone first the %s', async (first) => {
      const member = await createMember(testApp);
      const said = { opening_balance: 900, opening_date: '2026-05-10' };
      const aside = await account(member, 'Aside', said);
      const opening = { closing: '100', opening: true };
      const id = await read(member, aside, [['2026-05-04', -20, 'Tea']], opening);
      expect(await balances(member)).toEqual([0, 100]);
      const merged = await merge(member, aside, FIRST_ACCOUNT);
      if (first === 'import') {
        await undo(member, id);
        expect(await money(member)).toEqual([[900, 900, '2026-05-10']]);
        await restore(member, merged);
      } else await both(member, first, id, merged);
      expect(await money(member)).toEqual([
        [0, 0, null],
        [900, 900, '2026-05-10'],
      ]);
    });

    test('has nothing where it was deleted empty', async () => {
      const member = await createMember(testApp);
      const said = { opening_balance: 100, opening_date: '2026-05-10' };
      const aside = await account(member, 'Aside', said);
      const id = await read(member, aside, [['2026-05-01', 100, 'Pay']]);
      const { data } = await call<{ transactions: { id: string }[] }>(member, 'GET', '/transactions');
      await call(member, 'DELETE', `/transactions/income/${data.transactions[0]?.id}`);
      expect((await call(member, 'DELETE', `/accounts/${aside}`)).status).toBe(200);
      await undo(member, id);
      expect(await money(member)).toEqual([[0, 0, null]]);
    });
  });

  test.each(['None', 'Other'])(
    'what a file joined does not come back in a deleted category: %s',
    async (to) => {
      const member = await createMember(testApp);
      const aside = await account(member, 'Aside');
      const category = async (name: string) => {
        const values = { name, type: 'expense' };
        return (await call<{ category: { id: string } }>(member, 'POST', '/categories', values)).data.category
          .id;
      };
      const gone = await category('Gone');
      const moveTo = to === 'None' ? null : await category(to);
      const typed = { amount: 30, date: '2026-05-04', description: 'to aside', category_id: gone };
      await call(member, 'POST', '/transactions/expense', { ...typed, account_id: FIRST_ACCOUNT });
      const decisions = [{ index: 0, decision: 'transfer', transferAccountId: FIRST_ACCOUNT }];
      const id = await read(member, aside, [['2026-05-04', 30, 'to aside']], { decisions });
      await call(member, 'DELETE', `/categories/${gone}`, moveTo ? { moveTo } : {});
      await undo(member, id);
      expect(await balances(member)).toEqual([-30, 0]);
      const { data } = await call<{ transactions: object[] }>(member, 'GET', '/transactions');
      expect(data.transactions).toEqual([expect.objectContaining({ type: 'expense', category_id: moveTo })]);
    },
  );

  once('a merged amount stays until the last file that shows it is undone', async () => {
    const member = await createMember(testApp);
    const planned = { amount: 30, description: 'card zap', start_date: '2026-06-10' };
    await makeTemplate(testApp, member, planned);
    const before = await list(member);
    const line: Line = ['2026-06-10', -31, 'card zap'];
    const merging = await read(member, FIRST_ACCOUNT, [line], {
      decisions: [{ index: 0, decision: 'merge' }],
    });
    const showing = await read(member, FIRST_ACCOUNT, [line]);
    const merged = await list(member);
    expect(merged).toContain('expense 31 card zap');
    await undo(member, merging);
    expect(await list(member)).toEqual(merged);
    await undo(member, showing);
    expect(await list(member)).toEqual(before);
  });

  test.each(['joined', 'made'])(
    'a transfer that a file %s stays until the last one that shows it is undone',
    async (how) => {
      const member = await createMember(testApp);
      const aside = await account(member, 'Aside');
      const line: Line = ['2026-05-04', 30, 'to aside'];
      if (how === 'joined') await read(member, FIRST_ACCOUNT, [['2026-05-04', -30, 'to aside']]);
      const before = await list(member);
      const decisions = [{ index: 0, decision: 'transfer', transferAccountId: FIRST_ACCOUNT }];
      const first = await read(member, aside, [line], { decisions });
      const again = await read(member, aside, [line]);
      const transfer = await list(member);
      expect(transfer).toEqual([expect.stringMatching('^transfer ')]);
      await undo(member, first);
      expect(await list(member)).toEqual(transfer);
      expect(await balances(member)).toEqual([-30, 30]);
      await undo(member, again);
      expect(await list(member)).toEqual(before);
    },
  );

  const say = (member: Member, opening_balance: number, opening_date: string) =>
    call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance, opening_date });

  once('what was said holds for a row that goes over to a file that was looked at first', async () => {
    const member = await createMember(testApp);
    await say(member, 1000, '2026-05-25');
    const line = { date: '2026-05-07', amount: 100, text: 'Pay' };
    const other = await previewRows(await contextOf(testApp, member), [line], FIRST_ACCOUNT);
    const bank = { closing: '1300', opening: true };
    const id = await read(member, FIRST_ACCOUNT, [[line.date, line.amount, line.text]], bank);
    expect(await balances(member)).toEqual([1300]);
    // Its row is there now, which is shown first.
    for (const expected of [409, 200]) {
      const { status } = await call(member, 'POST', `/imports/${other}/carry-out`, { keepsStated: true });
      expect(status).toBe(expected);
    }
    await undo(member, id);
    expect(await money(member)).toEqual([[1000, 900, '2026-05-06']]);
    await undo(member, other);
    expect(await money(member)).toEqual([[1000, 1000, '2026-05-25']]);
  });

  once(
    'an opening balance stays before all rows where one of two files with the same ones is undone',
    async () => {
      const member = await createMember(testApp);
      await say(member, 1000, '2026-05-25');
      const later: Line[] = [['2026-05-12', -7, 'Fuel']];
      const id = await read(member, FIRST_ACCOUNT, later);
      await read(member, FIRST_ACCOUNT, [['2026-05-02', -40, 'Shop']]);
      await read(member, FIRST_ACCOUNT, later);
      expect(await money(member)).toEqual([[1000, 1047, '2026-05-01']]);
      await undo(member, id);
      expect(await money(member)).toEqual([[1000, 1047, '2026-05-01']]);
    },
  );

  const ORDERS = ['azx', 'axz', 'zax', 'zxa', 'xaz', 'xza'];
  const OLDER_FIRST = ORDERS.filter((order) => !order.startsWith('a') && order !== 'xaz');

  test.each(OLDER_FIRST.flatMap((order) => ORDERS.map((undone) => [order, undone] as const)))(
    'an account is what the bank says, and then what was said: read %s, undone %s',
    async (order, undone) => {
      const member = await createMember(testApp);
      await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, {
        opening_balance: 1000,
        opening_date: '2026-05-01',
      });
      const files: Record<string, { closing: string; lines: Line[] }> = {
        z: {
          closing: '1420',
          lines: [
            ['2026-03-05', -10, 'Shop'],
            ['2026-03-20', -20, 'Fuel'],
          ],
        },
        a: {
          closing: '1300',
          lines: [
            ['2026-04-09', -40, 'Rent'],
            ['2026-04-12', -80, 'Zoo'],
          ],
        },
        x: { closing: '1140', lines: [['2026-04-20', -160, 'Ikea']] },
      };
      const ids = new Map<string, string>();
      const log: unknown[] = [];
      const check = async (act: string) => {
        const [balance] = await balances(member);
        log.push([act, balance]);
        const inBank = 1300 - (ids.has('x') ? 160 : 0);
        expect([balance, log]).toEqual([ids.has('a') ? inBank : 1000, expect.anything()]);
      };
      for (const name of order) {
        const { lines = [], closing = '' } = files[name] ?? {};
        ids.set(name, await read(member, FIRST_ACCOUNT, lines, { closing, opening: name === 'a' }));
        await check(`read ${name}`);
      }
      for (const name of undone) {
        await undo(member, ids.get(name) ?? '');
        ids.delete(name);
        await check(`undo ${name}`);
      }
      expect(await money(member)).toEqual([[1000, 1000, '2026-05-01']]);
    },
  );
});
