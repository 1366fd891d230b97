import { afterEach, describe, expect, test } from 'vitest';
import { START } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { keepSignedIn, makeCategory, record } from '../../support/members.ts';
import { AHEAD, declareRent, PAST } from '../../support/rent.ts';
import { makeTemplate, occurrencesOf, type Template } from '../../support/templates.ts';

forEachEngine((engine) => {
  const { once } = engine;
  const { testApp, rent, call, ask, templates, datesMade } = declareRent(engine);
  const made = (id = rent.template.id) => occurrencesOf(engine, rent.member, id);
  const amounts = async (id = rent.template.id) => (await made(id)).map(({ amount }) => amount);
  const idOn = async (date: string) =>
    (await made()).find((row) => row.date === date)?.id ?? expect.fail(date);
  const change = (body: unknown) =>
    ask<{ template: Template; updated_count: number }>('PUT', `/templates/${rent.template.id}`, body);

  afterEach(() => testApp.setClock(START));

  describe('an individual occurrence', () => {
    test('keeps its edits when its template changes', async () => {
      const id = await idOn('2026-07-31');
      await ask('PUT', `/expense/${id}`, { amount: 99 });
      await ask('POST', `/templates/${rent.template.id}/regenerate`);
      await ask('POST', '/generate-recurring');
      await change({ amount: 20 });
      expect(await amounts()).toEqual([1000, 1000, 1000, 2000, 9900, 2000]);
      await change({ amount: 30, scope: 'all' });
      expect(await amounts()).toEqual([3000, 3000, 3000, 3000, 9900, 3000]);
    });

    once('that is changed or deleted in bulk stays so, too', async () => {
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

    once.each(['DELETE /expense/{id}', 'DELETE /recurring/{id}', 'DELETE /upcoming/{id}'])(
      '%s deletes it until the deletion is undone',
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

    once('is restored with other deletions and not generated twice', async () => {
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

  describe('a change with scope future', () => {
    test('changes what follows in the same template, and the past stays unchanged', async () => {
      const before = (await made()).filter(({ date }) => date <= '2026-06-15');
      const { template: same, updated_count } = await change({ amount: 20, description: 'Higher rent' });
      expect(updated_count).toBe(3);
      expect(same).toMatchObject({ id: rent.template.id, amount: 20, next_date: '2026-06-30' });
      expect(same).toMatchObject({ start_date: rent.template.start_date, occurrences_count: 6 });
      expect((await made()).slice(0, 3)).toEqual(before);
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
      expect(await amounts()).toEqual([1000, 1000, 1000, 2000, 2000, 2000]);
      expect(await templates()).toEqual([same]);
    });

    once('starts on the first date of the new days', async () => {
      const { template: same } = await change({ interval_type: 'monthly', day_of_month: 10 });
      expect(same).toMatchObject({ next_date: '2026-07-10', day_of_month: 10, day_of_week: 5 });
    });

    once('of a name or an end leaves nothing behind', async () => {
      const renamed = await change({ name: 'Flat' });
      expect(renamed.template).toMatchObject({ id: rent.template.id, name: 'Flat' });
      const ended = await change({ end_date: '2026-07-31' });
      expect(ended.template).toMatchObject({ id: rent.template.id, end_type: 'date' });
      expect(await templates()).toHaveLength(1);
    });
  });

  once('a change with scope all changes the past too, and ids stay where days stay', async () => {
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

  once('what was not changed keeps its values in the past, where they are other ones', async () => {
    const over = { start_date: '2026-02-28', end_date: '2026-04-30' };
    rent.template = (await makeTemplate(testApp, rent.member, over)).template;
    const { template: same, updated_count } = await change({ amount: 20 });
    expect([same.id, updated_count]).toEqual([rent.template.id, 0]);
    expect((await change({ name: 'Flat', scope: 'all' })).updated_count).toBe(0);
    const longer = await change({ end_date: '2026-07-28', scope: 'all' });
    expect(longer.updated_count).toBe(3);
    const shown = async () => (await made()).map(({ date, amount }) => `${date} ${amount}`);
    const past = ['2026-02-28 1000', '2026-03-28 1000', '2026-04-28 1000'];
    // A day before the change has the value before it.
    expect(await shown()).toEqual([...past, '2026-05-28 1000', '2026-06-28 2000', '2026-07-28 2000']);
    expect((await change({ end_date: '2026-05-28', scope: 'all' })).updated_count).toBe(2);
    await change({ interval: 2, scope: 'all' });
    expect(await shown()).toEqual([past[0], past[2]]);
    expect((await change({ amount: 20, scope: 'all' })).updated_count).toBe(2);
    expect(await amounts()).toEqual([2000, 2000]);
  });

  describe('deleting', () => {
    once('a template keeps past transactions unless the scope is all, and can be undone', async () => {
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

    once('with scope future ends the template today', async () => {
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
      { start_date: '2026-06-25' },
      // It has begun, but not with an occurrence.
      { start_date: '2026-06-12', day_of_month: 10 },
    ])('with scope future before its first occurrence, %j, the template is deleted', async (begins) => {
      const { template } = await makeTemplate(testApp, rent.member, begins);
      const upcoming = await datesMade(template.id);
      const gone = await ask<{ undo_id: string }>('DELETE', `/templates/${template.id}?scope=future`);
      expect(await templates()).toMatchObject([{ id: rent.template.id }]);
      expect(await datesMade(template.id)).toEqual([]);
      await ask('POST', '/restore', { undoId: gone.undo_id });
      expect(await templates()).toContainEqual(expect.objectContaining({ id: template.id, ...begins }));
      expect(await datesMade(template.id)).toEqual(upcoming);
    });

    once.each([
      ['DELETE', '/expense/{id}?deleteFuture=true', undefined],
      ['DELETE', '/expense/{id}', { delete_future: true }],
      ['DELETE', '/recurring/{id}?deleteType=future', undefined],
      ['DELETE', '/recurring/{id}', { delete_type: 'future' }],
    ])('%s %s %j deletes all later ones and ends the template the day before', async (method, path, body) => {
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

    once('the first one with all later ones deletes the template until it is undone', async () => {
      const address = `/expense/${await idOn('2026-03-31')}?deleteFuture=true`;
      const { undo_id } = await ask<{ undo_id: string }>('DELETE', address);
      expect([await datesMade(), await templates()]).toEqual([[], []]);
      await ask('POST', '/restore', { undoId: undo_id });
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
      expect(await templates()).toMatchObject([{ id: rent.template.id, end_type: 'never' }]);
    });

    once.each(['/expense/{id}?deleteAll=true', '/recurring/{id}?delete_type=all'])(
      'DELETE %s deletes the template with all its transactions',
      async (path) => {
        const address = path.replace('{id}', await idOn('2026-07-31'));
        expect((await ask<{ deleted_count: number }>('DELETE', address)).deleted_count).toBe(6);
        expect([await datesMade(), await templates()]).toEqual([[], []]);
      },
    );
  });

  once(
    'a paused template has nothing upcoming, and resumed it does not generate the dates of the pause',
    async () => {
      await ask('POST', `/templates/${rent.template.id}/stop`);
      expect(await datesMade()).toEqual(PAST);
      expect(await templates()).toMatchObject([{ is_active: false, next_date: null }]);
      testApp.setClock('2026-08-01T09:00:00.000Z');
      await keepSignedIn(engine, rent.member);
      await ask('POST', '/generate-recurring');
      expect(await datesMade()).toEqual(PAST);
      const resumed = await ask('POST', `/templates/${rent.template.id}/resume`);
      expect(resumed).toMatchObject({
        generated_count: 2,
        template: { is_active: true, next_date: '2026-08-31' },
      });
      expect(await ask('POST', `/templates/${rent.template.id}/resume`)).toMatchObject({
        generated_count: 0,
      });
      expect(await datesMade()).toEqual([...PAST, '2026-08-31', '2026-09-30']);
    },
  );

  once('what was due before a change is generated as the series was then', async () => {
    testApp.setClock('2026-10-31T09:00:00.000Z');
    await keepSignedIn(engine, rent.member);
    await change({ end_date: '2026-12-31', amount: 20 });
    expect((await made()).map(({ date, amount }) => [date, amount])).toEqual([
      ...[...PAST, ...AHEAD, '2026-09-30', '2026-10-31'].map((date) => [date, 1000]),
      ['2026-11-30', 2000],
      ['2026-12-31', 2000],
    ]);
  });

  once('occurrences of skipped dates are deleted and not generated again', async () => {
    const dates = ['2026-07-31', '2026-06-30', '2027-01-31'];
    const skipped = await ask('POST', `/templates/${rent.template.id}/skip`, { dates });
    expect(skipped).toMatchObject({ skipped: ['2026-06-30', '2026-07-31', '2027-01-31'], removed_count: 2 });
    await ask('POST', `/templates/${rent.template.id}/regenerate`);
    expect(await datesMade()).toEqual([...PAST, '2026-08-31']);
    expect(await templates()).toMatchObject([{ next_date: '2026-08-31', occurrences_count: 4 }]);
  });

  describe('a date that is not in the schedule', () => {
    const skip = (...dates: string[]) => call('POST', `/templates/${rent.template.id}/skip`, { dates });
    const skipped = async () => (await templates())[0]?.skipped_dates;

    test.each([
      [['2027-01-30', '1999-01-31', '2026-07-31'], '1999-01-31'],
      [['2026-03-30'], '2026-03-30'],
    ])('of %j is refused by its name, and none is skipped', async (dates, named) => {
      const { status, error } = await skip(...dates);
      expect([status, error?.code, error?.details]).toEqual([
        400,
        'VALIDATION_ERROR',
        [{ field: 'dates', message: `${named} is not a date of this series` }],
      ]);
      expect(await skipped()).toEqual([]);
      expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
    });

    once('is refused after the end', async () => {
      await change({ end_date: '2026-07-31', scope: 'all' });
      expect((await skip('2026-08-31')).status).toBe(400);
      expect((await skip('2026-07-31')).status).toBe(200);
    });

    once('is skipped if a transaction was kept on it, and stays skipped when asked again', async () => {
      await ask('PUT', `/expense/${await idOn('2026-07-31')}`, { amount: 77 });
      await change({ interval_type: 'weekly', day_of_week: 1, scope: 'all' });
      expect(await datesMade()).toContain('2026-07-31');
      expect((await skip('2026-07-31')).data).toMatchObject({ removed_count: 1 });
      expect((await skip('2026-07-31')).data).toMatchObject({ removed_count: 0 });
      expect(await skipped()).toEqual(['2026-07-31']);
    });
  });

  once('deleting a category moves its templates to another one or to none', async () => {
    const old = await makeCategory(testApp, rent.member, 'Old flat');
    const next = await makeCategory(testApp, rent.member, 'New flat');
    await change({ categoryId: old, scope: 'all' });
    const remove = (path: string) => testApp.call('DELETE', path, { as: rent.member });
    expect((await remove(`/categories/${old}?moveTo=${next}`)).status).toBe(200);
    expect(await templates()).toMatchObject([{ category_id: next, category_name: 'New flat' }]);
    expect((await remove(`/categories/${next}`)).status).toBe(200);
    expect(await templates()).toMatchObject([{ category_id: null, category_name: 'General' }]);
  });
});
