import { beforeEach, expect, test } from 'vitest';
import { projectBalance } from '../../src/domain/balance/project.ts';
import { plusMonths } from '../../src/domain/calendar.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { OPENING } from '../../src/domain/ledger/reserved-categories.ts';
import { unpayBills } from '../../src/domain/money-accounts/cards/paid-bills.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { readAccountReport } from '../../src/domain/money-accounts/report/report.ts';
import { forEachApp, START } from '../support/app.ts';
import { randomFrom } from '../support/hostile-values.ts';
import { contextOf, createMember } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

interface Account {
  id: string;
  kind: string;
  currency: string;
  balance: number;
  balance_converted: number;
  lacks_rate: boolean;
  in_balance: boolean;
  is_archived: boolean;
  billing_day: number | null;
  pays_from: string | null;
}

/** Amounts in hundredths: what the account was charged, what that is worth in shekels, and what was paid. */
interface Row {
  kind: 'row' | 'side' | 'assumed';
  type: 'expense' | 'income';
  account: string;
  charged: number;
  worth: number;
  paid: { amount: number; currency: string };
  date: string;
  /** A charge date that was typed. */
  charge: string | null;
  transfer?: string;
  purchase?: string;
}

const TODAY = '2026-06-15';
const LAST_DAY = '2026-09-13';
const DATES = ['2026-01-10', '2026-03-31', '2026-05-09', '2026-05-10', '2026-06-12', TODAY, '2026-07-20'];
const ACCOUNTS = [
  { name: 'Cash' },
  { name: 'Savings' },
  { name: 'Travel', currency: 'USD' },
  { name: 'Rome', currency: 'EUR' },
];

/** Shekels for one of it; none are known before the tenth of June. */
function rateOn(date: string, currency: string): number {
  if (currency === 'ILS') return 1;
  if (date < '2026-06-10') return 0;
  const dollar = date < TODAY ? 3.5 : 3.7;
  return currency === 'USD' ? dollar : dollar / 0.8;
}

function rateBetween(date: string, from: string, to: string): number {
  if (from === to) return 1;
  return rateOn(date, to) === 0 ? 0 : rateOn(date, from) / rateOn(date, to);
}

/** Never to nothing, and half a hundredth away from zero. */
const exchanged = (amount: number, rate: number) =>
  rate === 0 ? 0 : Math.max(1, Math.round(Number((amount * rate).toPrecision(12))));

