import { beforeEach, expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { readAccountReport } from '../../src/domain/money-accounts/report/report.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, type Import } from '../support/bank-imports.ts';
import { contextOf, createMember, keepSignedIn, type Member, type Transaction } from '../support/members.ts';

interface Payment extends Transaction {
  charge_date: string | null;
  installment: { n: number; of: number; total: number | null } | null;
}

/** The third of ten payments of 450, charged on 10 June; today is 15 June. */
const SOFA = {
  date: '2026-03-05',
  amount: -450,
  description: 'Oak Sofas',
  account: '7716',
  chargeDate: '2026-06-10',
  installment: { n: 3, of: 10, total: 4500 },
};

const later = (n: number, more: object = {}) => ({
  ...SOFA,
  chargeDate: `2026-${String(n + 3).padStart(2, '0')}-10`,
  installment: { n, of: 10, total: 4500 },
  ...more,
});

forEachApp((testApp, engine) => {
  const { undo } = bankImports(testApp);

  beforeEach(() => testApp.setClock('2026-06-15T09:00:00Z'));

  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  const withCard = async (more: object = {}) => {
    const member = await createMember(testApp);
    await keepSignedIn(engine, member);
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      ...{ name: 'Max', kind: 'credit_card', number: '7716', billing_day: 10, pays_from: FIRST_ACCOUNT },
      ...more,
    });
    return { member, card: data.account.id };
  };
  const send = async (member: Member, ...rows: object[]) => {
    const answer = await call<{ import: Import; added: number; matched: number }>(
      member,
      'POST',
      '/imports/rows',
      { rows },
    );
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()]);
    return answer.data;
  };
  /** As the import of another day: what a program sends on one day is one import. */
  const sendOn = async (member: Member, day: string, ...rows: object[]) => {
    testApp.setClock(`${day}T09:00:00Z`);
    return send(member, ...rows);
  };
  const listed = async (member: Member) => {
    const { data } = await call<{ transactions: Payment[] }>(
      member,
      'GET',
      '/transactions?status=any&sort=date&order=asc&limit=100',
    );
    return data.transactions;
  };
  const texts = async (member: Member) =>
    (await listed(member))
      .toSorted((one, other) => (one.installment?.n ?? 0) - (other.installment?.n ?? 0))
      .map(({ date, amount, charge_date, installment }) =>
        [installment?.n, date, amount, charge_date ?? ''].join(' ').trim(),
      );
  const isSound = async ({ id }: Member) => expect(await checkTotalsOf(engine.db, id)).toEqual([]);

  const TO_COME = [
    '4 2026-06-16 450 2026-07-10',
    '5 2026-07-05 450 2026-08-10',
    '6 2026-08-05 450 2026-09-10',
    '7 2026-09-05 450 2026-10-10',
    '8 2026-10-05 450 2026-11-10',
    '9 2026-11-05 450 2026-12-10',
    '10 2026-12-05 450 2027-01-10',
  ];

  test('payments that follow an imported one are to come, and go with its import', async () => {
    const { member, card } = await withCard();
    const made = await send(member, SOFA);
    expect(made).toMatchObject({ added: 1, matched: 0 });
    expect(await texts(member)).toEqual(['3 2026-03-05 450 2026-06-10', ...TO_COME]);
    expect((await listed(member)).map(({ installment }) => installment?.total)).toEqual(Array(8).fill(4500));
    const report = await readAccountReport(await contextOf(testApp, member), card);
    expect(report.card).toMatchObject({
      current: { date: '2026-07-10', amount: 45_000 },
      next: { date: '2026-08-10', amount: 45_000 },
      later: { amount: 5 * 45_000, count: 5 },
      plans: [{ next: 4, total: 10, left: 7 * 45_000 }],
    });
    const { data } = await call<{
      transactions: Payment[];
      projection: { in_90_days: { balance: number } };
    }>(member, 'GET', '/transactions/upcoming');
    expect(data.transactions.map(({ installment }) => installment?.n)).toEqual([4, 5, 6, 7]);
    // Charged on 10 June, July, August and September.
    expect(data.projection.in_90_days.balance).toBe(-1800);
    await isSound(member);
    expect((await undo(member, made.import.id)).data).toMatchObject({ removed_count: 1 });
    expect(await listed(member)).toEqual([]);
    await isSound(member);
  });

  test('a later file’s payment takes the place of the expected one, until its import is undone', async () => {
    const { member } = await withCard();
    const first = await send(member, SOFA);
    const before = await texts(member);
    // The bank charges it a day later, with a rounding of its own.
    const fourth = later(4, { amount: -450.03, chargeDate: '2026-07-12' });
    const second = await sendOn(member, '2026-07-14', fourth);
    expect(second).toMatchObject({ added: 0, matched: 1 });
    const after = await texts(member);
    expect(after).toEqual([before[0], '4 2026-03-05 450.03 2026-07-12', ...TO_COME.slice(1)]);
    expect(await send(member, SOFA, fourth)).toMatchObject({ added: 0, matched: 2 });
    expect((await undo(member, second.import.id)).data).toMatchObject({ removed_count: 1 });
    expect(await texts(member)).toEqual(before);
    const again = await sendOn(member, '2026-07-15', fourth);
    expect(await texts(member)).toEqual(after);
    // What the later import says stays when the first one is undone, and goes with its own undo.
    await undo(member, first.import.id);
    expect(await texts(member)).toEqual(after.slice(1));
    await isSound(member);
    await undo(member, again.import.id);
    expect(await listed(member)).toEqual([]);
    await isSound(member);
  });

  test('each purchase has each payment once, in whatever order its payments come in', async () => {
    const { member } = await withCard();
    // Two purchases alike, with all payments of one bill and an earlier one.
    const early = later(2, { chargeDate: '2026-05-10' });
    await send(member, early, SOFA, SOFA);
    expect((await texts(member)).toSorted()).toEqual(
      [
        '2 2026-03-05 450 2026-05-10',
        ...Array(2)
          .fill(['3 2026-03-05 450 2026-06-10', ...TO_COME])
          .flat(),
      ].toSorted(),
    );
    const rows = await listed(member);
    await sendOn(member, '2026-07-14', later(1, { chargeDate: '2026-04-10' }));
    expect(await listed(member)).toHaveLength(rows.length + 1);
    const both = await sendOn(member, '2026-07-15', later(4), later(4));
    expect(both).toMatchObject({ added: 0, matched: 2 });
    expect(await listed(member)).toHaveLength(rows.length + 1);
    await isSound(member);
  });

  test('what was changed of an expected payment is not lost', async () => {
    const { member } = await withCard();
    const made = await send(member, { ...SOFA, installment: { n: 1, of: 3, total: 1000 }, amount: -333.34 });
    const rows = await listed(member);
    expect(rows.map(({ amount }) => amount)).toEqual([333.34, 333.33, 333.33]);
    const [, second, third] = rows;
    await call(member, 'DELETE', `/transactions/expense/${third?.id}`);
    await call(member, 'PUT', `/transactions/expense/${second?.id}`, { notes: 'Mine' });
    const refused = await undo(member, made.import.id);
    expect(refused.error).toMatchObject({ code: 'CHANGED_SINCE', details: { changed: [second?.id] } });
    await undo(member, made.import.id, { keepChanged: true });
    expect((await listed(member)).map(({ id }) => id)).toEqual([second?.id]);
    await isSound(member);
  });

  test('nothing is expected in other accounts, or of what is charged already', async () => {
    const { member } = await withCard({ kind: 'bank', billing_day: null, pays_from: null });
    await send(member, SOFA);
    expect(await listed(member)).toHaveLength(1);
    const other = await withCard();
    await send(other.member, later(3, { installment: { n: 3, of: 5 }, chargeDate: '2026-04-10' }));
    expect(await texts(other.member)).toEqual(['3 2026-03-05 450 2026-04-10']);
  });
});
