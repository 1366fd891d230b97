import { beforeAll, describe, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, record } from '../support/members.ts';
import { datesOf, makeTemplate, occurrencesOf, type Template } from '../support/templates.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

interface Preview {
  occurrences: { date: string; amount: number; type: string }[];
  monthly_equivalent: number;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  const post = <Data = Record<string, unknown>>(path: string, body: unknown, headers = {}, as = member) =>
    testApp.call<Data>('POST', `/transactions/templates${path}`, { as, body, headers });

  describe('a template', () => {
    once('has the sent fields, and defaults for the others', async () => {
      const { template } = await makeTemplate(testApp, member);
      expect(template).toMatchObject({
        name: 'Rent',
        description: 'Rent',
        amount: 10,
        type: 'expense',
        category_id: null,
        category_name: 'General',
        interval_type: 'monthly',
        interval: 1,
        day_of_month: 15,
        day_of_week: 1,
        start_date: '2026-06-15',
        end_type: 'never',
        end_date: null,
        max_occurrences: null,
        is_active: true,
        preferred_time: '09:00',
        next_date: '2026-07-15',
        occurrences_count: 3,
        skipped_dates: [],
      });
    });

    once('is accepted in snake_case and camelCase, with a category by its name', async () => {
      const { data, text } = await post<{ template: Template }>('', {
        description: 'Piano',
        amount: '-45.50',
        categoryName: 'Entertainment',
        intervalType: 'weekly',
        dayOfWeek: '3',
        startDate: '2026-06-15',
        endType: 'occurrences',
        maxOccurrences: 4,
        preferredTime: '17:30',
      });
      expect(data?.template, text).toMatchObject({
        name: 'Piano',
        type: 'expense',
        amount: 45.5,
        day_of_week: 3,
        end_type: 'occurrences',
        next_date: '2026-06-17',
        occurrences_count: 4,
        preferred_time: '17:30',
      });
      expect(data.template).toHaveProperty('category_id', expect.any(String));
    });

    test('marks its transactions as recurring', async () => {
      const { template } = await makeTemplate(testApp, member, { description: 'Marked', notes: 'by hand' });
      const path = `/transactions?status=any&recurring=true&search=marked`;
      const { data } = await testApp.call<{ transactions: Record<string, unknown>[] }>('GET', path, {
        as: member,
      });
      expect(data.transactions).toHaveLength(3);
      expect(data.transactions.at(-1)).toMatchObject({
        template_id: template.id,
        is_recurring: true,
        date: '2026-06-15',
        time: '09:00',
        amount: 10,
        notes: 'by hand',
      });
    });

    test('is created once for an idempotency key', async () => {
      const other = await createMember(testApp);
      const body = { name: 'Once', amount: 5 };
      const headers = { 'idempotency-key': 'once' };
      const replies = await Promise.all([1, 2, 3].map(() => post('', body, headers, other)));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(await datesOf(engine, other)).toHaveLength(3);
      expect((await post('', { ...body, amount: 6 }, headers, other)).status).toBe(409);
    });

    once.each([
      [{ amount: 'x', end_type: 'date' }, ['amount', 'end_date']],
      [{ name: '', amount: 0, end_type: 'occurrences' }, ['amount', 'description', 'max_occurrences']],
      [
        { notes: 5, start_date: '2026-06-20', end_date: '2026-06-20', interval: 0 },
        ['end_date', 'interval', 'notes'],
      ],
      [{ timezone: 'x', end_date: '2026-06-01' }, ['end_date', 'timezone']],
      [{ start_date: 'x', end_date: '2020-01-01' }, ['start_date']],
      [{ name: 5, end_date: 'x' }, ['end_date', 'name']],
    ])('%j is refused at each of its invalid fields', async (changes, fields) => {
      const sent = { name: 'Rent', amount: 10, type: 'expense', ...changes };
      for (const path of ['', '/preview']) {
        const { status, error } = await post(path, sent);
        expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
        const rows = error.details as { field: string }[];
        expect(rows.map((row) => row.field).sort()).toEqual(fields);
      }
      const { data } = await post('/bulk', { templates: [sent] });
      const [refused] = (data as unknown as { errors: { details: { field: string }[] }[] }).errors;
      expect(refused?.details.map((row) => row.field).sort()).toEqual(fields);
    });

    once.each([
      [{ amount: undefined }, 'amount', 'Amount is required'],
      [{ amount: 0 }, 'amount', 'Amount must be at least 0.01'],
      [{ amount: 1_000_001 }, 'amount', 'Amount cannot exceed 1000000'],
      [{ amount: '1.005' }, 'amount', 'Amount can have at most 2 decimal places'],
      [{ name: '' }, 'description', 'Description is required'],
      [{ description: 'x'.repeat(256) }, 'description', 'Description cannot exceed 255 characters'],
      [{ notes: 'x'.repeat(501) }, 'notes', 'Notes cannot exceed 500 characters'],
      [{ interval_type: 'hourly' }, 'interval_type', 'Frequency must be daily, weekly, monthly or yearly'],
      [{ interval: 0 }, 'interval', 'Interval must be a whole number from 1 to 365'],
      [{ interval: 366 }, 'interval', 'Interval must be a whole number from 1 to 365'],
      [{ interval: 1.5 }, 'interval', 'Interval must be a whole number from 1 to 365'],
      [{ day_of_month: 32 }, 'day_of_month', 'Day of the month must be a whole number from 1 to 31'],
      [{ day_of_week: 7 }, 'day_of_week', 'Day of the week must be a whole number from 0 (Sunday) to 6'],
      [{ start_date: '2021-06-15' }, 'start_date', 'Date cannot be more than 5 years in the past'],
      [{ start_date: '2026-02-30' }, 'start_date', 'Date must be a valid date, such as 2026-03-31'],
      [{ end_type: 'date' }, 'end_date', 'End date is required'],
      [{ end_date: '2026-06-15' }, 'end_date', 'End date must be after the start date'],
      [{ end_type: 'occurrences' }, 'max_occurrences', 'Number of times is required'],
      [{ timezone: 'Nowhere' }, 'timezone', 'Choose a time zone from the list'],
      [{ preferred_time: '25:00' }, 'preferred_time', 'Must be'],
    ])('%j is refused at its field', async (changes, field, message) => {
      const before = await datesOf(engine, member);
      const sent = { name: 'Rent', amount: 10, type: 'expense', ...changes };
      for (const path of ['', '/preview']) {
        const { status, error } = await post(path, sent);
        expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
        const rows = error.details as { field: string; message: string }[];
        expect(rows.map((row) => row.field)).toEqual([field]);
        if (field !== 'preferred_time') expect(rows[0]?.message).toBe(message);
      }
      expect(await datesOf(engine, member)).toEqual(before);
    });
  });

