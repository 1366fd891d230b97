import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachApp } from '../../support/app.ts';
import { createMember, type Member, makeCategory, record } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

type Step =
  | { kind: 'record' | 'move' | 'edit' | 'trash' | 'remove' | 'undo'; pick: number; other: number }
  | { kind: 'restore'; pick: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...(['record', 'record', 'move', 'edit', 'trash', 'restore', 'remove', 'remove', 'undo'] as const).map(
      (kind) => fc.record({ kind: fc.constant(kind), pick: fc.nat(20), other: fc.nat(4) }),
    ),
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
);

interface Removal {
  undoId: string;
  category: string;
  name: string;
}

/** The expected transaction: its category, and which deletions moved it there. */
interface Known {
  id: string;
  place: string | null;
  /** Deletions that moved it since a person chose its category, and from where. */
  moves: { removal: Removal; from: string }[];
  /** Restores it from the trash. */
  undoId: string | null;
}

const of = (kind: Exclude<Step['kind'], 'restore'>, pick = 0, other = pick): Step => ({ kind, pick, other });
const restore: Step = { kind: 'restore', pick: 0 };

/** Always tried, besides random ones; categories keep their order, and restored ones are last. */
const EXAMPLES: Step[][] = [
  // What is in the trash follows its category into others, to none, and back.
  [of('record'), of('trash'), of('remove', 0, 1), of('remove', 0, 1), restore],
  [of('record'), of('trash'), of('remove'), restore],
  [of('record'), of('trash'), of('remove', 0, 1), of('undo'), restore],
  // A person moves one, changes one, and deletes two, of which one comes back before the undo.
  [
    ...[0, 5, 10, 15].map((pick) => of('record', pick)),
    ...[of('remove', 0, 1), of('move', 0, 1), of('edit', 1), of('trash', 2), of('trash', 2)],
    ...[{ ...restore, pick: 1 }, of('undo'), restore],
  ],
  // Two merges in a row are undone in either order.
  ...[0, 1].map((first) => [
    ...[of('record'), of('record', 1), of('remove', 0, 1), of('remove', 0, 1)],
    ...[of('undo', first), of('undo')],
  ]),
  // A deletion takes back nothing that another one has moved to the same place since.
  [
    ...[of('record'), of('remove', 0, 1), of('remove')],
    ...[of('undo'), of('remove', 3), of('undo'), of('undo')],
  ],
];

const RUNS = { sqlite: 25, postgres: 5 };

forEachApp((testApp, engine) => {
  test('after any deletions, merges and undos in any order, each transaction is where a naive model has it', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const member = await createMember(testApp);
        const model = await live(member, history);
        for (const { id, place, undoId } of model)
          if (undoId === null) expect(await placeOf(member, id)).toBe(place);
        await expectStoredTotals(engine, member);
      }),
      {
        numRuns: EXAMPLES.length + RUNS[engine.name],
        examples: EXAMPLES.map((history): [Step[]] => [history]),
        endOnFailure: engine.name === 'postgres',
      },
    );
  });

  async function placeOf(as: Member, id: string): Promise<string | null> {
    const { data } = await testApp.call<{ transaction: { category_id: string | null } }>(
      'GET',
      `/transactions/${id}`,
      { as },
    );
    return data.transaction.category_id;
  }

  async function live(as: Member, history: Step[]): Promise<Known[]> {
    const categories: { id: string; name: string }[] = [];
    const known: Known[] = [];
    const removals: Removal[] = [];
    const call = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
      const { status, data, text } = await testApp.call<Data>(method, path, { as, body });
      if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
      return data;
    };
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      categories.push({ id: await makeCategory(testApp, as, name), name });
    for (const step of history) {
      const present = known.filter(({ undoId }) => undoId === null);
      const one = present[step.pick % (present.length || 1)];
      const category = categories[step.pick % (categories.length || 1)];
      if (step.kind === 'record') {
        const place = category?.id ?? null;
        const date = `2026-0${5 + (step.pick % 2)}-10`;
        const { id } = await record(testApp, as, { amount: step.pick + 1, date, category_id: place });
        known.push({ id, place, moves: [], undoId: null });
      } else if (step.kind === 'move' && one) {
        const categoryId = categories[step.other]?.id ?? null;
        await call('PUT', `/transactions/expense/${one.id}`, { categoryId });
        if (categoryId !== one.place) Object.assign(one, { place: categoryId, moves: [] });
      } else if (step.kind === 'edit' && one) {
        await call('PUT', `/transactions/expense/${one.id}`, { amount: step.pick + 5, date: '2026-06-01' });
      } else if (step.kind === 'trash' && one) {
        one.undoId = (await call<{ undo_id: string }>('DELETE', `/transactions/expense/${one.id}`)).undo_id;
      } else if (step.kind === 'restore') {
        const gone = known.filter(({ undoId }) => undoId !== null);
        const back = gone[step.pick % (gone.length || 1)];
        if (!back) continue;
        await call('POST', '/transactions/restore', { undo_id: back.undoId });
        back.undoId = null;
      } else if (step.kind === 'remove' && category) {
        const target = categories[step.other];
        const into = target && target !== category ? target.id : null;
        const path = `/categories/${category.id}${into ? `?moveTo=${into}` : ''}`;
        const { undo_id } = await call<{ undo_id: string }>('DELETE', path);
        const removal = { undoId: undo_id, category: category.id, name: category.name };
        removals.push(removal);
        categories.splice(categories.indexOf(category), 1);
        for (const each of known.filter(({ place }) => place === category.id)) {
          each.moves.push({ removal, from: category.id });
          each.place = into;
        }
      } else if (step.kind === 'undo' && removals.length > 0) {
        const [removal] = removals.splice(step.pick % removals.length, 1);
        if (!removal) continue;
        await call('POST', '/transactions/restore', { undo_id: removal.undoId });
        categories.push({ id: removal.category, name: removal.name });
        for (const each of known) {
          const index = each.moves.findIndex((move) => move.removal === removal);
          if (index < 0) continue;
          each.place = each.moves[index]?.from ?? null;
          each.moves.splice(index);
        }
      }
    }
    return known;
  }
});
