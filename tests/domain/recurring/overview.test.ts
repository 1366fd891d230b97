import { beforeEach, describe, expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import type { SignedIn } from '../../../src/domain/context.ts';
import { skipDates } from '../../../src/domain/recurring/occurrences/skip.ts';
import { listUpcoming } from '../../../src/domain/recurring/occurrences/upcoming.ts';
import { readOverview, readTemplateDetails } from '../../../src/domain/recurring/templates/overview.ts';
import { pauseTemplate, readPauseImpact } from '../../../src/domain/recurring/templates/pause.ts';
import { readRemovalImpact } from '../../../src/domain/recurring/templates/remove.ts';
import { groupByDay, monthGrids } from '../../../src/pages/recurring/_month-grid.ts';
import { forEachApp } from '../../support/app.ts';
import { contextOf, createMember, type Member } from '../../support/members.ts';
import { makeTemplate, occurrencesOf } from '../../support/templates.ts';

forEachApp((testApp, engine) => {
  let member: Member;
  let context: SignedIn;

  beforeEach(async () => {
    member = await createMember(testApp);
    context = await contextOf(testApp, member);
  });

  const make = async (changes: Record<string, unknown>) =>
    (await makeTemplate(testApp, member, changes)).template.id;
  const edit = async (templateId: string, date: string, changes: unknown) => {
    const rows = await occurrencesOf(engine, member, templateId);
    const id = rows.find((row) => row.date === date)?.id ?? expect.fail(date);
    const path = `/transactions/expense/${id}`;
    expect((await testApp.call('PUT', path, { as: member, body: changes })).status).toBe(200);
  };

  test('templates are in the order of their next dates, followed by paused and ended ones', async () => {
    await make({ name: 'over', start_date: '2026-01-01', end_type: 'occurrences', max_occurrences: 3 });
    const stopped = await make({ name: 'stopped', start_date: '2026-06-01' });
    await pauseTemplate(context, stopped);
    await make({ name: 'late', start_date: '2026-12-01', interval_type: 'yearly' });
    await make({ name: 'soon', start_date: '2026-06-20', interval_type: 'weekly', amount: 7 });
    const { templates } = await readOverview(context);
    expect(templates.map(({ row, status, next, monthly }) => [row.name, status, next, monthly])).toEqual([
      ['soon', 'active', '2026-06-20', 3000],
      ['late', 'active', '2026-12-01', 82],
      ['stopped', 'paused', null, 1000],
      ['over', 'ended', null, 1000],
    ]);
  });

  test('sums include active templates and all upcoming occurrences from tomorrow on', async () => {
    const rent = await make({ start_date: '2026-06-15', day_of_month: 15 });
    await edit(rent, '2026-07-15', { amount: 25 });
    await make({ type: 'income', amount: 100, interval_type: 'yearly', start_date: '2026-09-13' });
    const { monthly, upcoming } = await readOverview(context);
    expect(monthly).toMatchObject({ income: 822, expenses: 1000, net: -178, opening: 0, count: 2 });
    expect(upcoming).toMatchObject({ income: 10_000, expenses: 3500, net: 6500, opening: 0, count: 3 });
  });

  test('templates of other people do not count', async () => {
    await makeTemplate(testApp, await createMember(testApp), { start_date: '2026-06-15' });
    const { templates, upcoming } = await readOverview(context);
    expect([templates, upcoming.count, await listUpcoming(context)]).toEqual([[], 0, []]);
  });

  test('upcoming occurrences have their dates in the schedule and include skipped ones', async () => {
    const rent = await make({ start_date: '2026-03-31' });
    await make({ name: 'Other', start_date: '2026-07-30', interval_type: 'yearly' });
    await edit(rent, '2026-06-30', { date: '2026-07-02' });
    await skipDates(context, rent, ['2026-04-30', '2026-07-31']);
    const seen = (await listUpcoming(context)).map((one) => [
      one.date,
      one.occurrenceDate,
      one.isSkipped,
      one.isEdited,
    ]);
    expect(seen).toEqual([
      ['2026-07-02', '2026-06-30', false, true],
      ['2026-07-30', '2026-07-30', false, false],
      ['2026-07-31', '2026-07-31', true, false],
      ['2026-08-31', '2026-08-31', false, false],
    ]);
    expect(await listUpcoming(context, rent)).toHaveLength(3);
    await pauseTemplate(context, rent);
    expect(await listUpcoming(context, rent)).toEqual([]);
  });

  test('a template has its latest transactions', async () => {
    const id = await make({ start_date: '2025-03-31' });
    const { template, upcoming, past } = await readTemplateDetails(context, id);
    expect(template).toMatchObject({ status: 'active', next: '2026-06-30', count: 18 });
    expect(upcoming.map(({ date }) => date)).toEqual(['2026-06-30', '2026-07-31', '2026-08-31']);
    expect(past).toHaveLength(10);
    expect(past[0]?.row.date).toBe('2026-05-31');
  });

  test('a template has those that were moved to the past, and not those that were moved ahead', async () => {
    const id = await make({ start_date: '2025-03-31' });
    await edit(id, '2026-05-31', { date: '2026-06-20' });
    await edit(id, '2026-07-31', { date: '2026-06-10', amount: 50 });
    const { past, total } = await readTemplateDetails(context, id);
    expect(past).toHaveLength(10);
    expect(past.slice(0, 2).map(({ row }) => row.date)).toEqual(['2026-06-10', '2026-04-30']);
    expect(total).toEqual({ count: 15, amount: 1000 * 14 + 5000 });
  });

  test('the impact of a deletion and of a pause is known before', async () => {
    const id = await make({ start_date: '2026-03-31' });
    await edit(id, '2026-07-31', { amount: 11 });
    const ahead = { count: 3, first: '2026-06-30', last: '2026-08-31' };
    const all = { count: 6, first: '2026-03-31', last: '2026-08-31' };
    expect([...(await readRemovalImpact(context, id))]).toEqual([
      ['template', ahead],
      ['future', ahead],
      ['all', all],
    ]);
    const later = await make({ start_date: '2026-06-30' });
    expect([...(await readRemovalImpact(context, later)).keys()]).toEqual(['template']);
    expect(await readPauseImpact(context, id)).toEqual({ removed: 3, edited: 1 });
    await pauseTemplate(context, id);
    expect(await readPauseImpact(context, id)).toEqual({ removed: 0, edited: 0 });
    const nothing = { count: 0, first: null, last: null };
    expect((await readRemovalImpact(context, id)).get('template')).toEqual(nothing);
  });
});

describe('upcoming days', () => {
  const one = (date: string, type: 'income' | 'expense', amount: number, isSkipped = false) => ({
    ...{ templateId: 'a', date, occurrenceDate: date, description: 'Rent', type, amount },
    ...{ isSkipped, isEdited: false },
  });

  test('have the sum of the occurrences that are not skipped', () => {
    const days = groupByDay([
      one('2026-06-20', 'income', 500),
      one('2026-06-20', 'expense', 700),
      one('2026-06-20', 'expense', 90, true),
      one('2026-06-21', 'expense', 1, true),
    ]);
    expect(days.map(({ date, occurrences, net, count }) => [date, occurrences.length, net, count])).toEqual([
      ['2026-06-20', 3, -200, 2],
      ['2026-06-21', 1, 0, 0],
    ]);
  });

  test('are in the weeks of their months, and weeks outside the range are omitted', () => {
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
    // A month of two days has the names of all seven.
    const [short] = monthGrids({ from: '2026-11-29', to: '2026-12-05' }, 'sunday');
    expect([short?.weeks, short?.weekdays]).toEqual([
      [['2026-11-29', '2026-11-30', null, null, null, null, null]],
      Array.from({ length: 7 }, (_, index) => plusDays('2026-11-29', index)),
    ]);
  });
});
