import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { startCarryOut } from '../../src/domain/bank-files/carry-out/carry-out.ts';
import { changeMapping } from '../../src/domain/bank-files/preview/mapping.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { accountSchema } from '../../src/domain/money-accounts/schema.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { resumeLongWork } from '../../src/jobs/resume-long-work.ts';
import { forEachApp } from '../support/app.ts';
import {
  bankImports,
  csv,
  example,
  type Import,
  type Line,
  previewRows,
  textRows,
} from '../support/bank-imports.ts';
import {
  categoriesOf,
  contextOf,
  createMember,
  type Member,
  makeCategory,
  record,
} from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';
import { makeTemplate } from '../support/templates.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

interface Listed {
  id: string;
  type: string;
  amount: number;
  date: string;
  description: string;
  account_id: string;
  category_id: string | null;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const imports = bankImports(testApp);
  const { send, preview, rows, carryOut, undo } = imports;
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const account = async (member: Member, name: string, more: object = {}) =>
    (await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name, ...more })).data.account.id;
  const list = async (member: Member, query = '') =>
    (await call<{ transactions: Listed[] }>(member, 'GET', `/transactions?status=any&limit=200${query}`)).data
      .transactions;
  const texts = async (member: Member) =>
    (await list(member)).map(({ date, type, amount, description }) =>
      [date, type === 'income' ? amount : -amount, description].join(' '),
    );
  async function exported(as: Member): Promise<Buffer> {
    const headers = { authorization: `Bearer ${as.accessToken}` };
    const response = await testApp.request('/api/v1/users/export-account', { headers });
    return Buffer.from(await response.arrayBuffer());
  }
  async function numbersOf(member: Member) {
    const { data } = await call<{ accounts: { number: string | null }[] }>(member, 'GET', '/accounts');
    return data.accounts.map(({ number }) => number);
  }
  const isSound = async ({ id }: Member) => expect(await checkTotalsOf(engine.db, id)).toEqual([]);
  const fieldsOf = ({ error }: { error: { details?: unknown } }) =>
    (error.details as { field: string }[]).map(({ field }) => field).toSorted();
  const states = (lines: readonly Line[]) =>
    lines.map(({ description, state, decision }) => `${description}: ${state}, ${decision}`);

  describe('a file', () => {
    once('of an account brings its rows with what was paid, its rate and its worth', async () => {
      const open = async () => {
        const member = await createMember(testApp);
        const [usd, eur] = [
          await account(member, 'Travel', { currency: 'USD' }),
          await account(member, 'Rome', { currency: 'EUR' }),
        ];
        return { member, usd, eur };
      };
      const { member, usd, eur } = await open();
      const date = '2026-01-05';
      const yen = { originalAmount: 900, originalCurrency: 'JPY', rate: '0.03' };
      const dollars = { originalAmount: 10, originalCurrency: 'USD' };
      for (const row of [
        { amount: 10, accountId: usd, rate: '3.3333' },
        { amount: 11, accountId: usd },
        { amount: 8, accountId: usd, ...yen },
        { amount: 40, ...dollars },
        dollars,
        { amount: 12.5 },
      ])
        await record(testApp, member, { description: JSON.stringify(row), date, ...row });
      const transfers = [
        { fromAccountId: usd, toAccountId: eur, amount: 10, amountTo: 9, rate: '3.5' },
        { fromAccountId: FIRST_ACCOUNT, toAccountId: usd, amount: 37, amountTo: 10 },
        { fromAccountId: eur, toAccountId: usd, amount: 5, amountTo: 6 },
      ];
      for (const transfer of transfers) {
        const made = await call(member, 'POST', '/transactions/transfer', {
          date,
          description: 'Moved',
          ...transfer,
        });
        expect(made.status).toBe(201);
      }
      const other = await open();
      await record(testApp, other.member, { amount: 1, description: 'In use' });
      const moneyOf = async (of: Member) =>
        (await list(of, '&includeTransfers=true&dateTo=2026-01-31'))
          .map((row) => {
            const { description, type, amount, account_amount, original, amount_to, rate } = row as Listed &
              Record<string, unknown>;
            return JSON.stringify({ description, type, amount, account_amount, original, amount_to, rate });
          })
          .toSorted();
      const { id } = await preview(other.member, await exported(member), 'account.json', {
        accountId: FIRST_ACCOUNT,
      });
      await carryOut(other.member, id);
      expect(await moneyOf(other.member)).toEqual(await moneyOf(member));
      await isSound(other.member);
    });

    once('is shown before anything changes, then carried out as it was shown, once', async () => {
      const member = await createMember(testApp);
      await record(testApp, member, { amount: 14, description: 'Coffee', date: '2026-05-03' });
      const found = await preview(
        member,
        csv('2026-05-03,Coffee,-14.00', '2026-05-03,Coffee,-14.00', '2026-05-04,Salary,1200.50'),
        'May “2026”.csv',
      );
      expect(found).toMatchObject({
        file_name: 'May “2026”.csv',
        kind: 'csv',
        status: 'preview',
        account_id: FIRST_ACCOUNT,
        currency: 'ILS',
        period: { from: '2026-05-03', to: '2026-05-04' },
        counts: { new: 2, matched: 1, probable: 0, transfer: 0, pending: 0, skipped: 0, error: 0 },
        totals: { income: 1200.5, expenses: 28 },
        ambiguous: [],
      });
      expect(await list(member)).toHaveLength(1);
      const lines = await rows(member, found.id);
      expect(states(lines)).toEqual([
        'Coffee: matched, leave_out',
        'Coffee: new, import',
        'Salary: new, import',
      ]);
      expect(lines[0]?.why).toBe('The same amount and a similar text on the same day');
      const done = await carryOut(member, found.id);
      expect(done).toMatchObject({
        created_count: 2,
        merged_count: 0,
        transfer_count: 0,
        left_out_count: 1,
        import: { status: 'done' },
      });
      expect(await carryOut(member, found.id)).toEqual(done);
      expect((await texts(member)).toSorted()).toEqual([
        '2026-05-03 -14 Coffee',
        '2026-05-03 -14 Coffee',
        '2026-05-04 1200.5 Salary',
      ]);
      // The time of its rows stands for none: only the coffee that was recorded by hand has an hour.
      const { data } = await call<{ spending_patterns: object }>(member, 'GET', '/analytics/user?months=6');
      expect(data.spending_patterns).toMatchObject({ peakHours: [9], peakDays: [0] });
      await isSound(member);
    });

    once('is taken back with all that it brought, and comes in again as if new', async () => {
      const member = await createMember(testApp);
      const bytes = csv('2026-05-03,Coffee,-14.00', '2026-05-04,Bread,-9.90');
      const { id } = await preview(member, bytes);
      await carryOut(member, id);
      const again = await send(member, bytes);
      expect([again.status, again.error]).toMatchObject([
        409,
        { code: 'ALREADY_IMPORTED', details: { import_id: id } },
      ]);
      expect((await preview(member, bytes, 'a.csv', { again: 'true' })).counts).toMatchObject({ matched: 2 });
      const undone = await undo(member, id);
      expect(undone.data).toMatchObject({ removed_count: 2, changed: [], import: { status: 'undone' } });
      expect(await list(member)).toEqual([]);
      const anew = await preview(member, bytes);
      expect(anew.counts).toMatchObject({ new: 2, matched: 0 });
      await carryOut(member, anew.id);
      expect(await list(member)).toHaveLength(2);
      await isSound(member);
    });

    once('or rows keep what was paid in all, and say nothing else than happens', async () => {
      const member = await createMember(testApp);
      const card = await account(member, 'Card', { kind: 'credit_card', billing_day: 10 });
      const row = { date: '2026-06-02', amount: -100, description: 'Shoes', account: 'Card' };
      const sendRows = (more: object) =>
        call<{ import: Import; added: number }>(member, 'POST', '/imports/rows', {
          rows: [{ ...row, ...more }],
        });
      const made = await sendRows({ installment: { n: 2, of: 3, total: 300.5 }, chargeDate: '2026-05-10' });
      expect([made.status, made.data.added]).toEqual([201, 1]);
      expect(await rows(member, made.data.import.id)).toMatchObject([
        { charge_date: null, installment: { n: 2, of: 3, total: 300.5 } },
      ]);
      expect(await list(member)).toMatchObject([
        { account_id: card, charge_date: '2026-06-10', installment: { n: 2, of: 3, total: 300.5 } },
      ]);
      const counted = await sendRows({ description: 'Hat', installments: { number: 1, total: 4 } });
      expect(counted.status).toBe(201);
      const refused = await sendRows({ description: 'Bag', originalAmount: -30 });
      expect([refused.status, fieldsOf(refused as never)]).toEqual([400, ['rows.0.originalCurrency']]);
      for (const [installment, field] of [
        [{ n: 1, of: 3, total: -9 }, 'installment.total'],
        [{ n: 1, of: 3, total: 1e300 }, 'installment.total'],
        [{ n: 1, of: 3, total: 30 }, 'installment.total'],
        [{ n: 1 }, 'installment.n'],
        [{ of: 3 }, 'installment.number'],
      ] as const) {
        const wrong = await sendRows({ description: 'Bag', installment });
        expect([wrong.status, fieldsOf(wrong as never)]).toEqual([400, [`rows.0.${field}`]]);
      }
      const both = await undo(member, made.data.import.id, { force: true, keepChanged: true });
      expect([both.status, fieldsOf(both as never)]).toEqual([400, ['keepChanged']]);
    });

    test('that was read twice before it was brought in is compared anew, and brings nothing twice', async () => {
      const member = await createMember(testApp);
      const bytes = csv('2026-05-03,Coffee,-14.00', '2026-05-04,Bread,-9.90');
      const [first, second] = [await preview(member, bytes), await preview(member, bytes)];
      await carryOut(member, first.id);
      const path = `/${second.id}/carry-out`;
      const refused = await imports.call(member, 'POST', path);
      expect([refused.status, refused.error]).toMatchObject([
        409,
        {
          code: 'ALREADY_IMPORTED',
          message: expect.stringContaining('again'),
          details: { import_id: first.id },
        },
      ]);
      const asked = await imports.call(member, 'POST', path, { again: true });
      expect([asked.status, asked.error]).toMatchObject([409, { code: 'CONFLICT' }]);
      expect((await rows(member, second.id)).map(({ state }) => state)).toEqual(['matched', 'matched']);
      expect(await carryOut(member, second.id)).toMatchObject({
        created_count: 0,
        import: { status: 'done' },
      });
      expect(await list(member)).toHaveLength(2);
      await isSound(member);
    });

    once('that overlaps an earlier one brings only what is new', async () => {
      const member = await createMember(testApp);
      const card = await account(member, 'Card', { kind: 'credit_card', number: '1234', currency: 'USD' });
      const first = await preview(member, example('card-first.qfx'), 'card.qfx');
      expect(first).toMatchObject({ kind: 'ofx', account_id: card, currency: 'USD', counts: { new: 8 } });
      await carryOut(member, first.id);
      const second = await preview(member, example('card-second.qfx'));
      expect(second.counts).toMatchObject({ new: 4, matched: 4 });
      expect(await carryOut(member, second.id)).toMatchObject({ created_count: 4, left_out_count: 4 });
      expect(await list(member)).toHaveLength(12);
      await isSound(member);
    });

    once('that was left out or deleted does not block: only what is there is matched', async () => {
      const member = await createMember(testApp);
      const { id } = await preview(member, example('card-first.qfx'));
      await carryOut(member, id);
      const [one] = await list(member);
      await call(member, 'DELETE', `/transactions/${one?.type}/${one?.id}`);
      const again = await preview(member, example('card-first.qfx'), 'again.qfx', { again: 'true' });
      expect(again.counts).toMatchObject({ new: 1, matched: 7 });
    });

    once('is recognised although a person renamed, moved and dated its rows otherwise', async () => {
      const member = await createMember(testApp);
      const bytes = csv('2026-05-03,SHUFERSAL DEAL 12,-88.00');
      const { id } = await preview(member, bytes);
      await carryOut(member, id);
      const [made] = await list(member);
      const change = { description: 'Groceries', date: '2026-05-20', amount: 80 };
      await call(member, 'PUT', `/transactions/expense/${made?.id}`, change);
      const again = await preview(member, bytes, 'a.csv', { again: 'true' });
      expect(again.counts).toMatchObject({ matched: 1, new: 0 });
      const refused = await undo(member, id);
      expect([refused.status, refused.error]).toMatchObject([
        409,
        { code: 'CHANGED_SINCE', details: { changed: [made?.id] } },
      ]);
      expect(await list(member)).toHaveLength(1);
      const undone = await undo(member, id, { force: true });
      expect(undone.data).toMatchObject({ removed_count: 1, changed: [made?.id] });
      expect(await list(member)).toEqual([]);
      await isSound(member);
    });
  });

  describe('what is decided', () => {
    test('about rows and states happens, and is refused where it cannot', async () => {
      const member = await createMember(testApp);
      const category = await makeCategory(testApp, member, 'Drinks');
      await record(testApp, member, { amount: 30, description: 'Bakery', date: '2026-05-10' });
      const { id } = await preview(
        member,
        csv('2026-05-03,Coffee,-14.00', '2026-05-04,Bread,-9.90', '2026-05-12,Bakery 7,-30.00'),
      );
      const lines = await rows(member, id);
      expect(states(lines)).toEqual([
        'Coffee: new, import',
        'Bread: new, import',
        'Bakery 7: probable, leave_out',
      ]);
      const decide = (body: object) => imports.call(member, 'PUT', `/${id}/rows`, body);
      for (const [body, field] of [
        [{}, 'decisions'],
        [{ state: 'new' }, 'decision'],
        [{ decision: 'leave_out' }, 'state'],
      ] as const)
        expect(fieldsOf(await decide(body))).toEqual([field]);
      const refused = await decide({
        decisions: [
          { index: 0, decision: 'merge' },
          { index: 1, decision: 'merge', categoryId: MISSING, accountId: MISSING, description: 7 },
          { index: 9, decision: 'nothing', categoryId: MISSING },
        ],
      });
      expect([refused.status, fieldsOf(refused)]).toEqual([
        400,
        [
          'decisions.0.decision',
          'decisions.1.accountId',
          'decisions.1.categoryId',
          'decisions.1.decision',
          'decisions.1.description',
          'decisions.2.categoryId',
          'decisions.2.decision',
          'decisions.2.index',
        ],
      ]);
      const far = await decide({ decisions: [{ index: 1e308, decision: 'merge' }] });
      expect([far.status, fieldsOf(far)]).toEqual([400, ['decisions.0.index']]);
      const decisions = [
        { index: 0, category_id: category, merchantName: 'Roma', description: 'Espresso' },
        { index: 1, decision: 'leave_out' },
      ];
      expect((await decide({ decisions })).status).toBe(200);
      expect((await decide({ state: 'probable', decision: 'merge' })).status).toBe(200);
      expect(await carryOut(member, id)).toMatchObject({
        created_count: 1,
        merged_count: 1,
        left_out_count: 1,
      });
      const found = await list(member);
      expect(found.map(({ date, description }) => `${date} ${description}`)).toEqual([
        '2026-05-12 Bakery',
        '2026-05-03 Espresso',
      ]);
      expect(found[1]?.category_id).toBe(category);
      expect((await decide({ state: 'new', decision: 'leave_out' })).status).toBe(409);
      expect((await undo(member, id)).data).toMatchObject({ removed_count: 2 });
      expect(await texts(member)).toEqual(['2026-05-10 -30 Bakery']);
      await isSound(member);
    });

    once('gives a recurring transaction the day and the amount of the bank', async () => {
      const member = await createMember(testApp);
      await makeTemplate(testApp, member, {
        description: 'Electricity',
        amount: 200,
        start_date: '2026-06-10',
      });
      const { id } = await preview(member, csv('2026-06-12,ELECTRICITY CO,-214.30'));
      expect(states(await rows(member, id))).toEqual(['ELECTRICITY CO: probable, leave_out']);
      await imports.call(member, 'PUT', `/${id}/rows`, { state: 'probable', decision: 'merge' });
      await carryOut(member, id);
      expect(await texts(member)).toContain('2026-06-12 -214.3 Electricity');
      await undo(member, id);
      expect(await texts(member)).toContain('2026-06-10 -200 Electricity');
      await isSound(member);
    });

    once('fills a category that is certain by the past', async () => {
      const member = await createMember(testApp);
      const category = await makeCategory(testApp, member, 'Hobby');
      for (const day of ['01', '02', '03'])
        await record(testApp, member, {
          amount: 20,
          description: 'Clay House',
          categoryId: category,
          date: `2026-04-${day}`,
        });
      const { id } = await preview(member, csv('2026-05-03,CLAY HOUSE 12,-31.00', '2026-05-04,Qwrtz,-5.00'));
      expect((await rows(member, id)).map((one) => [one.category_id, one.category_source])).toEqual([
        [category, 'suggestion'],
        [null, null],
      ]);
    });

    once('learns nothing from words that only say how something was paid', async () => {
      const member = await createMember(testApp);
      const rent = await makeCategory(testApp, member, 'Flat');
      for (const day of ['01', '02', '03'])
        await record(testApp, member, {
          amount: 4800,
          description: 'הוראת קבע',
          notes: 'Flat of June',
          categoryId: rent,
          date: `2026-04-${day}`,
        });
      const { id } = await preview(
        member,
        Buffer.from(
          'Date,Payee,Notes,Amount\n2026-05-03,CLOUDBOX STORAGE,הוראת קבע,-13.50\n2026-05-04,הוראת קבע,Qwrtz,-9.00\n',
        ),
      );
      expect((await rows(member, id)).map(({ category_id }) => category_id)).toEqual([null, null]);
    });
  });

  once('a card is known by its own number, not by that of the account which pays it', async () => {
    const member = await createMember(testApp);
    await account(member, 'Discount', { number: '999-123456' });
    const other = await account(member, 'Visa', { kind: 'credit_card', number: '6071' });
    const asked = await preview(member, example('cal-card.xlsx'), 'cal.xlsx');
    expect(asked).toMatchObject({ status: 'needs_mapping', ambiguous: ['account'], account_id: null });
    await call(member, 'PUT', `/accounts/${other}`, { number: '5093' });
    const known = await preview(member, example('cal-card.xlsx'), 'cal again.xlsx', { again: 'true' });
    expect(known).toMatchObject({ status: 'preview', account_id: other });
  });

  once(
    'guesses say what a row is for, shops of cards are payees, and a card is none of another company',
    async () => {
      const member = await createMember(testApp);
      await account(member, 'מקס', { kind: 'credit_card' });
      await account(member, 'Bank');
      const categories = new Map(
        (await categoriesOf(testApp, member)).map(({ id, name, type }) => [id, `${type} ${name}`]),
      );
      const guessesOf = async (name: string) => {
        const { id } = await preview(member, example(name), name, { accountId: FIRST_ACCOUNT });
        const lines = await rows(member, id);
        return {
          lines,
          guesses: new Map(lines.map((line) => [line.description, categories.get(line.category_id ?? '')])),
        };
      };
      const { guesses } = await guessesOf('discount-account.xlsx');
      expect(guesses.get('דמי ניהול חשבון')).toBe('expense Taxes and fees');
      expect(guesses.get('זיכוי שכר')).toBe('income Salary');
      const leumi = await guessesOf('leumi-account.xls');
      expect(leumi.lines.find(({ notes }) => notes?.includes('שכר דירה'))).toMatchObject({
        category_source: 'suggestion',
      });
      const { lines } = await guessesOf('hapoalim-account.xlsx');
      const payment = lines.find(({ notes, description }) => `${description} ${notes}`.includes('כאל'));
      expect(payment).toMatchObject({ state: 'new', transfer_account_id: null });
      const cards = (await call<{ accounts: { id: string; kind: string }[] }>(member, 'GET', '/accounts'))
        .data;
      const card = cards.accounts.find(({ kind }) => kind === 'credit_card')?.id ?? '';
      const { id } = await preview(member, example('max-card.xlsx'), 'max.xlsx', { accountId: card });
      const read = await rows(member, id);
      const categoryOf = (text: string) =>
        categories.get(read.find(({ description }) => description === text)?.category_id ?? '');
      expect([categoryOf('CLOUDBOX STORAGE'), categoryOf('פארם הגליל')]).toEqual([
        'expense Phone and internet',
        'income Refunds',
      ]);
      const shops = read.filter(({ type, state }) => type === 'expense' && state === 'new');
      expect(shops.length).toBeGreaterThan(5);
      for (const { description, merchant_name } of shops) expect(merchant_name).toBe(description);
      // Totals and headings are no rows, and left out by nobody.
      const {
        created_count,
        merged_count,
        transfer_count,
        left_out_count,
        import: done,
      } = await carryOut(member, id);
      const { skipped = 0, ...counts } = done.counts;
      expect(skipped).toBeGreaterThan(0);
      expect(created_count + merged_count + transfer_count + left_out_count).toBe(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
      );
    },
  );

  describe('a payment of a card', () => {
    test('is joined with the card whose bill has that sum, and both come apart again', async () => {
      const member = await createMember(testApp);
      const card = await account(member, 'Card', {
        kind: 'credit_card',
        billing_day: 10,
        pays_from: FIRST_ACCOUNT,
      });
      await record(testApp, member, {
        amount: 120,
        description: 'Shoes',
        date: '2026-05-02',
        accountId: card,
      });
      const { id, counts } = await preview(
        member,
        csv('2026-05-11,CARD CO,-120.00', '2026-05-11,Other,-7.00'),
        'bank.csv',
        { accountId: FIRST_ACCOUNT },
      );
      expect(counts).toMatchObject({ transfer: 1, new: 1 });
      const [line] = await rows(member, id, '?state=transfer');
      expect(line).toMatchObject({
        decision: 'transfer',
        transfer_account_id: card,
        why: 'Pays the bill of Card',
      });
      expect(await carryOut(member, id)).toMatchObject({ created_count: 1, transfer_count: 1 });
      const { data } = await call<{ accounts: { id: string; balance: number }[] }>(
        member,
        'GET',
        '/accounts',
      );
      expect(data.accounts.map(({ balance }) => balance)).toEqual([-127, 0]);
      await isSound(member);
      const cardFile = csv('2026-05-11,Payment received,120.00', '2026-05-12,Fee,-3.00');
      const other = await preview(member, cardFile, 'card.csv', { accountId: card });
      expect(other.counts).toMatchObject({ probable: 1 });
      // A transfer is one.
      expect((await undo(member, id)).data).toMatchObject({ removed_count: 2 });
      expect(await texts(member)).toEqual(['2026-05-02 -120 Shoes']);
      await isSound(member);
    });

    const decided = (lines: readonly Line[]) =>
      lines
        .filter(({ why }) => why)
        .map(({ date, description, state, decision, transfer_account_id: to, why }) =>
          [date, description, state, decision, to, why].join(' | '),
        );

    test('is offered as a transfer where no bill of its sum is known, and is one the next time', async () => {
      const member = await createMember(testApp);
      const other = await account(member, 'Other bank');
      const card = await account(member, 'ויזה', { kind: 'credit_card', pays_from: other });
      const { id, counts } = await preview(member, example('hapoalim-account.xlsx'), 'bank.xlsx', {
        accountId: FIRST_ACCOUNT,
      });
      expect(counts).toMatchObject({ transfer: 2, new: 9 });
      const offered =
        'Seems to pay ויזה. As an expense it would count twice, once the file of the card comes in';
      expect(decided(await rows(member, id))).toEqual([
        `2026-07-05 | כרטיסי אשראי לי | transfer | import | ${card} | ${offered}`,
        `2026-07-07 | חיוב לכרטיס ויזה | transfer | import | ${card} | ${offered}`,
      ]);
      await imports.call(member, 'PUT', `/${id}/rows`, { state: 'transfer', decision: 'transfer' });
      expect(await carryOut(member, id)).toMatchObject({ created_count: 9, transfer_count: 2 });
      await isSound(member);
      const next = await preview(
        member,
        Buffer.from(
          'Date,Description,Notes,Amount\n2026-08-05,כרטיסי אשראי לי,כאל,-1741.20\n2026-08-06,כרטיסי אשראי לי,דיינרס,-20.00\n',
        ),
        'next.csv',
        { accountId: FIRST_ACCOUNT },
      );
      expect(decided(await rows(member, next.id))).toEqual([
        `2026-08-05 | כרטיסי אשראי לי | transfer | transfer | ${card} | Moved to or from ויזה, as the latest one of this text`,
        `2026-08-06 | כרטיסי אשראי לי | transfer | import | ${card} | ${offered}`,
      ]);
      await carryOut(member, next.id);
      await isSound(member);
    });

    test('of one of several cards is offered without a card, unless it names one', async () => {
      const member = await createMember(testApp);
      const [cal, visa] = [
        await account(member, 'Cal', { kind: 'credit_card', number: '4471' }),
        await account(member, 'Visa', { kind: 'credit_card' }),
        await account(member, 'Dollars', { kind: 'credit_card', currency: 'USD' }),
      ];
      const { id } = await preview(
        member,
        csv(
          '2026-08-02,חיוב כרטיסי אשראי,-1741.20',
          '2026-08-03,4471 - כרטיס אשראי,-20.00',
          '2026-08-04,Credit card fee,-3.00',
          '2026-08-05,חיוב ישראכרט,-30.00',
        ),
        'bank.csv',
        { accountId: FIRST_ACCOUNT },
      );
      const twice = 'As an expense it would count twice, once the file of the card comes in';
      const lines = await rows(member, id);
      expect(decided(lines)).toEqual([
        `2026-08-02 | חיוב כרטיסי אשראי | transfer | import |  | Seems to pay one of your cards. ${twice}`,
        `2026-08-03 | 4471 - כרטיס אשראי | transfer | import | ${cal} | Seems to pay Cal. ${twice}`,
        `2026-08-05 | חיוב ישראכרט | transfer | import | ${visa} | Seems to pay Visa. ${twice}`,
      ]);
      // Only what names one becomes a transfer with all others.
      await imports.call(member, 'PUT', `/${id}/rows`, { state: 'transfer', decision: 'transfer' });
      const [first] = lines;
      await imports.call(member, 'PUT', `/${id}/rows`, {
        decisions: [{ index: first?.index, decision: 'transfer', transferAccountId: cal }],
      });
      expect(await carryOut(member, id)).toMatchObject({ created_count: 1, transfer_count: 3 });
    });

    test('of a card that is not recorded stays an expense, and says so', async () => {
      const member = await createMember(testApp);
      const { id, counts } = await preview(member, csv('2026-08-02,חיוב ישראכרט,-30.00'));
      expect(counts).toMatchObject({ new: 1, transfer: 0 });
      expect(decided(await rows(member, id))).toEqual([
        '2026-08-02 | חיוב ישראכרט | new | import |  | Pays a card',
      ]);
    });
  });

  describe('cash that is withdrawn or deposited', () => {
    test('is offered as a transfer to the account of cash, and is one where earlier ones were', async () => {
      const member = await createMember(testApp);
      await account(member, 'Euros', { kind: 'cash', currency: 'EUR' });
      const cash = await account(member, 'Purse', { kind: 'cash' });
      const made = await call(member, 'POST', '/transactions/transfer', {
        ...{ date: '2026-04-01', description: 'משיכת מזומן', amount: 300 },
        ...{ fromAccountId: FIRST_ACCOUNT, toAccountId: cash },
      });
      expect(made.status).toBe(201);
      const { id } = await preview(
        member,
        csv(
          '2026-05-01,משיכת מזומן,-400.00',
          '2026-05-02,ATM WITHDRAWAL 0123,-200.00',
          '2026-05-03,משיכה מכספומט,-100.00',
          '2026-05-04,עמלת משיכת מזומן,-2.00',
          '2026-05-05,הפקדת מזומן,150.00',
          '2026-05-06,Coffee,-9.00',
        ),
        'bank.csv',
        { accountId: FIRST_ACCOUNT },
      );
      const lines = await rows(member, id);
      expect(
        lines.map(({ state, decision, transfer_account_id: to, why }) => [state, decision, to, why]),
      ).toEqual([
        ['transfer', 'transfer', cash, 'Moved to or from Purse, as the latest one of this text'],
        ['transfer', 'import', cash, 'Cash: a transfer to or from Purse?'],
        ['transfer', 'import', cash, 'Cash: a transfer to or from Purse?'],
        ['new', 'import', null, null],
        ['transfer', 'import', cash, 'Cash: a transfer to or from Purse?'],
        ['new', 'import', null, null],
      ]);
      expect(await carryOut(member, id)).toMatchObject({ created_count: 5, transfer_count: 1 });
      await isSound(member);
      // What has become an expense is offered again, and nothing more.
      const next = await preview(member, csv('2026-06-02,ATM WITHDRAWAL 0123,-200.00'), 'next.csv', {
        accountId: FIRST_ACCOUNT,
      });
      expect(states(await rows(member, next.id))).toEqual(['ATM WITHDRAWAL 0123: transfer, import']);
    });
  });

  describe('an account', () => {
    once('that is not known is asked for once, and remembered', async () => {
      const member = await createMember(testApp);
      const savings = await account(member, 'Savings');
      const found = await preview(member, csv('2026-05-03,Coffee,-14.00'));
      expect(found).toMatchObject({ status: 'needs_mapping', ambiguous: ['account'], account_id: null });
      const refused = await imports.call(member, 'POST', `/${found.id}/carry-out`);
      expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
      const answered = await imports.call<{ import: Import }>(member, 'PUT', `/${found.id}/mapping`, {
        accountId: savings,
      });
      expect(answered.data.import).toMatchObject({
        status: 'preview',
        account_id: savings,
        counts: { new: 1 },
      });
      expect(await preview(member, csv('2026-06-03,Bread,-4.00'))).toMatchObject({
        status: 'preview',
        account_id: savings,
      });
      // And once that is forgotten, again.
      const { data } = await imports.call<{ accounts: { key: string }[] }>(member, 'GET', '/accounts');
      expect(data.accounts).toMatchObject([{ kind: 'csv', name: null, account_id: savings }]);
      const forget = () =>
        imports.call(member, 'DELETE', `/accounts?key=${encodeURIComponent(data.accounts[0]?.key ?? '')}`);
      expect((await forget()).status).toBe(200);
      expect((await forget()).status).toBe(404);
      expect(await preview(member, csv('2026-06-04,Milk,-4.00'))).toMatchObject({
        status: 'needs_mapping',
        ambiguous: ['account'],
      });
    });

    once('that is merged into another one takes its imports along', async () => {
      const member = await createMember(testApp);
      const old = await account(member, 'Old');
      const bytes = csv('2026-05-03,Coffee,-14.00');
      const { id } = await preview(member, bytes, 'a.csv', { accountId: old });
      await carryOut(member, id);
      expect((await call(member, 'DELETE', `/accounts/${old}?moveTo=${FIRST_ACCOUNT}`)).status).toBe(200);
      expect((await imports.call<{ import: Import }>(member, 'GET', `/${id}`)).data.import.account_id).toBe(
        FIRST_ACCOUNT,
      );
      expect((await preview(member, bytes, 'a.csv', { again: 'true' })).counts).toMatchObject({ matched: 1 });
    });

    once(
      'that is merged and comes back with the undo has its imports, and the next files of its bank',
      async () => {
        const member = await createMember(testApp);
        const old = await account(member, 'Old');
        const other = await account(member, 'Other');
        const { id } = await preview(member, csv('2026-05-03,Coffee,-14.00'), 'a.csv', { accountId: old });
        await carryOut(member, id);
        const merge = `/accounts/${old}?moveTo=${FIRST_ACCOUNT}`;
        const { data } = await call<{ undo_id: string }>(member, 'DELETE', merge);
        const later = await preview(member, csv('2026-05-09,Tea,-3.00'), 'b.csv');
        expect(later.account_id).toBe(FIRST_ACCOUNT);
        const answer = await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id });
        expect(answer.status).toBe(200);
        const accountOf = async (each: string) =>
          (await imports.call<{ import: Import }>(member, 'GET', `/${each}`)).data.import.account_id;
        expect([await accountOf(id), await accountOf(later.id)]).toEqual([old, FIRST_ACCOUNT]);
        expect((await preview(member, csv('2026-05-12,Bread,-4.00'), 'c.csv')).account_id).toBe(old);
        expect((await call(member, 'DELETE', `/accounts/${other}`)).status).toBe(200);
      },
    );

    test('in another currency than the file gets the amounts by the rate of the day', async () => {
      const member = await createMember(testApp);
      const { id } = await preview(member, example('card-first.qfx'));
      await carryOut(member, id);
      const [{ amount, original } = {}] = (await list(member)) as unknown as {
        amount: number;
        original: { currency: string };
      }[];
      expect([amount, original?.currency]).toEqual([null, 'USD']);
      await isSound(member);
    });

    once('is compared with the balance that the bank gives', async () => {
      const member = await createMember(testApp);
      const own = await account(member, 'Card', {
        kind: 'bank',
        number: '4000999900001234',
        currency: 'USD',
      });
      const found = await preview(member, example('card-second.qfx'));
      const sum = found.totals.income - found.totals.expenses;
      expect(found.balance_difference).toBeCloseTo((found.closing_balance ?? 0) - sum, 2);
      const done = await carryOut(member, found.id);
      expect(done.import.balance_difference).toBe(found.balance_difference);
      const check = () => call<{ closing: object | null }>(member, 'GET', `/accounts/${own}/reconcile`);
      const closing = { date: '2026-03-30', balance: found.closing_balance };
      expect((await check()).data.closing).toEqual(closing);
      await call(member, 'POST', `/accounts/${own}/reconcile`, { ...closing, adjust: true });
      expect((await check()).data.closing).toBeNull();
    });
  });

  describe('rows that a program sends', () => {
    const sendRows = (as: Member, body: unknown) =>
      testApp.call<{ import: Import; added: number; matched: number; left_out: number }>(
        'POST',
        '/imports/rows',
        {
          as,
          body,
        },
      );

    once('are brought in at once, and those that are probably there wait', async () => {
      const member = await createMember(testApp, { preferences: { timezone: 'Asia/Jerusalem' } });
      await record(testApp, member, { amount: 30, description: 'Bakery', date: '2026-05-10' });
      const sent = [
        { date: '2026-05-03T23:30:00', amount: -14, description: 'Coffee', identifier: 17 },
        { date: '2026-05-03T21:30:00.000Z', amount: '9.5', description: 'Refund', status: 'completed' },
        { date: '12/05/2026', amount: -30, description: 'Bakery' },
        { date: '2026-05-13', amount: -5, description: 'Waiting', status: 'pending' },
      ];
      const first = await sendRows(member, sent);
      expect([first.status, first.data]).toMatchObject([
        201,
        { added: 2, matched: 0, left_out: 2, import: { kind: 'api', status: 'preview' } },
      ]);
      expect((await texts(member)).toSorted()).toEqual([
        '2026-05-03 -14 Coffee',
        '2026-05-04 9.5 Refund',
        '2026-05-10 -30 Bakery',
      ]);
      const again = await sendRows(member, { rows: sent.slice(0, 2) });
      const { id } = first.data.import;
      expect(again.data).toMatchObject({
        added: 0,
        matched: 2,
        left_out: 0,
        import: { id, status: 'preview' },
      });
      await imports.call(member, 'PUT', `/${id}/rows`, { state: 'probable', decision: 'import' });
      expect(await carryOut(member, id)).toMatchObject({ created_count: 3, import: { status: 'done' } });
      expect((await undo(member, id)).data).toMatchObject({ removed_count: 3 });
      expect(await texts(member)).toEqual(['2026-05-10 -30 Bakery']);
      await isSound(member);
    });

    once(
      'keep their payment, their charge date and what was paid, and are sent twice with one effect',
      async () => {
        const member = await createMember(testApp);
        const card = await account(member, 'Card', { kind: 'credit_card', billing_day: 2, number: '4321' });
        const part = { date: '2026-03-05', amount: -250, description: 'Sofa', account: '4321' };
        const sent = [
          {
            ...part,
            chargeDate: '2026-05-10',
            installment: { n: 3, of: 10 },
            originalAmount: -2500,
            originalCurrency: 'ILS',
          },
          {
            date: '2026-05-03',
            amount: -37.1,
            description: 'Cloud',
            account: 'card',
            originalAmount: -9.99,
            originalCurrency: 'USD',
          },
          { date: '2026-05-04', amount: -5, description: 'Bread' },
        ];
        const headers = { 'idempotency-key': 'rows-1' };
        const options = { as: member, body: sent, headers };
        const first = await testApp.call<{ added: number }>('POST', '/imports/rows', options);
        expect(first.data.added).toBe(3);
        expect(
          (await testApp.call('POST', '/imports/rows', options)).headers.get('idempotency-replayed'),
        ).toBe('true');
        expect(await list(member)).toMatchObject([
          { description: 'Bread', account_id: FIRST_ACCOUNT },
          { description: 'Cloud', account_id: card, original: { amount: 9.99, currency: 'USD' } },
          { description: 'Sofa', charge_date: '2026-05-10', installment: { n: 3, of: 10, total: 2500 } },
        ]);
        const next = { ...part, chargeDate: '2026-06-10', installment: { number: 4, total: 10 } };
        const fourth = (await sendRows(member, [next])).data;
        expect(fourth).toMatchObject({ added: 1, matched: 0 });
        expect((await rows(member, fourth.import.id)).at(-1)).toMatchObject({
          installment: { n: 4, of: 10, total: null },
        });
        expect(await list(member)).toContainEqual(
          expect.objectContaining({ installment: { n: 4, of: 10, total: null } }),
        );
        expect((await sendRows(member, [next, sent[0]])).data).toMatchObject({ added: 0, matched: 2 });
        await isSound(member);
      },
    );

    once('are one import a day, which is taken back as one', async () => {
      const member = await createMember(testApp);
      await account(member, 'Card');
      await record(testApp, member, { amount: 30, description: 'Bakery', date: '2026-05-10' });
      const row = (day: string, description: string, more: object = {}) => ({
        date: `2026-05-${day}`,
        amount: -10,
        description,
        ...more,
      });
      const waiting = row('12', 'Bakery', { amount: -30 });
      const [first, second, third] = [
        await sendRows(member, [row('03', 'Coffee')]),
        await sendRows(member, [row('04', 'Bread', { account: 'Card' }), waiting]),
        await sendRows(member, [row('01', 'Milk'), row('03', 'Coffee')]),
      ];
      expect([first, second, third].map(({ data }) => [data.added, data.matched, data.left_out])).toEqual([
        [1, 0, 0],
        [1, 0, 1],
        [1, 1, 0],
      ]);
      const { id } = first.data.import;
      expect(third.data.import).toMatchObject({
        id,
        status: 'preview',
        account_id: null,
        period: { from: '2026-05-01', to: '2026-05-12' },
        counts: { new: 3, matched: 1, probable: 1 },
        totals: { expenses: 60 },
      });
      expect((await rows(member, id)).map(({ index, description }) => [index, description])).toEqual([
        [0, 'Coffee'],
        [1, 'Bread'],
        [2, 'Bakery'],
        [3, 'Milk'],
        [4, 'Coffee'],
      ]);
      await imports.call(member, 'PUT', `/${id}/rows`, { state: 'probable', decision: 'import' });
      expect(await carryOut(member, id)).toMatchObject({ created_count: 4, import: { status: 'done' } });
      const fourth = await sendRows(member, [row('14', 'Tea'), row('12', 'Bakery 7', { amount: -30 })]);
      expect(fourth.data).toMatchObject({ added: 1, import: { id, counts: { new: 4 } } });
      const all = async () =>
        (await imports.call<{ imports: Import[] }>(member, 'GET', '')).data.imports.map((one) => one.status);
      expect(await all()).toHaveLength(1);
      expect((await undo(member, id)).data).toMatchObject({ removed_count: 5 });
      expect(await texts(member)).toEqual(['2026-05-10 -30 Bakery']);
      const fifth = await sendRows(member, [row('03', 'Coffee')]);
      expect(fifth.data).toMatchObject({ added: 1, import: { status: 'done', counts: { new: 1 } } });
      const yesterday = { created_at: '2026-06-14T09:00:00.000Z' };
      await engine.db.updateTable('bank_imports').set(yesterday).where('user_id', '=', member.id).execute();
      expect((await sendRows(member, [row('05', 'Cake')])).data.import.counts).toMatchObject({ new: 1 });
      expect((await all()).toSorted()).toEqual(['done', 'done', 'undone']);
      expect((await texts(member)).toSorted()).toEqual([
        '2026-05-03 -10 Coffee',
        '2026-05-05 -10 Cake',
        '2026-05-10 -30 Bakery',
      ]);
      await isSound(member);
    });

    once(
      'stay when they were changed and their import is undone, also when the change is undone',
      async () => {
        const member = await createMember(testApp);
        const sent = await testApp.call<{ import: { id: string } }>('POST', '/imports/rows', {
          as: member,
          body: [{ date: '2026-05-20', amount: -20, description: 'Tea' }],
        });
        const [row] = await list(member);
        const path = `/transactions/expense/${row?.id}`;
        const change = { as: member, body: { amount: 25 } };
        const { undo_id } = (await testApp.call<{ undo_id: string }>('PUT', path, change)).data;
        const undone = await undo(member, sent.data.import.id, { keepChanged: true });
        expect(undone.data).toMatchObject({ removed_count: 0, changed: [row?.id] });
        const body = { undo_id };
        const restored = await testApp.call('POST', '/transactions/restore', { as: member, body });
        expect(restored.data).toMatchObject({ restored_count: 1, failed: 0 });
        expect((await list(member)).map(({ amount }) => amount)).toEqual([20]);
        await isSound(member);
      },
    );

    once('are unchanged when they are sent back as they were answered', async () => {
      const member = await createMember(testApp);
      const sent = await testApp.call<{ import: { id: string } }>('POST', '/imports/rows', {
        as: member,
        body: [{ date: '2026-05-20', amount: -20, description: 'Tea' }],
      });
      const [row] = await list(member);
      const answer = await testApp.call<{ transaction: object; undo_id: string | null }>(
        'PUT',
        `/transactions/expense/${row?.id}`,
        { as: member, body: row },
      );
      expect(answer.data).toMatchObject({ transaction: row, undo_id: null });
      expect((await undo(member, sent.data.import.id)).data).toMatchObject({ removed_count: 1, changed: [] });
    });

    once('is one thing with its own id when it was changed since', async () => {
      const member = await createMember(testApp);
      const savings = await account(member, 'Savings', { kind: 'savings' });
      const conditions = [{ field: 'text', operator: 'is', value: 'To savings' }];
      await call(member, 'POST', '/rules', { conditions, actions: { account_to: savings } });
      const sent = await sendRows(member, [
        { date: '2026-05-05', amount: -100, description: 'To savings', account: 'Main account' },
        {
          date: '2026-05-06',
          chargeDate: '2026-05-10',
          amount: -5,
          description: 'Tea',
          account: 'Main account',
        },
      ]);
      // A day of charge is kept of cards alone.
      expect((await rows(member, sent.data.import.id))[1]).toMatchObject({ charge_date: null });
      const { data } = await call<{ transfers: { id: string }[] }>(member, 'GET', '/transfers');
      const id = data.transfers[0]?.id;
      await call(member, 'PUT', `/transfers/${id}`, { amount: 101 });
      expect(await undo(member, sent.data.import.id)).toMatchObject({
        status: 409,
        error: { code: 'CHANGED_SINCE', details: { changed: [id] } },
      });
      const forced = await undo(member, sent.data.import.id, { force: true });
      expect(forced.data).toMatchObject({ removed_count: 2, changed: [id] });
    });

    test.each([0, 500])('that joined each other are taken back together, %i rows apart', async (apart) => {
      const member = await createMember(testApp);
      const savings = await account(member, 'Savings', { kind: 'savings' });
      const conditions = [{ field: 'text', operator: 'is', value: 'To savings' }];
      await call(member, 'POST', '/rules', { conditions, actions: { account_to: savings } });
      const between = Array.from({ length: apart }, (_, index) => ({
        date: '2026-04-03',
        amount: -1 - index,
        description: `Row ${index}`,
        account: 'Savings',
      }));
      const moved = { date: '2026-05-05', amount: 100, description: 'From main', account: 'Savings' };
      const first = await sendRows(member, [moved, ...between]);
      const second = await sendRows(member, [
        { ...moved, amount: -100, description: 'To savings', account: 'Main account' },
      ]);
      expect(second.data).toMatchObject({ added: 1, import: { id: first.data.import.id } });
      expect(await list(member, '&type=income')).toEqual([]);
      const taken = await undo(member, first.data.import.id);
      expect([taken.status, taken.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      expect(taken.data).toMatchObject({ removed_count: apart + 1, changed: [] });
      expect(await list(member)).toEqual([]);
      await isSound(member);
    });

    once('may have the names that scrapers of banks give them', async () => {
      const member = await createMember(testApp);
      const card = await account(member, 'Card', { kind: 'credit_card', billing_day: 2, number: '4321' });
      const scraped = {
        date: '01/05/2026',
        account: '4321',
        description: 'Sofa',
        memo: 'Part 2 of 3',
        hash: '2026-05-01_max_4321_-50',
        identifier: 77,
        originalAmount: -150,
        originalCurrency: 'ILS',
        chargedAmount: -50,
        chargedCurrency: 'ILS',
        processedDate: '2026-06-10T21:00:00.000Z',
        installments: { number: 2, total: 3 },
        status: 'completed',
        category: 'Home',
      };
      const abroad = {
        ...{ date: '02/05/2026', amount: -9.5, description: 'Noodles', account: '4321' },
        ...{ original_amount: -85, original_currency: 'THB', status: 'pending', hash: 'h-2' },
      };
      const { data } = await sendRows(member, [scraped, abroad]);
      expect(data).toMatchObject({ added: 1, left_out: 1 });
      expect(await rows(member, data.import.id)).toMatchObject([
        {
          amount: 50,
          charge_date: '2026-06-10',
          account_id: card,
          external_id: scraped.hash,
          installment: { n: 2, of: 3, total: 150 },
        },
        { state: 'pending', amount: 9.5, original: null, notes: '85.00 THB' },
      ]);
    });

    test('of an account that is not known are refused, also where there is only one', async () => {
      const member = await createMember(testApp);
      const closed = await account(member, 'Cash');
      await call(member, 'PUT', `/accounts/${closed}`, { is_archived: true });
      const sent = { date: '2026-05-03', amount: -14, description: 'Coffee' };
      const refused = await sendRows(member, [
        { ...sent, account: 'Strangers' },
        { ...sent, account: 'Cash' },
      ]);
      expect([refused.status, fieldsOf(refused)]).toEqual([400, ['rows.0.account', 'rows.1.account']]);
      const alone = await sendRows(member, [{ ...sent, account: 'Cash' }]);
      expect([alone.status, alone.error]).toMatchObject([
        400,
        { details: [{ field: 'rows.0.account', message: 'This account is archived. Choose another one' }] },
      ]);
      expect(await list(member)).toEqual([]);
      // One that is closed does not hold up the others.
      const some = await sendRows(member, [
        { ...sent, account: 'Cash' },
        { ...sent, description: 'Tea' },
      ]);
      expect(some.data).toMatchObject({
        added: 1,
        left_out: 1,
        import: { counts: { new: 1, error: 1 } },
        errors: [{ index: 0, details: [{ field: 'account' }] }],
      });
      expect(await texts(member)).toEqual(['2026-05-03 -14 Tea']);
      // Sent again, it is listed once, and beside other errors it is named with them.
      const again = await sendRows(member, [
        { ...sent, account: 'Cash' },
        { ...sent, description: 'Bread' },
      ]);
      expect(again.data.import.counts).toMatchObject({ new: 2, error: 1 });
      const wrong = [
        { ...sent, date: 'x', account: 'Cash' },
        { ...sent, account: 'Strangers' },
      ];
      expect(fieldsOf(await sendRows(member, wrong))).toEqual([
        'rows.0.account',
        'rows.0.date',
        'rows.1.account',
      ]);
      expect((await sendRows(member, [{ ...sent, account: 'main account' }])).data).toMatchObject({
        added: 1,
      });
      // Once the account is open, it gives way to what comes in.
      await call(member, 'PUT', `/accounts/${closed}`, { is_archived: false });
      const opened = await sendRows(member, [{ ...sent, account: 'Cash' }]);
      expect(opened.data).toMatchObject({ added: 1, import: { counts: { new: 4, error: 0 } } });
      expect(await rows(member, opened.data.import.id)).toHaveLength(4);
    });

    test('that wait do not come into an account that was archived since', async () => {
      const member = await createMember(testApp);
      const closed = await account(member, 'Cash');
      const row = { date: '2026-05-03', amount: -50, description: 'Shop', account: 'Cash' };
      await record(testApp, member, {
        amount: 50,
        date: '2026-05-01',
        description: 'Shop',
        accountId: closed,
      });
      const { data } = await sendRows(member, [row]);
      expect(data.import.status).toBe('preview');
      await imports.call(member, 'PUT', `/${data.import.id}/rows`, { state: 'probable', decision: 'import' });
      await call(member, 'PUT', `/accounts/${closed}`, { is_archived: true });
      const refused = await imports.call(member, 'POST', `/${data.import.id}/carry-out`);
      expect([refused.status, refused.error?.code]).toEqual([409, 'CONFLICT']);
      expect(await list(member, `&account=${closed}`)).toHaveLength(1);
      await call(member, 'PUT', `/accounts/${closed}`, { is_archived: false });
      expect(await carryOut(member, data.import.id)).toMatchObject({ created_count: 1 });
    });

    once('come in once where two have one id, as the rows of a file do', async () => {
      const member = await createMember(testApp);
      const twin = { date: '2026-05-03', amount: -9, description: 'Twin', externalId: 'T' };
      const first = await sendRows(member, [twin, twin]);
      expect(first.data).toMatchObject({ added: 1, matched: 1, left_out: 0 });
      expect(await rows(member, first.data.import.id)).toMatchObject([
        { state: 'new' },
        {
          state: 'matched',
          decision: 'leave_out',
          why: 'The bank gave another row of this file the same number',
        },
      ]);
      const file = String(example('card-first.qfx'));
      const [row = ''] = /<STMTTRN>.*?<\/STMTTRN>/s.exec(file) ?? [];
      const found = await preview(member, Buffer.from(file.replace(row, row + row)), 'card.qfx', {
        accountId: FIRST_ACCOUNT,
      });
      expect(found.counts).toMatchObject({ new: 8, matched: 1 });
      expect(await carryOut(member, found.id)).toMatchObject({ created_count: 8, left_out_count: 1 });
      await isSound(member);
    });

    once('may share a reference of the bank', async () => {
      const member = await createMember(testApp);
      const order = {
        date: '05/03/2026',
        amount: -12,
        description: 'Standing order',
        identifier: 123,
        hash: 'h-1',
      };
      const cheque = { date: '20/03/2026', amount: -99, description: 'Cheque', identifier: 123 };
      const fee = { date: '21/03/2026', amount: -3, description: 'Fee', identifier: 0 };
      expect((await sendRows(member, [order, { ...cheque, hash: 'h-2' }])).data.added).toBe(2);
      const others = [{ ...cheque, amount: -98 }, { ...cheque, date: '20/04/2026' }, fee, fee];
      expect((await sendRows(member, [{ ...cheque, amount: -97 }, ...others])).data).toMatchObject({
        added: 5,
        matched: 0,
      });
      expect((await sendRows(member, [order, ...others])).data).toMatchObject({ added: 0, matched: 5 });
      await isSound(member);
    });

    once('of accounts that are not known are named, and hold up none of the others', async () => {
      const member = await createMember(testApp);
      await account(member, 'Card', { kind: 'credit_card', number: '4321' });
      const row = (name: string, hash: string) => ({
        date: '2026-05-03',
        amount: -14,
        description: 'Coffee',
        account: name,
        hash,
      });
      const sent = [row('12-690-1111', 'a'), row('4321', 'b'), row('12-690-2222', 'c'), row('4321', 'd')];
      const first = await sendRows(member, sent);
      expect([first.status, first.data]).toMatchObject([
        201,
        {
          added: 2,
          left_out: 2,
          import: { status: 'done', counts: { new: 2, error: 2 }, totals: { expenses: 28 } },
          errors: [
            { index: 0, details: [{ field: 'account' }] },
            { index: 2, details: [{ field: 'account' }] },
          ],
        },
      ]);
      expect(
        (await rows(member, first.data.import.id)).filter(({ state }) => state === 'error'),
      ).toMatchObject([
        { description: '12-690-1111 · 2026-05-03 · -14.00 · Coffee', decision: 'leave_out' },
        { description: '12-690-2222 · 2026-05-03 · -14.00 · Coffee', decision: 'leave_out' },
      ]);
      await account(member, 'Other', { number: '12-690-1111' });
      expect((await sendRows(member, sent)).data).toMatchObject({ added: 1, matched: 2, left_out: 1 });
      await isSound(member);
    });

    test('take the number back that they gave an account, unless later ones need it', async () => {
      const member = await createMember(testApp);
      const row = { date: '2026-05-03', amount: -14, description: 'Coffee', account: '4580', hash: 'a' };
      const later = { ...row, description: 'Tea', hash: 'b' };
      const first = (await sendRows(member, [row])).data.import;
      expect((await sendRows(member, [later])).data.import.id).toBe(first.id);
      expect((await undo(member, first.id)).data).toMatchObject({
        removed_count: 2,
        removed_numbers: [{ account_id: FIRST_ACCOUNT, number: '4580' }],
      });
      expect(await numbersOf(member)).toEqual([null]);
      const again = (await sendRows(member, [row])).data.import;
      expect(await numbersOf(member)).toEqual(['4580']);
      const yesterday = { created_at: '2026-06-14T09:00:00.000Z' };
      await engine.db.updateTable('bank_imports').set(yesterday).where('user_id', '=', member.id).execute();
      const next = (await sendRows(member, [later])).data.import;
      expect((await undo(member, again.id)).data).toMatchObject({ removed_numbers: [] });
      expect(await numbersOf(member)).toEqual(['4580']);
      await undo(member, next.id);
      expect(await numbersOf(member)).toEqual([null]);
      const last = (await sendRows(member, [row])).data.import;
      await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { number: '7777' });
      await undo(member, last.id);
      expect(await numbersOf(member)).toEqual(['7777']);
      await isSound(member);
    });

    once('give the only account its number, and are refused where that is not clear', async () => {
      const member = await createMember(testApp);
      const row = { date: '22/11/2025', amount: -45.9, description: 'Market', account: '4580', hash: 'h1' };
      const numbers = () => numbersOf(member);
      const two = await sendRows(member, [row, { ...row, account: '12-690-123456' }]);
      expect([two.status, fieldsOf(two)]).toEqual([400, ['rows.0.account', 'rows.1.account']]);
      expect((await sendRows(member, [{ ...row, account: 'Nowhere' }])).status).toBe(400);
      expect(await numbers()).toEqual([null]);
      expect((await sendRows(member, [row])).data).toMatchObject({ added: 1 });
      expect(await numbers()).toEqual(['4580']);
      expect((await sendRows(member, [row])).data).toMatchObject({ added: 0, matched: 1 });
      const other = await sendRows(member, [{ ...row, account: '7777', hash: 'h2' }]);
      expect(other).toMatchObject({ status: 400, error: { details: [{ field: 'rows.0.account' }] } });
    });

    test('wait where the own id of the bank is there with another amount, sign or day', async () => {
      const member = await createMember(testApp);
      const row = { date: '2026-05-03', amount: -50, description: 'Restaurant', externalId: 'FT1' };
      const second = { ...row, amount: -7, externalId: 'FT2' };
      const third = { ...row, amount: -8, externalId: 'FT3' };
      expect((await sendRows(member, [row, second, third])).data.added).toBe(3);
      const corrected = [
        { ...row, amount: -55 },
        { ...second, amount: 7 },
        { ...third, date: '2026-03-01' },
      ];
      const sent = await sendRows(member, corrected);
      expect(sent.data).toMatchObject({ added: 0, matched: 0, left_out: 3, import: { status: 'preview' } });
      const { id } = sent.data.import;
      const { rows } = (
        await call<{ rows: { index: number; decision: string }[] }>(
          member,
          'GET',
          `/imports/${id}/rows?state=probable`,
        )
      ).data;
      expect(rows.map(({ decision }) => decision)).toEqual(['leave_out', 'leave_out', 'leave_out']);
      const [first] = rows;
      await call(member, 'PUT', `/imports/${id}/rows`, {
        decisions: [{ index: first?.index, decision: 'merge' }],
      });
      expect(await carryOut(member, id)).toMatchObject({ created_count: 3, merged_count: 1 });
      expect((await sendRows(member, corrected.slice(0, 1))).data).toMatchObject({ added: 0, matched: 1 });
      expect(await texts(member)).toContain('2026-05-03 -55 Restaurant');
      await isSound(member);
    });

    once('are refused together where one is wrong, with its place', async () => {
      const member = await createMember(testApp);
      await account(member, 'Savings');
      const refused = await sendRows(member, [
        { date: '2026-05-03', amount: -14 },
        { date: '31/02/2026', amount: 0, chargeDate: 'soon', originalAmount: 'x', currency: 'QQQ' },
        { amount: 'x', account: 'Nowhere', status: 'lost' },
        { date: '2026-05-03', amount: -1, account: 'Nowhere' },
        { date: '2026-05-03', amount: 1.234 },
        { date: '2026-05-03', amount: '1e3', originalAmount: 9.999, originalCurrency: 'USD' },
        { date: '2026-05-03', amount: 2_000_000 },
      ]);
      expect([refused.status, fieldsOf(refused)]).toEqual([
        400,
        [
          'rows.1.amount',
          'rows.1.chargeDate',
          'rows.1.currency',
          'rows.1.date',
          'rows.1.originalAmount',
          'rows.2.account',
          'rows.2.amount',
          'rows.2.date',
          'rows.2.status',
          'rows.3.account',
          'rows.4.amount',
          'rows.5.amount',
          'rows.5.originalAmount',
          'rows.6.amount',
        ],
      ]);
      expect(refused.error.details).toContainEqual({
        field: 'rows.4.amount',
        message: 'Amount can have at most 2 decimal places',
      });
      expect(
        (await sendRows(member, [{ date: '2026-05-03', amount: -0.1 - 0.2, memo: 'Sum' }])).data,
      ).toMatchObject({
        import: { totals: { expenses: 0.3 } },
      });
      expect((await sendRows(member, [])).status).toBe(400);
      expect(await texts(member)).toEqual(['2026-05-03 -0.3 Sum']);
    });
  });

  test('rows that are sent at once wait for each other, and each answer is true', async () => {
    const member = await createMember(testApp);
    const sent = Array.from({ length: 300 }, (_, index) => ({
      date: '2026-05-03',
      amount: -1,
      description: `Shop ${index}`,
      externalId: `id-${index}`,
    }));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => imports.call(member, 'POST', '/rows', { rows: sent })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const counts = answers.map(({ data }) => data as Record<string, number>);
    expect(counts.toSorted((one, other) => (one.added ?? 0) - (other.added ?? 0))).toMatchObject([
      ...Array.from({ length: 4 }, () => ({ added: 0, matched: 300, left_out: 0 })),
      { added: 300, matched: 0, left_out: 0 },
    ]);
  });

  once(
    'a part beyond the last one, a day before 1900 and one years ahead are refused, each at its field',
    async () => {
      const member = await createMember(testApp);
      const row = { date: '2026-05-03', amount: -21, description: 'Sofa' };
      const refused = await imports.call(member, 'POST', '/rows', {
        rows: [
          { ...row, installment: { number: 5, total: 2 } },
          { ...row, installments: { n: 3, of: 2 } },
          { ...row, date: '1800-01-01', chargeDate: '1800-01-01' },
          { ...row, installment: { number: 2, total: 2 } },
          { ...row, date: '2028-01-01' },
        ],
      });
      expect([refused.status, fieldsOf(refused)]).toEqual([
        400,
        [
          'rows.0.installment.number',
          'rows.1.installments.n',
          'rows.2.chargeDate',
          'rows.2.date',
          'rows.4.date',
        ],
      ]);
      const { id } = await preview(member, csv('1800-05-03,Coffee,-14.00', '2026-05-03,Tea,-1.00'));
      expect((await rows(member, id)).map(({ state }) => state)).toEqual(['error', 'new']);
    },
  );

  describe('the file of an account', () => {
    const filled = async () => {
      const member = await createMember(testApp);
      const savings = await account(member, 'Savings', { opening_balance: 50 });
      const categoryId = await makeCategory(testApp, member, 'Drinks');
      await record(testApp, member, { amount: 14, description: 'Coffee', date: '2026-05-03', categoryId });
      await record(testApp, member, { amount: 9, description: 'Bread', date: '2026-05-04' });
      const transfer = { fromAccountId: FIRST_ACCOUNT, toAccountId: savings, amount: 5, date: '2026-05-05' };
      await call(member, 'POST', '/transfers', transfer);
      return member;
    };

    once('goes as a whole into an empty one, as it always did', async () => {
      const file = await exported(await filled());
      const member = await createMember(testApp);
      const found = await preview(member, file, 'pruta.json');
      expect(found).toMatchObject({ kind: 'account', status: 'preview' });
      expect((await imports.call<{ imports: Import[] }>(member, 'GET', '')).data.imports).toEqual([found]);
      expect(found).toMatchObject({
        file_name: 'pruta.json',
        counts: { new: 2, transfer: 2, skipped: 1 },
        totals: { income: 0, expenses: 23 },
      });
      expect(found.created_at.slice(0, 13)).toBe(testApp.app.clock().toISOString().slice(0, 13));
      const lines = await rows(member, found.id);
      expect(states(lines).toSorted()).toEqual([
        'Bread: new, import',
        'Coffee: new, import',
        'Opening balance: skipped, import',
        'Transfer: transfer, transfer',
        'Transfer: transfer, transfer',
      ]);
      const [side, other] = await rows(member, found.id, '?state=transfer');
      expect(side?.transfer_account_id).toBe(other?.account_id);
      expect((await rows(member, found.id, '?state=new&limit=1&page=2')).map(({ index }) => index)).toEqual(
        lines
          .filter(({ state }) => state === 'new')
          .map(({ index }) => index)
          .slice(1),
      );
      expect(await rows(member, found.id, '?state=matched')).toEqual([]);
      const map = (body: object) => imports.call(member, 'PUT', `/${found.id}/mapping`, body);
      expect((await map({})).data).toEqual({ import: found });
      // It has no columns.
      expect(fieldsOf(await map({ columns: { date: 0 }, dateOrder: 'zz' }))).toEqual([
        'columns.date',
        'dateOrder',
      ]);
      const kept = { decisions: [{ index: 0, decision: lines[0]?.decision }] };
      expect((await imports.call(member, 'PUT', `/${found.id}/rows`, kept)).data).toEqual({ import: found });
      expect((await carryOut(member, found.id)).import).toMatchObject({ id: found.id, status: 'done' });
      expect(await carryOut(member, found.id)).toMatchObject({ import: { status: 'done' } });
      expect(await list(member)).toHaveLength(3);
      expect(states(await rows(member, found.id)).toSorted()).toEqual(states(lines).toSorted());
      const again = await send(member, file);
      expect([again.status, again.error]).toMatchObject([
        409,
        { code: 'ALREADY_IMPORTED', details: { import_id: found.id } },
      ]);
      expect((await preview(member, file, 'a.json', { again: 'true' })).counts).toMatchObject({ new: 0 });
      for (const [method, path] of [
        ['PUT', '/rows'],
        ['PUT', '/mapping'],
      ] as const) {
        const body = path === '/rows' ? { decisions: [{ index: 0, decision: 'import' }] } : {};
        expect((await imports.call(member, method, `/${found.id}${path}`, body)).error.code).toBe('CONFLICT');
      }
      expect((await imports.call(member, 'DELETE', `/${found.id}`)).status).toBe(200);
      expect((await undo(member, found.id)).data.import.status).toBe('undone');
      expect(await list(member)).toEqual([]);
      const waiting = await preview(member, file);
      expect((await imports.call(member, 'DELETE', `/${waiting.id}`)).status).toBe(200);
      expect((await imports.call(member, 'GET', `/${waiting.id}`)).status).toBe(404);
    });

    test('leaves out what its person does not want of it, and changes texts and categories', async () => {
      const member = await createMember(testApp);
      const { id } = await preview(member, await exported(await filled()), 'pruta.json');
      const lines = await rows(member, id);
      const at = (name: string) => lines.find(({ description }) => description === name)?.index ?? -1;
      const decide = (body: object) => imports.call(member, 'PUT', `/${id}/rows`, body);
      const categoryId = lines[at('Coffee')]?.category_id;
      const wrong = await decide({
        decisions: [
          { index: at('Bread'), decision: 'merge', categoryId: MISSING },
          { index: at('Transfer'), decision: 'import', accountId: FIRST_ACCOUNT },
          { index: 99, description: '' },
          { index: at('Opening balance'), categoryId },
        ],
      });
      expect(fieldsOf(wrong)).toEqual([
        'decisions.0.categoryId',
        'decisions.0.decision',
        'decisions.1.accountId',
        'decisions.1.decision',
        'decisions.2.description',
        'decisions.2.index',
        'decisions.3.categoryId',
      ]);
      expect(fieldsOf(await decide({ state: 'new', decision: 'merge' }))).toEqual(['decision']);
      expect((await decide({ state: 'new', decision: 'leave_out' })).status).toBe(200);
      expect((await decide({ state: 'new', decision: 'import' })).status).toBe(200);
      const decisions = [
        { index: at('Coffee'), decision: 'leave_out' },
        { index: at('Transfer'), decision: 'leave_out' },
        { index: at('Bread'), description: 'Rye', merchant_name: 'Baker', categoryId },
      ];
      expect((await decide({ decisions })).status).toBe(200);
      const left = states(await rows(member, id)).toSorted();
      expect(left).toEqual([
        'Coffee: new, leave_out',
        'Opening balance: skipped, import',
        'Rye: new, import',
        'Transfer: transfer, leave_out',
        'Transfer: transfer, leave_out',
      ]);
      expect(await carryOut(member, id)).toMatchObject({
        created_count: 1,
        transfer_count: 0,
        left_out_count: 3,
      });
      expect(states(await rows(member, id)).toSorted()).toEqual(left);
      const list = `/transactions?status=any&search=rye`;
      const { data } = await call<{ transactions: object[] }>(member, 'GET', list);
      expect(data.transactions).toMatchObject([
        { description: 'Rye', merchant_name: 'Baker', category_id: categoryId },
      ]);
      expect(
        (await call<{ pagination: { total: number } }>(member, 'GET', '/transactions?status=any')).data,
      ).toMatchObject({ pagination: { total: 2 } });
      await isSound(member);
      expect((await undo(member, id)).data).toMatchObject({ removed_count: 1 });
      await isSound(member);
    });

    test('says when it was done, and is asked about what was changed since', async () => {
      const member = await createMember(testApp);
      const file = await exported(await filled());
      const bring = async () => {
        const { id } = await preview(member, file, 'pruta.json');
        const done = await carryOut(member, id);
        expect(done.import).toMatchObject({ undone_at: null });
        const row = (await list(member)).find(({ type }) => type === 'expense');
        const change = { as: member, body: { notes: 'changed' } };
        expect((await testApp.call('PUT', `/transactions/expense/${row?.id}`, change)).status).toBe(200);
        const refused = await undo(member, id);
        expect([refused.status, refused.error]).toMatchObject([
          409,
          { code: 'CHANGED_SINCE', details: { changed: [row?.id] } },
        ]);
        expect((await list(member)).map((left) => left.id)).toContain(row?.id);
        return { ...done, id, changed: row?.id, all: done.created_count + 2 * done.transfer_count };
      };
      const one = await bring();
      expect(one.import.done_at?.slice(0, 13)).toBe(testApp.app.clock().toISOString().slice(0, 13));
      const forced = await undo(member, one.id, { force: true });
      expect(forced.data).toMatchObject({ removed_count: one.all, changed: [one.changed] });
      expect(forced.data.import).toMatchObject({ status: 'undone', done_at: one.import.done_at });
      expect(await list(member)).toEqual([]);
      const other = await bring();
      const kept = await undo(member, other.id, { keepChanged: true });
      expect(kept.data).toMatchObject({ removed_count: other.all - 1, changed: [other.changed] });
      expect((await list(member)).map((left) => left.id)).toEqual([other.changed]);
      await isSound(member);
    });

    once('goes into one that has rows like the file of a bank', async () => {
      const from = await filled();
      await call(from, 'POST', '/goals', { name: 'Trip', amount: 5 });
      const file = await exported(from);
      const member = await createMember(testApp);
      await account(member, 'savings');
      await record(testApp, member, { amount: 14, description: 'COFFEE', date: '2026-05-03' });
      const found = await preview(member, file, 'pruta.json');
      expect(found).toMatchObject({
        kind: 'account',
        status: 'preview',
        counts: { new: 1, matched: 1, transfer: 2, skipped: 1 },
        totals: { income: 0, expenses: 23 },
        parts_left_out: [{ part: 'goals', count: 1 }],
      });
      expect(await carryOut(member, found.id)).toMatchObject({ created_count: 1, transfer_count: 1 });
      expect((await preview(from, file)).counts).toMatchObject({ new: 0, matched: 4, probable: 0 });
      await isSound(member);
    });

    once('asks for its accounts where there is only one, and makes those that are new', async () => {
      const file = await exported(await filled());
      const member = await createMember(testApp);
      await record(testApp, member, { amount: 1, description: 'Gum' });
      const found = await preview(member, file, 'pruta.json');
      expect(found).toMatchObject({ status: 'needs_mapping', ambiguous: ['account'] });
      const context = await contextOf(testApp, member);
      const savings = v.parse(accountSchema, { name: 'Savings', kind: 'savings' });
      await changeMapping({ ...context, bankFileReader: testApp.app.bankFileReader }, found.id, {
        newAccounts: [null, savings],
      });
      expect(await carryOut(member, found.id)).toMatchObject({ created_count: 2, transfer_count: 1 });
      const { data } = await call<{ accounts: { name: string; balance: number }[] }>(
        member,
        'GET',
        '/accounts',
      );
      expect(data.accounts.map(({ name, balance }) => `${name} ${balance}`)).toEqual([
        'Main account -29',
        'Savings 5',
      ]);
      await isSound(member);
    });
  });

  once('lists are paged by page, offset and cursor, the file of an account among them', async () => {
    const member = await createMember(testApp);
    const from = await createMember(testApp);
    await record(testApp, from, { amount: 9, description: 'Bread', date: '2026-05-04' });
    const headers = { authorization: `Bearer ${from.accessToken}` };
    const file = await testApp.request('/api/v1/users/export-account', { headers });
    const ids = [(await preview(member, csv('2026-05-03,Coffee,-1.00'))).id];
    testApp.advance(1);
    ids.unshift((await preview(member, Buffer.from(await file.arrayBuffer()))).id);
    for (const amount of ['2.00', '3.00']) {
      testApp.advance(1);
      ids.unshift((await preview(member, csv(`2026-05-03,Coffee,-${amount}`, '2026-05-03,Tea,-1.00'))).id);
    }
    interface Page {
      imports: Import[];
      rows: Line[];
      pagination: { total: number; page: number; hasMore: boolean; nextCursor: string | null };
    }
    const read = async (path: string) => (await imports.call<Page>(member, 'GET', path)).data;
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { imports: some, pagination } = await read(`?limit=1${cursor && `&cursor=${cursor}`}`);
      walked.push(...some.map(({ id }) => id));
      expect(pagination).toMatchObject({ total: 4, hasMore: walked.length < 4, page: walked.length });
      cursor = pagination.nextCursor;
    }
    expect(walked).toEqual(ids);
    expect((await read('?limit=2&page=2')).imports.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await read('?limit=2&offset=1')).imports.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const first = await read(`/${ids[0]}/rows?limit=1`);
    expect(first.pagination).toMatchObject({ total: 2, hasMore: true });
    const second = await read(`/${ids[0]}/rows?limit=1&cursor=${first.pagination.nextCursor}`);
    expect(second).toMatchObject({
      rows: [{ description: 'Tea' }],
      pagination: { nextCursor: null, page: 2 },
    });
  });

  describe('bad input', () => {
    test.each([
      ['nothing', Buffer.from(''), 400, 'FILE_EMPTY'],
      ['no file that is known', Buffer.from('%PDF-1.7 x'), 400, 'FILE_UNSUPPORTED'],
      ['too much', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 413, 'FILE_TOO_LARGE'],
    ])('%s is refused with a text that names the file', async (_name, bytes, status, code) => {
      const member = await createMember(testApp);
      const refused = await send(member, bytes, 'May.csv');
      expect([refused.status, refused.error]).toMatchObject([status, { code, details: { file: 'May.csv' } }]);
      expect(refused.error.message).toContain('May.csv');
      expect((await imports.call<{ imports: Import[] }>(member, 'GET', '')).data.imports).toEqual([]);
    });

    once('a page without a table is none of a bank, and a header alone is empty', async () => {
      const member = await createMember(testApp);
      const page = '<!doctype html><html><body><form>Sign in</form></body></html>';
      expect((await send(member, Buffer.from(page), 'a.xls')).error.code).toBe('FILE_UNSUPPORTED');
      for (const header of ['Date,Description,Amount\n', 'תאריך,תיאור,חובה,זכות,יתרה\n'])
        expect((await send(member, Buffer.from(header), 'a.csv')).error.code, header).toBe('FILE_EMPTY');
      const unknown = await preview(member, Buffer.from('A,B,C,D\n2026-03-02,x,-3.20,100.00\n'));
      expect(unknown).toMatchObject({ status: 'needs_mapping', ambiguous: [] });
    });

    once('an amount with more than two decimals is named by its row', async () => {
      const member = await createMember(testApp);
      const { id, counts } = await preview(
        member,
        csv('2026-05-03,Coffee,-7.1234', '2026-05-04,Bread,-7.1000'),
      );
      expect(counts).toMatchObject({ new: 1, error: 1 });
      expect(await rows(member, id, '?state=error')).toMatchObject([
        { description: 'Coffee', message: 'The amount has more decimals than its currency' },
      ]);
    });

    once('a row becomes a transfer by the account at its other end', async () => {
      const member = await createMember(testApp);
      const savings = await account(member, 'Savings', { kind: 'savings' });
      const { id } = await preview(member, csv('2026-05-03,To savings,-14.00'), 'a.csv', {
        accountId: FIRST_ACCOUNT,
      });
      const [{ index } = { index: -1 }] = await rows(member, id);
      const decisions = [{ index, decision: 'transfer', accountId: savings }];
      expect((await imports.call(member, 'PUT', `/${id}/rows`, { decisions })).status).toBe(200);
      expect(await rows(member, id)).toMatchObject([
        { decision: 'transfer', account_id: FIRST_ACCOUNT, transfer_account_id: savings },
      ]);
      expect(await carryOut(member, id)).toMatchObject({ transfer_count: 1 });
    });

    once('decisions that say nothing, too much, or what cannot be', async () => {
      const member = await createMember(testApp);
      const { id } = await preview(member, csv('2026-05-03,Coffee,-14.00'));
      const decide = async (body: object) => {
        const answer = await imports.call(member, 'PUT', `/${id}/rows`, body);
        return (answer.error?.details as { field: string; message: string }[] | undefined)?.map(
          ({ field, message }) => `${field}: ${message}`,
        );
      };
      expect(await decide({ state: 'new' })).toEqual(['decision: Choose what becomes of the rows']);
      expect(await decide({ decision: 'import' })).toEqual(['state: Choose which rows, by their state']);
      const decisions = [{ index: 0, decision: 'leave_out' }];
      expect(await decide({ state: 'new', decision: 'leave_out', decisions })).toEqual([
        'decisions: Send either single rows or all of a state, not both',
      ]);
      for (const [state, decision] of [
        ['skipped', 'import'],
        ['new', 'merge'],
        ['error', 'transfer'],
      ])
        expect(await decide({ state, decision })).toEqual(['decision: This row cannot become that']);
      expect(await decide({ decisions: [{ index: 0, description: ' ' }] })).toEqual([
        'decisions.0.description: Description is required',
      ]);
      expect(await rows(member, id)).toMatchObject([{ description: 'Coffee', decision: 'import' }]);
    });

    once('columns that a file does not have, and a table without a date', async () => {
      const member = await createMember(testApp);
      const { id } = await preview(member, csv('2026-05-03,Coffee,-14.00'));
      const answer = await imports.call(member, 'PUT', `/${id}/mapping`, { columns: { date: 99 } });
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual(['columns.amount', 'columns.date']);
      const unknown = await imports.call(member, 'PUT', `/${id}/mapping`, { columns: { date: 99, zz: 1 } });
      expect(fieldsOf(unknown)).toEqual(['columns.amount', 'columns.date', 'columns.zz']);
      const twice = await imports.call(member, 'PUT', `/${id}/mapping`, { columns: { date: 0, amount: 0 } });
      expect([twice.status, fieldsOf(twice)]).toEqual([400, ['columns.amount']]);
    });

    once('a form without a file, and no form', async () => {
      const as = await createMember(testApp);
      expect((await testApp.call('POST', '/imports', { as, form: new FormData() })).status).toBe(400);
      expect((await testApp.call('POST', '/imports', { as, body: {} })).status).toBe(415);
    });

    once('the import of somebody else is answered like none', async () => {
      const [member, other] = [await createMember(testApp), await createMember(testApp)];
      const theirs = await account(other, 'Theirs');
      const { id } = await preview(member, csv('2026-05-03,Coffee,-14.00'));
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/rows'],
        ['PUT', '/rows'],
        ['PUT', '/mapping'],
        ['POST', '/carry-out'],
        ['POST', '/undo'],
      ] as const)
        expect([
          path,
          (await imports.call(other, method, `/${id}${path}`, method === 'GET' ? undefined : {})).status,
        ]).toEqual([path, 404]);
      expect((await send(member, csv('2026-05-03,Bread,-1.00'), 'a.csv', { accountId: theirs })).status).toBe(
        404,
      );
      const decisions = [{ index: 0, accountId: theirs }];
      expect((await imports.call(member, 'PUT', `/${id}/rows`, { decisions })).status).toBe(400);
      expect(await rows(member, id)).toHaveLength(1);
    });
  });

  describe('at once, of one import', () => {
    // At once on SQLite, as long work on PostgreSQL.
    const LINES = engine.name === 'postgres' ? 450 : 40;
    const many = Array.from({ length: LINES }, (_, number) => {
      const day = String((number % 28) + 1).padStart(2, '0');
      return `2026-0${(number % 5) + 1}-${day},Shop ${number},-${number + 1}.00`;
    });
    const put = (member: Member, id: string, path: 'mapping' | 'rows', body: object) =>
      imports.call(member, 'PUT', `/${id}/${path}`, body);
    const bring = (member: Member, id: string) => imports.call(member, 'POST', `/${id}/carry-out`);
    const readAgain = (member: Member, id: string, sign: 'plus_out' | 'minus_out' = 'plus_out') =>
      put(member, id, 'mapping', { sign, accountId: FIRST_ACCOUNT });

    /** Everything that there is was brought in by one reading, as it says, and can be taken back. */
    async function isWhole(member: Member, id: string): Promise<void> {
      const count = async () =>
        (await call<{ summary: { total: number } }>(member, 'GET', '/transactions?status=any&limit=1')).data
          .summary.total;
      await resumeLongWork(testApp.app, () => false);
      const { status } = (await imports.call<{ import: Import }>(member, 'GET', `/${id}`)).data.import;
      const before = await count();
      const lines = await rows(member, id, '?limit=200');
      expect(new Set(lines.map(({ type }) => type)).size).toBeLessThanOrEqual(1);
      if (status === 'done') {
        const { data } = await undo(member, id, { force: true });
        expect(data.removed_count).toBe(before);
      } else expect(before).toBe(0);
      expect(await count()).toBe(0);
      await isSound(member);
    }

    test.each([
      ['the file is read again while its rows are brought in', [readAgain, bring]],
      ['its rows are brought in while the file is read again', [bring, readAgain]],
      [
        'it is read in two ways',
        [readAgain, (member: Member, id: string) => readAgain(member, id, 'minus_out')],
      ],
      [
        'it is read again and forgotten',
        [readAgain, (member: Member, id: string) => imports.call(member, 'DELETE', `/${id}`)],
      ],
      [
        'rows are left out while they are brought in',
        [
          (member: Member, id: string) => put(member, id, 'rows', { state: 'new', decision: 'leave_out' }),
          bring,
        ],
      ],
    ] as const)('%s: one of both, whole', async (_name, acts) => {
      const member = await createMember(testApp);
      const { id } = await preview(member, csv(...many));
      const answers = await Promise.all(acts.map((act) => act(member, id)));
      for (const { status, error } of answers)
        expect([200, 404, 409], JSON.stringify(error)).toContain(status);
      if ((await imports.call(member, 'GET', `/${id}`)).status === 200) await isWhole(member, id);
    });
  });

  test('rows that have no currency are read again once that of their account is another', async () => {
    const member = await createMember(testApp);
    const travel = await account(member, 'Travel');
    const file = csv('2026-05-03,Coffee,-14.00');
    const { id } = await preview(member, file, 'a.csv', { accountId: travel });
    const other = await preview(member, csv('2026-05-04,Bread,-5.00'), 'b.csv', { accountId: FIRST_ACCOUNT });
    await call(member, 'PUT', `/accounts/${travel}`, { currency: 'USD' });
    const isAsked = { status: 'needs_mapping', ambiguous: ['account'] };
    const read = async (one: string) =>
      (await imports.call<{ import: Import }>(member, 'GET', `/${one}`)).data.import;
    expect(await read(id)).toMatchObject(isAsked);
    expect(await read(other.id)).toMatchObject({ status: 'preview' });
    expect((await imports.call(member, 'POST', `/${id}/carry-out`)).error.code).toBe('CONFLICT');
    const { data } = await imports.call<{ import: Import }>(member, 'PUT', `/${id}/mapping`, {
      accountId: travel,
    });
    expect(data.import).toMatchObject({ status: 'preview', currency: 'USD' });
    await carryOut(member, id);
    const [coffee] = await list(member);
    expect(coffee).toMatchObject({ account_id: travel, account_amount: 14, account_currency: 'USD' });
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { name: 'Main' });
    expect(await read(other.id)).toMatchObject({ status: 'preview' });
    const alone = await createMember(testApp);
    const waiting = await preview(alone, file);
    await call(alone, 'PUT', '/users/profile', { currency_preference: 'EUR' });
    expect(
      (await imports.call<{ import: Import }>(alone, 'GET', `/${waiting.id}`)).data.import,
    ).toMatchObject(isAsked);
  });

  test('one file sent twice at once is brought in once', async () => {
    const member = await createMember(testApp);
    const bytes = csv('2026-05-03,Coffee,-14.00');
    const [one, two] = await Promise.all([preview(member, bytes), preview(member, bytes)]);
    const answers = await Promise.all(
      [one, two].map(({ id }) => imports.call(member, 'POST', `/${id}/carry-out`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await list(member)).toHaveLength(1);
  });

  once('previews whose rows came in by another file are shown again, with what was decided', async () => {
    const member = await createMember(testApp);
    const one = await preview(member, csv('2026-05-03,Coffee,-14.00', '2026-05-04,Bread,-9.90'));
    const other = await preview(
      member,
      csv('2026-05-04,Bread,-9.90', '2026-05-05,Milk,-4.00', '2026-05-06,Tea,-3.00'),
    );
    const decisions = [
      { index: 1, description: 'Oat milk' },
      { index: 2, decision: 'leave_out' },
    ];
    await imports.call(member, 'PUT', `/${other.id}/rows`, { decisions });
    await carryOut(member, one.id);
    const refused = await imports.call(member, 'POST', `/${other.id}/carry-out`);
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.error.message).toContain('look at the rows again');
    expect(states(await rows(member, other.id))).toEqual([
      'Bread: matched, leave_out',
      'Oat milk: new, import',
      'Tea: new, leave_out',
    ]);
    const { data } = await imports.call<{ import: Import }>(member, 'GET', `/${other.id}`);
    expect(data.import).toMatchObject({ status: 'preview', counts: { new: 2, matched: 1 } });
    expect(await carryOut(member, other.id)).toMatchObject({ created_count: 1, left_out_count: 2 });
    expect(await list(member)).toHaveLength(3);
    const again = await preview(member, csv('2026-05-05,Milk,-4.00'));
    expect(again.counts).toMatchObject({ matched: 1 });
    await record(testApp, member, { amount: 1, description: 'Gum', date: '2026-05-05' });
    expect(await carryOut(member, again.id)).toMatchObject({ created_count: 0, left_out_count: 1 });
    await isSound(member);
  });

  test('rows that a program sends come in while somebody else writes all the time', async () => {
    const member = await createMember(testApp);
    await account(member, 'Cash');
    let isSending = true;
    const writing = (async () => {
      for (; isSending; await setImmediate()) await record(testApp, member, { amount: 1 });
    })();
    const statuses: number[] = [];
    for (let day = 1; day <= 8; day += 1) {
      const body = [{ date: `2026-05-0${day}`, amount: -14, description: `Coffee ${day}` }];
      statuses.push((await testApp.call('POST', '/imports/rows', { as: member, body })).status);
    }
    isSending = false;
    await writing;
    expect(statuses).toEqual(Array(8).fill(201));
    await isSound(member);
  });

  test('rows that two programs send at once are brought in once', async () => {
    const member = await createMember(testApp);
    const sent = [{ date: '2026-05-03', amount: -14, description: 'Coffee' }];
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        testApp.call<{ added: number }>('POST', '/imports/rows', { as: member, body: sent }),
      ),
    );
    expect(answers.map(({ data }) => data.added).toSorted()).toEqual([0, 0, 1]);
    expect(await list(member)).toHaveLength(1);
  });

  describe('many rows', () => {
    const many = csv(
      ...Array.from(
        { length: 900 },
        (_, place) => `${plusDays('2026-01-01', place % 120)},Shop ${place},-${1 + (place % 90)}.00`,
      ),
    );

    once('are carried out in batches, and finished by another process if the first one ends', async () => {
      const member = await createMember(testApp);
      const { id } = await preview(member, many);
      const context = await contextOf(testApp, member);
      await startCarryOut(context, id);
      expect((await call(member, 'GET', '/transactions')).status).toBe(503);
      expect((await imports.call<{ import: Import }>(member, 'GET', `/${id}`)).data.import.status).toBe(
        'running',
      );
      testApp.advance(21);
      await resumeLongWork(testApp.app, () => false);
      expect(await carryOut(member, id)).toMatchObject({ created_count: 900, import: { status: 'done' } });
      const { data } = await call<{ pagination: { total: number } }>(
        member,
        'GET',
        '/transactions?status=any',
      );
      expect(data.pagination.total).toBe(900);
      await isSound(member);
      expect((await undo(member, id)).data).toMatchObject({ removed_count: 900 });
      expect(await list(member)).toEqual([]);
      await isSound(member);
    });

    test('of a failed import are all taken back with their new account, and it can be tried again', async () => {
      const member = await createMember(testApp);
      await account(member, 'Cash');
      await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 1500 });
      const money = async () =>
        (
          await call<{ accounts: { name: string; balance: number }[] }>(member, 'GET', '/accounts')
        ).data.accounts.map(({ name, balance }) => `${name} ${balance}`);
      const before = await money();
      const rowsOf = Array.from(
        { length: 900 },
        (_, place) => `<STMTTRN><DTPOSTED>20260504<TRNAMT>-1.00<FITID>${place}<NAME>Shop ${place}</STMTTRN>`,
      );
      const { id } = await preview(
        member,
        Buffer.from(
          `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>ILS<BANKACCTFROM><BANKID>9<ACCTID>778899<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${rowsOf.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20260504</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
        ),
      );
      const context = await contextOf(testApp, member);
      const input = v.parse(accountSchema, { name: 'Cash', number: '778899' });
      await changeMapping({ ...context, bankFileReader: testApp.app.bankFileReader }, id, {
        newAccounts: [input],
      });
      expect(await money()).toEqual(before);
      const key = { user_id: member.id, import_id: id };
      const lineAt = engine.db.selectFrom('bank_import_rows').select('account_id');
      const own = await lineAt.where(({ and }) => and({ ...key, number: 700 })).executeTakeFirstOrThrow();
      const at = (account_id: string | null) =>
        engine.db
          .updateTable('bank_import_rows')
          .set({ account_id })
          .where(({ and }) => and({ ...key, number: 700 }))
          .execute();
      await startCarryOut(await contextOf(testApp, member), id, { opening: true, isPart: true });
      await at(MISSING);
      testApp.advance(21);
      await resumeLongWork(testApp.app, () => false);
      expect(await money()).toEqual(before);
      const again = await imports.call<{ import: Import }>(member, 'GET', `/${id}`);
      expect(again.data.import).toMatchObject({ status: 'preview', account_id: null });
      await at(own.account_id);
      await startCarryOut(await contextOf(testApp, member), id, { opening: true, isPart: true });
      testApp.advance(21);
      await resumeLongWork(testApp.app, () => false);
      expect(await carryOut(member, id)).toMatchObject({ created_count: 900 });
      expect(await money()).toEqual(['Main account 1400', 'Cash 0', 'Cash (2) 100']);
      await isSound(member);
      const undone = await undo(member, id);
      expect(undone.data).toMatchObject({ removed_count: 900, kept_accounts: [] });
      expect(await money()).toEqual(before);
      await isSound(member);
    });
  });

  describe('the account of a file', () => {
    const ofx = (number: string, rows: string, currency = 'ILS') =>
      Buffer.from(
        `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>9<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${rows}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
      );
    const ROW = '<STMTTRN><DTPOSTED>20260504<TRNAMT>-20.00<FITID>1<NAME>Tea</STMTTRN>';
    const put = (member: Member, changes: object) =>
      call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, changes);
    const isAsked = { status: 'needs_mapping', ambiguous: ['account'] };
    const isTaken = { status: 'preview', ambiguous: [], account_id: FIRST_ACCOUNT };

    once('is asked where the only one is another’s, or has money of its own, and remembered', async () => {
      const member = await createMember(testApp);
      // What nobody has used is that of its first file, and of no other.
      const first = await preview(member, ofx('111222', ROW), 'a.ofx');
      expect(first).toMatchObject(isTaken);
      expect(await preview(member, ofx('333444', ROW), 'b.ofx')).toMatchObject(isAsked);
      expect(await preview(member, ofx('111222', ROW.replace('<FITID>1', '<FITID>2')))).toMatchObject(
        isTaken,
      );
      expect(await preview(member, example('card-first.qfx'), 'card.qfx')).toMatchObject(isAsked);
      await carryOut(member, first.id);
      const card = await preview(member, example('max-card.xlsx'), 'max.xlsx');
      expect(card).toMatchObject(isAsked);
      const { data } = await imports.call<{ import: Import }>(member, 'PUT', `/${card.id}/mapping`, {
        accountId: FIRST_ACCOUNT,
      });
      expect(data.import).toMatchObject(isTaken);
      // What was assumed while there was one account is known beside others.
      await account(member, 'Cash');
      const next = ofx('12-111222', ROW.replace('Tea', 'Rice'));
      expect(await preview(member, next, 'd.ofx')).toMatchObject(isTaken);
      await undo(member, first.id);
      expect(await preview(member, next, 'd.ofx', { again: 'true' })).toMatchObject(isAsked);
    });

    once(
      'is asked where money was typed into the only one, or its number or currency is another',
      async () => {
        const member = await createMember(testApp);
        await put(member, { opening_balance: 3200 });
        const found = await preview(member, ofx('111222', ROW), 'a.ofx');
        expect(found).toMatchObject(isAsked);
        await imports.call(member, 'PUT', `/${found.id}/mapping`, { accountId: FIRST_ACCOUNT });
        expect(await preview(member, ofx('111222', ROW, 'ILS'), 'c.ofx', { again: 'true' })).toMatchObject(
          isTaken,
        );
        const other = await createMember(testApp);
        await record(testApp, other, { amount: 1, description: 'Gum' });
        expect(await preview(other, ofx('111222', ROW), 'a.ofx')).toMatchObject(isTaken);
        const third = await createMember(testApp);
        await put(third, { number: '555666' });
        expect(await preview(third, ofx('111222', ROW), 'a.ofx')).toMatchObject(isAsked);
        expect(await preview(third, ofx('12-555666', ROW), 'b.ofx')).toMatchObject(isTaken);
      },
    );

    test('without a number gets that of its file, and loses it with the last one that has it', async () => {
      const member = await createMember(testApp);
      const first = await preview(member, ofx('12-111222', ROW), 'a.ofx');
      expect(await numbersOf(member)).toEqual([null]);
      await carryOut(member, first.id);
      expect(await numbersOf(member)).toEqual(['12-111222']);
      const later = ROW.replace('Tea', 'Rice').replace('<FITID>1', '<FITID>2');
      const next = await preview(member, ofx('111222', later), 'b.ofx');
      await carryOut(member, next.id);
      await undo(member, first.id);
      expect(await numbersOf(member)).toEqual(['12-111222']);
      await undo(member, next.id);
      expect(await numbersOf(member)).toEqual([null]);
      await isSound(member);
    });

    test('gives its number by the choice of an account too, unless that has one of its own', async () => {
      const member = await createMember(testApp);
      const cash = await account(member, 'Cash');
      const bring = async (number: string, accountId: string) => {
        const { id } = await preview(member, ofx(number, ROW), `${number}.ofx`, { again: 'true' });
        await imports.call(member, 'PUT', `/${id}/mapping`, { accountId });
        await carryOut(member, id);
        return id;
      };
      const first = await bring('333444', FIRST_ACCOUNT);
      expect(await numbersOf(member)).toEqual(['333444', null]);
      // No two accounts have one number.
      const same = await bring('333444', cash);
      expect(await numbersOf(member)).toEqual(['333444', null]);
      await put(member, { number: '777888' });
      const other = await bring('555666', FIRST_ACCOUNT);
      for (const id of [first, same, other]) {
        expect(await numbersOf(member)).toEqual(['777888', null]);
        await undo(member, id);
      }
      expect(await numbersOf(member)).toEqual(['777888', null]);
    });

    once('is listed as chosen, and can be forgotten, where nothing else says it', async () => {
      const member = await createMember(testApp);
      await account(member, 'Cash');
      const listed = async () =>
        (await imports.call<{ accounts: { key: string; name: string }[] }>(member, 'GET', '/accounts')).data
          .accounts;
      const forget = (key = '') => imports.call(member, 'DELETE', `/accounts?key=${encodeURIComponent(key)}`);
      const { id } = await preview(member, ofx('333444', ROW), 'a.ofx');
      await imports.call(member, 'PUT', `/${id}/mapping`, { accountId: FIRST_ACCOUNT });
      const [chosen] = await listed();
      expect(chosen?.name).toBe('333444');
      await carryOut(member, id);
      expect(await listed()).toEqual([]);
      expect((await forget(chosen?.key)).status).toBe(404);
      const later = ofx('333444', ROW.replace('Tea', 'Rice').replace('<FITID>1', '<FITID>2'));
      expect(await preview(member, later, 'b.ofx')).toMatchObject(isTaken);
      // Once the account has no number, the choice says it; and nothing does once that is forgotten.
      await put(member, { number: '' });
      expect(await listed()).toEqual([chosen]);
      expect((await forget(chosen?.key)).status).toBe(200);
      expect(await preview(member, later, 'c.ofx')).toMatchObject(isAsked);
    });

    once('is asked where the only account has lost the number that a file gave it', async () => {
      const member = await createMember(testApp);
      await carryOut(member, (await preview(member, ofx('333444', ROW), 'a.ofx')).id);
      await put(member, { number: '' });
      expect(await preview(member, ofx('333444', ROW.replace('Tea', 'Rice')), 'b.ofx')).toMatchObject(
        isAsked,
      );
    });

    test('gives no number to an account of the other kind', async () => {
      const member = await createMember(testApp);
      await put(member, { kind: 'bank' });
      const card = await preview(member, example('max-card.xlsx'), 'max.xlsx');
      await imports.call(member, 'PUT', `/${card.id}/mapping`, { accountId: FIRST_ACCOUNT });
      await carryOut(member, card.id);
      expect(await numbersOf(member)).toEqual([null]);
    });

    once('that was named with the file is asked where its own number is another', async () => {
      const member = await createMember(testApp);
      await account(member, 'Cash');
      await put(member, { number: '555666' });
      const named = { accountId: FIRST_ACCOUNT };
      const found = await preview(member, ofx('111222', ROW), 'a.ofx', named);
      expect(found).toMatchObject({ ...isAsked, account_id: FIRST_ACCOUNT });
      expect((await imports.call(member, 'POST', `/${found.id}/carry-out`)).status).toBe(409);
      const answer = (body: object) =>
        imports.call<{ import: Import }>(member, 'PUT', `/${found.id}/mapping`, body);
      expect((await answer({})).data.import).toMatchObject(isAsked);
      expect((await answer(named)).data.import).toMatchObject(isTaken);
      // Once: the next month's file is of that account too.
      for (const fields of [named, {}])
        expect(
          await preview(member, ofx('111222', ROW.replace('Tea', 'Milk')), 'b.ofx', fields),
        ).toMatchObject(isTaken);
      expect(await preview(member, ofx('333444', ROW), 'c.ofx', named)).toMatchObject(isAsked);
    });

    once(
      'that was named with the file is asked where it has files of another number, and no longer after their undo',
      async () => {
        const member = await createMember(testApp);
        await account(member, 'Cash');
        const named = { accountId: FIRST_ACCOUNT };
        const first = await preview(member, ofx('111222', ROW), 'a.ofx', named);
        expect(first).toMatchObject(isTaken);
        await carryOut(member, first.id);
        const other = ROW.replace('Tea', 'Milk');
        const found = await preview(member, ofx('333444', other), 'b.ofx', named);
        expect(found).toMatchObject({ ...isAsked, account_id: FIRST_ACCOUNT });
        const answer = (body: object) =>
          imports.call<{ import: Import }>(member, 'PUT', `/${found.id}/mapping`, body);
        expect((await answer({})).data.import).toMatchObject(isAsked);
        expect(
          await preview(member, ofx('12-111222', ROW.replace('Tea', 'Rice')), 'c.ofx', named),
        ).toMatchObject(isTaken);
        await undo(member, first.id);
        await imports.call(member, 'DELETE', `/${found.id}`);
        expect(await preview(member, ofx('555666', other), 'd.ofx', named)).toMatchObject(isTaken);
      },
    );

    once.each([
      ['in order', [0, 1]],
      ['the first one first', [1, 0]],
    ])('has on a day what was said of it, whatever earlier rows come and go: %s', async (_name, order) => {
      const member = await createMember(testApp);
      const today = (await contextOf(testApp, member)).now.toISOString().slice(0, 10);
      await put(member, { opening_balance: 12_500, opening_date: today });
      const opening = async () => {
        const { data } = await call<{
          accounts: { balance: number; opening_balance: number; opening_date: string }[];
        }>(member, 'GET', '/accounts');
        return data.accounts.map((each) => [each.balance, each.opening_balance, each.opening_date]);
      };
      const bring = async (...lines: string[]) => {
        const id = await previewRows(await contextOf(testApp, member), textRows(lines), FIRST_ACCOUNT);
        await imports.call(member, 'POST', `/${id}/carry-out`, { keepsStated: true });
        return id;
      };
      const june = await bring('2026-04-03,Rent,-3000.00', '2026-04-05,Salary,9000.00');
      expect(await opening()).toEqual([[12_500, 6500, '2026-04-02']]);
      const july = await bring('2026-04-25,Shoes,-400.00');
      expect(await opening()).toEqual([[12_500, 6900, '2026-04-02']]);
      await isSound(member);
      const made = [july, june];
      for (const place of order) {
        expect((await undo(member, made[place] ?? '')).status).toBe(200);
        expect((await opening())[0]?.[0]).toBe(12_500);
      }
      expect(await opening()).toEqual([[12_500, 12_500, today]]);
      await isSound(member);
      // A row of the day itself, or later, counts.
      await bring(`${today},Coffee,-20.00`, '2026-04-25,Wash,-12500.00');
      expect((await opening())[0]?.[0]).toBe(12_480);
    });

    describe('of which a day was said', () => {
      const STATED = '2026-05-01';

      const begin = async (opening_balance: number) => {
        const member = await createMember(testApp);
        await put(member, { opening_balance, opening_date: STATED });
        return member;
      };

      const bring = async (
        member: Member,
        lines: string[],
        { into = FIRST_ACCOUNT, decisions = [] as object[] } = {},
      ) => {
        const context = await contextOf(testApp, member);
        const id = await previewRows(context, textRows(lines), into);
        if (decisions.length > 0)
          expect((await imports.call(member, 'PUT', `/${id}/rows`, { decisions })).status).toBe(200);
        await startCarryOut(context, id, { keepsStated: true });
        return id;
      };

      const money = async (member: Member) => {
        const { data } = await call<{
          accounts: { balance: number; opening_balance: number | null; opening_date: string | null }[];
        }>(member, 'GET', '/accounts');
        await isSound(member);
        return data.accounts.map((each) => [each.balance, each.opening_balance, each.opening_date]);
      };

      once.each([
        [98, [0, 1]],
        [99, [1, 0]],
      ] as const)('is not forgotten where it comes to nothing: %s', async (between, order) => {
        const member = await begin(100);
        const made = [await bring(member, ['2026-04-03,Pay,100.00', '2026-05-02,Tea,-1.00'])];
        expect((await money(member))[0]?.[0]).toBe(99);
        made.push(await bring(member, ['2026-04-04,Gift,50.00', '2026-05-03,Cake,-2.00']));
        expect((await money(member))[0]?.[0]).toBe(97);
        await undo(member, made[order[0]] ?? '');
        expect((await money(member))[0]?.[0]).toBe(between);
        await undo(member, made[order[1]] ?? '');
        expect(await money(member)).toEqual([[100, 100, STATED]]);
      });

      once('comes along with the file of the account', async () => {
        const member = await begin(1000);
        await bring(member, ['2026-04-03,Pay,50.00', '2026-05-02,Tea,-1.00']);
        await bring(member, ['2026-04-05,Gift,20.00']);
        const copy = await createMember(testApp);
        await carryOut(copy, (await preview(copy, await exported(member), 'pruta.json')).id);
        for (const one of [member, copy]) {
          expect(await money(one)).toEqual([[999, 930, '2026-04-02']]);
          const id = await bring(one, ['2026-04-20,Fee,-3.00']);
          expect(await money(one)).toEqual([[999, 933, '2026-04-02']]);
          await undo(one, id);
          expect(await money(one)).toEqual([[999, 930, '2026-04-02']]);
        }
        // A second file says the same, and what the person says later counts.
        const third = await createMember(testApp);
        await carryOut(third, (await preview(third, await exported(copy), 'pruta.json')).id);
        await bring(third, ['2026-03-20,Book,-10.00']);
        expect(await money(third)).toEqual([[999, 940, '2026-03-19']]);
        await put(third, { opening_balance: 500, opening_date: '2026-04-01' });
        await bring(third, ['2026-04-10,Soap,-7.00']);
        expect((await money(third))[0]?.[0]).toBe(500 - 10 + 50 + 20 - 1 - 7);
      });

      once('is replaced by nothing where the bank began with nothing, and comes back', async () => {
        const member = await begin(50);
        const file = ofx(
          '111222',
          `${ROW}</BANKTRANLIST><LEDGERBAL><BALAMT>-20.00<DTASOF>20260504</LEDGERBAL>`,
        );
        const { id } = await preview(member, file, 'a.ofx', { accountId: FIRST_ACCOUNT });
        await startCarryOut(await contextOf(testApp, member), id, { opening: true });
        expect(await money(member)).toEqual([[-20, 0, null]]);
        const { id: more } = await preview(member, csv('2026-04-20,Gift,7.00', '2026-05-06,Bus,-9.00'));
        await imports.call(member, 'PUT', `/${more}/mapping`, { sign: 'minus_out' });
        const context = await contextOf(testApp, member);
        const later = new Date(context.now.getTime() + 60_000);
        await startCarryOut({ ...context, now: later }, more, { keepsStated: true });
        expect(await money(member)).toEqual([[-22, 0, null]]);
        await undo(member, id);
        expect(await money(member)).toEqual([[41, 43, '2026-04-19']]);
        await undo(member, more);
        expect(await money(member)).toEqual([[50, 50, STATED]]);
      });

      test('is not brought back by an undo once it is taken away', async () => {
        const member = await begin(1000);
        const id = await bring(member, ['2026-04-03,Pay,50.00', '2026-05-02,Tea,-1.00']);
        await put(member, { opening_balance: 0 });
        expect(await money(member)).toEqual([[49, 0, null]]);
        await undo(member, id);
        expect(await money(member)).toEqual([[0, 0, null]]);
      });

      once('is left alone by the undo of what came before it was said', async () => {
        const member = await begin(1000);
        const first = await bring(member, ['2026-04-10,Fee,-10.00']);
        expect(await money(member)).toEqual([[1000, 1010, '2026-04-09']]);
        await put(member, { opening_balance: 500, opening_date: '2026-05-20' });
        expect(await money(member)).toEqual([[490, 500, '2026-05-20']]);
        // What comes later moves it, and nothing else does.
        const second = await bring(member, ['2026-05-12,Tea,-7.00']);
        expect(await money(member)).toEqual([[490, 507, '2026-04-09']]);
        await undo(member, first);
        expect((await money(member))[0]?.slice(0, 2)).toEqual([500, 507]);
        await undo(member, second);
        expect(await money(member)).toEqual([[500, 500, '2026-05-20']]);
        // Of the same day, or as another one.
        const third = await bring(member, ['2026-05-13,Tea,-7.00']);
        await put(member, { opening_balance: 400, opening_date: '2026-05-20' });
        await undo(member, third);
        expect(await money(member)).toEqual([[400, 400, '2026-05-20']]);
        const fourth = await bring(member, ['2026-05-13,Tea,-7.00']);
        await put(member, { opening_balance: 0 });
        await put(member, { opening_balance: 300, opening_date: '2026-05-20' });
        await undo(member, fourth);
        expect(await money(member)).toEqual([[300, 300, '2026-05-20']]);
      });

      once('keeps its money where a bank knows a later day of what was typed', async () => {
        const member = await begin(1000);
        const typed = { amount: 30, date: '2026-04-29', description: 'card zap' };
        await call(member, 'POST', '/transactions/expense', typed);
        const lines = ['2026-05-02,card zap store,-30.00', '2026-04-20,Fee,-3.00', '2026-05-10,Tea,-1.00'];
        const id = await bring(member, lines, { decisions: [{ index: 0, decision: 'merge' }] });
        expect(await money(member)).toEqual([[969, 1003, '2026-04-19']]);
        await undo(member, id);
        expect(await money(member)).toEqual([[970, 1000, STATED]]);
      });

      once.each([
        ['ab', 'ab'],
        ['ab', 'ba'],
        ['ba', 'ab'],
        ['ba', 'ba'],
      ])('comes back in both accounts of a transfer: read %s, undone %s', async (order, undone) => {
        const member = await begin(1000);
        const other = await account(member, 'Aside', { opening_balance: 500, opening_date: STATED });
        const conditions = [{ field: 'text', operator: 'contains', value: 'to aside' }];
        await call(member, 'POST', '/rules', { conditions, actions: { account_to: other } });
        const files: Record<string, [string, string[]]> = {
          a: [FIRST_ACCOUNT, ['2026-04-03,to aside,-50.00', '2026-05-02,Tea,-1.00']],
          b: [other, ['2026-04-03,from main,50.00', '2026-05-03,Interest,2.00']],
        };
        const ids: Record<string, string> = {};
        for (const name of order) {
          const [into, lines] = files[name] as [string, string[]];
          ids[name] = await bring(member, lines, { into });
        }
        expect((await money(member)).map(([balance]) => balance)).toEqual([999, 502]);
        for (const name of undone) await undo(member, ids[name] ?? '');
        expect(await money(member)).toEqual([
          [1000, 1000, STATED],
          [500, 500, STATED],
        ]);
      });

      const statement = (rows: string, balance: string, day = '20260510') =>
        Buffer.from(
          ofx('111222', rows)
            .toString()
            .replace(
              '</BANKTRANLIST>',
              `</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>${day}</LEDGERBAL>`,
            ),
        );

      once.each(
        (
          [
            [false, true],
            [true, true],
            [true, false],
          ] as const
        ).flatMap(([a, b]) => ['ab', 'ba'].map((undone) => [a, b, undone] as const)),
      )('is what the bank says where it is right: %s, then %s, undone %s', async (first, second, undone) => {
        const member = await begin(1000);
        const rowsOf = (earlier: string, later: string, name: string) =>
          `<STMTTRN><DTPOSTED>20260403<TRNAMT>${earlier}<FITID>${name}1<NAME>Pay</STMTTRN><STMTTRN><DTPOSTED>20260502<TRNAMT>${later}<FITID>${name}2<NAME>Tea</STMTTRN>`;
        await put(member, { number: '111222' });
        const take = async (bytes: Buffer, opening: boolean) => {
          const { id } = await preview(member, bytes);
          await startCarryOut(await contextOf(testApp, member), id, { keepsStated: true, opening });
          return id;
        };
        const a = await take(statement(rowsOf('50.00', '-1.00', 'a'), '1200.00'), first);
        expect((await money(member))[0]?.[0]).toBe(first ? 1200 : 999);
        const b = await take(statement(rowsOf('30.00', '-2.00', 'b'), '1500.00'), second);
        expect((await money(member))[0]?.[0]).toBe(second ? 1500 : 1228);
        for (const name of undone) await undo(member, name === 'a' ? a : b);
        expect(await money(member)).toEqual([[1000, 1000, STATED]]);
      });

      once.each(
        ['azx', 'xaz'].flatMap((read) =>
          ['azx', 'axz', 'zxa', 'xaz'].map((undone) => [read, undone] as const),
        ),
      )(
        'is what was said without the file of a bank that was right: read %s, undone %s',
        async (read, undone) => {
          const member = await begin(1000);
          await put(member, { number: '111222' });
          const row = (day: string, amount: string) =>
            `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}<NAME>Shop</STMTTRN>`;
          const files: Record<string, Buffer> = {
            z: statement(row('20260305', '-10.00') + row('20260320', '-20.00'), '1420.00', '20260320'),
            a: statement(row('20260409', '-40.00') + row('20260412', '-80.00'), '1300.00', '20260412'),
            x: statement(row('20260420', '-160.00'), '1140.00', '20260420'),
          };
          const ids: Record<string, string> = {};
          const check = async (act: string) => {
            const inBank = 1300 - (ids.x ? 160 : 0);
            expect([act, (await money(member))[0]?.[0]]).toEqual([act, ids.a ? inBank : 1000]);
          };
          for (const name of read) {
            testApp.advance(1);
            const { id } = await preview(member, files[name] as Buffer);
            const input = { keepsStated: true, opening: name === 'a' };
            await startCarryOut(await contextOf(testApp, member), id, input);
            ids[name] = id;
            await check(`read ${name}`);
          }
          for (const name of undone) {
            testApp.advance(1);
            await undo(member, ids[name] ?? '');
            delete ids[name];
            await check(`undo ${name}`);
          }
          expect(await money(member)).toEqual([[1000, 1000, STATED]]);
        },
      );

      once.each(['import', 'merge'])(
        'comes back in both accounts after a merge: undone first the %s',
        async (first) => {
          const member = await createMember(testApp);
          const other = await account(member, 'Aside', { opening_balance: 900, opening_date: '2026-05-28' });
          const merge = await call<{ undo_id: string }>(member, 'DELETE', `/accounts/${other}`, {
            moveTo: FIRST_ACCOUNT,
          });
          await put(member, { number: '111222' });
          const row = '<STMTTRN><DTPOSTED>20260415<TRNAMT>-30.00<FITID>a<NAME>Shop</STMTTRN>';
          const { id } = await preview(member, statement(row, '4970.00', '20260420'));
          await startCarryOut(await contextOf(testApp, member), id, { opening: true });
          expect((await money(member))[0]?.slice(0, 2)).toEqual([4970, 5000]);
          if (first === 'import') {
            await undo(member, id);
            expect(await money(member)).toEqual([[900, 900, '2026-05-28']]);
          }
          await call(member, 'POST', '/transactions/restore', { undo_id: merge.data.undo_id });
          if (first === 'merge') await undo(member, id, { force: true });
          expect((await money(member)).map((each) => each.slice(0, 2))).toEqual([
            [0, 0],
            [900, 900],
          ]);
        },
      );

      once.each(
        ['ILS', 'USD'].flatMap((currency) =>
          [
            ['a', 'b', '-a', 'a', '-b', 'b', '-a', '-b'],
            ['b', 'a', '-b', 'b', '-a', 'a', '-b', '-a'],
            ['a', 'b', '-b', 'b', '-a', 'a', '-a', '-b'],
            ['b', 'a', '-a', 'a', '-b', 'b', '-b', '-a'],
          ].map((steps) => [currency, steps.join(' '), steps] as const),
        ),
      )('has what was said whichever file is read again: %s %s', async (currency, _name, steps) => {
        await storeRates(engine.db, { date: '2026-04-01', rates: { ILS: '3.7' } });
        const member = await begin(1000);
        const more = { opening_balance: 500, opening_date: STATED, currency };
        const other = await account(member, 'Aside', more);
        const conditions = [{ field: 'text', operator: 'contains', value: 'to aside' }];
        await call(member, 'POST', '/rules', { conditions, actions: { account_to: other } });
        const arrived = currency === 'ILS' ? '50.00' : '13.60';
        const files: Record<string, [string, string[]]> = {
          a: [FIRST_ACCOUNT, ['2026-04-03,to aside,-50.00', '2026-05-02,Tea,-1.00']],
          b: [other, [`2026-04-03,from main,${arrived}`, '2026-05-03,Interest,2.00']],
        };
        const ids: Record<string, string> = {};
        for (const step of steps) {
          const name = step.at(-1) ?? '';
          const [into, lines] = files[name] as [string, string[]];
          testApp.advance(1);
          if (step === name) ids[name] = await bring(member, lines, { into });
          else {
            await undo(member, ids[name] ?? '');
            delete ids[name];
          }
          const [main, aside] = await money(member);
          expect([step, main?.[0], aside?.[0]]).toEqual([step, ids.a ? 999 : 1000, ids.b ? 502 : 500]);
        }
        expect((await money(member)).map(([, ...opening]) => opening)).toEqual([
          [1000, STATED],
          [500, STATED],
        ]);
      });

      once.each([
        ['DELETE', undefined],
        ['PUT', { date: '2026-05-03' }],
        ['PUT', { amount: 70 }],
        ['PUT', { date: '2026-04-01' }],
      ] as const)('comes back whatever was made of a row: %s %j', async (method, changes) => {
        const member = await begin(1000);
        const id = await bring(member, ['2026-04-03,Pay,50.00', '2026-05-02,Tea,-1.00']);
        const { data } = await call<{ transactions: { id: string }[] }>(
          member,
          'GET',
          '/transactions?type=income',
        );
        const place = `/transactions/income/${data.transactions[0]?.id}`;
        expect((await call(member, method, place, changes)).status).toBe(200);
        await undo(member, id, { force: true });
        expect(await money(member)).toEqual([[1000, 1000, STATED]]);
      });
    });
  });

  once('is taken back although the account whose opening balance it moved was deleted since', async () => {
    const member = await createMember(testApp);
    const old = await account(member, 'Old', { opening_balance: 1000, opening_date: '2026-05-10' });
    const { id } = await preview(member, csv('2026-05-03,Coffee,-14.00'), 'bank.csv', { accountId: old });
    await startCarryOut(await contextOf(testApp, member), id, { keepsStated: true });
    await call(member, 'DELETE', `/accounts/${old}`, { moveTo: FIRST_ACCOUNT });
    expect((await undo(member, id, { force: true })).status).toBe(200);
    expect((await texts(member)).join()).not.toContain('Coffee');
    await isSound(member);
  });

  test('one that nobody carries out is forgotten after a while, or when it is deleted', async () => {
    const member = await createMember(testApp);
    const { id } = await preview(member, csv('2026-05-03,Coffee,-14.00'));
    const kept = await preview(member, csv('2026-05-03,Bread,-4.00'));
    await carryOut(member, kept.id);
    const old = await preview(member, csv('2026-05-03,Milk,-4.00'));
    expect((await imports.call(member, 'DELETE', `/${id}`)).status).toBe(200);
    expect((await imports.call(member, 'GET', `/${id}`)).status).toBe(404);
    testApp.advance(31 * 86_400);
    await cleanUp(testApp.app);
    const left = await engine.db
      .selectFrom('bank_imports')
      .select('id')
      .where('user_id', '=', member.id)
      .execute();
    expect(left.map((row) => row.id)).toEqual([kept.id]);
    expect(old.id).not.toBe(kept.id);
  });
});
