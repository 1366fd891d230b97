import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRemoval } from '../../../src/domain/categories/remove.ts';
import { DomainError } from '../../../src/domain/error.ts';
import { newDeletion } from '../../../src/domain/ledger/ledger.ts';
import { batchesOf, start, stopBulkChange } from '../../../src/domain/long-work/long-work.ts';
import { planDeletion } from '../../../src/domain/transactions/bulk/change.ts';
import { planRestoring } from '../../../src/domain/transactions/restore.ts';
import { resumeLongWork } from '../../../src/jobs/resume-long-work.ts';
import { forEachApp } from '../../support/app.ts';
import { resumeBatches } from '../../support/bulk-changes.ts';
import { contextOf, createMember, type Member, makeCategory } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

const KINDS = ['remove', 'remove', 'undo', 'undo', 'stop', 'resume', 'resume', 'record', 'trash'] as const;

interface Step {
  kind: (typeof KINDS)[number];
  pick: number;
  other: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(20), other: fc.nat(4) }),
  { minLength: 10, maxLength: 25, size: 'max' },
);

const RUNS = { sqlite: 10, postgres: 3 };

forEachApp((testApp, engine) => {
  test('whatever is begun, carried on, stopped and undone in any order, figures are exact and nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const member = await createMember(testApp);
        const recorded = await live(member, history);
        testApp.advance(60);
        await resumeLongWork(testApp.app, () => false);
        await expectStoredTotals(engine, member);
        expect(await countAll(member)).toBe(recorded);
      }),
      { numRuns: RUNS[engine.name], endOnFailure: true },
    );
  });

  async function countAll({ id }: Member): Promise<number> {
    let count = 0;
    for (const table of ['transactions', 'deleted_transactions'] as const) {
      const rows = await engine.db.selectFrom(table).select('id').where('user_id', '=', id).execute();
      count += rows.length;
    }
    return count;
  }

  async function live(as: Member, history: Step[]): Promise<number> {
    const categories: string[] = [];
    for (const name of ['A', 'B', 'C', 'D']) categories.push(await makeCategory(testApp, as, name));
    let recorded = 0;
    const record = async (category: string | undefined, count: number) => {
      const transactions = Array.from({ length: count }, (_, place) => ({
        amount: -1 - place,
        date: `2026-0${1 + (place % 6)}-1${place % 9}`,
        categoryId: category,
      }));
      const body = { transactions };
      const reply = await testApp.call<{ summary: { successful: number } }>('POST', '/transactions/bulk', {
        as,
        body,
      });
      recorded += reply.data.summary.successful;
    };
    await record(categories[0], 230);
    await record(categories[1], 130);
    const changes: string[] = [];
    const deletions: string[] = [];
    for (const { kind, pick, other } of history) {
      const context = await contextOf(testApp, as);
      const category = categories[pick % categories.length] ?? '';
      const change = changes[pick % (changes.length || 1)];
      const deletion = deletions[pick % (deletions.length || 1)];
      // A missing item is refused without changes.
      await (async () => {
        if (kind === 'remove') {
          const moveTo = categories[other];
          const plan = await planRemoval(context, { ids: [category], moveTo });
          deletions.push(plan.deletionId);
          await begin(await start(context, plan));
        } else if (kind === 'undo' && deletion) {
          await begin(await start(context, await planRestoring(context, deletion)));
        } else if (kind === 'stop' && change) await stopBulkChange(context, change);
        else if (kind === 'resume' && change) await resumeBatches(testApp, as, change, 1 + other);
        else if (kind === 'record') await record(category, [1, 20, 120, 5, 60][other] ?? 1);
        else if (kind === 'trash') {
          const rows = await engine.db
            .selectFrom('transactions')
            .select('id')
            .where('user_id', '=', as.id)
            .limit([1, 20, 120, 5, 250][other] ?? 1)
            .execute();
          const made = newDeletion(context.now);
          deletions.push(made.id);
          await begin(await start(context, planDeletion(batchesOf(rows.map(({ id }) => id)), made)));
        }
      })().catch((error) => {
        if (!(error instanceof DomainError)) throw error;
      });
      await expectStoredTotals(engine, as);
      expect(await countAll(as)).toBe(recorded);

      async function begin(started: Awaited<ReturnType<typeof start>>) {
        if (!('id' in started)) return;
        changes.push(started.id);
        await resumeBatches(testApp, as, started.id, other);
      }
    }
    return recorded;
  }
});
