import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachApp } from '../../support/app.ts';
import { createMember, keepSignedIn, type Member, record } from '../../support/members.ts';
import { makeTemplate } from '../../support/templates.ts';

interface Day {
  date: string;
  balance: number;
}

interface Projection {
  today: Day;
  month_end: Day;
  in_90_days: Day;
  lowest: Day | null;
}

interface Entry {
  days: number;
  type: 'expense' | 'income';
  cents: number;
}

const TODAY = '2026-06-15';
const LAST = '2026-09-13';

const entries = fc.array(
  fc.record({
    // Around today, the end of the month, the ninetieth day and beyond.
    days: fc.oneof(fc.integer({ min: -20, max: 100 }), fc.constantFrom(-1, 0, 1, 14, 15, 16, 89, 90, 91)),
    type: fc.constantFrom('expense' as const, 'income' as const),
    cents: fc.integer({ min: 1, max: 100_000 }),
  }),
  { maxLength: 12 },
);

const dateIn = (days: number) =>
  new Date(Date.parse(`${TODAY}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

forEachApp((testApp, engine) => {
  async function projectionOf(as: Member): Promise<Projection> {
    const reply = await testApp.call<{ projection: Projection }>('GET', '/transactions/upcoming', { as });
    expect(reply.status, reply.text).toBe(200);
    return reply.data.projection;
  }

  test('the projection is today’s balance and every entry up to its day, whatever was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (ledger) => {
        const member = await createMember(testApp, { preferences: { timezone: 'Asia/Jerusalem' } });
        for (const { days, type, cents } of ledger)
          await record(testApp, member, { type, amount: cents / 100, date: dateIn(days) });
        expect(await projectionOf(member)).toEqual(naive(ledger));
      }),
      { numRuns: engine.name === 'sqlite' ? 15 : 4 },
    );
  });

  test('upcoming occurrences count, past ones do not', async () => {
    const member = await createMember(testApp, { preferences: { timezone: 'Asia/Jerusalem' } });
    await record(testApp, member, { type: 'income', amount: 1000, date: TODAY });
    await makeTemplate(testApp, member, { start_date: '2026-06-10', interval_type: 'weekly', amount: 150 });
    expect(await projectionOf(member)).toEqual({
      today: { date: TODAY, balance: 850 },
      month_end: { date: '2026-06-30', balance: 550 },
      in_90_days: { date: LAST, balance: -1100 },
      lowest: { date: '2026-09-09', balance: -1100 },
    });
  });

  test('today and the end of the month are those of the person’s own time zone', async () => {
    const east = await createMember(testApp, { preferences: { timezone: 'Pacific/Kiritimati' } });
    const west = await createMember(testApp, { preferences: { timezone: 'Pacific/Pago_Pago' } });
    for (const member of [east, west])
      for (const date of ['2026-06-30', '2026-07-01', '2026-07-02'])
        await record(testApp, member, { type: 'income', amount: 1, date });
    testApp.setClock('2026-06-30T10:30:00.000Z');
    try {
      for (const member of [east, west]) await keepSignedIn(engine, member);
      expect(await projectionOf(east)).toMatchObject({
        today: { date: '2026-07-01', balance: 2 },
        month_end: { date: '2026-07-31', balance: 3 },
        in_90_days: { date: '2026-09-29', balance: 3 },
      });
      expect(await projectionOf(west)).toMatchObject({
        today: { date: '2026-06-29', balance: 0 },
        month_end: { date: '2026-06-30', balance: 1 },
        in_90_days: { date: '2026-09-27', balance: 3 },
      });
    } finally {
      testApp.setClock('2026-06-15T09:00:00.000Z');
    }
  });
});

// Day by day, from each entry.
function naive(ledger: Entry[]): Projection {
  const upTo = (date: string): Day => {
    const counted = ledger.filter(({ days }) => dateIn(days) <= date);
    const cents = counted.reduce((sum, entry) => sum + (entry.type === 'income' ? 1 : -1) * entry.cents, 0);
    return { date, balance: cents / 100 };
  };
  const today = upTo(TODAY);
  let lowest: Day | null = null;
  for (let days = 1; days <= 90; days += 1) {
    const day = upTo(dateIn(days));
    if (day.balance < Math.min(0, today.balance, lowest?.balance ?? 0)) lowest = day;
  }
  return { today, month_end: upTo('2026-06-30'), in_90_days: upTo(LAST), lowest };
}
