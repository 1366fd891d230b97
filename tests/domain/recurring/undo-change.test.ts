import { beforeEach, expect, test } from 'vitest';
import { catchUp } from '../../../src/domain/recurring/generation/catch-up.ts';
import { forAppOnSqlite } from '../../support/app.ts';
import { createMember, type Member } from '../../support/members.ts';
import { makeTemplate, occurrencesOf, type Template } from '../../support/templates.ts';

/** With one occurrence that was edited and one that was skipped, past and ahead. */
const START = { start_date: '2026-04-15', amount: 100, description: 'Rent', name: 'Rent' };

const CHANGES: [string, object][] = [
  ['the price from tomorrow on', { amount: 120 }],
  ['the price with the past', { amount: 120, scope: 'all' }],
  ['the name and notes', { name: 'Flat', notes: 'new', scope: 'all' }],
  ['another day', { day_of_month: 20 }],
  ['another day with the past', { day_of_month: 20, scope: 'all' }],
  ['another interval', { interval_type: 'weekly', day_of_week: 1 }],
  ['an end', { end_type: 'date', end_date: '2026-07-20' }],
  ['an earlier start', { start_date: '2026-03-15', scope: 'all' }],
];

forAppOnSqlite((testApp, engine) => {
  let member: Member;
  let id: string;

  const ask = async (method: string, path: string, body: object = {}) =>
    testApp.call<{ template: Template; undo_id: string | null; series: object }>(method, path, {
      ...{ as: member, body },
    });
  const change = (body: object) => ask('PUT', `/transactions/templates/${id}`, body);
  const undo = async (undo_id: string | null) =>
    (await ask('POST', '/transactions/restore', { undo_id })).status;
  const all = async () => {
    const { data } = await testApp.call<{ template: Template }>('GET', `/transactions/templates/${id}`, {
      as: member,
    });
    return { template: data.template, rows: await occurrencesOf(engine, member, id) };
  };

  beforeEach(async () => {
    testApp.setClock('2026-06-10T09:00:00.000Z');
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    id = (await makeTemplate(testApp, member, START)).template.id;
    testApp.advance(60);
    const edited = (await occurrencesOf(engine, member, id)).find(({ date }) => date === '2026-08-15');
    await ask('PUT', `/transactions/expense/${edited?.id}`, { amount: 90 });
    await ask('POST', `/transactions/templates/${id}/skip`, { dates: ['2026-07-15'] });
    testApp.advance(60);
  });

  test.each(CHANGES)('undoing a change of %s leaves all as it was', async (_, body) => {
    const before = await all();
    const changed = await change(body);
    expect(changed.status).toBe(200);
    expect(await all()).not.toEqual(before);
    testApp.advance(60);
    expect(await undo(changed.data.undo_id)).toBe(200);
    expect(await all()).toEqual(before);
    expect(await undo(changed.data.undo_id)).toBe(404);
    // It goes on as before.
    await catchUp(engine.db, member.id, new Date('2026-09-16T09:00:00.000Z'));
    const dates = (await occurrencesOf(engine, member, id)).map(({ date }) => date);
    expect(dates).not.toContain('2026-07-15');
    expect(dates).toContain('2026-09-15');
    expect(dates.filter((date) => !date.endsWith('-15'))).toEqual([]);
  });

  test('a change of an occurrence with later ones is undone as one', async () => {
    const before = await all();
    const [first] = before.rows;
    const sent = { amount: 130, date: '2026-04-16', scope: 'all' };
    const { data } = await ask('PUT', `/transactions/expense/${first?.id}`, sent);
    expect((await all()).rows.map(({ amount }) => amount)).toContain(13_000);
    testApp.advance(60);
    expect(await undo(data.undo_id)).toBe(200);
    expect(await all()).toEqual(before);
  });

  test('of two changes only the later is undone, and then the earlier', async () => {
    const first = await change({ amount: 120 });
    testApp.advance(60);
    const second = await change({ amount: 140 });
    testApp.advance(60);
    expect(await undo(first.data.undo_id)).toBe(404);
    expect(await undo(second.data.undo_id)).toBe(200);
    const now = await all();
    expect([now.template.amount, now.rows.some(({ amount }) => amount === 12_000)]).toEqual([120, true]);
    expect((await change({ amount: 120 })).data.undo_id).toBeNull();
  });
});
