import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { startCarryOut } from '../../src/domain/bank-files/carry-out/carry-out.ts';
import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { billingDayIn, nextBillingDay } from '../../src/domain/money-accounts/cards/charge-date.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, type Import, previewRows } from '../support/bank-imports.ts';
import { contextOf, createMember, keepSignedIn, type Member, type Transaction } from '../support/members.ts';

type Row = Transaction & { installment: { n: number; of: number } | null; charge_date: string };

interface Purchase {
  date: string;
  of: number;
  text: string;
}

interface Payment {
  purchase: Purchase;
  n: number;
  charged: string;
}

/** Whether a file gives each payment the day of the purchase or its own. */
type Dating = 'purchase' | 'own';

const BILLING_DAY = 2;
const AMOUNT = 100;

const lenses = (date: string, more: Partial<Purchase> = {}): Purchase => ({
  ...{ date, of: 3, text: 'Lenses' },
  ...more,
});

function paymentOf(purchase: Purchase, n: number): Payment {
  const first = nextBillingDay(purchase.date, BILLING_DAY);
  return { purchase, n, charged: billingDayIn(plusMonths(first, n - 1), BILLING_DAY) };
}

const paymentsOf = (purchase: Purchase) =>
  Array.from({ length: purchase.of }, (_, index) => paymentOf(purchase, index + 1));

/** The file of the bills of some months. */
const billsOf = (purchases: readonly Purchase[], ...months: string[]) =>
  purchases.flatMap(paymentsOf).filter(({ charged }) => months.includes(charged.slice(0, 7)));

function rowOf({ purchase: { date, of, text }, n, charged }: Payment, dating: Dating) {
  const day = dating === 'own' ? plusMonths(date, n - 1) : date;
  return { date: day, amount: -AMOUNT, text, chargeDate: charged, installment: { n, of } };
}

const named = ({ n, charged, purchase: { of, text } }: Payment) => `${charged} ${text} ${n}/${of}`;

