import { describe, expect, test } from 'vitest';
import { forEachEngine } from '../../support/databases.ts';
import { record } from '../../support/members.ts';
import { AHEAD, declareRent, PAST } from '../../support/rent.ts';
import { makeTemplate, occurrencesOf, type Template } from '../../support/templates.ts';

forEachEngine((engine) => {
  const { testApp, rent, ask, templates, datesMade } = declareRent(engine);
  const made = (id = rent.template.id) => occurrencesOf(engine, rent.member, id);
  const amounts = async (id = rent.template.id) => (await made(id)).map(({ amount }) => amount);
  const idOn = async (date: string) =>
    (await made()).find((row) => row.date === date)?.id ?? expect.fail(date);
  const change = (body: unknown) =>
    ask<{ template: Template; updated_count: number }>('PUT', `/templates/${rent.template.id}`, body);

  describe('an occurrence by itself', () => {
    test('keeps its edits, whatever happens to its series', async () => {
      const id = await idOn('2026-07-31');
      await ask('PUT', `/expense/${id}`, { amount: 99 });
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      await ask('POST', '/generate-recurring');
      const { template: following } = await change({ amount: 20 });
      expect(await amounts(following.id)).toEqual([2000, 9900, 2000]);
      rent.template = following;
      await change({ amount: 30, scope: 'all' });
      expect(await amounts()).toEqual([3000, 9900, 3000]);
    });

    test('that is moved to another day neither comes again nor clashes with the one there', async () => {
      await ask('PUT', `/expense/${await idOn('2026-07-31')}`, { date: '2026-08-31' });
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      await ask('POST', '/generate-recurring');
      expect(await datesMade()).toEqual([...PAST, '2026-06-30', '2026-08-31', '2026-08-31']);
    });

    test('that is changed or deleted with many others is left alone too', async () => {
      const changed = [await idOn('2026-06-30'), await idOn('2026-07-31')];
      await ask('POST', '/bulk-update', { transactionIds: changed, changes: { date: '2026-07-01' } });
      const deleted = [await idOn('2026-08-31'), await idOn('2026-03-31')];
      await ask('POST', '/bulk-delete', { transactionIds: deleted });
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      await change({ amount: 11, scope: 'all', interval: 1, start_date: '2026-03-31' });
      expect((await made()).map(({ date, amount }) => [date, amount])).toEqual([
        ['2026-04-30', 1100],
        ['2026-05-31', 1100],
        ['2026-07-01', 1000],
        ['2026-07-01', 1000],
      ]);
    });

    test.each(['DELETE /expense/{id}', 'DELETE /recurring/{id}', 'DELETE /upcoming/{id}'])(
      '%s deletes it for good, until that is undone',
      async (call) => {
        const [method = '', path = ''] = call.split(' ');
        const removed = await ask<{ deleted_count: number; undo_id: string }>(
          method,
          path.replace('{id}', await idOn('2026-07-31')),
        );
        expect(removed.deleted_count).toBe(1);
        await ask('POST', `/templates/${rent.template.id}/regenerate`);
        expect(await datesMade()).toEqual([...PAST, '2026-06-30', '2026-08-31']);
        expect((await templates())[0]?.skipped_dates).toEqual(['2026-07-31']);
        await ask('POST', '/restore', { undoId: removed.undo_id });
        await ask('POST', '/generate-recurring');
        expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
        expect((await templates())[0]?.skipped_dates).toEqual([]);
      },
    );

    test('comes back when many deletions are undone, and is not made twice', async () => {
      const other = await record(testApp, rent.member);
      const ids = [...(await made()).map(({ id }) => id), other.id];
      const { undo_id } = await ask<{ undo_id: string }>('POST', '/bulk-delete', { transactionIds: ids });
      await ask('POST', '/generate-recurring');
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      expect(await datesMade()).toEqual([]);
      await ask('POST', '/restore', { undoId: undo_id });
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      expect(await datesMade(rent.template.id)).toEqual([...PAST, ...AHEAD]);
    });
  });

  describe('this and the following', () => {
    test('ends the template and starts a new one; the past stays as it was', async () => {
      const before = (await made()).filter(({ date }) => date <= '2026-06-15');
      const { template: following, updated_count } = await change({ amount: 20, description: 'Higher rent' });
      expect(updated_count).toBe(3);
      expect(following).toMatchObject({ amount: 20, start_date: '2026-06-30', next_date: '2026-06-30' });
      expect(await made()).toEqual(before);
      expect((await made(following.id)).map(({ date }) => date)).toEqual(AHEAD);
      const old = (await templates()).find(({ id }) => id === rent.template.id);
      expect(old).toMatchObject({ amount: 10, end_type: 'date', end_date: '2026-06-15' });
      expect(old?.next_date).toBeNull();
    });

    test('stays in step with the series before it', async () => {
      const every = { interval_type: 'daily', interval: 10, start_date: '2026-06-01' };
      rent.template = (await makeTemplate(testApp, rent.member, every)).template;
      const { template: following } = await change({ amount: 20 });
      expect((await made(following.id)).map(({ date }) => date).slice(0, 2)).toEqual([
        '2026-06-21',
        '2026-07-01',
      ]);
    });

    test('can begin on a later day', async () => {
      const { template: following } = await change({ amount: 20, from: '2026-07-31' });
      expect(await amounts()).toEqual([1000, 1000, 1000, 1000]);
      expect((await made(following.id)).map(({ date }) => date)).toEqual(['2026-07-31', '2026-08-31']);
    });

    test('never reaches into the past', async () => {
      const { template: following } = await change({ amount: 20, from: '2026-03-01' });
      expect((await made(following.id)).map(({ date }) => date)).toEqual(AHEAD);
    });

    test('falls on other days from tomorrow on', async () => {
      const { template: following } = await change({ interval_type: 'weekly', day_of_week: 3 });
      expect((await made(following.id)).map(({ date }) => date).slice(0, 2)).toEqual([
        '2026-06-17',
        '2026-06-24',
      ]);
      expect(await datesMade(rent.template.id)).toEqual(PAST);
    });

    test('counts a number of occurrences from the very beginning', async () => {
      const four = { start_date: '2026-03-31', end_type: 'occurrences', max_occurrences: 4 };
      rent.template = (await makeTemplate(testApp, rent.member, four)).template;
      const { template: following } = await change({ amount: 20, max_occurrences: 4 });
      expect(following.max_occurrences).toBe(1);
      expect((await made(following.id)).map(({ date }) => date)).toEqual(['2026-06-30']);
    });

    test('takes what was skipped along', async () => {
      await ask('POST', `/templates/${rent.template.id}/skip`, { dates: ['2026-07-31'] });
      const { template: following } = await change({ amount: 20 });
      expect((await made(following.id)).map(({ date }) => date)).toEqual(['2026-06-30', '2026-08-31']);
    });

    test('needs no new template for a name, an end, or a series that has not begun', async () => {
      const renamed = await change({ name: 'Flat' });
      expect(renamed.template).toMatchObject({ id: rent.template.id, name: 'Flat' });
      const ended = await change({ end_date: '2026-07-31' });
      expect(ended.template).toMatchObject({ id: rent.template.id, end_type: 'date' });
      expect(await datesMade()).toEqual([...PAST, '2026-06-30', '2026-07-31']);
      await change({ end_type: 'never' });
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
      rent.template = (await makeTemplate(testApp, rent.member, { start_date: '2026-06-20' })).template;
      const later = await change({ amount: 20, start_date: '2026-06-25' });
      expect(later.template.id).toBe(rent.template.id);
      expect((await made()).map(({ date, amount }) => [date, amount])).toEqual([
        ['2026-06-25', 2000],
        ['2026-07-25', 2000],
        ['2026-08-25', 2000],
      ]);
    });
  });

  test('all changes the past too, and keeps ids where days stay', async () => {
    const ids = (await made()).map(({ id }) => id);
    const { template: same, updated_count } = await change({ amount: 20, scope: 'all' });
    expect([same.id, updated_count]).toEqual([rent.template.id, 6]);
    expect((await made()).map(({ id }) => id)).toEqual(ids);
    expect(await amounts()).toEqual(Array(6).fill(2000));
    await change({ day_of_month: 15, scope: 'all' });
    expect((await made()).map(({ date }) => date)).toEqual([
      '2026-04-15',
      '2026-05-15',
      '2026-06-15',
      '2026-07-15',
      '2026-08-15',
    ]);
  });

  describe('deleting', () => {
    test('a series keeps its past unless all of it is meant, and can be undone', async () => {
      const path = `/templates/${rent.template.id}`;
      const gone = await ask<{ deleted_count: number; undo_id: string }>('DELETE', path);
      expect(gone.deleted_count).toBe(3);
      expect(await datesMade()).toEqual(PAST);
      expect(await templates()).toEqual([]);
      await ask('POST', '/restore', { undoId: gone.undo_id });
      expect(await templates()).toMatchObject([{ id: rent.template.id, next_date: '2026-06-30' }]);
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
      expect((await ask<{ deleted_count: number }>('DELETE', `${path}?scope=all`)).deleted_count).toBe(6);
      expect(await datesMade()).toEqual([]);
    });

    test('the future ends the series today for good', async () => {
      await ask('DELETE', `/templates/${rent.template.id}`, { scope: 'future' });
      expect(await datesMade()).toEqual(PAST);
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      await ask('POST', `/templates/${rent.template.id}/stop`);
      await ask('POST', `/templates/${rent.template.id}/resume`);
      await ask('POST', '/generate-recurring');
      expect(await datesMade()).toEqual(PAST);
      expect(await templates()).toMatchObject([{ end_date: '2026-06-15', next_date: null }]);
    });

    test.each([
      ['DELETE', '/expense/{id}?deleteFuture=true', undefined],
      ['DELETE', '/expense/{id}', { delete_future: true }],
      ['DELETE', '/recurring/{id}?deleteType=future', undefined],
      ['DELETE', '/recurring/{id}', { delete_type: 'future' }],
    ])('%s %s %j takes what follows and ends the series the day before', async (method, path, body) => {
      const address = path.replace('{id}', await idOn('2026-05-31'));
      const gone = await ask<{ deleted_count: number; undo_id: string }>(method, address, body);
      expect(gone.deleted_count).toBe(4);
      await ask('POST', '/generate-recurring');
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      expect(await datesMade()).toEqual(['2026-03-31', '2026-04-30']);
      expect(await templates()).toMatchObject([{ end_date: '2026-05-30' }]);
      await ask('POST', '/restore', { undoId: gone.undo_id });
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
      expect(await templates()).toMatchObject([{ end_type: 'never' }]);
    });

    test('the first one with what follows takes the series along, until it is undone', async () => {
      const address = `/expense/${await idOn('2026-03-31')}?deleteFuture=true`;
      const { undo_id } = await ask<{ undo_id: string }>('DELETE', address);
      expect([await datesMade(), await templates()]).toEqual([[], []]);
      await ask('POST', '/restore', { undoId: undo_id });
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
      expect(await templates()).toMatchObject([{ id: rent.template.id, end_type: 'never' }]);
    });

    test.each(['/expense/{id}?deleteAll=true', '/recurring/{id}?delete_type=all'])(
      'DELETE %s takes the whole series with its template',
      async (path) => {
        const address = path.replace('{id}', await idOn('2026-07-31'));
        expect((await ask<{ deleted_count: number }>('DELETE', address)).deleted_count).toBe(6);
        expect([await datesMade(), await templates()]).toEqual([[], []]);
      },
    );
  });

  test('stopped, a series has nothing to come; resumed, it does not make up for the time between', async () => {
    await ask('POST', `/templates/${rent.template.id}/stop`);
    expect(await datesMade()).toEqual(PAST);
    expect(await templates()).toMatchObject([{ is_active: false, next_date: null }]);
    testApp.setClock('2026-08-01T09:00:00.000Z');
    await engine.db
      .updateTable('sessions')
      .set({ expires_at: '2027-01-01T00:00:00.000Z', access_expires_at: '2027-01-01T00:00:00.000Z' })
      .where('user_id', '=', rent.member.id)
      .execute();
    await ask('POST', '/generate-recurring');
    expect(await datesMade()).toEqual(PAST);
    const resumed = await ask('POST', `/templates/${rent.template.id}/resume`);
    expect(resumed).toMatchObject({
      generated_count: 2,
      template: { is_active: true, next_date: '2026-08-31' },
    });
    expect(await ask('POST', `/templates/${rent.template.id}/resume`)).toMatchObject({ generated_count: 0 });
    expect(await datesMade()).toEqual([...PAST, '2026-08-31', '2026-09-30']);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });

  test('skipped dates go, and never come', async () => {
    const dates = ['2026-07-31', '2026-06-30', '2027-01-31'];
    const skipped = await ask('POST', `/templates/${rent.template.id}/skip`, { dates });
    expect(skipped).toMatchObject({ skipped: ['2026-06-30', '2026-07-31', '2027-01-31'], removed_count: 2 });
    await ask('POST', `/templates/${rent.template.id}/regenerate`);
    expect(await datesMade()).toEqual([...PAST, '2026-08-31']);
    expect(await templates()).toMatchObject([{ next_date: '2026-08-31', occurrences_count: 4 }]);
  });

  test('a category that goes leaves its templates to another one, or without one', async () => {
    const make = async (name: string) => {
      const { data } = await testApp.call<{ category: { id: string } }>('POST', '/categories', {
        as: rent.member,
        body: { name, type: 'expense' },
      });
      return data.category.id;
    };
    const [old, next] = [await make('Old flat'), await make('New flat')];
    await change({ categoryId: old, scope: 'all' });
    const remove = (path: string) => testApp.call('DELETE', path, { as: rent.member });
    expect((await remove(`/categories/${old}?moveTo=${next}`)).status).toBe(200);
    expect(await templates()).toMatchObject([{ category_id: next, category_name: 'New flat' }]);
    expect((await remove(`/categories/${next}`)).status).toBe(200);
    expect(await templates()).toMatchObject([{ category_id: null, category_name: 'General' }]);
  });
});
