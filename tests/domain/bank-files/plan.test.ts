import { expect, test } from 'vitest';
import type { BankFile, FileRow } from '../../../src/domain/bank-files/bank-file.ts';
import { startCarryOut } from '../../../src/domain/bank-files/carry-out.ts';
import { findAccountsOf } from '../../../src/domain/bank-files/find-account.ts';
import { planLines } from '../../../src/domain/bank-files/plan.ts';
import { fill, keeping, newImport } from '../../../src/domain/bank-files/preview.ts';
import { listLines } from '../../../src/domain/bank-files/read-imports.ts';
import { forEachApp } from '../../support/app.ts';
import { contextOf, createMember, type Member } from '../../support/members.ts';

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

forEachApp((testApp) => {
  const account = async (member: Member, name: string, more: object = {}) => {
    const body = { name, ...more };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: member,
      body,
    });
    return data.account.id;
  };

  /** Stores a file that was read, and carries it out. */
  async function bring(member: Member, read: BankFile) {
    const context = await contextOf(testApp, member);
    const { accounts: found, main } = await findAccountsOf(context, read, null);
    const place = { ...read, found, main: main ?? '' };
    const made = newImport(context, 'file', read);
    const planned = await planLines(context, place);
    await keeping(context, { ...made, account_id: main }, () =>
      fill(context, { ...made, account_id: main }, planned),
    );
    const { rows } = await listLines(context, made.id, { page: 1, limit: 200 });
    await startCarryOut(context, made.id);
    const lines = rows.map(({ description, state, decision }) => `${description}: ${state}, ${decision}`);
    return { lines, planned };
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
    await keeping(context, made, () => fill(context, made, planned));
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

  test('transfers that a file names become transfers, once for both sides', async () => {
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

  test('a card says where its bills are not the sums of their rows', async () => {
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
});
