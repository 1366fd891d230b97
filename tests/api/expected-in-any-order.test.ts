import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAvailable } from '../../src/domain/budgets/available.ts';
import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { toDecimal } from '../../src/domain/money.ts';
import { billingDayIn, nextBillingDay } from '../../src/domain/money-accounts/cards/charge-date.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { readAccountReport } from '../../src/domain/money-accounts/report/report.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports } from '../support/bank-imports.ts';
import { contextOf, createMember, keepSignedIn, type Member, type Transaction } from '../support/members.ts';

type Row = Transaction & { installment: { n: number; of: number } | null; category_id: string | null };

const RUNS = { sqlite: 8, postgres: 2 };
const TODAY = '2026-07-15';
const PAYDAY = '2026-07-28';
const BILLING_DAY = 2;
/** Up to which a file shows what is charged, and up to which it is foreseen. */
const SHOWN_UNTIL = '2026-08-02';
const FORESEEN = plusDays(TODAY, 90);
const TEXTS = ['Alpha', 'Bravo'];

/** A payment that a file has shown: deleted alone, it still stands for those after it. */
interface Shown {
  isHere: boolean;
  isEnded: boolean;
}

interface Purchase {
  text: string;
  amount: number;
  date: string;
  of: number;
  isOwnDay: boolean;
  first: number;
  /** By their numbers. */
  shown: Map<number, Shown>;
}

const chargeOf = ({ date }: Purchase, n: number) =>
  billingDayIn(plusMonths(nextBillingDay(date, BILLING_DAY), n - 1), BILLING_DAY);

const dayOf = (one: Purchase, n: number) => (one.isOwnDay ? plusMonths(one.date, n - 1) : one.date);

const hereIn = ({ shown }: Purchase) => [...shown].flatMap(([n, { isHere }]) => (isHere ? n : []));

/** What is still to come of a purchase, with the day of its row. */
function restOf(one: Purchase) {
  const last = Math.max(0, ...one.shown.keys());
  if (last === 0 || [...one.shown.values()].some(({ isEnded }) => isEnded)) return [];
  const isOwnDay = one.isOwnDay && last > 1;
  return Array.from({ length: one.of - last }, (_, index) => last + 1 + index).flatMap((n) => {
    const charged = chargeOf(one, n);
    const month = plusMonths(one.date, n - 1);
    const date = month > TODAY ? month : plusDays(TODAY, 1);
    return charged > TODAY
      ? { n, charged, date, booked: isOwnDay ? date : one.date, amount: one.amount }
      : [];
  });
}

const anAct = fc.record({
  do: fc.constantFrom('show', 'show', 'show', 'again', 'single', 'future', 'all', 'restore', 'buy', 'paid'),
  which: fc.nat(1),
  at: fc.nat(9),
});

const aWorld = fc.record({
  purchases: fc.tuple(
    ...TEXTS.map((text, index) =>
      fc.record({
        text: fc.constant(text),
        amount: fc.constant(100 * (index + 1)),
        date: fc
          .tuple(fc.integer({ min: 5, max: 7 }), fc.constantFrom('03', '10', '14'))
          .map(([month, day]) => `2026-0${month}-${day}`),
        of: fc.constantFrom(4, 6),
        isOwnDay: fc.boolean(),
        first: fc.constantFrom(1, 1, 2),
      }),
    ),
  ),
  acts: fc.array(anAct, { minLength: 10, maxLength: 20 }),
});

