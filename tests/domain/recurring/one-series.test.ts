import { afterEach, describe, expect, test } from 'vitest';
import { START } from '../../support/app.ts';
import { forEachEngine, rowsOf } from '../../support/databases.ts';
import { keepSignedIn, makeCategory } from '../../support/members.ts';
import { AHEAD, declareRent, PAST } from '../../support/rent.ts';
import { makeTemplate, occurrencesOf, type Template } from '../../support/templates.ts';

forEachEngine((engine) => {
  const { once } = engine;
  const { testApp, rent, call, ask, templates, datesMade } = declareRent(engine);
  const path = () => `/templates/${rent.template.id}`;
  const change = async (body: object) => (await ask<{ template: Template }>('PUT', path(), body)).template;
  const read = async () => (await ask<{ template: Template }>('GET', path())).template;
  const made = () => occurrencesOf(engine, rent.member, rent.template.id);
  const amounts = async () => (await made()).map(({ amount }) => amount / 100);
  const idOn = async (date: string) => (await made()).find((row) => row.date === date)?.id ?? '';
  const start = async (changes: object) => {
    await ask('DELETE', `${path()}?scope=all`);
    rent.template = (await makeTemplate(testApp, rent.member, { ...changes })).template;
  };
  const category = (name: string, type = 'expense') => makeCategory(testApp, rent.member, name, { type });

  afterEach(() => testApp.setClock(START));

  describe('a change of the price', () => {
    test('that begins after a page was opened conflicts with it, and is not taken back by what the page showed', async () => {
      await start({ start_date: '2026-03-31', timezone: 'Asia/Jerusalem' });
      await change({ amount: 20, from: '2026-06-30' });
      const opened = await read();
      expect(opened.amount).toBe(10);
      const shown = { amount: opened.amount, notes: 'Paid by card', basedOn: opened.updated_at };
      testApp.setClock('2026-06-28T20:59:00.000Z');
      await keepSignedIn(engine, rent.member);
      await ask('POST', `${path()}/preview`, shown);
      expect((await read()).updated_at).toBe(opened.updated_at);
      // Midnight in Jerusalem: from now on the next day has the new price.
      testApp.setClock('2026-06-28T21:00:00.000Z');
      const refused = await call('PUT', path(), shown);
      expect([refused.status, refused.error?.code]).toEqual([409, 'CONFLICT']);
      const { amount, updated_at } = await read();
      expect(amount).toBe(20);
      await change({ ...shown, amount, basedOn: updated_at });
      expect(await amounts()).toEqual([10, 10, 10, 20, 20, 20]);
    });

    once(
      'on a page that was opened before another one conflicts with it, and then takes its place',
      async () => {
        const opened = await read();
        await change({ amount: 120, basedOn: opened.updated_at });
        const refused = await call('PUT', path(), { amount: 125, basedOn: opened.updated_at });
        expect([refused.status, refused.error?.code]).toEqual([409, 'CONFLICT']);
        const { updated_at } = await read();
        await change({ amount: 125, basedOn: updated_at });
        expect(await amounts()).toEqual([10, 10, 10, 125, 125, 125]);
        expect(await templates()).toHaveLength(1);
      },
    );

    once('is not what a form sends with another field', async () => {
      await change({ amount: 20, from: '2026-07-31' });
      const { updated_at, amount } = await read();
      await change({ amount, description: 'Flat', scope: 'all', basedOn: updated_at });
      expect(await amounts()).toEqual([10, 10, 10, 10, 20, 20]);
    });
  });

  describe('a deletion of a date', () => {
    test('with all future ones ends the series there, on whichever side of a new price', async () => {
      await change({ amount: 20 });
      const gone = await ask<{ deleted_count: number; undo_id: string }>(
        'DELETE',
        `/expense/${await idOn('2026-05-31')}?deleteFuture=true`,
      );
      expect(gone.deleted_count).toBe(4);
      await ask('POST', '/generate-recurring');
      await ask('POST', `${path()}/regenerate`);
      expect(await datesMade()).toEqual(['2026-03-31', '2026-04-30']);
      expect(await read()).toMatchObject({ amount: 10, end_date: '2026-05-30', next_date: null });
      await ask('POST', '/restore', { undo_id: gone.undo_id });
      expect(await amounts()).toEqual([10, 10, 10, 20, 20, 20]);
      expect(await read()).toMatchObject({ amount: 20, end_type: 'never', next_date: '2026-06-30' });
    });

    once('with the whole series deletes it on both sides of a new price', async () => {
      await change({ amount: 20 });
      await ask('DELETE', `/expense/${await idOn('2026-05-31')}?deleteAll=true`);
      expect([await datesMade(), await templates()]).toEqual([[], []]);
    });
  });

  describe('only what was sent changes', () => {
    once('in the past of a series that is over', async () => {
      await start({ amount: 100, start_date: '2026-02-28', end_type: 'occurrences', max_occurrences: 4 });
      await change({ amount: 50, scope: 'future' });
      const id = await category('Home');
      await change({ categoryId: id, scope: 'all' });
      expect(await amounts()).toEqual([100, 100, 100, 100]);
      const rows = await rowsOf(engine, 'transactions', rent.member);
      expect(rows.map(({ category_id }) => category_id)).toEqual([id, id, id, id]);
    });

    once.each([
      { categoryId: null },
      { name: 'Flat' },
      { description: 'Flat' },
      { notes: 'in cash' },
      { preferred_time: '07:30' },
      { interval: 2 },
      { day_of_month: 20 },
      { end_date: '2026-12-31' },
      { is_active: false },
    ])('with %j, and the amounts of the past stay', async (changes) => {
      await change({ amount: 20 });
      await change({ amount: 30, from: '2026-08-01' });
      await change({ ...changes, scope: 'all' });
      for (const { date, amount } of await made())
        expect([date, amount]).toEqual([
          date,
          date <= '2026-06-15' ? 1000 : date < '2026-08-01' ? 2000 : 3000,
        ]);
    });

    test('of the type, and a category of the other type is left out where it was one', async () => {
      const [home, pay] = [await category('Home'), await category('Pay', 'income')];
      await change({ categoryId: home, scope: 'all' });
      await change({ type: 'income', categoryId: pay });
      await change({ categoryId: home, type: 'expense', from: '2026-08-01' });
      await change({ categoryId: null, scope: 'all' });
      const rows = await rowsOf(engine, 'transactions', rent.member, 'date');
      expect(rows.map(({ type }) => type)).toEqual([
        ...Array(3).fill('expense'),
        ...Array(2).fill('income'),
        'expense',
      ]);
      expect(rows.every(({ category_id }) => category_id === null)).toBe(true);
    });
  });

  describe('a number of occurrences', () => {
    test('counts only where the series ends by it', async () => {
      await start({ start_date: '2026-03-31', max_occurrences: 2 });
      expect(await read()).toMatchObject({ end_type: 'never', max_occurrences: null });
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
      const input = { name: 'Gym', amount: 5, start_date: '2026-03-31', max_occurrences: 2 };
      const preview = await ask<{ occurrences: object[] }>('POST', '/templates/preview', input);
      expect(preview.occurrences).toHaveLength(6);
      const reply = await call<{ templates: Template[] }>('POST', '/templates/bulk', { templates: [input] });
      expect(reply.data.templates).toMatchObject([{ end_type: 'never', max_occurrences: null }]);
      expect(await change({ max_occurrences: 2 })).toMatchObject({ end_type: 'never' });
      expect(await amounts()).toHaveLength(6);
    });
  });

  describe('skipped dates', () => {
    const skip = (...dates: string[]) => ask<{ undo_id: string }>('POST', `${path()}/skip`, { dates });

    test('are all unskipped by one undo, with and without a transaction', async () => {
      await ask('PUT', `/expense/${await idOn('2026-06-30')}`, { amount: 77 });
      const before = await made();
      const { undo_id } = await skip('2026-06-30', '2026-07-31', '2026-12-31');
      expect((await read()).skipped_dates).toEqual(['2026-06-30', '2026-07-31', '2026-12-31']);
      await ask('POST', '/restore', { undo_id });
      expect((await read()).skipped_dates).toEqual([]);
      expect(await made()).toEqual(before);
    });

    once('that were skipped before stay so', async () => {
      await skip('2026-12-31');
      const { undo_id } = await skip('2026-12-31', '2027-01-31');
      await ask('POST', '/restore', { undo_id });
      expect((await read()).skipped_dates).toEqual(['2026-12-31']);
    });

    once.each([
      ['/stop', 'first'],
      ['', 'first'],
      ['', 'last'],
    ])('stay unskipped when what followed (%s) is undone too, %s', async (act, order) => {
      const skipped = await skip('2026-12-31', '2026-07-31');
      testApp.advance(60);
      const later = await ask<{ undo_id: string }>(act ? 'POST' : 'DELETE', `${path()}${act}`);
      testApp.advance(60);
      for (const { undo_id } of order === 'first' ? [skipped, later] : [later, skipped])
        await ask('POST', '/restore', { undo_id });
      expect((await read()).skipped_dates).toEqual([]);
      expect(await datesMade(rent.template.id)).toEqual([...PAST, ...AHEAD]);
    });

    once('that are unskipped get the price of their day', async () => {
      await skip('2026-06-30', '2026-08-31');
      await change({ amount: 20, from: '2026-08-01' });
      await ask('DELETE', `${path()}/skip`, { dates: ['2026-06-30', '2026-08-31'] });
      expect(await amounts()).toEqual([10, 10, 10, 10, 10, 20]);
    });
  });

  test('merging or deleting a category moves what templates were before too, and its undo moves it back', async () => {
    const [first, second, third] = [
      await category('First'),
      await category('Second'),
      await category('Third'),
    ];
    await change({ categoryId: first, scope: 'all' });
    await change({ categoryId: second });
    const of = async () => {
      const phases = engine.db.selectFrom('template_phases').where('user_id', '=', rent.member.id);
      const rows = engine.db.selectFrom('templates').where('user_id', '=', rent.member.id);
      const found = [
        ...(await phases.select('category_id').execute()),
        ...(await rows.select('category_id').execute()),
      ];
      return found.map(({ category_id }) => category_id);
    };
    expect(await of()).toEqual([first, second]);
    const remove = async (id: string, to: string) => {
      const address = `/categories/${id}${to && `?moveTo=${to}`}`;
      const reply = await testApp.call<{ undo_id: string }>('DELETE', address, { as: rent.member });
      expect(reply.status, reply.text).toBe(200);
      return reply.data.undo_id;
    };
    const merged = await remove(first, second);
    expect(await of()).toEqual([second, second]);
    const deletion = await ask<{ undo_id: string }>('DELETE', path());
    await ask('POST', '/restore', { undo_id: merged });
    await ask('POST', '/restore', { undo_id: deletion.undo_id });
    expect(await of()).toEqual([first, second]);
    await remove(first, third);
    const type = await testApp.call('PUT', `/categories/${third}`, {
      as: rent.member,
      body: { type: 'income' },
    });
    expect(type.status).toBe(409);
    await remove(third, '');
    await remove(second, '');
    expect(await of()).toEqual([null, null]);
  });
});
