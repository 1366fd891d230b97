import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import type { RecurrenceRule } from '../../../src/domain/recurring/schedule/occurrence-dates.ts';
import { forEachApp, START } from '../../support/app.ts';
import { createMember, keepSignedIn, type Member } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { makeTemplate, occurrencesOf, type Template } from '../../support/templates.ts';
import {
  type Change,
  change,
  FAR,
  newSeries,
  nextDate,
  pause,
  presentAmount,
  removeFrom,
  resume,
  type Series,
  skip,
  skippable,
  unskip,
  wait,
} from './naive-series.ts';

const RUNS = { sqlite: 8, postgres: 3 };
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

const end: fc.Arbitrary<Partial<Pick<RecurrenceRule, 'end_type' | 'end_date' | 'max_occurrences'>>> =
  fc.oneof(
    fc.constant({ end_type: 'never' as const }),
    day(-60, 300).map((end_date) => ({ end_type: 'date' as const, end_date })),
    fc
      .integer({ min: 1, max: 12 })
      .map((max_occurrences) => ({ end_type: 'occurrences' as const, max_occurrences })),
    fc.integer({ min: 1, max: 12 }).map((max_occurrences) => ({ max_occurrences })),
  );

const template = fc.record({
  interval_type: intervalType,
  interval: fc.integer({ min: 1, max: 3 }),
  start_date: fc.oneof(day(-120, 20), fc.constantFrom('2026-01-31', '2024-02-29')),
  day_of_month: fc.option(dayOfMonth, { nil: undefined }),
  day_of_week: fc.option(fc.nat(6), { nil: undefined }),
  end_type: fc.constant<'occurrences' | undefined>(undefined),
  end_date: fc.constant<string | undefined>(undefined),
  max_occurrences: fc.constant<number | undefined>(undefined),
});

const price = fc.constantFrom(20, 30, 40);

const rhythm = fc.record(
  {
    amount: price,
    interval_type: intervalType,
    interval: fc.integer({ min: 1, max: 3 }),
    day_of_month: dayOfMonth,
    day_of_week: fc.nat(6),
    start_date: day(-100, 60),
    from: day(0, 60),
  },
  { requiredKeys: [] },
);

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ amount: price }),
  fc.record({ amount: price, from: day(0, 80) }),
  fc.record({ amount: price, scope: fc.constant('all' as const) }),
  end,
  fc.tuple(end, price).map(([last, amount]) => ({ ...last, amount })),
  end.map((last) => ({ ...last, scope: 'all' as const })),
  fc.tuple(rhythm, fc.option(end, { nil: undefined })).map(([some, last]) => ({ ...some, ...last })),
  fc
    .record(
      { interval: fc.integer({ min: 1, max: 3 }), day_of_month: dayOfMonth, start_date: day(-100, 40) },
      { requiredKeys: [] },
    )
    .map((some) => ({ ...some, scope: 'all' as const })),
);

const step = fc.oneof(
  { weight: 4, arbitrary: changes.map((sent) => ({ do: 'change' as const, sent })) },
  fc.nat(40).map((days) => ({ do: 'wait' as const, days })),
  fc
    .tuple(fc.nat(3), fc.nat(5), fc.boolean())
    .map(([first, next, isUndone]) => ({ do: 'skip' as const, first, next, isUndone })),
  fc.nat(30).map((which) => ({ do: 'remove' as const, which })),
  fc.constantFrom({ do: 'pause' as const }, { do: 'resume' as const }, { do: 'regenerate' as const }),
);

type ValueOf<Made> = Made extends fc.Arbitrary<infer Value> ? Value : never;
type Step = ValueOf<typeof step>;

const monthly = (more: Partial<ValueOf<typeof template>> = {}) => ({
  ...{ interval_type: 'monthly' as const, interval: 1, start_date: '2026-03-31' },
  ...{ day_of_month: undefined, day_of_week: undefined },
  ...{ end_type: undefined, end_date: undefined, max_occurrences: undefined },
  ...more,
});
const times = (max_occurrences: number, start_date = '2026-03-31') =>
  monthly({ end_type: 'occurrences', max_occurrences, start_date });
const yearly = (more: Partial<ValueOf<typeof template>>) =>
  monthly({ interval_type: 'yearly', start_date: '2024-01-31', ...more });
const changed = (...sent: Change[]) => sent.map((one): Step => ({ do: 'change', sent: one }));
const paused: Step[] = [{ do: 'pause' }, { do: 'wait', days: 47 }, { do: 'resume' }];
const never = { end_type: 'never' } as const;
const all = { scope: 'all' } as const;

