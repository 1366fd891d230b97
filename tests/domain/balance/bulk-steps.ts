import fc from 'fast-check';
import { plusDays } from '../../../src/domain/calendar.ts';
import type { TestApp } from '../../support/app.ts';
import type { Category, Member } from '../../support/members.ts';
import { type Entry, TODAY } from './entry.ts';

/** `picks` choose among the existing rows. */
export type BulkStep =
  | { kind: 'bulk-create'; items: { type: Entry['type']; minor: number; day: number; category: number }[] }
  | { kind: 'bulk-change'; picks: number[]; type?: Entry['type'] | undefined; day: number; category: number }
  | { kind: 'bulk-remove'; picks: number[] }
  | { kind: 'undo'; pick: number };

/** A deletion that can still be undone. */
export interface Deletion {
  undoId: string;
  entries: Entry[];
}

const types = fc.constantFrom<Entry['type']>('expense', 'income');
const days = fc.integer({ min: -70, max: 70 });
const categories = fc.integer({ min: -1, max: 3 });
const picks = fc.array(fc.integer({ min: -2, max: 30 }), { minLength: 1, maxLength: 12 });

export const bulkSteps: fc.Arbitrary<BulkStep> = fc.oneof(
  fc.record({
    kind: fc.constant('bulk-create' as const),
    items: fc.array(
      fc.record({
        type: types,
        minor: fc.integer({ min: -5, max: 100_000_000 }),
        day: days,
        category: categories,
      }),
      { minLength: 1, maxLength: 8 },
    ),
  }),
  fc.record({
    kind: fc.constant('bulk-change' as const),
    picks,
    type: fc.option(types, { nil: undefined }),
    day: days,
    category: categories,
  }),
  fc.record({ kind: fc.constant('bulk-remove' as const), picks }),
  fc.record({ kind: fc.constant('undo' as const), pick: fc.nat(100) }),
);

/** Performs a step through the API and on the expected ledger; updates `deletions`. */
export async function liveBulk(
  testApp: TestApp,
  as: Member,
  choices: Category[],
  step: BulkStep,
  ledger: Map<string, Entry>,
  deletions: Deletion[],
): Promise<void> {
  const post = async <Data>(path: string, body: unknown): Promise<Data> => {
    const reply = await testApp.call<Data>('POST', `/transactions/${path}`, { as, body });
    if (reply.status >= 300) throw new Error(reply.text);
    return reply.data;
  };
  if (step.kind === 'undo') {
    const [deletion] = deletions.splice(step.pick % Math.max(1, deletions.length), 1);
    if (!deletion) return;
    await post('restore', { undo_id: deletion.undoId });
    for (const entry of deletion.entries) ledger.set(entry.id, entry);
  } else if (step.kind === 'bulk-create') {
    const transactions = step.items.map(({ type, minor, day, category }) => ({
      type,
      amount: minor <= 0 ? 'nothing' : (minor / 100).toFixed(2),
      date: plusDays(TODAY, day),
      category_id: categoryOf(choices, type, category),
    }));
    const good = step.items.filter(({ minor }) => minor > 0);
    const made = await post<{ transactions: { id: string }[] }>('bulk', { transactions });
    if (made.transactions.length !== good.length) throw new Error('a good row is missing');
    good.forEach(({ type, minor, day, category }, index) => {
      const id = made.transactions[index]?.id ?? '';
      const date = plusDays(TODAY, day);
      ledger.set(id, { id, type, minor: BigInt(minor), date, category: categoryOf(choices, type, category) });
    });
  } else {
    const ids = [...ledger.keys()];
    const transactionIds = step.picks.map((pick) => ids[pick] ?? 'missing');
    const chosen = [...new Set(transactionIds)].flatMap((id) => ledger.get(id) ?? []);
    if (step.kind === 'bulk-remove') {
      const { undo_id, deleted_count } = await post<{ undo_id: string; deleted_count: number }>(
        'bulk-delete',
        { transactionIds },
      );
      if (deleted_count !== chosen.length) throw new Error(`${deleted_count} of ${chosen.length} deleted`);
      for (const { id } of chosen) ledger.delete(id);
      if (chosen.length > 0) deletions.push({ undoId: undo_id, entries: chosen });
    } else {
      const date = plusDays(TODAY, step.day);
      const [first] = chosen;
      const type = step.type ?? first?.type ?? 'expense';
      const category = categoryOf(choices, type, step.category);
      const changes = { type: step.type, date, category_id: category };
      const fitting = chosen.filter((entry) => category === null || (step.type ?? entry.type) === type);
      const { updated_count } = await post<{ updated_count: number }>('bulk-update', {
        transactionIds,
        changes,
      });
      if (updated_count !== fitting.length) throw new Error(`${updated_count} of ${fitting.length} updated`);
      for (const entry of fitting)
        ledger.set(entry.id, { ...entry, type: step.type ?? entry.type, date, category });
    }
  }
}

export function categoryOf(choices: Category[], type: Entry['type'], index: number): string | null {
  return choices.filter((category) => category.type === type)[index]?.id ?? null;
}
