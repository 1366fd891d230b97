import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import type { Rule } from '../../../src/domain/recurring/schedule/occurrence-dates.ts';
import { createTestApp, START } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { createMember, type Member } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { datesOf, makeTemplate, type Template } from '../../support/templates.ts';
import { afterDays, type Change, changed, newSeries, nextDate, type Series } from './naive-series.ts';

const RUNS = { sqlite: 80, postgres: 15 };
const TODAY = '2026-06-15';

const day = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((days) => plusDays(TODAY, days));

const intervalType = fc.constantFrom(
  'daily' as const,
  'weekly' as const,
  'monthly' as const,
  'yearly' as const,
);
const dayOfMonth = fc.oneof(fc.integer({ min: 28, max: 31 }), fc.integer({ min: 1, max: 31 }));

const end: fc.Arbitrary<Pick<Rule, 'end_type' | 'end_date' | 'max_occurrences'>> = fc.oneof(
  fc.constant({ end_type: 'never' as const, end_date: null, max_occurrences: null }),
  day(-60, 300).map((end_date) => ({ end_type: 'date' as const, end_date, max_occurrences: null })),
  fc
    .integer({ min: 1, max: 12 })
    .map((max_occurrences) => ({ end_type: 'occurrences' as const, end_date: null, max_occurrences })),
);

const template = fc.record({
  interval_type: intervalType,
  interval: fc.integer({ min: 1, max: 3 }),
  start_date: fc.oneof(day(-120, 20), fc.constantFrom('2026-01-31', '2024-02-29')),
  day_of_month: fc.option(dayOfMonth, { nil: undefined }),
  day_of_week: fc.option(fc.nat(6), { nil: undefined }),
});

const fields = fc.record(
  {
    amount: fc.constantFrom(20, 30),
    interval_type: intervalType,
    interval: fc.integer({ min: 1, max: 3 }),
    day_of_month: dayOfMonth,
    day_of_week: fc.nat(6),
    start_date: day(-100, 60),
    from: day(0, 60),
  },
  { requiredKeys: [] },
);

const step = fc.record({
  wait: fc.nat(40),
  change: fc
    .tuple(fields, fc.option(end, { nil: undefined }))
    .map(([some, last]): Change => ({ ...some, ...last })),
});

forEachEngine((engine) => {
  const testApp = createTestApp(engine, { environment: { ACCESS_TOKEN_TTL: '86400' } });

  test('after any changes of what follows, fields and transactions are those of a naive series', async () => {
    await fc.assert(
      fc.asyncProperty(template, fc.array(step, { minLength: 1, maxLength: 3 }), async (sent, steps) => {
        testApp.setClock(START);
        const member = await createMember(testApp);
        let { template: made } = await makeTemplate(testApp, member, sent);
        let series = newSeries(ruleOf(made), made.amount, TODAY);
        for (const { wait, change } of steps) {
          await pass(member, wait);
          series = afterDays(series, wait);
          const reply = await testApp.call<{ template: Template }>(
            'PUT',
            `/transactions/templates/${made.id}`,
            {
              as: member,
              body: { ...change, scope: 'future' },
            },
          );
          const expected = changed(series, change);
          expect(reply.status, reply.text).toBe(expected ? 200 : 400);
          if (!expected) continue;
          made = reply.data.template;
          series = expected;
          await expectSeries(member, made, series);
        }
        await expectStoredTotals(engine, member);
      }),
      { numRuns: RUNS[engine.name] },
    );
    testApp.setClock(START);
  });

  async function expectSeries(member: Member, made: Template, series: Series): Promise<void> {
    expect({ ...ruleOf(made), amount: made.amount, next_date: made.next_date }).toEqual({
      ...series.rule,
      amount: series.amount,
      next_date: nextDate(series),
    });
    expect(await datesOf(engine, member, made.id)).toEqual(series.days);
    expect(await datesOf(engine, member)).toEqual([...series.past, ...series.days].sort());
  }

  async function pass(member: Member, days: number): Promise<void> {
    testApp.advance(days * 86_400);
    const far = '2099-01-01T00:00:00.000Z';
    const own = engine.db.updateTable('sessions').where('user_id', '=', member.id);
    await own.set({ expires_at: far, access_expires_at: far }).execute();
    await testApp.call('POST', '/transactions/generate-recurring', { as: member });
  }
});

function ruleOf(made: Template): Rule {
  const { interval_type, interval, day_of_month, day_of_week } = made as unknown as Rule;
  const { start_date, end_type, end_date, max_occurrences } = made as unknown as Rule;
  return {
    interval_type,
    interval,
    day_of_month,
    day_of_week,
    start_date,
    end_type,
    end_date,
    max_occurrences,
  };
}