forEachApp({ environment: { ACCESS_TOKEN_TTL: '86400' } }, (testApp, engine) => {
  const { sendRows } = bankImports(testApp);
  const call = async <Data>(member: Member, method: string, path: string, body?: object) => {
    testApp.advance(1000);
    const { status, data } = await testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
    expect(status, `${method} ${path}`).toBeLessThan(300);
    return data;
  };

  test('what is expected is the same in each figure, whatever is shown, deleted, restored, paid or bought', async () => {
    await fc.assert(
      fc.asyncProperty(aWorld, async ({ purchases: drawn, acts }) => {
        testApp.setClock(`${TODAY}T09:00:00Z`);
        const member = await createMember(testApp);
        await keepSignedIn(engine, member);
        const { account } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
          ...{ name: 'Visa', kind: 'credit_card', number: '4321', billing_day: BILLING_DAY },
          pays_from: FIRST_ACCOUNT,
        });
        const { category } = await call<{ category: { id: string } }>(member, 'POST', '/categories', {
          ...{ name: 'Furniture', type: 'expense' },
        });
        await call(member, 'POST', '/budgets', {
          ...{ categoryIds: [category.id], period: 'monthly', amount: 9000, from: '2026-07-01' },
        });
        await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 50_000 });
        await call(member, 'POST', '/transactions/templates', {
          ...{ name: 'Salary', description: 'Salary', type: 'income', amount: 5000 },
          ...{ interval_type: 'monthly', start_date: PAYDAY, accountId: FIRST_ACCOUNT },
        });
        const purchases: Purchase[] = drawn.map((one) => ({ ...one, shown: new Map() }));
        /** Of purchases by the form, in payments of 50. */
        let bought: string[] = [];
        /** What undoes the last deletion, while nothing else has happened. */
        let undoing: (() => Promise<void>) | null = null;

        const rows = async () =>
          (await call<{ transactions: Row[] }>(member, 'GET', '/transactions?status=any&limit=100'))
            .transactions;
        const send = async (one: Purchase, numbers: readonly number[]) => {
          testApp.advance(1000);
          await sendRows(
            member,
            numbers.map((n) => ({
              ...{ date: dayOf(one, n), amount: -one.amount, description: one.text, account: '4321' },
              ...{ chargeDate: chargeOf(one, n), installment: { n, of: one.of } },
            })),
          );
          // One that was deleted alone gives way to what came again.
          const come = numbers.filter((n) => !one.shown.get(n)?.isHere);
          for (const n of come) one.shown.delete(n);
          for (const n of come) {
            const isEnded = [...one.shown].some(([m, each]) => m < n && each.isEnded);
            one.shown.set(n, { isHere: true, isEnded });
          }
          for (const { id, installment, category_id, description } of await rows())
            if (installment && category_id !== category.id && TEXTS.includes(description))
              await call(member, 'PUT', `/transactions/expense/${id}`, { categoryId: category.id });
        };
        const remove = async (one: Purchase, scope: string, at: number) => {
          const here = hereIn(one);
          const n = here[at % here.length];
          if (n === undefined) return;
          const before = new Map([...one.shown].map(([key, each]) => [key, { ...each }]));
          const row = (await rows()).find(
            ({ description, installment }) => description === one.text && installment?.n === n,
          );
          const query = { single: '', future: '?deleteFuture=true', all: '?deleteAll=true' }[scope];
          const path = `/transactions/expense/${row?.id}${query}`;
          const { undo_id } = await call<{ undo_id: string }>(member, 'DELETE', path);
          if (scope === 'single') one.shown.set(n, { ...one.shown.get(n), isHere: false } as Shown);
          else
            for (const [m, each] of one.shown)
              if (each.isHere && (scope === 'all' || m >= n)) one.shown.delete(m);
              else each.isEnded = true;
          undoing = async () => {
            await call(member, 'POST', '/transactions/restore', { undoId: undo_id });
            one.shown = before;
          };
        };

        const act = async (kind: string, one: Purchase, at: number) => {
          const next = Math.max(one.first - 1, ...one.shown.keys()) + 1;
          if (kind === 'restore') return undoing?.().finally(() => (undoing = null));
          undoing = null;
          if (kind === 'show' && next <= one.of && chargeOf(one, next) <= SHOWN_UNTIL)
            await send(one, [next]);
          if (kind === 'again' && one.shown.size > 0) await send(one, [...one.shown.keys()]);
          if (kind in { single: 1, future: 1, all: 1 }) await remove(one, kind, at);
          if (kind === 'paid')
            await call(member, 'POST', `/accounts/${account.id}/pay-bills`, {
              transfersFrom: '2026-01-01',
            });
          if (kind !== 'buy') return;
          const [id, ...others] = bought;
          // Every second one is discarded.
          if (id) await call(member, 'DELETE', `/transactions/expense/${id}?deleteAll=true`);
          bought = others;
          if (id) return;
          const { transactions } = await call<{ transactions: { id: string }[] }>(
            ...([member, 'POST', '/transactions/expense'] as const),
            { amount: 150, description: 'Shoes', date: TODAY, accountId: account.id, installments: 3 },
          );
          bought = [transactions[0]?.id ?? ''];
        };

        const check = async () => {
          const rest = purchases.flatMap((one) => restOf(one).map((each) => ({ ...each, text: one.text })));
          const here = purchases.flatMap((one) =>
            hereIn(one).map((n) => ({
              date: dayOf(one, n),
              charged: chargeOf(one, n),
              amount: one.amount,
            })),
          );
          const parts = bought.flatMap(() =>
            [0, 1, 2].map((index) => ({
              date: plusMonths(TODAY, index),
              charged: plusMonths('2026-08-02', index),
              amount: 50,
            })),
          );
          const sum = <Part extends { amount: number }>(those: readonly Part[], is: (one: Part) => boolean) =>
            those.reduce((total, one) => total + (is(one) ? one.amount : 0), 0);
          const charges = [...rest, ...here, ...parts];
          const upcoming = await call<{
            expected_payments: { description: string; installment: { n: number }; charge_date: string }[];
            projection: { in_90_days: { balance: number } };
          }>(member, 'GET', '/transactions/upcoming?days=90');
          const told = upcoming.expected_payments.map((one) =>
            [one.charge_date, one.description, one.installment.n].join(' '),
          );
          expect(told.toSorted()).toEqual(
            rest
              .flatMap(({ charged, text, n }) => (charged <= FORESEEN ? `${charged} ${text} ${n}` : []))
              .toSorted(),
          );
          const salaries = 3 * 5000;
          expect(upcoming.projection.in_90_days.balance).toBe(
            50_000 + salaries - sum(charges, ({ charged }) => charged <= FORESEEN),
          );
          const context = await contextOf(testApp, member);
          const { card } = await readAccountReport(context, account.id);
          const billed = (date: string) => sum(charges, ({ charged }) => charged === date);
          expect([card?.current.amount, card?.next.amount].map((minor) => toDecimal(minor ?? 0))).toEqual([
            billed('2026-08-02'),
            billed('2026-09-02'),
          ]);
          const { states } = await call<{ states: { spent: number; committed: number }[] }>(
            ...([member, 'GET', `/budgets/state?date=${TODAY}`] as const),
          );
          const isOfJuly = (date: string) => date.startsWith('2026-07');
          expect((states[0]?.spent ?? 0) + (states[0]?.committed ?? 0)).toBe(
            sum(here, ({ date }) => isOfJuly(date)) + sum(rest, ({ booked }) => isOfJuly(booked)),
          );
          const available = await readAvailable(context);
          const due =
            typeof available === 'object' ? available?.lines.find(({ kind }) => kind === 'due') : null;
          const isDue = ({ date }: { date: string }) => date > TODAY && date < PAYDAY;
          expect(toDecimal(due?.amount ?? 0) + 0).toBe(-sum([...rest, ...parts, ...here], isDue) + 0);
        };

        for (const { do: kind, which, at } of acts) {
          await act(kind, purchases[which] as Purchase, at);
          await check();
        }
      }),
      { numRuns: RUNS[engine.name] },
    );
  });
});