  once('a preview has the first dates and saves nothing', async () => {
    const before = await datesOf(engine, member);
    const body = { name: 'Rent', amount: 100, type: 'income', start_date: '2028-01-31' };
    const { data } = await post<Preview>('/preview', body);
    const dates = ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31', '2028-06-30'];
    expect(data.occurrences).toEqual(dates.map((date) => ({ date, amount: 100, type: 'income' })));
    expect(data.monthly_equivalent).toBe(100);
    const weekly = { ...body, interval_type: 'weekly', count: 2, end_date: '2028-02-10' };
    const short = (await post<Preview>('/preview', weekly)).data;
    expect(short.occurrences.map(({ date }) => date)).toEqual(['2028-01-31', '2028-02-07']);
    expect(short.monthly_equivalent).toBe(428.57);
    const later = (await post<Preview>('/preview', { ...body, from: '2028-03-01', count: 1 })).data;
    expect(later.occurrences.map(({ date }) => date)).toEqual(['2028-03-31']);
    expect(await datesOf(engine, member)).toEqual(before);
  });

  once('of several templates the valid ones are created and the others reported', async () => {
    const other = await createMember(testApp);
    const good = { name: 'Good', amount: 1, start_date: '2026-06-01' };
    const templates = [
      good,
      { name: 'Bad' },
      { ...good, end_date: '2026-01-01' },
      { ...good, categoryId: 'x' },
    ];
    const { status, data } = await post('/bulk', { templates }, {}, other);
    expect(status).toBe(201);
    expect(data.summary).toEqual({ successful: 1, failed: 3, totalRequested: 4 });
    expect(data.errors).toMatchObject([
      { index: 1, details: [{ field: 'amount' }] },
      { index: 2, details: [{ field: 'end_date' }] },
      { index: 3, details: [{ field: 'categoryId' }] },
    ]);
    expect(await datesOf(engine, other)).toHaveLength(4);
    expect((await post('/bulk', { templates: [] }, {}, other)).status).toBe(400);
  });

