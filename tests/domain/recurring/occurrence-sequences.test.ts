import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import { forEachApp, START } from '../../support/app.ts';
import { createMember, type Member } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { makeTemplate } from '../../support/templates.ts';

const RUNS = { sqlite: 15, postgres: 4 };
const TODAY = '2026-06-15';

const scope = fc.constantFrom('single' as const, 'future' as const, 'all' as const);
const step = fc.record({
  do: fc.constantFrom('edit' as const, 'edit' as const, 'move' as const, 'delete' as const, 'undo' as const),
  which: fc.nat(99),
  scope,
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The second change starts tomorrow, when the template's first part has no dates left. */
const FROM_THE_END_OF_A_SPLIT: Step[] = [
  { do: 'edit', which: 7, scope: 'future' },
  { do: 'edit', which: 0, scope: 'future' },
];

const edit = (which: number, scope: Step['scope']): Step => ({ do: 'edit', which, scope });

/** Weeks before and after today. */
const WEEKLY: Step[][] = [[edit(6, 'single')], [edit(2, 'future')], [edit(1, 'single'), edit(7, 'all')]];

const EXAMPLES: ['daily' | 'weekly', Step[]][] = [
  ['daily', FROM_THE_END_OF_A_SPLIT],
  ...WEEKLY.map((steps): ['weekly', Step[]] => ['weekly', steps]),
];

interface Row {
  id: string;
  amount: number;
  template_id: string | null;
  occurrence_date: string;
  is_detached: number | null;
}

forEachApp({ environment: { ACCESS_TOKEN_TTL: '86400' } }, (testApp, engine) => {
  test('any sequence of changes and deletions with any scopes affects exactly the expected transactions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('daily', 'weekly', 'monthly'),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (interval_type, steps) => {
          testApp.setClock(START);
          const member = await createMember(testApp);
          const interval = interval_type === 'daily' ? 6 : 1;
          await makeTemplate(testApp, member, { interval_type, interval, start_date: plusDays(TODAY, -40) });
          for (const [index, one] of steps.entries()) await take(member, one, 2000 + index);
          expect(new Set((await rowsOf(member)).map((row) => row.occurrence_date)).size).toBe(
            (await rowsOf(member)).length,
          );
          await expectStoredTotals(engine, member);
        },
      ),
      { numRuns: EXAMPLES.length + RUNS[engine.name], examples: EXAMPLES },
    );
  });

  async function take(member: Member, one: Step, amount: number): Promise<void> {
    const ask = async (method: string, path: string, body?: unknown) => {
      const reply = await testApp.call<{ undo_id: string }>(method, `/transactions${path}`, {
        as: member,
        body,
      });
      expect(reply.status, reply.text).toBe(200);
      return reply.data;
    };
    const before = await rowsOf(member);
    const chosen = before[one.which % Math.max(1, before.length)];
    if (!chosen) return;
    if (one.do === 'edit' || one.do === 'move') {
      const moved = one.do === 'move' ? { date: plusDays(TODAY, (one.which % 50) - 25) } : {};
      await ask('PUT', `/expense/${chosen.id}`, { amount: amount / 100, scope: one.scope, ...moved });
    } else {
      const flag = { single: 'deleteSingle', future: 'deleteFuture', all: 'deleteAll' }[one.scope];
      const { undo_id } = await ask('DELETE', `/expense/${chosen.id}?${flag}=true`);
      if (one.do === 'undo') await ask('POST', '/restore', { undoId: undo_id });
    }
    await ask('POST', '/generate-recurring');
    expect(amountsOf(await rowsOf(member))).toEqual(amountsOf(expected(before, chosen, one, amount)));
  }

  async function rowsOf({ id }: Member): Promise<Row[]> {
    const rows = await engine.db
      .selectFrom('transactions')
      .select(['id', 'amount', 'template_id', 'occurrence_date', 'is_detached'])
      .where('user_id', '=', id)
      .orderBy('occurrence_date')
      .execute();
    return rows.map((row) => ({ ...row, occurrence_date: row.occurrence_date ?? '' }));
  }
});

// The rules in their simplest form, one transaction after another.
function expected(before: Row[], chosen: Row, one: Step, amount: number): Row[] {
  if (one.do === 'undo') return before;
  const isMeant = (row: Row) => {
    if (row.id === chosen.id) return true;
    if (one.scope === 'single' || row.template_id !== chosen.template_id) return false;
    return one.scope === 'all' || row.occurrence_date > chosen.occurrence_date;
  };
  if (one.do === 'delete') return before.filter((row) => !isMeant(row));
  const changes = (row: Row) => {
    if (!isMeant(row)) return false;
    if (row.id === chosen.id) return true;
    return row.is_detached === null && (one.scope === 'all' || row.occurrence_date > TODAY);
  };
  return before.map((row) => (changes(row) ? { ...row, amount } : row));
}

function amountsOf(rows: Row[]) {
  return rows.map(({ id, occurrence_date, amount }) => [id, occurrence_date, amount]);
}
