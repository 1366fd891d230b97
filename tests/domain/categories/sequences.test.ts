import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachApp } from '../../support/app.ts';
import {
  type Category,
  categoriesOf,
  createMember,
  type Member,
  makeCategory,
  record,
} from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

type Step =
  | { kind: 'record'; category: number; minor: number; day: number }
  | { kind: 'create'; type: Category['type'] }
  | { kind: 'remove'; category: number; into: number | undefined }
  | { kind: 'archive' | 'restore'; category: number };

const picks = fc.nat(3);
const types = fc.constantFrom<Category['type']>('expense', 'income');

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('record' as const),
        category: picks,
        minor: fc.integer({ min: 1, max: 100_000_000 }),
        day: fc.integer({ min: 0, max: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), type: types }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('remove' as const),
        category: picks,
        into: fc.option(picks, { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('archive' as const, 'restore' as const),
        category: picks,
      }),
    },
  ),
  { minLength: 8, maxLength: 30, size: 'max' },
);

const RUNS = { sqlite: 25, postgres: 5 };

interface Known {
  id: string;
  type: Category['type'];
  isDefault: boolean;
  isHidden: boolean;
}

forEachApp((testApp, engine) => {
  test('after any moves, merges, deletions and hiding, totals equal the sums of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const member = await createMember(testApp);
        const life = await live(member, history);
        await expectStoredTotals(engine, member);
        await expectCounts(member, life);
      }),
      { numRuns: RUNS[engine.name], endOnFailure: engine.name === 'postgres' },
    );
  });

  async function live(member: Member, history: Step[]) {
    const known: Known[] = (await categoriesOf(testApp, member))
      .filter((_, index) => index % 14 === 0)
      .map(({ id, type }) => ({ id, type, isDefault: true, isHidden: false }));
    const places: (string | null)[] = [];
    for (const [index, step] of history.entries()) {
      if (step.kind === 'create') {
        known.push({
          id: await create(member, step.type, index),
          type: step.type,
          isDefault: false,
          isHidden: false,
        });
        continue;
      }
      const chosen = known[step.category % known.length] as Known;
      if (step.kind === 'remove') await remove(member, known, chosen, step.into, places);
      else if (step.kind === 'record') await recordIn(member, chosen, step, places);
      else await archiveOrRestore(member, chosen, step.kind);
    }
    return { known, places };
  }

  const create = (member: Member, type: Category['type'], index: number) =>
    makeCategory(testApp, member, `Own ${index}`, { type });

  async function recordIn(
    member: Member,
    { id, type, isHidden }: Known,
    { minor, day }: Step & { kind: 'record' },
    places: (string | null)[],
  ): Promise<void> {
    const category = isHidden ? null : id;
    // Few days, so that moved transactions fall on days with others.
    const date = `2026-0${5 + (day % 2)}-1${day >> 1}`;
    const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
    await record(testApp, member, { type, amount, date, category_id: category });
    places.push(category);
  }

  async function remove(
    member: Member,
    known: Known[],
    chosen: Known,
    into: number | undefined,
    places: (string | null)[],
  ): Promise<void> {
    const target = into === undefined ? undefined : (known[into % known.length] as Known);
    const path = `/categories/${chosen.id}${target ? `?moveTo=${target.id}` : ''}`;
    const reply = await testApp.call<{ moved_count: number }>('DELETE', path, { as: member });
    const isMissing = chosen.isHidden || (target !== chosen && target?.isHidden);
    const isUnfit = target && (target === chosen || target.type !== chosen.type);
    if (isMissing || isUnfit) {
      expect(reply.status).toBe(isMissing ? 404 : 400);
      return;
    }
    expect(reply.status).toBe(200);
    expect(reply.data.moved_count).toBe(places.filter((place) => place === chosen.id).length);
    for (const [index, place] of places.entries()) {
      if (place === chosen.id) places[index] = target?.id ?? null;
    }
    if (chosen.isDefault) chosen.isHidden = true;
    else known.splice(known.indexOf(chosen), 1);
  }

  async function archiveOrRestore(member: Member, chosen: Known, kind: 'archive' | 'restore'): Promise<void> {
    const body = { is_archived: kind === 'archive' };
    const { status } = await testApp.call('PUT', `/categories/${chosen.id}`, { as: member, body });
    expect(status).toBe(chosen.isHidden && kind === 'archive' ? 404 : 200);
    if (kind === 'restore') chosen.isHidden = false;
  }

  async function expectCounts(
    member: Member,
    { known, places }: { known: Known[]; places: (string | null)[] },
  ): Promise<void> {
    const { data } = await testApp.call<{ categories: { id: string; transaction_count: number }[] }>(
      'GET',
      '/categories?archived=true&hidden=true',
      { as: member },
    );
    const counts = new Map(data.categories.map(({ id, transaction_count }) => [id, transaction_count]));
    for (const { id } of known) {
      expect(counts.get(id)).toBe(places.filter((place) => place === id).length);
    }
    const none = await testApp.call<{ pagination: { total: number } }>(
      'GET',
      '/transactions?status=any&category=none',
      { as: member },
    );
    expect(none.data.pagination.total).toBe(places.filter((place) => place === null).length);
  }

  test('a transaction recorded while its category is removed is neither lost nor counted twice', async () => {
    for (const isDefault of [false, true]) {
      const member = await createMember(testApp);
      const [other, standard] = await categoriesOf(testApp, member);
      const goes = isDefault ? (standard?.id ?? '') : await create(member, 'expense', 0);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          index === 6
            ? testApp.call('DELETE', `/categories/${goes}?moveTo=${other?.id}`, { as: member })
            : testApp.call('POST', '/transactions/expense', {
                as: member,
                body: { amount: index + 1, categoryId: goes, date: '2026-06-10' },
              }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses[6]).toBe(200);
      for (const status of statuses) expect([200, 201, 404]).toContain(status);
      await expectStoredTotals(engine, member);
    }
  });
});
