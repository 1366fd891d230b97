import { beforeEach, describe, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member } from '../support/members.ts';
import { makeTemplate, occurrencesOf, type Template } from '../support/templates.ts';

interface Saved {
  template: Template & { updated_at: string };
  updated_count: number;
}

interface Scope {
  updated_count: number;
  occurrences: { date: string; amount: number; type: string }[];
}

interface ChangePreview {
  monthly_equivalent: number;
  needs_scope: boolean;
  future: Scope;
  all: Scope;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  let member: Member;
  let id: string;
  let updated_at: string;

  // From 15 March to 15 September: four up to today, 15 June, and three after it.
  beforeEach(async () => {
    member = await createMember(testApp);
    const { template } = await makeTemplate(testApp, member, { start_date: '2026-03-15' });
    ({ id } = template);
    ({ updated_at } = template as Saved['template']);
  });

  const change = (body: object) =>
    testApp.call<Saved>('PUT', `/transactions/templates/${id}`, { as: member, body });
  const preview = (body: object, of = id) =>
    testApp.call<ChangePreview>('POST', `/transactions/templates/${of}/preview`, { as: member, body });

  describe('a change of a template', () => {
    once('that is based on an older version is refused and changes nothing', async () => {
      await change({ amount: 20, scope: 'all', basedOn: updated_at });
      const late = await change({ amount: 30, scope: 'all', basedOn: updated_at });
      expect([late.status, late.error?.code]).toEqual([409, 'CONFLICT']);
      expect((await occurrencesOf(engine, member, id)).map(({ amount }) => amount)).toEqual(
        Array(6).fill(2000),
      );
    });

    once('that is based on an older version succeeds if nothing differs', async () => {
      await change({ amount: 20, name: 'New', scope: 'all', basedOn: updated_at });
      const same = await change({ amount: 20, name: 'New', scope: 'all', basedOn: updated_at });
      expect([same.status, same.data.updated_count]).toEqual([200, 0]);
      expect((await change({ name: 'Other', basedOn: updated_at })).status).toBe(409);
    });

    once('says nothing where an answer is sent back with its version, also of the past', async () => {
      const opened = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: member,
        body: { name: 'Savings' },
      });
      const accountId = opened.data.account.id;
      const { data } = await change({ amount: 30, accountId, scope: 'future' });
      const before = await occurrencesOf(engine, member, id);
      const noted = await change({ ...data.template, notes: 'Floor 2', scope: 'all' });
      expect(noted.status).toBe(200);
      const money = ({ amount, account_id }: (typeof before)[number]) => [amount, account_id];
      const after = await occurrencesOf(engine, member, id);
      expect(after.map(money)).toEqual(before.map(money));
      expect(after.map(({ notes }) => notes)).toEqual(Array(before.length).fill('Floor 2'));
      const dearer = await change({ ...noted.data.template, amount: 40, scope: 'all' });
      expect([dearer.status, dearer.data.template.amount]).toEqual([200, 40]);
      expect((await occurrencesOf(engine, member, id)).map(money)).toEqual(
        before.map(({ account_id }) => [4000, account_id]),
      );
    });

    once('without a description keeps it', async () => {
      for (const answer of [await change({ description: null }), await preview({ description: null })])
        expect(answer.status).toBe(200);
      expect((await change({ amount: 30, description: null })).data.template).toMatchObject({ name: 'Rent' });
    });