/** The billing day after a date. */
function nextBill(date: string, day: number): string {
  const bill = `${date.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return bill > date ? bill : plusMonths(bill, 1);
}

const signed = ({ type }: Row, amount: number) => (type === 'income' ? amount : -amount);
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const minor = (amount: number | null) => Math.round((amount ?? 0) * 100);

forEachApp({ environment: { ACCESS_TOKEN_TTL: '86400' } }, (testApp, engine) => {
  beforeEach(async () => {
    testApp.setClock(START);
    for (const [date, ILS] of [
      ['2026-06-10', '3.5'],
      [TODAY, '3.7'],
    ] as const)
      await storeRates(testApp.app.database.db, { date, rates: { ILS, EUR: '0.8' } });
  });

  test.each([1, 2])(
    'history %i: sums are those of the rows, and the balance is what counts',
    async (seed) => {
      const member = await createMember(testApp);
      const context = await contextOf(testApp, member);
      const random = randomFrom(seed);
      const below = (most: number) => 1 + Math.floor(random() * most);
      const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
      const send = (method: string, path: string, body?: object) => {
        testApp.advance(1);
        return testApp.call<Record<string, unknown> & { undo_id?: string }>(method, path, {
          as: member,
          ...(body && { body }),
        });
      };
      const call = async <Data = { undo_id: string }>(method: string, path: string, body?: object) => {
        const { status, data, text } = await send(method, path, body);
        expect(status, `${method} ${path} ${JSON.stringify(body)} ${text}`).toBeLessThan(300);
        return data as Data;
      };
      const read = async () =>
        (await call<{ accounts: Account[] }>('GET', '/accounts?archived=true')).accounts;
      let rows = new Map<string, Row>();
      const merges: string[] = [];

      const purchasesOf = (card: Account) =>
        [...rows.values()].filter(({ kind, account }) => kind === 'row' && account === card.id);
      /** By transfers, which are on no bill. */
      const takenFrom = ({ id }: Account) =>
        sum(
          [...rows.values()].flatMap(({ kind, type, account, charged }) =>
            kind === 'side' && type === 'expense' && account === id ? charged : [],
          ),
        );
      const chargeOf = ({ kind, date, charge }: Row, { kind: of, billing_day }: Account) =>
        kind !== 'row' || of !== 'credit_card' ? date : (charge ?? nextBill(date, billing_day ?? 1));
      /** One that equals the rule of the card is not kept. */
      const kept = (row: Row, account: Account) =>
        account.kind !== 'credit_card' || row.charge === chargeOf({ ...row, charge: null }, account)
          ? null
          : row.charge;
      const lacksRate = (row: Row, { currency }: Account) =>
        row.worth === 0 || (currency !== 'ILS' && row.charged === 0);

      const record = async (account: Account) => {
        const { currency } = account;
        const date = pick(DATES) ?? TODAY;
        const amount = 100 + below(9999);
        const paidIn = currency === 'ILS' && random() < 0.3 ? (pick(['USD', 'EUR']) ?? 'USD') : currency;
        const typed = paidIn === 'ILS' || random() < 0.6 ? undefined : (pick([3, 4.25]) ?? 3);
        const type = pick(['expense', 'expense', 'income'] as const) ?? 'expense';
        const of = type === 'expense' && random() < 0.3 ? 1 + below(4) : 1;
        const isTyped = account.kind === 'credit_card' && random() < 0.3;
        const charge = isTyped ? plusMonths(date, below(3)) : null;
        const worth = exchanged(amount, typed ?? rateOn(date, paidIn));
        const charged = currency === 'ILS' ? worth : amount;
        const data = await call<{ transaction: { id: string }; transactions?: { id: string }[] }>(
          'POST',
          `/transactions/${type}`,
          {
            ...(paidIn === currency
              ? { amount: amount / 100 }
              : { originalAmount: amount / 100, originalCurrency: paidIn }),
            ...(typed && { rate: typed }),
            ...(charge && { chargeDate: charge }),
            ...(of > 1 && { installments: of }),
            ...{ date, accountId: account.id },
          },
        );
        const part = (whole: number, index: number) => {
          const each = Math.floor(whole / of);
          return index === 0 ? whole - each * (of - 1) : each;
        };
        for (const [index, { id }] of (data.transactions ?? [data.transaction]).entries()) {
          const row: Row = {
            ...{ kind: 'row', type, account: account.id, date: plusMonths(date, index) },
            ...{ charged: part(charged, index), worth: part(worth, index) },
            paid: { amount: part(amount, index), currency: paidIn },
            charge: charge && plusMonths(charge, index),
            ...(of > 1 && { purchase: data.transaction.id }),
          };
          rows.set(id, { ...row, charge: kept({ ...row, charge: kept(row, account) }, account) });
        }
      };

      /** Another amount, rate or account. */
      const change = async (id: string, before: Row, from: Account, account: Account) => {
        const path = `/transactions/${before.type}/${id}`;
        const act = random();
        if (act < 0.3) {
          const [charged, worth] = [below(9999), below(9999)];
          const paid =
            before.paid.currency === from.currency || before.paid.currency === 'ILS'
              ? { amount: charged, currency: from.currency }
              : before.paid;
          const isOwn = from.currency === 'ILS';
          rows.set(id, { ...before, charged, worth: isOwn ? charged : worth, paid });
          const body = isOwn
            ? { amount: charged / 100 }
            : { accountAmount: charged / 100, amount: worth / 100 };
          return call('PUT', path, body);
        }
        if (act < 0.5 && from.currency !== 'ILS' && before.paid.currency === from.currency) {
          const worth = exchanged(before.charged, 4);
          rows.set(id, { ...before, worth });
          return call('PUT', path, { rate: 4 });
        }
        const { paid, date } = before;
        if (account.currency !== from.currency) {
          // What no rate was known for gets that of its day.
          const worth = before.worth || exchanged(paid.amount, rateOn(date, paid.currency));
          const rate = rateBetween(date, paid.currency, account.currency);
          const charged = account.currency === 'ILS' ? worth : exchanged(paid.amount, rate);
          if (charged === 0) {
            expect((await send('PUT', path, { accountId: account.id })).status).toBe(400);
            return {};
          }
          rows.set(id, { ...before, worth, charged });
        }
        const { charged, worth } = rows.get(id) as Row;
        const moved = { ...before, account: account.id, charged, worth };
        rows.set(id, { ...moved, charge: account === from ? before.charge : kept(moved, account) });
        return call('PUT', path, { accountId: account.id });
      };

      /** A new transfer, or a known one between other accounts. */
      const transfer = async (from: Account, to: Account, known: string | undefined) => {
        const amount = below(9999);
        const amountTo = from.currency === to.currency ? amount : below(9999);
        const before = rows.get(`${known} expense`);
        const date = before?.date ?? pick(DATES) ?? TODAY;
        const body = { fromAccountId: from.id, toAccountId: to.id, amount: amount / 100 };
        const { transfer, ...data } = await call<{ transfer: { id: string }; undo_id: string }>(
          known ? 'PUT' : 'POST',
          known ? `/transfers/${known}` : '/transfers',
          {
            ...body,
            ...(from.currency !== to.currency && { amountTo: amountTo / 100 }),
            ...(!known && { date }),
          },
        );
        const own = from.currency === 'ILS' ? amount : to.currency === 'ILS' ? amountTo : undefined;
        const all = await read();
        const isKept =
          before !== undefined && all.find(({ id }) => id === before.account)?.currency === from.currency;
        const fixed = isKept && before.worth > 0 ? before.worth / before.charged : undefined;
        const worth = own ?? exchanged(amount, fixed ?? rateOn(date, from.currency));
        const sides = [
          { type: 'expense', account: from.id, charged: amount },
          { type: 'income', account: to.id, charged: amountTo },
        ] as const;
        for (const side of sides) {
          const { currency } = side.type === 'expense' ? from : to;
          rows.set(`${transfer.id} ${side.type}`, {
            ...{ kind: 'side', ...side, worth, date, charge: null, transfer: transfer.id },
            paid: { amount: side.charged, currency },
          });
        }
        return data;
      };

      /** Says that the bills of a card were paid, which nothing has paid. */
      const pay = async (card: Account) => {
        const report = async () => (await readAccountReport(context, card.id)).card;
        const isOver = ({ date }: { date: string }) => date <= TODAY;
        const hadNone = ![...rows.values()].some((row) => row.kind === 'assumed' && row.account === card.id);
        const before = await report();
        const open = sum((before?.unpaid ?? []).filter(isOver).map(({ amount }) => amount));
        const clock = await contextOf(testApp, member);
        await call('POST', `/accounts/${card.id}/pay-bills`, {});
        const paid = await engine.db
          .selectFrom('transactions')
          .select(['id', 'amount', 'account_amount', 'date', 'created_at'])
          .where('user_id', '=', member.id)
          .where('account_id', '=', card.id)
          .where('category_id', '=', OPENING.income)
          .execute();
        const after = await report();
        const unpaid = (after?.unpaid ?? []).filter(isOver).map(({ amount }) => amount);
        expect(sum(unpaid)).toBeLessThanOrEqual(takenFrom(card));
        expect(after?.overdue).toBeLessThanOrEqual(takenFrom(card));
        if (hadNone) {
          expect(sum(paid.map((row) => row.account_amount ?? row.amount))).toBe(open);
          expect(after?.overdue).toBe((before?.overdue ?? 0) - open);
          if (paid[0] && random() < 0.5) {
            await unpayBills(clock, card.id, paid[0].created_at);
            expect(await report()).toEqual(before);
            return;
          }
        }
        for (const [id, row] of rows) if (row.kind === 'assumed' && row.account === card.id) rows.delete(id);
        for (const { id, amount, account_amount, date } of paid) {
          const charged = account_amount ?? amount;
          rows.set(id, {
            ...{ kind: 'assumed', type: 'income', account: card.id, charged, worth: amount, date },
            ...{ charge: null, paid: { amount: charged, currency: card.currency } },
          });
        }
      };

      const merge = async (from: Account, to: Account) => {
        const path = `/accounts/${from.id}?moveTo=${to.id}`;
        const own = [...rows.values()].filter(({ account }) => account === from.id);
        const isSame = from.currency === to.currency;
        const isRefused =
          own.length > 0 && !isSame && (to.currency !== 'ILS' || own.some((row) => lacksRate(row, from)));
        if (isRefused) {
          expect((await send('DELETE', path)).status).toBe(400);
          return {};
        }
        const data = await call('DELETE', path);
        for (const [id, row] of rows)
          if (row.account === from.id)
            rows.set(id, { ...row, account: to.id, charged: isSame ? row.charged : row.worth });
        const sides = Map.groupBy(rows, ([, row]) => row.transfer);
        for (const [key, [one, other]] of sides)
          if (key && one && other && one[1].account === other[1].account)
            for (const [id] of [one, other]) rows.delete(id);
        return { ...data, merged: true };
      };

      /** The model learns the places of rows; the sums are its own. */
      const undoMerge = async (undo_id: string) => {
        await call('POST', '/transactions/restore', { undo_id });
        const stored = await engine.db
          .selectFrom('transactions')
          .selectAll()
          .where('user_id', '=', member.id)
          .execute();
        rows = new Map(
          stored.map((row) => {
            const id = row.transfer_id === null ? row.id : `${row.transfer_id} ${row.type}`;
            const kind = row.transfer_id ? 'side' : row.category_id === OPENING.income ? 'assumed' : 'row';
            const known = rows.get(id);
            const charged = row.account_amount ?? row.amount;
            const original = {
              amount: row.original_amount ?? charged,
              currency: row.original_currency ?? 'ILS',
            };
            return [
              id,
              {
                ...{
                  kind,
                  type: row.type,
                  account: row.account_id,
                  charged,
                  worth: row.amount,
                  date: row.date,
                },
                charge: kind === 'row' ? row.charge_date : null,
                paid: known?.paid ?? original,
                ...(row.transfer_id && { transfer: row.transfer_id }),
                ...(row.installment_of && { purchase: row.installment_of }),
              },
            ] as const;
          }),
        );
      };

      const step = async (): Promise<{ undo_id?: string | undefined; merged?: boolean } | undefined> => {
        const all = await read();
        const open = all.filter(({ is_archived }) => !is_archived);
        const account = pick(open) as Account;
        const other = pick(open.filter(({ id }) => id !== account.id));
        const [id, row] = pick([...rows].filter(([, { kind }]) => kind === 'row')) ?? [];
        const act = Math.floor(random() * 18);
        if (act < 5 || !id || !row) {
          await record(account);
          return undefined;
        }
        if (act < 9) return change(id, row, all.find((one) => one.id === row.account) as Account, account);
        if (act < 10) {
          const isRest = row.purchase !== undefined && random() < 0.5;
          for (const [key, one] of rows)
            if (key === id || (isRest && one.purchase === row.purchase && one.date > row.date))
              rows.delete(key);
          return call('DELETE', `/transactions/${row.type}/${id}${isRest ? '?deleteFuture=true' : ''}`);
        }
        if (act < 11) {
          await call('PUT', `/accounts/${account.id}`, { in_balance: random() < 0.6 });
        } else if (act < 14 && other) {
          const known = pick([...rows.values()].flatMap((one) => one.transfer ?? []));
          const part = random();
          if (!known || part < 0.6) await transfer(account, other, undefined);
          else if (part < 0.85) return transfer(account, other, known);
          else {
            for (const type of ['expense', 'income']) rows.delete(`${known} ${type}`);
            return call('DELETE', `/transfers/${known}`);
          }
        } else if (act < 15) {
          // The last open account stays open.
          const { id, is_archived } = pick(all) as Account;
          if (is_archived || open.length > 1)
            await call('PUT', `/accounts/${id}`, { is_archived: !is_archived });
        } else if (act < 16) {
          const card = pick(all.filter(({ kind }) => kind === 'credit_card'));
          if (card) await pay(card);
        } else if (merges.length > 0 && random() < 0.6) await undoMerge(merges.pop() ?? '');
        else if (other && random() < 0.5) return merge(account, other);
        return undefined;
      };

      const check = async () => {
        const accounts = await read();
        const of = ({ id }: Account) => [...rows.values()].filter(({ account }) => account === id);
        const until = (day: string, those: Row[]) => those.filter(({ date }) => date <= day);
        expect(
          accounts.map((one) => [minor(one.balance), minor(one.balance_converted), one.lacks_rate]),
        ).toEqual(
          accounts.map((one) => [
            sum(until(TODAY, of(one)).map((row) => signed(row, row.charged))),
            sum(until(TODAY, of(one)).map((row) => signed(row, row.worth))),
            until(TODAY, of(one)).some((row) => lacksRate(row, one)),
          ]),
        );
        const counting = accounts.filter(({ in_balance }) => in_balance);
        const worth = sum(
          counting.flatMap((one) => until(TODAY, of(one)).map((row) => signed(row, row.worth))),
        );
        const { balance } = await call<{ balance: number }>('GET', '/transactions/balance');
        const { net_worth } = await call<{ net_worth: number }>('GET', '/accounts');
        expect([minor(balance), minor(net_worth)]).toEqual([worth, worth]);
        const { total } = await call<{ total: Record<'income' | 'expenses', number> }>(
          'GET',
          '/transactions/balance/details',
        );
        const rowsOf = (type: string) =>
          counting.flatMap((one) =>
            until(TODAY, of(one)).filter((row) => row.kind === 'row' && row.type === type),
          );
        expect([minor(total.income), minor(total.expenses)]).toEqual(
          ['income', 'expense'].map((type) => sum(rowsOf(type).map((row) => row.worth))),
        );
        const cards = accounts.filter(({ kind }) => kind === 'credit_card');
        for (const card of cards) {
          const report = (await readAccountReport(context, card.id)).card;
          const billed = (is: (charged: string) => boolean) =>
            -sum(
              purchasesOf(card).flatMap((row) => (is(chargeOf(row, card)) ? signed(row, row.charged) : [])),
            );
          const current = nextBill(TODAY, card.billing_day ?? 1);
          const next = plusMonths(current, 1);
          const charged = until(TODAY, of(card)).filter((row) => chargeOf(row, card) <= TODAY);
          expect(
            [report?.current, report?.next, report?.later].map((bill) => (bill?.amount ?? 0) + 0),
          ).toEqual(
            [
              billed((day) => day > TODAY && day <= current),
              billed((day) => day > current && day <= next),
              billed((day) => day > next),
            ].map((amount) => amount + 0),
          );
          const overdue = -sum(charged.map((row) => signed(row, row.charged)));
          expect((report?.overdue ?? 0) + 0).toBe(overdue + 0);
          expect(sum((report?.unpaid ?? []).map(({ amount }) => amount))).toBeGreaterThanOrEqual(
            overdue - takenFrom(card),
          );
        }
        const payer = ({ pays_from }: Account) => accounts.find(({ id }) => id === pays_from);
        if (cards.every((card) => (payer(card)?.in_balance ?? card.in_balance) === card.in_balance)) {
          const { inNinetyDays } = await projectBalance(context);
          expect(inNinetyDays.date).toBe(LAST_DAY);
          expect(inNinetyDays.balance).toBe(
            sum(
              counting.flatMap((one) =>
                of(one).flatMap((row) => (chargeOf(row, one) <= LAST_DAY ? signed(row, row.worth) : [])),
              ),
            ),
          );
        }
        expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
      };

      const ids: string[] = [FIRST_ACCOUNT];
      for (const body of ACCOUNTS)
        ids.push((await call<{ account: Account }>('POST', '/accounts', body)).account.id);
      for (const [name, currency, billing_day, pays_from] of [
        ['Visa', 'ILS', 10, ids[0]],
        ['Gold', 'USD', 2, ids[3]],
      ])
        await call('POST', '/accounts', {
          ...{ name, currency, billing_day, pays_from },
          kind: 'credit_card',
        });
      for (let count = 0; count < 60; count += 1) {
        const before = new Map(rows);
        const { undo_id, merged } = (await step()) ?? {};
        await check();
        if (undo_id && random() < 0.3) {
          await call('POST', '/transactions/restore', { undo_id });
          rows = before;
          await check();
        } else if (undo_id && merged) merges.push(undo_id);
      }
    },
  );
});
