import { expect, test } from 'vitest';
import { applyToWaiting } from '../../src/domain/bank-files/preview/apply-rule.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import type { Actions } from '../../src/domain/rules/schema.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, csv } from '../support/bank-imports.ts';
import {
  categoriesOf,
  contextOf,
  createMember,
  type Member,
  record,
  type Transaction,
} from '../support/members.ts';

interface Rule {
  id: string;
  position: number;
  is_active: boolean;
  conditions: unknown[];
  actions: Record<string, unknown>;
  applied_count: number;
}

const contains = (value: string, field = 'text') => ({ field, operator: 'contains', value });

const whole = (total: number) => ({ page: 1, limit: total, total, hasMore: false, nextCursor: null });

forEachApp((testApp, { once }) => {
  const call = <Data>(as: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as, ...(body && { body }) });
  const list = async (member: Member) => (await call<{ rules: Rule[] }>(member, 'GET', '/rules')).data.rules;
  async function create(member: Member, conditions: unknown[], actions: object): Promise<Rule> {
    const answer = await call<{ rule: Rule }>(member, 'POST', '/rules', { conditions, actions });
    expect(answer.status, JSON.stringify(answer.error)).toBe(201);
    return answer.data.rule;
  }
  const expenses = async (member: Member) =>
    (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
  const balances = async (member: Member) => {
    const { data } = await call<{ accounts: { name: string; balance: number }[] }>(
      member,
      'GET',
      '/accounts?archived=true',
    );
    return Object.fromEntries(data.accounts.map(({ name, balance }) => [name, balance]));
  };
  const read = async (member: Member, id: string) =>
    (await call<{ transaction: Transaction }>(member, 'GET', `/transactions/${id}`)).data.transaction;

  test('what is recorded gets what the first fitting rule says, and what was sent stays', async () => {
    const member = await createMember(testApp);
    const [food, home] = await expenses(member);
    await create(member, [contains('שופרסל'), { field: 'amount', operator: 'between', value: [10, null] }], {
      category_id: food?.id,
      notes: 'weekly',
    });
    await create(member, [contains('שופרסל')], { category_id: home?.id, merchant_name: 'Shufersal' });
    const large = await record(testApp, member, { amount: 10, description: 'שׁוּפֶרְסַל דיל' });
    expect(large).toMatchObject({ category_id: food?.id, notes: 'weekly', merchant_name: 'Shufersal' });
    const small = await record(testApp, member, { amount: 9.99, description: 'שופרסל' });
    expect(small).toMatchObject({ category_id: home?.id, notes: null });
    const own = { categoryId: home?.id, merchant_name: 'Mine', notes: 'own' };
    expect(await record(testApp, member, { amount: 20, description: 'שופרסל', ...own })).toMatchObject({
      category_id: home?.id,
      merchant_name: 'Mine',
      notes: 'own',
    });
    const found = await call<{ transactions: Transaction[] }>(
      member,
      'GET',
      '/transactions?merchant_name=Shufersal',
    );
    expect(found.data.transactions).toHaveLength(2);
    const many = await call<{ transactions: Transaction[] }>(member, 'POST', '/transactions/bulk', {
      transactions: [{ amount: -3, description: 'שופרסל' }],
    });
    expect(many.data.transactions[0]).toMatchObject({ category_id: home?.id });
    expect((await list(member)).map(({ applied_count }) => applied_count)).toEqual([2, 4]);
  });

  test('a category of the other type is not given, and a rule that is off does nothing', async () => {
    const member = await createMember(testApp);
    const [food] = await expenses(member);
    const rule = await create(member, [contains('shop')], { category_id: food?.id });
    const income = await call<{ transaction: Transaction }>(member, 'POST', '/transactions/income', {
      amount: 5,
      description: 'shop',
    });
    expect(income.data.transaction.category_id).toBe(null);
    await call(member, 'PUT', `/rules/${rule.id}`, { is_active: false });
    expect(await record(testApp, member, { description: 'shop' })).toMatchObject({ category_id: null });
  });

  test('a rule shows what it meets, runs over the past, and is undone', async () => {
    const member = await createMember(testApp);
    const [food, home] = await expenses(member);
    const spellings = ['PAYPAL *SPOTIFY', 'Spotify AB'];
    const rows = [];
    for (const merchant_name of spellings)
      rows.push(await record(testApp, member, { amount: 7, description: 'Music', merchant_name }));
    const set = await record(testApp, member, { description: 'Spotify', categoryId: home?.id });
    const rule = { conditions: [contains('spotify')], actions: { category_id: food?.id } };
    const tried = await call<{ matches: Transaction[]; total: number }>(
      member,
      'POST',
      '/rules/preview',
      rule,
    );
    expect(tried.data.total).toBe(3);
    expect(tried.data.matches.map(({ id }) => id).toSorted()).toEqual(
      [...rows, set].map(({ id }) => id).toSorted(),
    );
    const category = await create(member, rule.conditions, rule.actions);
    const renaming = await create(member, [{ field: 'payee', operator: 'contains', value: 'spotify' }], {
      merchant_name: 'Spotify',
    });
    const apply = async (id: string, body: object = {}) => {
      const path = `/rules/${id}/apply`;
      return (await call<{ updated_count: number; undo_id: string | null }>(member, 'POST', path, body)).data;
    };
    const applied = await apply(category.id);
    expect(applied.updated_count).toBe(2);
    expect(await read(member, rows[0]?.id ?? '')).toMatchObject({ category_id: food?.id });
    expect((await read(member, set.id)).category_id).toBe(home?.id);
    await call(member, 'POST', '/transactions/restore', { undo_id: applied.undo_id });
    expect(await read(member, rows[0]?.id ?? '')).toMatchObject({ category_id: null });
    const renamed = await apply(renaming.id);
    expect(renamed.updated_count).toBe(2);
    expect(await read(member, rows[0]?.id ?? '')).toMatchObject({ merchant_name: 'Spotify' });
    await call(member, 'POST', '/transactions/restore', { undo_id: renamed.undo_id });
    expect(await read(member, rows[0]?.id ?? '')).toMatchObject({ merchant_name: spellings[0] });
    expect(await apply(category.id, { dateFrom: '2030-01-01' })).toEqual({ updated_count: 0, undo_id: null });
    const ofImports = await create(member, [contains('x')], { leave_out: true });
    expect(await call(member, 'POST', `/rules/${ofImports.id}/apply`, {})).toMatchObject({
      status: 400,
      error: { details: [{ field: 'actions' }] },
    });
  });

  once(
    'rows of an import are filled, left out and made transfers by rules, which are never asked again',
    async () => {
      const member = await createMember(testApp);
      const { preview, rows, carryOut } = bankImports(testApp);
      const made = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
        name: 'Savings',
        kind: 'savings',
      });
      const savings = made.data.account.id;
      const [food] = await expenses(member);
      await create(member, [contains('coffee')], { category_id: food?.id, merchant_name: 'Cafe' });
      await create(member, [contains('bank fee')], { leave_out: true });
      await create(member, [contains('standing order')], { account_to: savings });
      const file = csv(
        '2026-05-03,Coffee,-14.00',
        '2026-05-04,Bank fee,-2.00',
        '2026-05-05,Standing order,-100.00',
      );
      const { id } = await preview(member, file, 'a.csv', { accountId: FIRST_ACCOUNT });
      const found = await rows(member, id);
      expect(found).toMatchObject([
        { state: 'new', decision: 'import', category_id: food?.id, category_source: 'rule' },
        { state: 'new', decision: 'leave_out' },
        { state: 'transfer', decision: 'transfer', transfer_account_id: savings },
      ]);
      expect(await carryOut(member, id)).toMatchObject({
        created_count: 1,
        transfer_count: 1,
        left_out_count: 1,
      });
    },
  );

  test('what a rule moves to an account that was archived since comes in as it is, and says why', async () => {
    const member = await createMember(testApp);
    const { preview, rows, carryOut, call: ofImports } = bankImports(testApp);
    const body = { name: 'Savings', kind: 'savings' };
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', body);
    const savings = data.account.id;
    const archive = (is_archived: boolean) =>
      call(member, 'PUT', `/accounts/${savings}`, { ...body, is_archived });
    const rule = await create(member, [contains('to savings')], { account_to: savings });
    const file = csv('2026-05-03,Coffee,-14.00', '2026-05-05,To savings,-100.00');
    const PLAIN = {
      state: 'transfer',
      decision: 'import',
      transfer_account_id: savings,
      why: 'Comes in as it is: one of your rules moves it to or from Savings, which is archived',
    };

    expect((await archive(true)).status).toBe(200);
    const { id } = await preview(member, file, 'a.csv', { accountId: FIRST_ACCOUNT });
    expect(await rows(member, id)).toMatchObject([{ state: 'new', decision: 'import' }, PLAIN]);
    await record(testApp, member, { amount: 3, description: 'Bread', date: '2026-05-01' });
    const transfer = { index: 1, decision: 'transfer' };
    const refused = await ofImports(member, 'PUT', `/${id}/rows`, { decisions: [transfer] });
    expect(refused).toMatchObject({
      status: 400,
      error: { details: [{ field: 'decisions.0.transferAccountId' }] },
    });
    await ofImports(member, 'PUT', `/${id}/rows`, { state: 'transfer', decision: 'transfer' });
    expect(await rows(member, id)).toMatchObject([{}, PLAIN]);
    await archive(false);
    await ofImports(member, 'PUT', `/${id}/rows`, { decisions: [transfer] });
    expect(await carryOut(member, id)).toMatchObject({ created_count: 1, transfer_count: 1 });

    await archive(true);
    const sent = await ofImports<{ added: number; import: { id: string; status: string } }>(
      member,
      'POST',
      '/rows',
      [{ date: '2026-05-25', amount: -100, description: 'To savings' }],
    );
    expect(sent.data).toMatchObject({ added: 1, left_out: 0, import: { status: 'done' } });
    expect(await rows(member, sent.data.import.id)).toMatchObject([PLAIN]);
    expect(await balances(member)).toMatchObject({ 'Main account': -217, Savings: 100 });
    const later = csv('2026-06-05,Standing order,-100.00');
    const waiting = await preview(member, later, 'b.csv', { accountId: FIRST_ACCOUNT });
    const context = await contextOf(testApp, member);
    const { actions } = rule as unknown as { actions: Actions };
    const broader = {
      id: rule.id,
      actions,
      conditions: [{ field: 'text', operator: 'contains', value: 'order' } as const],
    };
    expect(await applyToWaiting(context, waiting.id, broader)).toBe(1);
    expect(await rows(member, waiting.id)).toMatchObject([PLAIN]);
  });

  once(
    'what a rule moves to an account that was deleted comes in as it is too, until the deletion is undone',
    async () => {
      const member = await createMember(testApp);
      const { preview, rows, carryOut, call: ofImports } = bankImports(testApp);
      const body = { name: 'Savings', kind: 'savings' };
      const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', body);
      const savings = data.account.id;
      const rule = await create(member, [contains('to savings')], { account_to: savings });
      const deleted = await call<{ undo_id: string }>(member, 'DELETE', `/accounts/${savings}`);
      expect(deleted.status).toBe(200);
      const GONE = {
        state: 'transfer',
        decision: 'import',
        transfer_account_id: null,
        why: 'Comes in as it is: one of your rules moves it to or from an account that was deleted',
      };
      const sent = await ofImports<{ added: number; import: { id: string; status: string } }>(
        member,
        'POST',
        '/rows',
        [{ date: '2026-05-25', amount: -3, description: 'To savings' }],
      );
      expect(sent.data).toMatchObject({ added: 1, left_out: 0, import: { status: 'done' } });
      expect(await rows(member, sent.data.import.id)).toMatchObject([GONE]);
      const file = csv('2026-05-05,To savings,-100.00');
      const { id } = await preview(member, file, 'a.csv', { accountId: FIRST_ACCOUNT });
      expect(await rows(member, id)).toMatchObject([GONE]);
      const later = await preview(member, csv('2026-06-05,Standing order,-100.00'), 'b.csv', {
        accountId: FIRST_ACCOUNT,
      });
      const { actions } = rule as unknown as { actions: Actions };
      const conditions = [{ field: 'text', operator: 'contains', value: 'order' } as const];
      const broader = { id: rule.id, actions, conditions };
      expect(await applyToWaiting(await contextOf(testApp, member), later.id, broader)).toBe(1);
      expect(await rows(member, later.id)).toMatchObject([GONE]);

      const undo = { undo_id: deleted.data.undo_id };
      expect((await call(member, 'POST', '/transactions/restore', undo)).status).toBe(200);
      for (const each of [id, later.id]) {
        const asked = await ofImports(member, 'POST', `/${each}/carry-out`);
        expect([asked.status, asked.error?.code]).toEqual([409, 'CONFLICT']);
      }
      expect(await rows(member, id)).toMatchObject([
        { state: 'transfer', decision: 'transfer', transfer_account_id: savings },
      ]);
      expect(await carryOut(member, id)).toMatchObject({ created_count: 0, transfer_count: 1 });
      expect(await balances(member)).toMatchObject({ 'Main account': -103, Savings: 100 });
    },
  );

  once(
    'a transfer that a rule or a person makes of a row takes the other side that is there, once',
    async () => {
      const { preview, rows, carryOut, undo, call: ofImports } = bankImports(testApp);
      const begin = async () => {
        const member = await createMember(testApp);
        const body = { name: 'Savings', kind: 'savings' };
        const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', body);
        const savings = data.account.id;
        await create(member, [contains('to savings')], { account_to: savings });
        return { member, savings };
      };
      const send = (
        member: Member,
        account: string,
        ...sent: [date: string, amount: number, text: string][]
      ) =>
        ofImports<{ import: { id: string } }>(
          member,
          'POST',
          '/rows',
          sent.map(([date, amount, description]) => ({ date, amount, description, account })),
        );
      const state = async (member: Member) => {
        const { data } = await call<{ accounts: { balance: number }[]; net_worth: number }>(
          member,
          'GET',
          '/accounts',
        );
        const list = await call<{ summary: { income: number; expenses: number } }>(
          member,
          'GET',
          '/transactions?status=any',
        );
        const { income, expenses } = list.data.summary;
        return {
          balances: data.accounts.map(({ balance }) => balance),
          worth: data.net_worth,
          income,
          expenses,
        };
      };
      const MOVED = { balances: [-500, 500], worth: 0, income: 0, expenses: 0 };

      // The file of the account that received it came first, or a person typed it.
      const first = await begin();
      await send(first.member, 'Savings', ['2026-05-08', 500, 'From main account']);
      const joining = await send(first.member, 'Main account', ['2026-05-10', -500, 'To savings']);
      expect(joining.data).toMatchObject({ added: 1, matched: 0 });
      expect(await state(first.member)).toEqual(MOVED);

      const typed = await begin();
      const income = { amount: 500, date: '2026-05-14', accountId: typed.savings, description: 'Saved' };
      await call(typed.member, 'POST', '/transactions/income', income);
      const { id } = await preview(typed.member, csv('2026-05-10,To savings,-500.00'), 'a.csv', {
        accountId: FIRST_ACCOUNT,
      });
      const [shown] = await rows(typed.member, id);
      expect(shown).toMatchObject({ state: 'transfer', decision: 'transfer' });
      expect(await read(typed.member, shown?.matched_transaction_id ?? '')).toMatchObject({
        description: 'Saved',
      });
      await carryOut(typed.member, id);
      expect(await state(typed.member)).toEqual(MOVED);
      expect((await undo(typed.member, id)).status).toBe(200);
      expect(await state(typed.member)).toMatchObject({ balances: [0, 500], income: 500 });

      // More than four days apart are two things.
      await send(typed.member, 'Main account', ['2026-05-09', -500, 'To savings']);
      expect((await state(typed.member)).balances).toEqual([-500, 1000]);

      // Both in one call.
      const both = await begin();
      await ofImports(both.member, 'POST', '/rows', [
        { date: '2026-05-08', amount: 500, description: 'From main account', account: 'Savings' },
        { date: '2026-05-10', amount: -500, description: 'To savings', account: 'Main account' },
      ]);
      expect(await state(both.member)).toEqual(MOVED);

      // The other side came while the preview waited.
      const waiting = await begin();
      const early = await preview(waiting.member, csv('2026-05-10,To savings,-500.00'), 'a.csv', {
        accountId: FIRST_ACCOUNT,
      });
      await send(waiting.member, 'Savings', ['2026-05-10', 500, 'From main account']);
      expect((await ofImports(waiting.member, 'POST', `/${early.id}/carry-out`)).status).toBe(409);
      await carryOut(waiting.member, early.id);
      expect(await state(waiting.member)).toEqual(MOVED);

      // A person says that a row is a transfer.
      const chosen = await begin();
      await send(chosen.member, 'Savings', ['2026-05-10', 500, 'From main account']);
      const plain = await preview(chosen.member, csv('2026-05-10,Standing order,-500.00'), 'a.csv', {
        accountId: FIRST_ACCOUNT,
      });
      const decisions = [{ index: 0, decision: 'transfer', transferAccountId: chosen.savings }];
      const decided = await ofImports<{ import: { counts: object } }>(
        chosen.member,
        'PUT',
        `/${plain.id}/rows`,
        {
          decisions,
        },
      );
      expect(decided.data.import.counts).toMatchObject({ new: 0, transfer: 1 });
      expect(await rows(chosen.member, plain.id)).toMatchObject([
        { state: 'transfer', decision: 'transfer', matched_transaction_id: expect.any(String) },
      ]);
      await carryOut(chosen.member, plain.id);
      expect(await state(chosen.member)).toEqual(MOVED);
    },
  );

  test('rules are put in order and deleted', async () => {
    const member = await createMember(testApp);
    const ids = [];
    for (const notes of ['a', 'b', 'c']) ids.push((await create(member, [contains(notes)], { notes })).id);
    await call(member, 'POST', '/rules/order', { ids: [ids[2], ids[0]] });
    expect((await list(member)).map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
    expect((await call(member, 'GET', '/rules')).data).toMatchObject({ pagination: whole(3) });
    expect((await call(member, 'DELETE', `/rules/${ids[0]}`)).status).toBe(200);
    expect((await list(member)).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const other = await createMember(testApp);
    for (const [method, path] of [
      ['GET', `/rules/${ids[1]}`],
      ['PUT', `/rules/${ids[1]}`],
      ['DELETE', `/rules/${ids[1]}`],
      ['POST', `/rules/${ids[1]}/apply`],
    ] as const)
      expect((await call(other, method, path, method === 'GET' ? undefined : {})).status).toBe(404);
  });

  once('what no rule can be is refused at its field', async () => {
    const member = await createMember(testApp);
    const income = (await categoriesOf(testApp, member)).find(({ type }) => type === 'income');
    const account = { field: 'account', operator: 'is', value: FIRST_ACCOUNT };
    const both = { account_to: FIRST_ACCOUNT, leave_out: true };
    const below = { field: 'amount', operator: 'is', value: -5 };
    const cases: [body: object, status: number, field: string][] = [
      [{}, 400, 'conditions","message":"Add at least'],
      [{ conditions: [contains('x')], actions: both }, 400, 'actions'],
      [{ conditions: [below], actions: { notes: 'x' } }, 400, 'conditions.0.value'],
      [{ conditions: [], actions: { notes: 'x' } }, 400, 'conditions'],
      [{ conditions: [contains('  ')], actions: { notes: 'x' } }, 400, 'conditions.0.value'],
      [
        { conditions: [{ ...contains('x'), operator: 'like' }], actions: { notes: 'x' } },
        400,
        'conditions.0.operator',
      ],
      [{ conditions: [contains('x')], actions: {} }, 400, 'actions'],
      [
        { conditions: [{ field: 'amount', operator: 'between', value: [5, 1] }], actions: { notes: 'x' } },
        400,
        'conditions.0.value',
      ],
      [
        { conditions: [{ field: 'amount', operator: 'between', value: '1-5' }], actions: { notes: 'x' } },
        400,
        'conditions.0.value","message":"Enter what',
      ],
      [
        { conditions: [{ field: 'amount', operator: 'between', value: [1, 2, 3] }], actions: { notes: 'x' } },
        400,
        'conditions.0.value',
      ],
      [{ conditions: [contains('x')], actions: { category_id: 'missing' } }, 404, 'actions.category_id'],
      [{ conditions: [account], actions: { account_to: FIRST_ACCOUNT } }, 400, 'actions.account_to'],
      [
        {
          conditions: [{ field: 'type', operator: 'is', value: 'expense' }],
          actions: { category_id: income?.id },
        },
        400,
        'actions.category_id',
      ],
    ];
    for (const [body, status, field] of cases) {
      const answer = await call(member, 'POST', '/rules', body);
      expect([answer.status, JSON.stringify(answer.error?.details)]).toEqual([
        status,
        expect.stringContaining(`"field":"${field}`),
      ]);
    }
    expect(await list(member)).toEqual([]);
  });
});