const aWorld = fc.record({
  purchases: fc.array(
    fc.record({
      date: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 2, 15, 28, 29, 30, 31)).map(
        // A day that a month lacks is its last one.
        ([month, day]) => billingDayIn(`2026-0${month}-01`, day),
      ),
      of: fc.constantFrom(3, 3, 5),
      text: fc.constantFrom('Lenses', 'Lenses', 'Sofa'),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  steps: fc.array(
    fc.record({
      months: fc.subarray(['02', '03', '04', '05', '06', '07'], { minLength: 1, maxLength: 2 }),
      by: fc.constantFrom('file', 'program'),
      /** Of the imports so far, the one that is undone instead. */
      undone: fc.option(fc.nat(9), { freq: 4 }),
    }),
    { minLength: 3, maxLength: 8 },
  ),
});

forEachApp((testApp, engine) => {
  const { once } = engine;
  const { call, sendRows, undo } = bankImports(testApp);

  beforeEach(() => testApp.setClock('2026-07-15T09:00:00Z'));

  const withCard = async () => {
    const member = await createMember(testApp);
    await keepSignedIn(engine, member);
    const body = { name: 'Visa', kind: 'credit_card', number: '4321', billing_day: BILLING_DAY };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: member,
      body,
    });
    return { member, card: data.account.id };
  };
  const listed = async (member: Member) => {
    const path = '/transactions?status=any&limit=100';
    const { data } = await testApp.call<{ transactions: Row[] }>('GET', path, { as: member });
    return data.transactions
      .map(({ charge_date, description, installment }) => {
        const number = installment ? `${installment.n}/${installment.of}` : '-';
        return `${charge_date} ${description} ${number}`;
      })
      .toSorted();
  };
  const bySending = (payments: readonly Payment[], dating: Dating, more: object = {}) =>
    payments.map((payment) => {
      const { text: description, ...row } = rowOf(payment, dating);
      return { ...row, description, account: '4321', ...more };
    });
  const send = (member: Member, payments: readonly Payment[], dating: Dating, more: object = {}) =>
    sendRows(member, bySending(payments, dating, more));
  /** As the issuer's file has them. */
  const read = async (member: Member, card: string, payments: readonly Payment[]) => {
    const context = await contextOf(testApp, member);
    const rows = payments.map((payment) => rowOf(payment, 'purchase'));
    const id = await previewRows(context, rows, card);
    await startCarryOut(context, id);
    const { data } = await call<{ import: Import }>(member, 'GET', `/${id}`);
    return { id, counts: data.import.counts };
  };

  test.each<Dating>(['own', 'purchase'])(
    'equal purchases a month apart are all there, the newest bill first, with the day of the %s',
    async (dating) => {
      const { member } = await withCard();
      const purchases = ['2026-02-15', '2026-03-15', '2026-04-15'].map((date) => lenses(date));
      for (const month of ['2026-07', '2026-06', '2026-05', '2026-04', '2026-03'])
        await send(member, billsOf(purchases, month), dating);
      expect(await listed(member)).toEqual(purchases.flatMap(paymentsOf).map(named).toSorted());
    },
  );

  once('a payment is not another purchase of its own day, with a number or without', async () => {
    const plain = { date: '2026-04-15', amount: -AMOUNT, description: 'Lenses', account: '4321' };
    const { member } = await withCard();
    await sendRows(member, [{ ...plain, chargeDate: '2026-05-02' }]);
    const second = paymentOf(lenses('2026-03-15'), 2);
    expect(await send(member, [second], 'purchase')).toMatchObject({ added: 1 });
    // On the day of that one, and charged a month later.
    expect(await send(member, [paymentOf(lenses('2026-04-15'), 2)], 'purchase')).toMatchObject({ added: 1 });
    expect(await send(member, [second], 'own')).toMatchObject({ added: 0, matched: 1 });
  });

  once.each(['identifier', 'externalId', 'hash'])(
    'payments with the %s of their purchase are told by their number',
    async (field) => {
      for (const dating of ['purchase', 'own'] as const) {
        const { member } = await withCard();
        const payments = paymentsOf(lenses('2026-02-15', { of: 5 }));
        for (const each of payments.slice(0, 3))
          expect(await send(member, [each], dating, { [field]: 'v77' })).toMatchObject({ added: 1 });
        expect(await send(member, payments, dating, { [field]: 'v77' })).toMatchObject({
          ...{ added: 2, matched: 3 },
        });
        expect(await listed(member)).toEqual(payments.map(named).toSorted());
        // With the day that another kind of file gives them.
        expect(
          await send(member, payments, dating === 'own' ? 'purchase' : 'own', { [field]: 'v77' }),
        ).toMatchObject({ added: 0, matched: 5 });
      }
    },
  );

  once.each(['2026-02-15', '2026-01-31', '2026-01-30', '2026-01-29'])(
    'payments of a purchase of %s are there once, by a file and by a program, in either order',
    async (date) => {
      const payments = paymentsOf(lenses(date, { of: 5 }));
      for (const isFileFirst of [true, false]) {
        const { member, card } = await withCard();
        if (isFileFirst) await read(member, card, payments.slice(0, 4));
        expect(await send(member, payments, 'own')).toMatchObject(
          isFileFirst ? { added: 1, matched: 4 } : { added: 5, matched: 0 },
        );
        expect((await read(member, card, payments)).counts).toMatchObject({ new: 0, matched: 5 });
        expect(await listed(member)).toEqual(payments.map(named).toSorted());
      }
    },
  );

  once('what is left of a purchase is expected once, after a file and a program', async () => {
    const { member, card } = await withCard();
    const [first, second, third] = paymentsOf(lenses('2026-04-15', { of: 5 })) as [Payment, Payment, Payment];
    await read(member, card, [first, second]);
    expect(await send(member, [second, third], 'own')).toMatchObject({ added: 1, matched: 1 });
    const { data } = await testApp.call<{ expected_payments: { installment: { n: number } }[] }>(
      'GET',
      '/transactions/upcoming?days=365',
      { as: member },
    );
    expect(data.expected_payments.map(({ installment: { n } }) => n)).toEqual([4, 5]);
  });

  test('payments that a person entered at a month’s end are those of the file', async () => {
    const { member, card } = await withCard();
    const purchase = lenses('2026-01-31', { of: 5 });
    await testApp.call('POST', '/transactions/expense', {
      as: member,
      body: { amount: 500, description: 'Lenses', accountId: card, date: purchase.date, installments: 5 },
    });
    const payments = paymentsOf(purchase);
    expect((await read(member, card, payments)).counts).toMatchObject({ new: 0, matched: 5 });
    expect(await send(member, payments, 'own')).toMatchObject({ added: 0, matched: 5 });
    // Of an equal purchase a month before: none of those that the person entered.
    const earlier = paymentsOf(lenses('2025-12-31', { of: 5 }));
    expect(await send(member, earlier, 'own')).toMatchObject({ added: 5 });
    expect(await listed(member)).toEqual([...payments, ...earlier].map(named).toSorted());
  });

  once(
    'what is recorded is what was read and not undone, in any order and by two kinds of files',
    async () => {
      await fc.assert(
        fc.asyncProperty(aWorld, async ({ purchases, steps }) => {
          testApp.setClock('2026-07-15T09:00:00Z');
          const { member, card } = await withCard();
          const imports: { id: string; payments: Payment[] }[] = [];
          for (const [index, { months, by, undone }] of steps.entries()) {
            // What a program sends on one day is one import.
            testApp.setClock(`${plusDays('2026-07-16', index)}T09:00:00Z`);
            const gone = undone === null ? undefined : imports.splice(undone, 1)[0];
            if (gone) expect((await undo(member, gone.id)).status).toBe(200);
            const payments = billsOf(purchases, ...months.map((month) => `2026-${month}`));
            if (gone || payments.length === 0) continue;
            const id =
              by === 'file'
                ? (await read(member, card, payments)).id
                : (await send(member, payments, 'own')).import.id;
            imports.push({ id, payments });
            const all = purchases.flatMap(paymentsOf);
            const there = all.filter(({ purchase, n }) =>
              imports.some((each) => each.payments.some((one) => one.purchase === purchase && one.n === n)),
            );
            expect(await listed(member)).toEqual(there.map(named).toSorted());
          }
        }),
        { numRuns: 12 },
      );
    },
  );
});
