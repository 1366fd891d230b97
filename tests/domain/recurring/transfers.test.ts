import { expect, test } from 'vitest';
import { checkTotalsOf } from '../../../src/domain/ledger/check.ts';
import type { PresentedTransfer } from '../../../src/domain/transactions/transfers/transfer.ts';
import { forEachApp } from '../../support/app.ts';
import { createMember, type Member, record } from '../../support/members.ts';
import { storeRates } from '../../support/rate-provider.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import type { Template } from '../../support/templates.ts';

const BANK = '00000000-0000-7000-8000-000000000010';

interface Overview {
  transactions: { type: string }[];
  summary: { income: number; expenses: number; total: number };
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  // It is 2026-06-15.

  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const open = async (member: Member, name = 'Savings', more: object = {}) =>
    (await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name, kind: 'savings', ...more }))
      .data.account.id;
  const order = async (member: Member, body: object) => {
    const answer = await call<{ transfer: PresentedTransfer; template: Template }>(
      member,
      'POST',
      '/transfers',
      {
        fromAccountId: BANK,
        amount: 500,
        date: '2026-06-15',
        isRecurring: true,
        ...body,
      },
    );
    expect(answer.status, answer.text).toBe(201);
    return answer.data;
  };
  const sidesOf = ({ id }: Member) =>
    engine.db
      .selectFrom('transactions')
      .selectAll()
      .where('user_id', '=', id)
      .where('transfer_id', 'is not', null)
      .orderBy('date')
      .orderBy('type')
      .execute();
  const shown = async (member: Member) =>
    (await sidesOf(member)).map(({ date, type, amount }) => `${date} ${type} ${amount / 100}`);
  const isSound = async (member: Member) => {
    await expectStoredTotals(engine, member);
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
  };
  const errorsOf = async (member: Member, method: string, path: string, body: object) => {
    const { status, error } = await call(member, method, path, body);
    return [status, ...((error.details ?? []) as { field: string }[]).map(({ field }) => field)];
  };
  const TEMPLATES = '/transactions/templates';

  once('a transfer that repeats is generated with both sides, and is in no total', async () => {
    const member = await createMember(testApp);
    const savings = await open(member);
    await record(testApp, member, { type: 'income', amount: 1000 });
    const { transfer, template } = await order(member, { toAccountId: savings, recurringMaxOccurrences: 3 });
    expect(transfer).toMatchObject({ amount: 500, template_id: template.id, date: '2026-06-15' });
    expect(template).toMatchObject({
      type: 'transfer',
      name: 'Transfer',
      account_id: BANK,
      account_to: savings,
      amount_to: null,
      category_id: null,
      interval_type: 'monthly',
      end_type: 'occurrences',
      occurrences_count: 3,
      next_date: '2026-07-15',
    });
    expect(await shown(member)).toEqual([
      '2026-06-15 expense 500',
      '2026-06-15 income 500',
      '2026-07-15 expense 500',
      '2026-07-15 income 500',
      '2026-08-15 expense 500',
      '2026-08-15 income 500',
    ]);
    const { data } = await call<Overview>(member, 'GET', '/transactions');
    expect(data.transactions.map(({ type }) => type)).toEqual(['income']);
    expect(data.summary).toMatchObject({ income: 1000, expenses: 0, total: 1 });
    const accounts = await call<{ accounts: { balance: number }[] }>(member, 'GET', '/accounts');
    expect(accounts.data.accounts.map(({ balance }) => balance)).toEqual([500, 500]);
    const again = await call(member, 'POST', '/transactions/generate-recurring');
    expect(again.data).toEqual({ generated_count: 0 });
    await isSound(member);
  });

  once('a change, a pause, a skip and a deletion are of both sides', async () => {
    const member = await createMember(testApp);
    const savings = await open(member);
    const { template } = await order(member, { toAccountId: savings, recurringMaxOccurrences: 3 });
    const path = `${TEMPLATES}/${template.id}`;
    const changed = await call<{ updated_count: number }>(member, 'PUT', path, {
      amount: 600,
      description: 'Save',
    });
    expect(changed.data.updated_count).toBe(2);
    expect(await shown(member)).toEqual([
      '2026-06-15 expense 500',
      '2026-06-15 income 500',
      '2026-07-15 expense 600',
      '2026-07-15 income 600',
      '2026-08-15 expense 600',
      '2026-08-15 income 600',
    ]);
    expect((await sidesOf(member)).map(({ description }) => description)).toEqual([
      'Transfer',
      'Transfer',
      'Save',
      'Save',
      'Save',
      'Save',
    ]);
    await isSound(member);
    const skipped = await call<{ removed_count: number; undo_id: string }>(member, 'POST', `${path}/skip`, {
      dates: ['2026-07-15'],
    });
    expect(skipped.data.removed_count).toBe(1);
    expect(await sidesOf(member)).toHaveLength(4);
    await call(member, 'DELETE', `${path}/skip`, { dates: ['2026-07-15'] });
    expect(await sidesOf(member)).toHaveLength(6);
    const [, , { transfer_id } = { transfer_id: '' }] = await sidesOf(member);
    expect((await call(member, 'DELETE', `/transfers/${transfer_id}`)).status).toBe(200);
    expect(await sidesOf(member)).toHaveLength(4);
    const regenerated = await call<object>(member, 'POST', `${path}/regenerate`);
    expect(regenerated.data).toEqual({ generated_count: 1, removed_count: 1 });
    expect(await sidesOf(member)).toHaveLength(4);
    const stopped = await call<{ undo_id: string }>(member, 'POST', `${path}/stop`);
    expect(await sidesOf(member)).toHaveLength(2);
    await call(member, 'POST', '/transactions/restore', { undo_id: stopped.data.undo_id });
    expect(await sidesOf(member)).toHaveLength(4);
    await isSound(member);
    const removed = await call<{ undo_id: string }>(member, 'DELETE', path, { scope: 'all' });
    expect(await sidesOf(member)).toEqual([]);
    await call(member, 'POST', '/transactions/restore', { undo_id: removed.data.undo_id });
    expect(await sidesOf(member)).toHaveLength(4);
    await isSound(member);
  });

  once('what a transfer cannot be is named at its field', async () => {
    const member = await createMember(testApp);
    const savings = await open(member);
    const body = { type: 'transfer', name: 'Save', amount: 500, accountId: BANK };
    expect(await errorsOf(member, 'POST', TEMPLATES, body)).toEqual([400, 'toAccountId']);
    expect(await errorsOf(member, 'POST', TEMPLATES, { ...body, toAccountId: BANK })).toEqual([
      400,
      'toAccountId',
    ]);
    expect(
      await errorsOf(member, 'POST', TEMPLATES, { ...body, type: 'expense', toAccountId: savings }),
    ).toEqual([400, 'toAccountId']);
    const recurring = { amount: 500, fromAccountId: BANK, toAccountId: BANK, isRecurring: true };
    expect(await errorsOf(member, 'POST', '/transfers', recurring)).toEqual([400, 'toAccountId']);
    expect(
      await errorsOf(member, 'POST', '/transfers', {
        ...recurring,
        toAccountId: savings,
        date: '2026-06-15',
        recurringEndDate: '2026-06-01',
      }),
    ).toEqual([400, 'recurringEndDate']);
    const { template } = await order(member, { toAccountId: savings });
    const path = `${TEMPLATES}/${template.id}`;
    expect(await errorsOf(member, 'PUT', path, { type: 'income' })).toEqual([400, 'type']);
    expect(await errorsOf(member, 'PUT', path, { toAccountId: BANK })).toEqual([400, 'toAccountId']);
  });

  once('an archived account stops it until it is back', async () => {
    const member = await createMember(testApp);
    const savings = await open(member);
    const { template } = await order(member, { toAccountId: savings });
    const path = `${TEMPLATES}/${template.id}`;
    await call(member, 'PUT', `/accounts/${savings}`, { is_archived: true });
    expect(await shown(member)).toEqual(['2026-06-15 expense 500', '2026-06-15 income 500']);
    const { data } = await call<{ template: Template }>(member, 'GET', path);
    expect(data.template).toMatchObject({ is_active: false, next_date: null });
    expect(await errorsOf(member, 'POST', `${path}/resume`, {})).toEqual([400, 'account_to']);
    await call(member, 'PUT', `/accounts/${savings}`, { is_archived: false });
    expect((await call(member, 'POST', `${path}/resume`)).status).toBe(200);
    expect(await sidesOf(member)).toHaveLength(6);
    await isSound(member);
  });

  once('a merge takes recurring transfers along, deletes those between the two, and is undone', async () => {
    const member = await createMember(testApp);
    const [savings, cash] = [await open(member), await open(member, 'Cash', { kind: 'cash' })];
    const out = await order(member, { toAccountId: savings, recurringMaxOccurrences: 2 });
    const back = await order(member, { fromAccountId: savings, toAccountId: cash, amount: 70 });
    const kept = await order(member, { fromAccountId: cash, toAccountId: BANK, amount: 30 });
    const templates = async () => {
      const { data } = await call<{ templates: Template[] }>(member, 'GET', TEMPLATES);
      return data.templates
        .sort((one, other) => (other.amount ?? 0) - (one.amount ?? 0))
        .map(({ id, account_id, account_to, next_date }) => ({ id, account_id, account_to, next_date }));
    };
    const places = async () =>
      (await sidesOf(member)).map(({ date, type, account_id, amount }) => [date, type, account_id, amount]);
    const [before, sidesBefore] = [await templates(), await places()];
    const remove = async (id: string, moveTo: string) => {
      const answer = await call<{ undo_id: string }>(member, 'DELETE', `/accounts/${id}?moveTo=${moveTo}`);
      expect(answer.status, answer.text).toBe(200);
      await isSound(member);
      return answer.data.undo_id;
    };
    const undo = async (undo_id: string) => {
      const answer = await call(member, 'POST', '/transactions/restore', { undo_id });
      expect(answer.status, answer.text).toBe(200);
      await isSound(member);
    };
    const undoId = await remove(savings, BANK);
    const next_date = '2026-07-15';
    expect(await templates()).toEqual([
      { id: back.template.id, account_id: BANK, account_to: cash, next_date },
      { id: kept.template.id, account_id: cash, account_to: BANK, next_date },
    ]);
    expect((await sidesOf(member)).some(({ template_id }) => template_id === out.template.id)).toBe(false);
    testApp.setClock('2026-06-15T09:10:00.000Z');
    await undo(undoId);
    expect(await templates()).toEqual(before);
    expect(await places()).toEqual(sidesBefore);
    // What changed since stays as it is.
    const merged = await remove(savings, BANK);
    await call(member, 'PUT', `${TEMPLATES}/${back.template.id}`, { description: 'Pocket money' });
    await undo(merged);
    expect((await templates()).map(({ id, account_id }) => [id, account_id])).toEqual([
      [out.template.id, BANK],
      [back.template.id, BANK],
      [kept.template.id, cash],
    ]);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });

  test('what lies in the trash at a merge comes back where its account went, and never to itself', async () => {
    const member = await createMember(testApp);
    const [savings, cash] = [await open(member), await open(member, 'Cash', { kind: 'cash' })];
    const between = await order(member, { fromAccountId: cash, toAccountId: savings });
    const other = await order(member, { fromAccountId: savings, toAccountId: BANK, amount: 70 });
    const undoIds: string[] = [];
    for (const { template } of [between, other]) {
      const answer = await call<{ undo_id: string }>(
        member,
        'DELETE',
        `${TEMPLATES}/${template.id}?scope=all`,
      );
      expect(answer.status, answer.text).toBe(200);
      undoIds.push(answer.data.undo_id);
    }
    const made = await call<{ transaction: { id: string } }>(member, 'POST', '/transactions/expense', {
      amount: 7,
      accountId: savings,
    });
    const path = `/transactions/expense/${made.data.transaction.id}`;
    undoIds.push((await call<{ undo_id: string }>(member, 'DELETE', path)).data.undo_id);
    testApp.setClock('2026-06-15T09:10:00.000Z');
    const merge = await call<{ undo_id: string }>(member, 'DELETE', `/accounts/${savings}?moveTo=${cash}`);
    for (const undo_id of undoIds)
      expect((await call(member, 'POST', '/transactions/restore', { undo_id })).status).toBe(200);
    const rows = async () =>
      (
        await engine.db
          .selectFrom('transactions')
          .select(['account_id', 'type', 'amount'])
          .distinct()
          .where('user_id', '=', member.id)
          .orderBy('amount')
          .orderBy('type')
          .execute()
      ).map(({ account_id, type, amount }) => [account_id, type, amount]);
    expect(await rows()).toEqual([
      [cash, 'expense', 700],
      [cash, 'expense', 7000],
      [BANK, 'income', 7000],
    ]);
    const { data } = await call<{ templates: Template[] }>(member, 'GET', TEMPLATES);
    expect(data.templates).toMatchObject([{ id: other.template.id, account_id: cash, account_to: BANK }]);
    await isSound(member);
    // They go back with their account.
    await call(member, 'POST', '/transactions/restore', { undo_id: merge.data.undo_id });
    expect(await rows()).toEqual([
      [savings, 'expense', 700],
      [savings, 'expense', 7000],
      [BANK, 'income', 7000],
    ]);
    await isSound(member);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });

  once('between two currencies what arrives follows the rate of the day, unless it is said', async () => {
    await storeRates(engine.db, { rates: { ILS: '4', EUR: '0.8' } });
    const member = await createMember(testApp);
    const dollars = await open(member, 'Dollars', { currency: 'USD' });
    const euros = await open(member, 'Euros', { currency: 'EUR' });
    await order(member, { toAccountId: dollars, recurringMaxOccurrences: 1, amount: 400 });
    await order(member, { toAccountId: dollars, recurringMaxOccurrences: 1, amount: 400, amountTo: 90 });
    await order(member, {
      fromAccountId: dollars,
      toAccountId: euros,
      recurringMaxOccurrences: 1,
      amount: 50,
    });
    const sides = (await sidesOf(member)).map(
      ({ account_id, type, amount, account_amount }) =>
        `${account_id === dollars ? 'USD' : account_id === euros ? 'EUR' : 'ILS'} ${type} ${amount} ${account_amount}`,
    );
    expect(sides.sort()).toEqual([
      'EUR income 20000 4000',
      'ILS expense 40000 null',
      'ILS expense 40000 null',
      'USD expense 20000 5000',
      'USD income 40000 10000',
      'USD income 40000 9000',
    ]);
    await isSound(member);
  });

  test('an upcoming one is listed on request, and skipped like any other', async () => {
    const member = await createMember(testApp);
    const cash = await open(member);
    const { template } = await order(member, { toAccountId: cash, recurringMaxOccurrences: 3 });
    const upcoming = async (query: string) =>
      (await call<{ transactions: PresentedTransfer[] }>(member, 'GET', `/transactions/upcoming${query}`))
        .data.transactions;
    expect(await upcoming('')).toEqual([]);
    const [next, later] = await upcoming('?includeTransfers=true');
    for (const account of [BANK, cash])
      expect(await upcoming(`?includeTransfers=true&account=${account}`)).toEqual([next, later]);
    expect(next).toMatchObject({ type: 'transfer', to_account_id: cash, template_id: template.id });
    const skip = (id = '') =>
      call<{ deleted_count: number; undo_id: string }>(member, 'DELETE', `/transactions/upcoming/${id}`);
    const skipped = await skip(next?.id);
    expect([skipped.status, skipped.data.deleted_count]).toEqual([200, 1]);
    expect((await skip(next?.id)).status).toBe(404);
    expect(await upcoming('?includeTransfers=true')).toEqual([later]);
    const { data } = await call<{ template: { skipped_dates: string[] } }>(
      member,
      'GET',
      `${TEMPLATES}/${template.id}`,
    );
    expect(data.template.skipped_dates).toEqual([next?.date]);
    await call(member, 'POST', '/transactions/restore', { undo_id: skipped.data.undo_id });
    expect(await upcoming('?includeTransfers=true')).toHaveLength(2);
    // One that does not repeat is deleted, not skipped.
    const single = await call<{ transfer: PresentedTransfer }>(member, 'POST', '/transfers', {
      fromAccountId: BANK,
      toAccountId: cash,
      amount: 5,
      date: later?.date,
    });
    expect((await skip(single.data.transfer.id)).status).toBe(404);
    await isSound(member);
  });

  test('an occurrence that was changed on its own stays as it is', async () => {
    const member = await createMember(testApp);
    const { template } = await order(member, { toAccountId: await open(member), recurringMaxOccurrences: 2 });
    const path = `${TEMPLATES}/${template.id}`;
    const { data } = await call<{ upcoming: PresentedTransfer[] }>(member, 'GET', path);
    expect(data.upcoming).toMatchObject([{ type: 'transfer', amount: 500, date: '2026-07-15' }]);
    await call(member, 'PUT', `/transfers/${data.upcoming[0]?.id}`, { amount: 450, date: '2026-07-16' });
    await call(member, 'PUT', path, { amount: 700, scope: 'all' });
    expect(await shown(member)).toEqual([
      '2026-06-15 expense 700',
      '2026-06-15 income 700',
      '2026-07-16 expense 450',
      '2026-07-16 income 450',
    ]);
    await isSound(member);
  });
});
