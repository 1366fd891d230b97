import { describe, expect, test } from 'vitest';
import { distinctChanges, distinctRemovals } from '../../../src/domain/recurring/occurrences/read.ts';
import { forEachEngine, rowsOf } from '../../support/databases.ts';
import { createMember, record } from '../../support/members.ts';
import { AHEAD, declareRent, PAST } from '../../support/rent.ts';

forEachEngine((engine) => {
  const { testApp, rent, call, ask, templates, datesMade } = declareRent(engine);
  const rows = () =>
    engine.db
      .selectFrom('transactions')
      .select(['id', 'date', 'amount', 'description', 'template_id', 'occurrence_date', 'is_detached'])
      .where('user_id', '=', rent.member.id)
      .orderBy('date')
      // Two on one date keep one order, however an engine stored them.
      .orderBy('occurrence_date')
      .execute();
  const amounts = async () => Object.fromEntries((await rows()).map(({ date, amount }) => [date, amount]));
  const idOn = async (date: string) =>
    (await rows()).find((row) => row.date === date)?.id ?? expect.fail(date);
  const change = async (date: string, body: Record<string, unknown>) =>
    ask('PUT', `/expense/${await idOn(date)}`, body);
  const detailsOn = async (date: string) =>
    (await ask<{ series: Record<string, unknown> }>('GET', `/recurring/${await idOn(date)}`)).series;

  describe('changing', () => {
    test('applies only the changed fields to the others', async () => {
      await change('2026-07-31', { amount: 99 });
      await change('2026-07-31', { amount: 99, description: 'Flat', scope: 'all' });
      expect(await amounts()).toMatchObject({ '2026-06-30': 1000, '2026-07-31': 9900 });
      expect(new Set((await rows()).map(({ description }) => description))).toEqual(new Set(['Flat']));
      expect(await templates()).toMatchObject([{ name: 'Flat', amount: 10 }]);
    });

    test('keeps a name of the template that differs from the description', async () => {
      await call('PUT', `/templates/${rent.template.id}`, { name: 'Home' });
      await change('2026-06-30', { description: 'Flat', scope: 'all' });
      expect(await templates()).toMatchObject([{ name: 'Home', description: 'Flat' }]);
    });

    test('moves only the occurrence itself to another date, with any scope', async () => {
      await change('2026-07-31', { date: '2026-07-20', amount: 20, scope: 'all' });
      expect(await amounts()).toEqual(
        Object.fromEntries([...PAST, '2026-06-30', '2026-07-20', '2026-08-31'].map((date) => [date, 2000])),
      );
      await call('POST', `/templates/${rent.template.id}/regenerate`);
      expect(await datesMade()).toEqual([...PAST, '2026-06-30', '2026-07-20', '2026-08-31']);
    });

    test('without a difference changes nothing', async () => {
      const before = await rows();
      await change('2026-07-31', { amount: 10, scope: 'future' });
      expect(await rows()).toEqual(before);
      expect(await templates()).toHaveLength(1);
    });

    test('is refused for another version or a deleted template', async () => {
      const id = await idOn('2026-05-31');
      const stale = { amount: 20, scope: 'all', basedOn: '2000-01-01T00:00:00.000Z' };
      expect((await call('PUT', `/expense/${id}`, stale)).status).toBe(409);
      await call('DELETE', `/templates/${rent.template.id}`);
      const refused = await call('PUT', `/expense/${id}`, { amount: 20, scope: 'future' });
      expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'scope' }]]);
      expect((await call('PUT', `/expense/${id}`, { amount: 20, scope: 'whatever' })).status).toBe(400);
      expect(await amounts()).toMatchObject({ '2026-05-31': 1000 });
      await change('2026-05-31', { amount: 20 });
      expect(await amounts()).toMatchObject({ '2026-04-30': 1000, '2026-05-31': 2000 });
    });

    test('changes a transaction without a template alone, and another type keeps the template', async () => {
      const { id } = await record(testApp, rent.member, { date: '2026-06-10' });
      expect((await call('PUT', `/expense/${id}`, { amount: 5, scope: 'all' })).status).toBe(200);
      await change('2026-06-30', { type: 'income', scope: 'future' });
      const types = await rowsOf(engine, 'transactions', rent.member, 'date');
      expect(types.filter(({ type }) => type === 'income').map(({ date }) => date)).toEqual(AHEAD);
    });
  });

  describe('the impact of a scope', () => {
    const reach = (count: number, first_date: string, last_date: string, edited_count = 0) => ({
      count,
      first_date,
      last_date,
      edited_count,
      other_currency_count: 0,
    });

    test('counts those in another currency, which a new amount leaves as they are', async () => {
      const { id } = rent.template;
      const request = { as: rent.member, body: { name: 'Dollars', currency: 'USD' } };
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', request);
      const body = { accountId: data.account.id, amount: 30, rate: '3.5', scope: 'future' };
      const moved = await testApp.call('PUT', `/transactions/templates/${id}`, { as: rent.member, body });
      expect(moved.status).toBe(200);
      const { change: impact } = (await detailsOn('2026-05-31')) as never as {
        change: Record<string, { count: number; other_currency_count: number }>;
      };
      expect(impact).toMatchObject({
        single: { count: 1, other_currency_count: 0 },
        future: { count: 4, other_currency_count: 3 },
        all: { count: 6, other_currency_count: 3 },
      });
    });

    test('has days and the number of edited occurrences', async () => {
      await change('2026-07-31', { amount: 99 });
      expect(await detailsOn('2026-05-31')).toEqual({
        template_id: rent.template.id,
        name: 'Rent',
        next_dates: ['2026-06-30', '2026-07-31', '2026-08-31'],
        is_ahead: false,
        never_ends: true,
        removal: {
          single: reach(1, '2026-05-31', '2026-05-31'),
          future: reach(4, '2026-05-31', '2026-08-31', 1),
          all: reach(6, '2026-03-31', '2026-08-31', 1),
        },
        change: {
          single: reach(1, '2026-05-31', '2026-05-31'),
          future: reach(3, '2026-05-31', '2026-08-31'),
          all: reach(5, '2026-03-31', '2026-08-31'),
        },
        choices: { removal: ['single', 'future', 'all'], change: ['single', 'future', 'all'] },
      });
      expect(await detailsOn('2026-03-31')).toMatchObject({ choices: { removal: ['single', 'all'] } });
      expect(await detailsOn('2026-04-30')).toMatchObject({
        change: { future: reach(3, '2026-04-30', '2026-08-31') },
      });
    });

    test('offers only choices that differ', () => {
      const impacts = (future: number, all: number) => ({
        single: { count: 1, first: '', last: '', edited: 0 },
        future: { count: future, first: '', last: '', edited: 0 },
        all: { count: all, first: '', last: '', edited: 0 },
      });
      expect(distinctRemovals(impacts(1, 4), true)).toEqual(['single', 'all']);
      expect(distinctRemovals(impacts(1, 4), true, true)).toEqual(['single', 'future', 'all']);
      expect(distinctRemovals(impacts(1, 1), false)).toEqual(['single']);
      expect(distinctChanges(impacts(1, 1), false)).toEqual(['single']);
      expect(distinctChanges(impacts(3, 3), true)).toEqual(['single', 'future']);
      expect(distinctChanges(impacts(1, 4), false)).toEqual(['single', 'all']);
    });

    test.each([
      ['2026-05-31', 'future'],
      ['2026-06-30', 'future'],
      ['2026-07-31', 'all'],
    ] as const)('equals the effect of deleting from %s on (%s)', async (date, scope) => {
      await change('2026-07-31', { date: '2026-06-30', amount: 99 });
      await change('2026-06-30', { amount: 98 });
      const asked = date === '2026-07-31' ? '2026-08-31' : date;
      const { removal } = (await detailsOn(asked)) as { removal: Record<string, { count: number }> };
      const flag = scope === 'all' ? 'deleteAll' : 'deleteFuture';
      const { data } = await call<{ deleted_count: number }>(
        'DELETE',
        `/expense/${await idOn(asked)}?${flag}=true`,
      );
      expect(data.deleted_count).toBe(removal[scope]?.count);
    });

    test('excludes skipped dates, and a paused or deleted template has no next dates', async () => {
      await call('POST', `/templates/${rent.template.id}/skip`, { dates: ['2026-07-31'] });
      expect(await detailsOn('2026-05-31')).toMatchObject({
        next_dates: ['2026-06-30', '2026-08-31', '2026-09-30'],
      });
      await call('POST', `/templates/${rent.template.id}/stop`);
      expect(await detailsOn('2026-05-31')).toMatchObject({ name: 'Rent', next_dates: [] });
      await call('DELETE', `/templates/${rent.template.id}`);
      expect(await detailsOn('2026-05-31')).toMatchObject({
        template_id: null,
        name: null,
        next_dates: [],
        change: null,
        removal: { all: reach(3, '2026-03-31', '2026-05-31') },
      });
    });

    test('is missing for other people and for transactions without a template', async () => {
      const { id } = await record(testApp, rent.member);
      const stranger = await createMember(testApp);
      expect((await call('GET', `/recurring/${id}`)).status).toBe(404);
      const foreign = await testApp.call('GET', `/transactions/recurring/${await idOn('2026-05-31')}`, {
        as: stranger,
      });
      expect(foreign.status).toBe(404);
    });
  });
});
