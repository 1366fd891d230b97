import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { presentCheck, presentInsights } from '../../src/domain/insights/present.ts';
import { forEachApp } from '../support/app.ts';
import { categoriesOf, createMember, type Member, record } from '../support/members.ts';

type Check = ReturnType<typeof presentCheck>;
type Insights = ReturnType<typeof presentInsights>;

const BREAD = { type: 'expense', amount: 12.5, description: 'Bread', date: '2026-06-10', time: '12:00' };

forEachApp((testApp, engine) => {
  let member: Member;
  let stranger: Member;

  beforeAll(async () => {
    stranger = await createMember(testApp, { role: 'super_admin' });
  });

  beforeEach(async () => {
    member = await createMember(testApp);
  });

  const check = (body: Record<string, unknown>, as = member) =>
    testApp.call<Check>('POST', '/transactions/check', { as, body });
  const insights = (query = '', as = member) =>
    testApp.call<Insights>('GET', `/transactions/insights${query}`, { as });

  const rows = async () => {
    const tables = ['transactions', 'daily_totals', 'monthly_totals', 'revisions'] as const;
    return Promise.all(
      tables.map((table) =>
        engine.db.selectFrom(table).selectAll().where('user_id', '=', member.id).execute(),
      ),
    );
  };

  describe('a check', () => {
    test('of an ordinary transaction has ordinary figures throughout', async () => {
      const { status, data } = await check(BREAD);
      expect(status).toBe(200);
      expect(data).toEqual({
        aiAnalysis: {
          fraudProbability: 0,
          flags: [],
          duplicateRisk: 0,
          categoryConfidence: 0,
          riskScore: 0,
          anomalyFlags: [],
          recommendation: null,
        },
        security_alert: null,
        possible_duplicates: [],
      });
    });

    test('finds a transaction recorded on the same day, and names it as the list does', async () => {
      const existing = await record(testApp, member, { ...BREAD, time: '09:00' });
      const { data } = await check(BREAD);
      expect(data.possible_duplicates).toEqual([existing]);
      expect(data.aiAnalysis).toMatchObject({ duplicateRisk: 1, riskScore: 30 });
    });

    test('reads amounts as decimals of the currency: 1,000.00 is not high, a cent more is', async () => {
      const flagsOf = async (amount: number | string) =>
        (await check({ ...BREAD, amount })).data.aiAnalysis.flags;
      expect(await flagsOf(1000)).toEqual([]);
      expect(await flagsOf('1000.01')).toEqual(['high_amount']);
    });

    test('recommends verification above a score of 50', async () => {
      await record(testApp, member, { ...BREAD, amount: 5000 });
      const { data } = await check({ ...BREAD, amount: 5000, time: '23:00' });
      expect(data.aiAnalysis).toMatchObject({
        fraudProbability: 0.6,
        riskScore: 84,
        recommendation: 'verify',
      });
    });

    test('returns the text of an alert above a half, not from a half on', async () => {
      for (let hour = 0; hour < 9; hour += 1)
        await record(testApp, member, { description: `Hour ${hour}`, time: `0${hour}:30` });
      const half = await check({ ...BREAD, amount: 5000 });
      expect(half.data).toMatchObject({ aiAnalysis: { fraudProbability: 0.5 }, security_alert: null });
      const more = await check({ ...BREAD, amount: 5000, time: '22:00' });
      expect(more.data.security_alert).toBe(
        'This transaction looks unusual for you: high amount, unusual time, many in one day, well above your average. If you recognize it, there is nothing to do.',
      );
    });

    test('does not find a recorded transaction to be its own duplicate', async () => {
      const existing = await record(testApp, member, BREAD);
      expect((await check({ ...BREAD, id: existing.id })).data.possible_duplicates).toEqual([]);
    });

    test('shows three duplicates at most', async () => {
      for (const time of ['08:00', '09:00', '10:00', '11:00'])
        await record(testApp, member, { ...BREAD, time });
      const { data } = await check(BREAD);
      expect(data.possible_duplicates.map(({ time }) => time)).toEqual(['11:00', '10:00', '09:00']);
    });

    test('completes missing fields from now, and the type from the sign', async () => {
      const income = { amount: 12.5, description: 'Bread' };
      const existing = await record(testApp, member, {
        ...income,
        type: 'income',
        date: '2026-06-15',
        time: '11:00',
      });
      expect((await check(income)).data.possible_duplicates).toEqual([existing]);
      expect((await check({ ...income, amount: -12.5 })).data.possible_duplicates).toEqual([]);
    });

    test('compares with transactions around its date, however long ago', async () => {
      const existing = await record(testApp, member, { ...BREAD, date: '2024-01-31', time: '23:50' });
      const { data } = await check({ ...BREAD, date: '2024-02-01', time: '00:10' });
      expect(data.possible_duplicates).toEqual([existing]);
      const before = await check({ ...BREAD, date: '2024-01-31', time: '01:00' });
      expect(before.data.possible_duplicates).toEqual([existing]);
    });

    test('rates how well the category fits', async () => {
      const [groceries] = await categoriesOf(testApp, member);
      const { data } = await check({ ...BREAD, categoryId: groceries?.id });
      expect(data.aiAnalysis.categoryConfidence).toBe(0.9);
    });

    test('writes nothing', async () => {
      await record(testApp, member, BREAD);
      const before = await rows();
      await check({ ...BREAD, amount: 99_999, time: '03:00' });
      expect(await rows()).toEqual(before);
    });

    test.each([
      [{ ...BREAD, amount: '' }, 'amount', 'Amount is required'],
      [{ ...BREAD, amount: 'x' }, 'amount', 'Amount must be a valid number'],
      [{ ...BREAD, date: '2026-02-30' }, 'date', 'Date must be a valid date, such as 2026-03-31'],
      [{ ...BREAD, time: '25:00' }, 'time', 'Time must be a valid time, such as 17:30'],
      [{ ...BREAD, type: 'gift' }, 'type', 'Type must be expense or income'],
      [{ ...BREAD, id: 'x'.repeat(41) }, 'id', 'This is too long'],
      [{ ...BREAD, id: 7 }, 'id', 'This must be text'],
    ])('refuses %j by naming the field', async (body, field, message) => {
      const { status, error } = await check(body);
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details).toEqual([{ field, message }]);
    });
  });

  describe('insights', () => {
    test('without transactions are empty', async () => {
      const { status, data } = await insights();
      expect(status).toBe(200);
      expect(data).toEqual({
        totalAnalyzed: 0,
        highRiskCount: 0,
        potentialDuplicates: 0,
        uncategorized: 0,
        averageRisk: 0,
        fraudAlerts: [],
        recommendations: [],
        spendingDistribution: { micro: 0, small: 0, medium: 0, large: 0, huge: 0 },
        dateFrom: '2026-03-17',
        dateTo: '2026-06-15',
      });
    });

    test('sum up the last ninety days up to today', async () => {
      const [groceries] = await categoriesOf(testApp, member);
      for (const date of ['2026-03-16', '2026-06-16']) await record(testApp, member, { ...BREAD, date });
      for (const date of ['2026-03-17', '2026-06-15'])
        await record(testApp, member, { ...BREAD, date, categoryId: groceries?.id });
      const odd = { amount: 8000, description: 'Sofa', date: '2026-06-12', time: '23:30' };
      await record(testApp, member, odd);
      await record(testApp, member, { ...odd, time: '23:31' });
      const { data } = await insights();
      expect(data).toMatchObject({
        totalAnalyzed: 4,
        // Among four expenses none is unusual, whatever its score.
        highRiskCount: 0,
        potentialDuplicates: 1,
        uncategorized: 2,
        averageRisk: 42,
        spendingDistribution: { micro: 0, small: 2, medium: 0, large: 0, huge: 2 },
      });
      expect(data.recommendations.map(({ type, priority }) => [type, priority])).toEqual([
        ['review_duplicates', 'medium'],
        ['categorize_transactions', 'low'],
      ]);
    });

    test('do not count what a person has said not to be duplicates, nor the next two like them', async () => {
      const twice = async (date: string) => [
        await record(testApp, member, { ...BREAD, date }),
        await record(testApp, member, { ...BREAD, description: 'BREAD #7', date }),
      ];
      const count = async () => (await insights()).data.potentialDuplicates;
      const say = (method: string, body: unknown, as = member) =>
        testApp.call(method, '/transactions/insights/not-duplicates', { as, body });
      await record(testApp, member, { ...BREAD, date: '2026-05-20' });
      const [one, other] = await twice('2026-05-01');
      expect(await count()).toBe(1);
      const two = { transactionId: other?.id, duplicateOf: one?.id };
      const stranger = await createMember(testApp);
      expect((await say('POST', two, stranger)).status).toBe(404);
      expect((await say('POST', { ...two, duplicateOf: two.transactionId })).status).toBe(404);
      expect(await count()).toBe(1);
      for (let times = 0; times < 2; times += 1) expect((await say('POST', two)).status).toBe(200);
      expect(await count()).toBe(0);
      await twice('2026-06-14');
      expect(await count()).toBe(0);
      expect((await check({ ...BREAD, date: '2026-06-14' })).data.aiAnalysis.duplicateRisk).toBe(0);
      expect((await say('DELETE', two, stranger)).status).toBe(404);
      expect((await say('DELETE', { transactionId: one?.id, duplicateOf: other?.id })).status).toBe(200);
      expect(await count()).toBe(2);
      expect((await say('DELETE', two)).status).toBe(404);
    });

    test('find what repeats beyond the transactions that are compared', async () => {
      const fee = { ...BREAD, description: 'School fee', amount: 900 };
      for (const date of ['2026-04-01', '2026-05-01', '2026-06-01'])
        for (const time of ['09:00', '09:01']) await record(testApp, member, { ...fee, date, time });
      const { data } = await testApp.call<Insights>('GET', '/transactions/insights?limit=2', { as: member });
      expect(data).toMatchObject({ totalAnalyzed: 2, potentialDuplicates: 0 });
      const typed = await check({ ...fee, date: '2026-06-01', time: '09:02' });
      expect(typed.data.possible_duplicates).toHaveLength(2);
    });

    test('translate recommendations into the reader’s language', async () => {
      const hebrew = await createMember(testApp, { locale: 'he' });
      for (const as of [member, hebrew]) await record(testApp, as, BREAD);
      expect((await insights()).data.recommendations).toEqual([
        {
          type: 'categorize_transactions',
          title: 'Give transactions a category',
          description: '1 transaction has no category. Add one to complete your overview.',
          priority: 'low',
        },
      ]);
      expect((await insights('', hebrew)).data.recommendations[0]?.title).toBe('שייך תנועות לקטגוריה');
    });

    test('accept another range of days and a limit', async () => {
      for (const day of ['01', '02', '03'])
        await record(testApp, member, { ...BREAD, date: `2025-02-${day}` });
      const total = async (query: string) => (await insights(query)).data.totalAnalyzed;
      expect(await total('')).toBe(0);
      expect(await total('?dateFrom=2025-02-01&dateTo=2025-02-02')).toBe(2);
      expect(await total('?date_from=2025-02-02&date_to=2025-02-28')).toBe(2);
      expect(await total('?dateFrom=2025-01-01&limit=1')).toBe(1);
      expect(await total('?dateFrom=2025-02-03&dateTo=2025-02-01')).toBe(0);
    });

    test('analyse two hundred at most, however many there are', async () => {
      const [groceries] = await categoriesOf(testApp, member);
      const first = await record(testApp, member, {
        ...BREAD,
        date: '2026-06-01',
        categoryId: groceries?.id,
      });
      const row = await engine.db
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', first.id)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: 250 }, (_, index) => ({
        ...row,
        id: `${first.id.slice(0, 30)}${1000 + index}`,
      }));
      await engine.db.insertInto('transactions').values(copies).execute();
      expect((await insights()).data).toMatchObject({ totalAnalyzed: 200, dateFrom: '2026-06-01' });
    });

    test.each([
      ['?limit=0', 'limit'],
      ['?limit=201', 'limit'],
      ['?dateFrom=2026-13-01', 'dateFrom'],
      ['?dateTo=yesterday', 'dateTo'],
    ])('refuse %s by naming the field', async (query, field) => {
      const { status, error } = await insights(query);
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details).toMatchObject([{ field }]);
    });
  });

  describe('many created at once', () => {
    const alert = async (transactions: Record<string, unknown>[], as = member) =>
      (
        await testApp.call<{ security_alert: string | null }>('POST', '/transactions/bulk', {
          as,
          body: { transactions },
        })
      ).data.security_alert;
    const odd = (description: string) => ({ ...BREAD, amount: 5000, description, time: '23:30' });

    test('raise no alert when they are as usual', async () => {
      expect(await alert([BREAD, { ...BREAD, amount: 5000 }])).toBeNull();
    });

    test('have a message with the number of unusual ones, in the reader’s language', async () => {
      expect(await alert([BREAD, odd('Sofa')])).toBe(
        '1 of these transactions looks unusual for you. If you recognize it, there is nothing to do.',
      );
      const hebrew = await createMember(testApp, { locale: 'he' });
      expect(await alert([odd('Sofa'), odd('Table')], hebrew)).toContain('שתי תנועות מאלה');
    });

    test('are compared with the history before them, not with themselves', async () => {
      const forty = Array.from({ length: 40 }, (_, index) => ({
        ...odd(`Row ${index}`),
        date: `2026-0${1 + (index % 5)}-${String(1 + Math.floor(index / 5)).padStart(2, '0')}`,
      }));
      expect(await alert(forty)).toContain('40 of these');
    });
  });

  test('another user, whatever the role, sees nothing of a person’s data', async () => {
    const theirs = await record(testApp, member, { ...BREAD, notes: 'private' });
    const [category] = await categoriesOf(testApp, member);
    for (const body of [BREAD, { ...BREAD, id: theirs.id }]) {
      const { text, data } = await check(body, stranger);
      expect(data.possible_duplicates).toEqual([]);
      expect(data.aiAnalysis).toMatchObject({ duplicateRisk: 0, riskScore: 0 });
      for (const secret of [member.id, theirs.id, 'private']) expect(text).not.toContain(secret);
    }
    const foreign = await check({ ...BREAD, categoryId: category?.id }, stranger);
    const missing = await check({ ...BREAD, categoryId: 'nothing' }, stranger);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.text).toBe(missing.text);
    const { text, data } = await insights('', stranger);
    expect(data.totalAnalyzed).toBe(0);
    expect(text).not.toContain(theirs.id);
  });
});