/** Always tried on one engine, besides random ones. */
const EXAMPLES: [ReturnType<typeof monthly>, Step[]][] = [
  // The rhythm before the change goes on, from tomorrow or a later day.
  [monthly({ interval_type: 'daily', interval: 10, start_date: '2026-06-01' }), changed({ amount: 20 })],
  [monthly(), changed({ amount: 20, from: '2026-07-31' })],
  [monthly(), changed({ amount: 20, from: '2026-03-01' })],
  [monthly({ start_date: '2026-06-20' }), changed({ amount: 20, start_date: '2026-06-25' })],
  [monthly(), changed({ amount: 20, from: '2026-07-31' }, { amount: 40 })],
  [monthly(), [...changed({ amount: 20, from: '2026-12-15' }), { do: 'wait', days: 158 }]],
  // Other days.
  [monthly(), changed({ interval_type: 'weekly', day_of_week: 3 })],
  [monthly(), changed({ interval_type: 'monthly', day_of_month: 10 })],
  [monthly({ start_date: '2026-06-12', day_of_month: 10 }), changed({ interval_type: 'daily' })],
  [
    monthly({ interval_type: 'weekly', start_date: '2026-02-03' }),
    [{ do: 'wait', days: 160 }, ...changed({ interval_type: 'yearly' })],
  ],
  [yearly({ interval: 5 }), changed({ interval: 1 })],
  [yearly({ end_date: '2025-06-01' }), changed({ interval: 2, ...never })],
  // Ends.
  [monthly(), changed({ amount: 20, end_date: '2026-06-15' })],
  [monthly(), changed({ end_date: '2026-07-31' }, never)],
  [monthly({ end_date: '2026-06-30' }), changed({ amount: 20 }, { amount: 30 })],
  [times(4), changed({ max_occurrences: 5 })],
  [times(4), changed({ amount: 20, max_occurrences: 5 })],
  [times(4), changed({ interval_type: 'weekly', max_occurrences: 5 })],
  [times(8, '2025-11-10'), changed({ max_occurrences: 10, amount: 20, day_of_month: 20 })],
  [times(2), changed({ amount: 20, ...never })],
  [
    monthly(),
    changed(
      { end_type: 'occurrences', max_occurrences: 2, from: '2026-08-01' },
      { ...never, from: '2026-08-01' },
    ),
  ],
  [
    monthly(),
    [
      ...changed({ end_date: '2026-07-31' }, { amount: 20, end_date: '2026-06-30', from: '2026-08-01' }),
      ...[...changed({ end_date: '2026-07-31' }), { do: 'regenerate' } as const],
    ],
  ],
  // The past keeps its values, and grows only by a change of all.
  [
    monthly({ start_date: '2026-02-28', end_date: '2026-04-30' }),
    changed(
      ...[{ amount: 20 }, { end_date: '2026-07-28', ...all }, { end_date: '2026-05-28', ...all }],
      ...[
        { interval: 2, ...all },
        { amount: 20, ...all },
      ],
    ),
  ],
  [
    monthly(),
    [
      ...[
        ...changed({ end_type: 'occurrences', max_occurrences: 2, ...all }),
        { do: 'wait', days: 153 } as const,
      ],
      ...changed(never),
    ],
  ],
  // Parts that shared a rhythm still do after a change of all, whatever else distinguishes them.
  [
    monthly({ interval_type: 'daily', start_date: TODAY }),
    changed(
      { end_type: 'occurrences', max_occurrences: 1, amount: 20 },
      { start_date: '2026-06-14', ...all },
      { start_date: '2026-06-16', ...all },
    ),
  ],
  // A change that changed nothing leaves one part, which a new start moves whole.
  [
    monthly({ start_date: TODAY }),
    changed(never, { day_of_month: 28, ...all }, { start_date: '2026-06-14' }),
  ],
  // Skipped dates, and those of a pause, stay without a transaction.
  [monthly(), [{ do: 'skip', first: 1, next: 5, isUndone: false }, ...changed({ amount: 20 })]],
  [monthly(), [{ do: 'skip', first: 0, next: 0, isUndone: false }, { do: 'regenerate' }]],
  [
    monthly(),
    [
      { do: 'skip', first: 0, next: 0, isUndone: false },
      ...changed({ day_of_month: 5 }, { day_of_month: 31 }),
    ],
  ],
  [monthly(), [...paused, { do: 'resume' }]],
  [
    monthly(),
    [
      ...paused,
      ...changed(
        { end_date: '2026-09-30', ...all },
        { end_date: '2026-05-31', ...all },
        { ...never, ...all },
      ),
    ],
  ],
];

