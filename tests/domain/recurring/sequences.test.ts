import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localNow, plusDays } from '../../../src/domain/calendar.ts';
import { forEachApp, START } from '../../support/app.ts';
import { createMember, keepSignedIn, type Member } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { makeTemplate, occurrencesOf } from '../../support/templates.ts';
import { naiveOccurrences } from './naive-calendar.ts';

const RUNS = { sqlite: 15, postgres: 4 };

type Step =
  | { do: 'wait'; days: number }
  | { do: 'generate' }
  | { do: 'regenerate' }
  | { do: 'skip'; day: number }
  | { do: 'edit' | 'move' | 'delete'; which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), days: fc.nat(60) }),
  fc.record({ do: fc.constantFrom('generate' as const, 'regenerate' as const) }),
  fc.record({ do: fc.constant('skip' as const), day: fc.integer({ min: -30, max: 200 }) }),
  fc.record({ do: fc.constantFrom('edit' as const, 'move' as const, 'delete' as const), which: fc.nat(99) }),
);

const template = fc.record({
  interval_type: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
  interval: fc.integer({ min: 1, max: 5 }),
  back: fc.nat(70),
});

const EXAMPLE: [{ interval_type: 'daily'; interval: number; back: number }, Step[]] = [
  { interval_type: 'daily', interval: 1, back: 0 },
  [{ do: 'move', which: 0 }],
];

forEachApp({ environment: { ACCESS_TOKEN_TTL: '86400' } }, (testApp, engine) => {
  test('after any sequence of actions every date has one occurrence unless it was skipped', async () => {
    await fc.assert(
      fc.asyncProperty(template, fc.array(step, { maxLength: 12 }), async ({ back, ...rule }, steps) => {
        testApp.setClock(START);
        const member = await createMember(testApp);
        const start_date = plusDays('2026-06-15', -back);
        const { template } = await makeTemplate(testApp, member, { ...rule, start_date });
        const left = new Set<string>();
        const edited = new Set<string>();
        const own = {
          day_of_month: Number(start_date.slice(8)),
          day_of_week: new Date(`${start_date}T00:00Z`).getUTCDay(),
        };
        const endless = { end_type: 'never' as const, end_date: null, max_occurrences: null };
        const datesTo = (last: string) => naiveOccurrences({ ...rule, ...own, ...endless, start_date }, last);
        const scheduled = new Set(datesTo(plusDays('2026-06-15', 200)));
        for (const one of [...steps, { do: 'generate' as const }])
          await take(member, template.id, one, { left, edited, scheduled });

        const dates = datesTo(plusDays(today(), 90));
        const rows = await occurrencesOf(engine, member, template.id);
        expect(rows.map((row) => row.occurrence_date).sort()).toEqual(
          dates.filter((date) => !left.has(date)),
        );
        expect(
          rows
            .filter((row) => row.is_detached === 1)
            .map(({ id }) => id)
            .sort(),
        ).toEqual([...edited].sort());
        await expectStoredTotals(engine, member);
      }),
      { numRuns: RUNS[engine.name], examples: [EXAMPLE] },
    );
    testApp.setClock(START);
  });

  const today = () => localNow(testApp.app.clock(), 'UTC').date;

  async function take(
    member: Member,
    templateId: string,
    one: Step,
    { left, edited, scheduled }: Record<'left' | 'edited' | 'scheduled', Set<string>>,
  ): Promise<void> {
    const ask = async (method: string, path: string, body?: unknown) => {
      const reply = await testApp.call(method, `/transactions${path}`, { as: member, body });
      expect(reply.status, reply.text).toBe(200);
    };
    if (one.do === 'wait') return wait(member, one.days);
    if (one.do === 'generate') return ask('POST', '/generate-recurring');
    if (one.do === 'regenerate') return ask('POST', `/templates/${templateId}/regenerate`);
    const rows = await occurrencesOf(engine, member, templateId);
    if (one.do === 'skip') {
      const date = plusDays('2026-06-15', one.day);
      if (!scheduled.has(date)) return;
      left.add(date);
      for (const row of rows) if (row.occurrence_date === date) edited.delete(row.id);
      return ask('POST', `/templates/${templateId}/skip`, { dates: [date] });
    }
    const row = rows[one.which % Math.max(1, rows.length)];
    if (!row) return;
    if (one.do === 'delete') {
      left.add(row.occurrence_date ?? '');
      edited.delete(row.id);
      return ask('DELETE', `/expense/${row.id}`);
    }
    // What stays on its day is not edited.
    if (one.do === 'edit' || row.date !== today()) edited.add(row.id);
    return ask('PUT', `/expense/${row.id}`, one.do === 'move' ? { date: today() } : { amount: 77 });
  }

  async function wait(member: Member, days: number): Promise<void> {
    testApp.advance(days * 86_400);
    await keepSignedIn(engine, member);
  }
});
