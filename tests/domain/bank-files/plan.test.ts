import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BankFile, FileRow } from '../../../src/domain/bank-files/bank-file.ts';
import { startCarryOut } from '../../../src/domain/bank-files/carry-out/carry-out.ts';
import { startUndo } from '../../../src/domain/bank-files/carry-out/undo.ts';
import { fill, fillNewImport, newImport } from '../../../src/domain/bank-files/preview/new-import.ts';
import { planLines } from '../../../src/domain/bank-files/preview/plan.ts';
import { listLines } from '../../../src/domain/bank-files/read-imports.ts';
import { findAccountsOf } from '../../../src/domain/bank-files/reading/find-account.ts';
import { plusDays } from '../../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../../support/app.ts';
import { contextOf, createMember, type Member, record } from '../../support/members.ts';

const row = (more: Partial<FileRow>): FileRow => ({
  line: 2,
  date: '2026-05-10',
  amount: '10',
  type: 'expense',
  description: 'Coffee',
  ...more,
});

const file = (more: Partial<BankFile>): BankFile => ({
  kind: 'max',
  accounts: [],
  currency: null,
  rows: [],
  skipped: [],
  errors: [],
  ...more,
});

forEachApp((testApp, { once }) => {
  const account = async (member: Member, name: string, more: object = {}) => {
    const body = { name, ...more };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: member,
      body,
    });
    return data.account.id;
  };

  /** Stores a file that was read. */
  async function show(member: Member, read: BankFile, into: string | null = null) {
    const context = await contextOf(testApp, member);
    const { accounts: found, main } = await findAccountsOf(context, read, into);
    const place = { ...read, rows: [...read.rows], found, main: main ?? '' };
    const made = newImport(context, 'file', read);
    const planned = await planLines(context, place);
    await fillNewImport(context, { ...made, account_id: main }, () =>
      fill(context, { ...made, account_id: main }, planned),
    );
    return { context, id: made.id, planned };
  }

  /** And carries it out. */
  async function bring(member: Member, read: BankFile) {
    const { context, id, planned } = await show(member, read);
    const { rows } = await listLines(context, id, { offset: 0, limit: 200 });
    await startCarryOut(context, id);
    const lines = rows.map(({ description, state, decision }) => `${description}: ${state}, ${decision}`);
    return { lines, planned, id, context };
  }

  const list = async (member: Member) => {
    const { data } = await testApp.call<{ transactions: Record<string, unknown>[] }>(
      'GET',
      '/transactions?status=any&include_transfers=true',
      { as: member },
    );
    return data.transactions.map((each) => `${each.type} ${each.amount} ${each.description}`).toSorted();
  };

  test('what was pending is left out, and replaced once it is booked if somebody brought it in', async () => {
    const member = await createMember(testApp);
    const pending = row({ isPending: true });
    expect((await bring(member, file({ rows: [pending] }))).lines).toEqual(['Coffee: pending, leave_out']);
    const context = await contextOf(testApp, member);
    const made = newImport(context, 'file', file({}));
    const planned = await planLines(context, {
      ...file({ rows: [pending] }),
      found: [],
      main: '00000000-0000-7000-8000-000000000010',
    });
    await fillNewImport(context, made, () => fill(context, made, planned));
    await testApp.call('PUT', `/imports/${made.id}/rows`, {
      as: member,
      body: { state: 'pending', decision: 'import' },
    });
    await startCarryOut(context, made.id);
    expect(await list(member)).toEqual(['expense 10 Coffee']);
    const booked = row({ date: '2026-05-13' });
    expect((await bring(member, file({ rows: [booked] }))).lines).toEqual(['Coffee: matched, merge']);
    expect(await list(member)).toEqual(['expense 10 Coffee']);
    expect((await bring(member, file({ rows: [booked] }))).lines).toEqual(['Coffee: matched, leave_out']);
  });

  once('what was pending with an id of its own is replaced once it is booked with another one', async () => {
    const member = await createMember(testApp);
    const pending = row({ isPending: true, externalId: 'p-1' });
    const { context, id } = await show(member, file({ rows: [pending] }));
    const body = { state: 'pending', decision: 'import' };
    await testApp.call('PUT', `/imports/${id}/rows`, { as: member, body });
    await startCarryOut(context, id);
    const rows = [row({ date: '2026-05-12', externalId: 'b-1' })];
    expect((await bring(member, file({ rows }))).lines).toEqual(['Coffee: matched, merge']);
    expect((await bring(member, file({ rows }))).lines).toEqual(['Coffee: matched, leave_out']);
    expect((await bring(member, file({ rows: [pending] }))).lines).toEqual(['Coffee: pending, leave_out']);
    expect(await list(member)).toEqual(['expense 10 Coffee']);
  });

  test('what a bank corrects changes the row of an earlier file, and what it withdraws is shown', async () => {
    const member = await createMember(testApp);
    await bring(
      member,
      file({ rows: [row({ externalId: '1' }), row({ externalId: '2', description: 'Bread' })] }),
    );
    const corrected = row({ externalId: '3', corrects: '1', amount: '12', date: '2026-06-20' });
    const later = file({
      rows: [corrected],
      skipped: [{ line: 9, reason: 'withdrawn', externalId: '2', text: 'Bread' }],
    });
    const { lines, id, context } = await bring(member, later);
    expect(lines).toEqual(['Coffee: matched, merge', 'Bread: skipped, leave_out']);
    expect(await list(member)).toEqual(['expense 10 Bread', 'expense 12 Coffee']);
    const { rows } = await listLines(context, id, { offset: 0, limit: 200 });
    const { data } = await testApp.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions?search=bread',
      {
        as: member,
      },
    );
    expect(rows[1]?.matched_id).toBe(data.transactions[0]?.id);
    const again = await bring(member, later);
    expect(again.lines).toEqual(['Coffee: matched, leave_out', 'Bread: skipped, leave_out']);
    // The same file, read again, still shows it.
    await startUndo(context, id);
    expect(await list(member)).toEqual(['expense 10 Bread', 'expense 12 Coffee']);
    await startUndo(again.context, again.id);
    expect(await list(member)).toEqual(['expense 10 Bread', 'expense 10 Coffee']);
  });

  once('transfers that a file names become transfers, once for both sides', async () => {
    const member = await createMember(testApp);
    const accounts = [{ name: 'Everyday' }, { name: 'Savings' }, { name: 'Dollars' }];
    await account(member, 'Everyday');
    await account(member, 'savings');
    await account(member, 'Dollars', { currency: 'USD' });
    const rows = [
      row({ account: 0, description: 'To savings', amount: '300', transfer: { account: 'Savings' } }),
      row({
        account: 1,
        line: 3,
        description: 'From everyday',
        amount: '300',
        type: 'income',
        transfer: { account: 'Everyday' },
      }),
      row({
        account: 0,
        line: 4,
        description: 'Buy',
        amount: '371',
        transfer: { account: 'Dollars', amount: '100', currency: 'USD' },
      }),
      row({ account: 0, line: 5, description: 'Away', amount: '5', transfer: { account: 'Elsewhere' } }),
    ];
    const read = file({ kind: 'actual', accounts, rows });
    expect((await bring(member, read)).lines).toEqual([
      'To savings: transfer, transfer',
      'From everyday: transfer, leave_out',
      'Buy: transfer, transfer',
      'Away: new, import',
    ]);
    expect(await list(member)).toEqual(['expense 5 Away', 'transfer 300 To savings', 'transfer 371 Buy']);
    expect((await bring(member, read)).lines).toEqual([
      'To savings: matched, leave_out',
      'From everyday: matched, leave_out',
      'Buy: matched, leave_out',
      'Away: matched, leave_out',
    ]);
  });

  once(
    'transactions of a file have ids in the order of its rows, so that they are stored side by side',
    async () => {
      const member = await createMember(testApp);
      const rows = Array.from({ length: 40 }, (_, place) =>
        row({ line: place + 2, amount: String(place + 1) }),
      );
      const { context, id } = await show(member, file({ rows }));
      const lines = (await listLines(context, id, { offset: 0, limit: 200 })).rows.map(
        ({ made_id }) => made_id,
      );
      expect(lines).toEqual([...new Set(lines)].toSorted());
    },
  );

  once('a card says where its bills are not the sums of their rows', async () => {
    const member = await createMember(testApp);
    const rows = [
      row({ chargeDate: '2026-06-02' }),
      row({ chargeDate: '2026-06-02', amount: '2.5', type: 'income' }),
    ];
    const totals = [
      { chargeDate: '2026-06-02', amount: '7.50' },
      { chargeDate: '2026-07-02', amount: '4' },
    ];
    expect((await bring(member, file({ rows, totals }))).planned.differences).toEqual([
      { charge_date: '2026-07-02', printed: 400, read: 0 },
    ]);
  });

  test('files that overlap, shown, carried out and undone in any order, bring each row once', async () => {
    // Not alike, because what somebody entered may be of a day near that of the bank.
    const shops = ['Bakery', 'Books', 'Cinema', 'Diesel', 'Flowers', 'Grocer'];
    const bank = shops.flatMap((shop, place) => {
      const date = plusDays('2026-05-10', place);
      const income = { date, description: `Salary ${place}`, amount: '100', type: 'income' } as const;
      const spent = { date, description: shop };
      return (place % 2 === 0 ? [spent, spent, income] : [spent]).map(row);
    });
    const key = (one: Pick<FileRow, 'date' | 'description'>) => `${one.date} ${one.description}`;
    const files = [
      [0, 3],
      [2, 5],
      [1, 4],
      [3, 3],
    ].map(([from = 0, to = 0]) =>
      bank.filter(({ date }) => date >= plusDays('2026-05-10', from) && date <= plusDays('2026-05-10', to)),
    );
    const step = fc.record({
      act: fc.constantFrom('show', 'show', 'carry out', 'carry out', 'undo', 'enter', 'merge'),
      which: fc.nat(11),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        const member = await createMember(testApp);
        // Another account is merged into that of the files, and comes back.
        const aside = await account(member, 'Aside', { opening_balance: 9 });
        let merged: string | null = null;
        const mergeOrRestore = async () => {
          const [method, path, body] = merged
            ? ['POST', '/transactions/restore', { undo_id: merged }]
            : ['DELETE', `/accounts/${aside}`, { moveTo: FIRST_ACCOUNT }];
          const { data } = await testApp.call<{ undo_id: string }>(method, path, { as: member, body });
          merged = merged ? null : data.undo_id;
        };
        const shown: { id: string; file: FileRow[] }[] = [];
        const done: { id: string; file: FileRow[] }[] = [];
        const entered: string[] = [];
        const undo = async (which: number) => {
          const [one] = done.splice(which % done.length, 1);
          await startUndo(await contextOf(testApp, member), one?.id ?? '');
        };
        for (const { act, which } of steps) {
          const context = await contextOf(testApp, member);
          if (act === 'show') {
            const rows = files[which % files.length] ?? [];
            shown.push({ id: (await show(member, file({ rows }), FIRST_ACCOUNT)).id, file: rows });
          } else if (act === 'carry out' && shown.length > 0) {
            const [one = { id: '', file: [] }] = shown.splice(which % shown.length, 1);
            // Where rows have become something else, they are shown again.
            await startCarryOut(context, one.id).catch((error) => {
              if ((error as { code?: string }).code !== 'CONFLICT') throw error;
              return startCarryOut(context, one.id);
            });
            done.push(one);
          } else if (act === 'undo' && done.length > 0) {
            await undo(which);
          } else if (act === 'merge') {
            await mergeOrRestore();
          } else if (act === 'enter') {
            const { date, description, amount } = bank.filter(({ type }) => type === 'expense')[
              which % 9
            ] as FileRow;
            await record(testApp, member, { amount: Number(amount), description, date });
            entered.push(key({ date, description }));
          }
        }
        const rowsThere = async () => {
          const { data } = await testApp.call<{ transactions: FileRow[] }>(
            'GET',
            '/transactions?status=any&limit=200',
            { as: member },
          );
          return data.transactions
            .filter(({ description }) => description !== 'Opening balance')
            .map(key)
            .toSorted();
        };
        const times = (all: readonly string[], one: string) => all.filter((other) => other === one).length;
        const there = await rowsThere();
        for (const one of new Set(bank.map(key))) {
          // The largest number that a file says, and none for each file; rows entered later come beside them.
          const said = Math.max(0, ...done.map(({ file: those }) => times(those.map(key), one)));
          const own = times(entered, one);
          const count = times(there, one);
          expect(count, one).toBeGreaterThanOrEqual(Math.max(said, own));
          expect(count, one).toBeLessThanOrEqual(said + own);
        }
        if (merged) await mergeOrRestore();
        while (done.length > 0) await undo(0);
        expect(await rowsThere()).toEqual(entered.toSorted());
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});