    describe('with another day', () => {
      const listed = async (of = id) =>
        (await occurrencesOf(engine, member, of)).map(({ date, amount }) => `${date} ${amount / 100}`);
      const edit = async (date: string, body: object, of = id) => {
        const found = (await occurrencesOf(engine, member, of)).find((row) => row.date === date);
        const path = `/transactions/expense/${found?.id}`;
        expect((await testApp.call('PUT', path, { as: member, body })).status).toBe(200);
      };
      const skip = (dates: string[]) =>
        testApp.call('POST', `/transactions/templates/${id}/skip`, { as: member, body: { dates } });
      const ofMonths = (months: string, day: number) =>
        [...months].map((month) => `2026-0${month}-${day} 10`);

      once('adds nothing to months that have an occurrence edited separately, or skipped', async () => {
        await edit('2026-07-15', { amount: 66 });
        await skip(['2026-08-15']);
        const before = await listed();
        expect(before).toEqual([...ofMonths('3456', 15), '2026-07-15 66']);
        const shown = await preview({ day_of_month: 10 });
        expect(shown.data.future.occurrences.map(({ date }) => date).slice(0, 2)).toEqual([
          '2026-09-10',
          '2026-10-10',
        ]);
        await change({ day_of_month: 10 });
        expect(await listed()).toEqual([...before, '2026-09-10 10']);
        await change({ day_of_month: 15 });
        expect(await listed()).toEqual(before);
      });

      test('adds none to the months of the past either', async () => {
        await edit('2026-04-15', { notes: 'Late' });
        await edit('2026-05-15', { date: '2026-05-18' });
        await change({ day_of_month: 20, scope: 'all' });
        expect(await listed()).toEqual([
          ...['2026-03-20 10', '2026-04-15 10', '2026-05-18 10'],
          ...ofMonths('678', 20),
        ]);
      });

      test('leaves its month to what is restored, and to what is unskipped', async () => {
        const past = ofMonths('3456', 15);
        const undoOf = async (answer: ReturnType<typeof skip>) => (await answer).data.undo_id;
        const restore = (undo_id: unknown) =>
          testApp.call('POST', '/transactions/restore', { as: member, body: { undo_id } });
        const skips = [await undoOf(skip(['2026-08-15'])), await undoOf(skip(['2026-11-15']))];
        await change({ day_of_month: 10 });
        for (const id of skips) expect((await restore(id)).status).toBe(200);
        const skipped = (await testApp.call('GET', `/transactions/templates/${id}`, { as: member })).data;
        expect(skipped).toMatchObject({ template: { skipped_dates: [] } });
        expect(await listed()).toEqual([...past, '2026-07-10 10', '2026-08-15 10', '2026-09-10 10']);
        await change({ day_of_month: 12 });
        await testApp.call('POST', `/transactions/templates/${id}/regenerate`, { as: member });
        expect(await listed()).toEqual([...past, ...ofMonths('789', 12)]);
      });

      once('moves a week as often as wanted', async () => {
        const body = { interval_type: 'weekly', start_date: '2026-06-15' };
        const { template } = await makeTemplate(testApp, member, body);
        await edit('2026-07-27', { amount: 66 }, template.id);
        const weeks = (await listed(template.id)).map((one) => one.slice(-2));
        for (const day_of_week of [2, 3, 4, 5, 6, 0, 1])
          await testApp.call('PUT', `/transactions/templates/${template.id}`, {
            as: member,
            body: { day_of_week },
          });
        const after = await listed(template.id);
        expect(after).toContain('2026-07-27 66');
        expect(after.map((one) => one.slice(-2))).toEqual(weeks);
      });

      once('keeps its months and weeks', async () => {
        const daysAfter = async (body: Record<string, unknown>, ...moves: object[]) => {
          const { template } = await makeTemplate(testApp, member, body);
          const path = `/transactions/templates/${template.id}`;
          for (const move of moves) {
            const shown = (await preview(move, template.id)).data.future.occurrences;
            await testApp.call('PUT', path, { as: member, body: move });
            const { data } = await testApp.call<{ template: { next_date: string } }>('GET', path, {
              as: member,
            });
            expect(data.template.next_date).toBe(shown[0]?.date);
          }
          return (await listed(template.id)).map((one) => one.slice(5, 10));
        };
        const quarterly = { interval: 3, start_date: '2026-02-20' };
        expect(await daysAfter(quarterly, { day_of_month: 25 })).toEqual(['02-20', '05-20', '08-25']);
        expect(await daysAfter(quarterly, { day_of_month: 2 })).toEqual(['02-20', '05-20', '08-02']);
        const early = { interval: 3, start_date: '2026-08-20' };
        expect(await daysAfter(early, { day_of_month: 2 })).toEqual(['08-02']);
        expect(await daysAfter(early, { day_of_month: 25 })).toEqual(['08-25']);
        const all = { day_of_month: 2, scope: 'all' };
        expect(await daysAfter(quarterly, all)).toEqual(['05-02', '08-02']);
        const weekly = { interval_type: 'weekly', interval: 2, start_date: '2026-05-25' };
        expect((await daysAfter(weekly, { day_of_week: 4 })).slice(0, 4)).toEqual([
          ...['05-25', '06-08', '06-25', '07-09'],
        ]);
        // The Monday of the week of 18 June is over; what is moved back by mistake has its Thursday again.
        const thursdays = { ...weekly, start_date: '2026-05-21' };
        const toMonday = { day_of_week: 1 };
        expect((await daysAfter(thursdays, toMonday)).slice(1, 4)).toEqual(['06-04', '06-29', '07-13']);
        const back = await daysAfter(thursdays, toMonday, { day_of_week: 4 });
        expect(back.slice(1, 4)).toEqual(['06-04', '06-18', '07-02']);
      });

      once('adds none to such weeks, and leaves other rhythms alone', async () => {
        // Mondays.
        const body = { interval_type: 'weekly', start_date: '2026-06-15' };
        const { template } = await makeTemplate(testApp, member, body);
        await edit('2026-06-29', { amount: 66 }, template.id);
        const path = `/transactions/templates/${template.id}`;
        await testApp.call('PUT', path, { as: member, body: { day_of_week: 3 } });
        expect((await listed(template.id)).slice(0, 4)).toEqual([
          ...['2026-06-15 10', '2026-06-17 10', '2026-06-24 10', '2026-06-29 66'],
        ]);
        expect((await listed(template.id))[4]).toBe('2026-07-08 10');
        await testApp.call('PUT', path, { as: member, body: { interval_type: 'monthly', day_of_month: 5 } });
        expect((await listed(template.id)).slice(0, 3)).toEqual([
          ...['2026-06-15 10', '2026-06-29 66', '2026-07-05 10'],
        ]);
      });
    });

