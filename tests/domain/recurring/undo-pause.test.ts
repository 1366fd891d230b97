import { beforeEach, expect, test } from 'vitest';
import { undoResume } from '../../../src/domain/recurring/templates/pause.ts';
import { forAppOnSqlite } from '../../support/app.ts';
import { contextOf, createMember, type Member } from '../../support/members.ts';
import { datesOf, makeTemplate, occurrencesOf, type Template } from '../../support/templates.ts';

const UPCOMING = ['2026-07-15', '2026-08-15'];

// An undo is refused once something else was done with the series, which it would lose.
forAppOnSqlite((testApp, engine) => {
  let member: Member;
  let id: string;

  const ask = async (method: string, path: string, body: object = {}) =>
    testApp.call<{ template: Template; undo_id: string | null }>(method, path, { as: member, body });
  const pause = async () => (await ask('POST', `/transactions/templates/${id}/stop`)).data.undo_id;
  const undo = async (undo_id: string | null) =>
    (await ask('POST', '/transactions/restore', { undo_id })).status;
  const series = async () =>
    (await testApp.call<{ template: Template }>('GET', `/transactions/templates/${id}`, { as: member })).data
      ?.template;

  beforeEach(async () => {
    testApp.setClock('2026-06-15T09:00:00.000Z');
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    const { template } = await makeTemplate(testApp, member, { start_date: '2026-07-15' });
    id = template.id;
    expect(await datesOf(engine, member)).toEqual(UPCOMING);
  });

  test('a pause is undone once', async () => {
    const undoId = await pause();
    expect(await datesOf(engine, member)).toEqual([]);
    expect([await undo(undoId), await undo(undoId)]).toEqual([200, 404]);
    expect(await datesOf(engine, member)).toEqual(UPCOMING);
    expect((await series())?.is_active).toBe(true);
  });

  test('a second pause has nothing to undo, and the first keeps its own', async () => {
    const first = await pause();
    expect(await pause()).toBeNull();
    expect(await undo(first)).toBe(200);
    expect(await datesOf(engine, member)).toEqual(UPCOMING);
  });

  test.each(['stop', 'resume'])('what was changed since (after %s) is not overwritten', async (act) => {
    const undoId = await pause();
    testApp.setClock('2026-06-15T09:01:00.000Z');
    await ask('POST', `/transactions/templates/${id}/${act}`);
    await ask('PUT', `/transactions/templates/${id}`, { amount: 25, scope: 'all' });
    const before = [await series(), await occurrencesOf(engine, member, id)];
    expect(await undo(undoId)).toBe(404);
    expect([await series(), await occurrencesOf(engine, member, id)]).toEqual(before);
    expect((await series())?.amount).toBe(25);
  });

  test('the undo of resuming deletes what that added, also today, and nothing from before', async () => {
    const context = () => contextOf(testApp, member);
    testApp.setClock('2026-06-15T23:58:00.000Z');
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    ({ id } = (await makeTemplate(testApp, member, { start_date: '2026-06-16' })).template);
    await pause();
    testApp.setClock('2026-06-16T00:01:00.000Z');
    const { data } = await ask('POST', `/transactions/templates/${id}/resume`);
    expect(await datesOf(engine, member)).toEqual(['2026-06-16', '2026-07-16', '2026-08-16']);
    const version = data.template.updated_at;
    await undoResume(await context(), id, version);
    expect(await datesOf(engine, member)).toEqual([]);
    await expect(undoResume(await context(), id, version)).rejects.toMatchObject({ status: 409 });
    await ask('POST', `/transactions/templates/${id}/resume`);
    testApp.setClock('2026-06-16T00:02:00.000Z');
    await pause();
    testApp.setClock('2026-06-16T00:03:00.000Z');
    const again = await ask('POST', `/transactions/templates/${id}/resume`);
    await undoResume(await context(), id, again.data.template.updated_at);
    expect(await datesOf(engine, member)).toEqual(['2026-06-16']);
  });

  test('an end is not undone either once the series was changed', async () => {
    ({ id } = (await makeTemplate(testApp, member, { start_date: '2026-05-15' })).template);
    const { data } = await ask('DELETE', `/transactions/templates/${id}?scope=future`);
    testApp.setClock('2026-06-15T09:01:00.000Z');
    await ask('PUT', `/transactions/templates/${id}`, { amount: 25, scope: 'all' });
    expect(await undo(data.undo_id)).toBe(404);
    expect((await series())?.amount).toBe(25);
  });

  test('a series that was deleted since does not come back by the pause, but by the deletion', async () => {
    const paused = await pause();
    testApp.setClock('2026-06-15T09:01:00.000Z');
    const { data } = await ask('DELETE', `/transactions/templates/${id}`);
    expect(await undo(paused)).toBe(404);
    expect(await series()).toBeUndefined();
    expect([await undo(data.undo_id), await undo(paused)]).toEqual([200, 200]);
    expect(await datesOf(engine, member)).toEqual(UPCOMING);
  });
});