forEachApp({ environment: { ACCESS_TOKEN_TTL: '86400' } }, (testApp, engine) => {
  // They differ in rules, not in statements.
  const examples = engine.name === 'sqlite' ? EXAMPLES : [];

  test('after any history of a series its transactions are those of a plain list of days and prices', async () => {
    await fc.assert(
      fc.asyncProperty(template, fc.array(step, { minLength: 1, maxLength: 7 }), async (sent, steps) => {
        testApp.setClock(START);
        const member = await createMember(testApp);
        const { template: made } = await makeTemplate(testApp, member, sent);
        const series = newSeries(ruleOf(made), made.amount ?? 0, TODAY);
        await expectSeries(member, made.id, series);
        for (const one of steps) {
          if (!(await take(member, made.id, series, one))) break;
          await expectSeries(member, made.id, series);
        }
        await expectStoredTotals(engine, member);
      }),
      { numRuns: examples.length + RUNS[engine.name], examples },
    );
    testApp.setClock(START);
  });

  async function take(member: Member, id: string, series: Series, one: Step): Promise<boolean> {
    const call = (method: string, path: string, body?: unknown) =>
      testApp.call<{ undo_id: string }>(method, `/transactions${path}`, { as: member, body });
    const ask = async (method: string, path: string, body?: unknown) => {
      const reply = await call(method, path, body);
      expect(reply.status, reply.text).toBe(200);
      return reply.data;
    };
    switch (one.do) {
      case 'change': {
        const isFine = change(series, one.sent);
        const reply = await call('PUT', `/templates/${id}`, one.sent);
        expect(reply.status, reply.text).toBe(isFine ? 200 : 400);
        return true;
      }
      case 'wait':
        wait(series, one.days);
        await pass(member, one.days);
        return true;
      case 'skip': {
        const all = skippable(series, plusDays(series.today, 1));
        const dates = [all[one.first], all[one.first + 1 + one.next]].filter((date) => date !== undefined);
        if (dates.length === 0) return true;
        const before = new Map(dates.map((date) => [date, series.booked.get(date)]));
        const { undo_id } = await ask('POST', `/templates/${id}/skip`, { dates });
        skip(series, dates);
        if (!one.isUndone) return true;
        await ask('POST', '/restore', { undo_id });
        unskip(series, before);
        return true;
      }
      case 'remove': {
        const rows = await occurrencesOf(engine, member, id);
        const row = rows[one.which % Math.max(1, rows.length)];
        if (!row) return true;
        await ask('DELETE', `/expense/${row.id}?deleteFuture=true`);
        return removeFrom(series, row.date);
      }
      case 'pause':
        await ask('POST', `/templates/${id}/stop`);
        pause(series);
        return true;
      case 'resume':
        await ask('POST', `/templates/${id}/resume`);
        resume(series);
        return true;
      case 'regenerate':
        await ask('POST', `/templates/${id}/regenerate`);
        return true;
    }
  }

  async function expectSeries(member: Member, id: string, series: Series): Promise<void> {
    const rows = await occurrencesOf(engine, member, id);
    expect(rows.map(({ date, amount }) => [date, amount / 100])).toEqual([...series.booked].sort());
    const { data } = await testApp.call<{ template: Template }>('GET', `/transactions/templates/${id}`, {
      as: member,
    });
    const { next_date, amount, start_date, end_type, end_date, max_occurrences } = data.template;
    expect({
      next_date: next_date && next_date < FAR ? next_date : null,
      amount,
      start_date,
      end: { end_type, end_date, max_occurrences },
    }).toEqual({
      next_date: nextDate(series),
      amount: presentAmount(series),
      start_date: series.parts[0]?.rhythm.start_date,
      end: series.end,
    });
  }

  async function pass(member: Member, days: number): Promise<void> {
    testApp.advance(days * 86_400);
    await keepSignedIn(engine, member);
    await testApp.call('POST', '/transactions/generate-recurring', { as: member });
  }
});

function ruleOf(made: Template): RecurrenceRule {
  const { interval_type, interval, day_of_month, day_of_week } = made as unknown as RecurrenceRule;
  const { start_date, end_type, end_date, max_occurrences } = made as unknown as RecurrenceRule;
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
