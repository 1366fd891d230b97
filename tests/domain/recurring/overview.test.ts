import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../src/domain/context.ts';
import { listComing } from '../../../src/domain/recurring/coming.ts';
import { daysOf, monthGrids } from '../../../src/domain/recurring/coming-days.ts';
import {
  inspectTemplate,
  measureRemoval,
  measureStop,
  readManaged,
} from '../../../src/domain/recurring/inspect.ts';
import { templatesOverview } from '../../../src/domain/recurring/overview.ts';
import { skipDates } from '../../../src/domain/recurring/skip.ts';
import { stopTemplate } from '../../../src/domain/recurring/stop.ts';
import { resolveViewer } from '../../../src/domain/sessions/resolve.ts';
import { createTestApp } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { createMember, type Member } from '../../support/members.ts';
import { makeTemplate, occurrencesOf } from '../../support/templates.ts';

// The clock stands on 2026-06-15, so that occurrences are made up to 2026-09-13.
forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  let member: Member;
  let context: SignedIn;

  beforeEach(async () => {
    member = await createMember(testApp);
    const { app } = testApp;
    const viewer = await resolveViewer(app, member.accessToken, app.clock());
    if (typeof viewer === 'string') throw new Error(viewer);
    const from = { address: '127.0.0.1', userAgent: 'test' };
    context = { app, db: engine.db, viewer, now: app.clock(), locale: 'en', from };
  });

  const make = async (changes: Record<string, unknown>) =>
    (await makeTemplate(testApp, member, changes)).template.id;
  const edit = async (templateId: string, date: string, changes: unknown) => {
    const rows = await occurrencesOf(engine, member, templateId);
    const id = rows.find((row) => row.date === date)?.id ?? expect.fail(date);
    const path = `/transactions/expense/${id}`;
    expect((await testApp.call('PUT', path, { as: member, body: changes })).status).toBe(200);
  };

  test('templates come in the order of their next dates, the stopped and those that are over after them', async () => {
    await make({ name: 'over', start_date: '2026-01-01', end_type: 'occurrences', max_occurrences: 3 });
    const stopped = await make({ name: 'stopped', start_date: '2026-06-01' });
    await stopTemplate(context, stopped);
    await make({ name: 'late', start_date: '2026-12-01', interval_type: 'yearly' });
    await make({ name: 'soon', start_date: '2026-06-20', interval_type: 'weekly', amount: 7 });
    const { templates } = await templatesOverview(context);
    expect(templates.map(({ row, status, next, monthly }) => [row.name, status, next, monthly])).toEqual([
      ['soon', 'active', '2026-06-20', 3000],
      ['late', 'active', '2026-12-01', 82],
      ['stopped', 'paused', null, 1000],
      ['over', 'ended', null, 1000],
    ]);
  });

  test('sums are of what goes on and of what lies ahead, edited or not, from tomorrow on', async () => {
    const rent = await make({ start_date: '2026-06-15', day_of_month: 15 });
    await edit(rent, '2026-07-15', { amount: 25 });
    await make({ type: 'income', amount: 100, interval_type: 'yearly', start_date: '2026-09-13' });
    const { monthly, ahead } = await templatesOverview(context);
    expect(monthly).toEqual({ income: 822, expenses: 1000, net: -178, count: 2 });
    expect(ahead).toEqual({ income: 10_000, expenses: 3500, net: 6500, count: 3 });
  });

  test('somebody else’s templates count for nothing', async () => {
    await makeTemplate(testApp, await createMember(testApp), { start_date: '2026-06-15' });
    const { templates, ahead } = await templatesOverview(context);
    expect([templates, ahead.count, await listComing(context)]).toEqual([[], 0, []]);
  });

  test('what is to come names the dates it stands for, what is skipped among it', async () => {
    const rent = await make({ start_date: '2026-03-31' });
    await make({ name: 'Other', start_date: '2026-07-30', interval_type: 'yearly' });
    await edit(rent, '2026-06-30', { date: '2026-07-02' });
    await skipDates(context, rent, ['2026-04-30', '2026-07-31', '2026-08-01']);
    const seen = (await listComing(context)).map((one) => [one.day, one.date, one.isSkipped, one.isEdited]);
    expect(seen).toEqual([
      ['2026-07-02', '2026-06-30', false, true],
      ['2026-07-30', '2026-07-30', false, false],
      ['2026-07-31', '2026-07-31', true, false],
      ['2026-08-31', '2026-08-31', false, false],
    ]);
    expect(await listComing(context, rent)).toHaveLength(3);
    await stopTemplate(context, rent);
    expect(await listComing(context, rent)).toEqual([]);
  });

  test('a template is shown with the latest that it has made', async () => {
    const id = await make({ start_date: '2025-03-31' });
    const { template, coming, made } = await inspectTemplate(context, id);
    expect(template).toMatchObject({ status: 'active', next: '2026-06-30', count: 18 });
    expect(coming.map(({ day }) => day)).toEqual(['2026-06-30', '2026-07-31', '2026-08-31']);
    expect(made).toHaveLength(10);
    expect(made[0]?.row.date).toBe('2026-05-31');
  });

  test('what a deletion or a stop takes is known before', async () => {
    const id = await make({ start_date: '2026-03-31' });
    await edit(id, '2026-07-31', { amount: 11 });
    const ahead = { count: 3, first: '2026-06-30', last: '2026-08-31' };
    const all = { count: 6, first: '2026-03-31', last: '2026-08-31' };
    expect(await measureRemoval(context, id)).toEqual({ template: ahead, future: ahead, all });
    expect(await measureStop(context, id)).toEqual({ removed: 3, edited: 1 });
    await stopTemplate(context, id);
    expect(await measureStop(context, id)).toEqual({ removed: 0, edited: 0 });
    const nothing = { count: 0, first: null, last: null };
    expect((await measureRemoval(context, id)).template).toEqual(nothing);
  });

  test('somebody else’s template is missing', async () => {
    const other = await makeTemplate(testApp, await createMember(testApp));
    for (const ask of [inspectTemplate, measureRemoval, measureStop, readManaged])
      await expect(ask(context, other.template.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the days to come', () => {
  const one = (day: string, type: 'income' | 'expense', amount: number, isSkipped = false) => ({
    ...{ templateId: 'a', day, date: day, description: 'Rent', type, amount },
    ...{ isSkipped, isEdited: false },
  });

  test('have the sum of what is not skipped', () => {
    const days = daysOf([
      one('2026-06-20', 'income', 500),
      one('2026-06-20', 'expense', 700),
      one('2026-06-20', 'expense', 90, true),
      one('2026-06-21', 'expense', 1, true),
    ]);
    expect(days.map(({ day, items, net, count }) => [day, items.length, net, count])).toEqual([
      ['2026-06-20', 3, -200, 2],
      ['2026-06-21', 1, 0, 0],
    ]);
  });

  test('stand in weeks of their months, and weeks without them are left out', () => {
    const grids = monthGrids({ from: '2026-06-16', to: '2026-08-01' }, 'sunday');
    expect(grids.map(({ month, weeks }) => [month, weeks.length])).toEqual([
      ['2026-06', 3],
      ['2026-07', 5],
      ['2026-08', 1],
    ]);
    expect(grids[0]?.weeks[0]?.[0]).toBe('2026-06-14');
    expect(grids[0]?.weeks[2]).toEqual(['2026-06-28', '2026-06-29', '2026-06-30', null, null, null, null]);
    const monday = monthGrids({ from: '2026-06-16', to: '2026-06-20' }, 'monday');
    expect(monday[0]?.weeks).toHaveLength(1);
    expect(monday[0]?.weeks[0]?.[0]).toBe('2026-06-15');
  });
});