  test('very many occurrences of several templates are generated after the answer', async () => {
    const other = await createMember(testApp);
    const daily = { name: 'Daily', amount: 1, interval_type: 'daily', start_date: '2024-06-15' };
    await post('/bulk', { templates: [daily, daily, daily, daily] }, {}, other);
    await testApp.app.settle();
    expect(await datesOf(engine, other)).toHaveLength(4 * (730 + 91));
  });

  once('an occurrence is found only with its own template, and a single transaction with none', async () => {
    const { template } = await makeTemplate(testApp, member, { start_date: '2026-06-20' });
    const [occurrence] = await occurrencesOf(engine, member, template.id);
    const remove = (path: string) =>
      testApp.call('DELETE', `/transactions/recurring/${path}`, { as: member });
    expect((await remove(`${occurrence?.id}?templateId=${MISSING}`)).status).toBe(404);
    expect((await remove(`${(await record(testApp, member)).id}`)).status).toBe(404);
    expect((await remove(`${occurrence?.id}?deleteType=some`)).status).toBe(400);
    expect((await remove(`${occurrence?.id}?templateId=${template.id}`)).status).toBe(200);
  });

  once('only upcoming transactions can be skipped', async () => {
    const other = await createMember(testApp);
    const { template } = await makeTemplate(testApp, other, { interval_type: 'daily' });
    const [today, tomorrow] = await occurrencesOf(engine, other, template.id);
    const skip = (id = '') => testApp.call('DELETE', `/transactions/upcoming/${id}`, { as: other });
    expect((await skip(today?.id)).status).toBe(404);
    expect((await skip(tomorrow?.id)).status).toBe(200);
    const { data } = await testApp.call<{ transactions: { date: string }[] }>(
      'GET',
      '/transactions/upcoming',
      {
        as: other,
      },
    );
    expect(data.transactions[0]?.date).toBe('2026-06-17');
    expect(data.transactions).toHaveLength(89);
  });

  test('the export has the templates, and deleting the account deletes them', async () => {
    const leaver = await createMember(testApp);
    const { template } = await makeTemplate(testApp, leaver, { name: 'Subscription' });
    await post(`/${template.id}/skip`, { dates: ['2026-07-15'] }, {}, leaver);
    const { text } = await testApp.call('GET', '/users/export-account', { as: leaver });
    expect(JSON.parse(text).recurring_templates).toMatchObject([
      { id: template.id, name: 'Subscription', skipped_dates: ['2026-07-15'] },
    ]);
    const gone = await testApp.call('DELETE', '/users/account', {
      as: leaver,
      body: { password: leaver.password },
    });
    expect(gone.status).toBe(200);
    await testApp.app.settle();
    for (const table of ['templates', 'skipped_dates', 'transactions', 'deleted_templates'] as const) {
      const rows = await engine.db.selectFrom(table).selectAll().where('user_id', '=', leaver.id).execute();
      expect(rows).toEqual([]);
    }
  });

  once('answers in Hebrew', async () => {
    const noa = await createMember(testApp, { locale: 'he' });
    const { data } = await post<{ template: { category_name: string } }>(
      '',
      { name: 'דירה', amount: 5 },
      {},
      noa,
    );
    expect(data.template.category_name).toBe('כללי');
    const { error } = await post('', { name: 'x', amount: 5, end_date: '2020-01-01' }, {}, noa);
    expect(error.details).toEqual([
      { field: 'end_date', message: 'תאריך הסיום צריך להיות אחרי תאריך ההתחלה' },
    ]);
  });
});