    test.each([
      ['monthly', { start_date: '2026-03-15' }, { day_of_month: 5 }, '2026-03-05'],
      ['of every second month', { start_date: '2026-02-15', interval: 2 }, { day_of_month: 5 }, '2026-02-05'],
      ['on a last day', { start_date: '2026-03-31' }, { day_of_month: 30 }, '2026-03-30'],
      ['weekly', { start_date: '2026-03-20', interval_type: 'weekly' }, { day_of_week: 2 }, '2026-03-17'],
    ])('of its day keeps the first date where that is asked, %s', async (_, fields, day, first) => {
      const dates = async (of: string) =>
        (await occurrencesOf(engine, member, of))
          .map(({ date }) => date)
          .filter((date) => date <= '2026-06-15');
      const { template } = await makeTemplate(testApp, member, fields);
      const before = await dates(template.id);
      const put = (body: object) =>
        testApp.call<Saved>('PUT', `/transactions/templates/${template.id}`, { as: member, body });
      const { data } = await put({ ...day, scope: 'all', keepFirst: true });
      expect(data.template.start_date).toBe(first);
      const after = await dates(template.id);
      expect(after[0]).toBe(first);
      expect(after).toHaveLength(before.length);
    });

    test('of its day is exact unless it is asked to keep the first date, which has no past in scope future', async () => {
      const { data } = await change({ day_of_month: 5, keepFirst: true });
      expect(data.template.start_date).not.toBe('2026-03-05');
      await change({ day_of_month: 4, scope: 'all' });
      expect((await occurrencesOf(engine, member, id))[0]?.date).toBe('2026-04-04');
    });

    once('without a version succeeds', async () => {
      await change({ amount: 20, scope: 'all' });
      expect((await change({ amount: 30, scope: 'all' })).status).toBe(200);
    });
  });

  describe('the preview of a change', () => {
    once('has the figures of the change for each scope and saves nothing', async () => {
      const before = await occurrencesOf(engine, member, id);
      const { data } = await preview({ amount: 20, day_of_month: 20 });
      expect(data).toMatchObject({ monthly_equivalent: 20, needs_scope: true });
      expect(data.future.occurrences.slice(0, 2)).toEqual([
        { date: '2026-06-20', amount: 20, type: 'expense' },
        { date: '2026-07-20', amount: 20, type: 'expense' },
      ]);
      expect(data.future.occurrences).toHaveLength(6);
      expect(await occurrencesOf(engine, member, id)).toEqual(before);
      expect(data.all.updated_count).toBeGreaterThan(data.future.updated_count);
      const { data: done } = await change({ amount: 20, day_of_month: 20, scope: 'all' });
      expect(done.updated_count).toBe(data.all.updated_count);
    });

    test('counts what is there once', async () => {
      const { data } = await preview({ day_of_month: 5, keepFirst: true });
      expect(data.all).toMatchObject({ past_count: 4, coming_count: 2 });
      expect(data.future).toMatchObject({ past_count: 0, coming_count: 2 });
      const priced = await preview({ amount: 20 });
      expect(priced.data.all).toMatchObject({ past_count: 4, coming_count: 2 });
    });

    once('needs no scope for a name', async () => {
      const { data } = await preview({ name: 'Flat' });
      expect(data).toMatchObject({
        needs_scope: false,
        future: { updated_count: 0 },
        all: { updated_count: 0 },
      });
    });

    once('omits skipped dates', async () => {
      const dates = ['2026-07-15'];
      await testApp.call('POST', `/transactions/templates/${id}/skip`, { as: member, body: { dates } });
      const { data } = await preview({ amount: 20 });
      for (const { occurrences } of [data.future, data.all]) expect(occurrences[0]?.date).toBe('2026-08-15');
    });

    once('is refused like the change, and for templates of other people', async () => {
      const refused = await preview({ end_type: 'date', end_date: '2026-03-15' });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('end_date')]);
      const stranger = await createMember(testApp);
      const { template } = await makeTemplate(testApp, stranger);
      expect((await preview({ amount: 1 }, template.id)).status).toBe(404);
    });
  });

  once('the preview of a new template has the number of past transactions', async () => {
    const body = { name: 'Rent', amount: 10, type: 'expense', start_date: '2026-01-31', from: '2026-06-15' };
    const { data } = await testApp.call<{ past_count: number; occurrences: Scope['occurrences'] }>(
      'POST',
      '/transactions/templates/preview',
      { as: member, body },
    );
    expect(data.past_count).toBe(5);
    expect(data.occurrences[0]?.date).toBe('2026-06-30');
  });
});
