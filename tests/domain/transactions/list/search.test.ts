import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded } from '../../../../src/domain/folded-text.ts';
import { forEachApp } from '../../../support/app.ts';
import { createMember, type Member, record, type Transaction } from '../../../support/members.ts';
import { pieces, texts } from './random-texts.ts';

const RUNS = { sqlite: 12, postgres: 3 };

const bodies = fc.record({
  description: texts,
  merchant_name: fc.option(texts, { nil: undefined }),
  notes: fc.option(texts, { nil: undefined }),
  amount: fc.integer({ min: 1, max: 500 }),
  type: fc.constantFrom('expense', 'income'),
  date: fc.constantFrom('2026-06-10', '2026-06-11', '2026-05-31', '2025-01-01'),
  time: fc.constantFrom('08:00', '21:30'),
});

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('create' as const), body: bodies }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        pick: fc.nat(1000),
        body: fc.record(
          {
            description: texts,
            notes: texts,
            amount: fc.nat(99).map((one) => one + 1),
            date: fc.constant('2026-06-12'),
          },
          { requiredKeys: [] },
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(1000) }) },
  ),
  { minLength: 3, maxLength: 10 },
);

forEachApp((testApp, engine) => {
  async function walk(member: Member, path: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never) {
    const there: Transaction[] = [];
    for (const step of path) {
      const place = step.kind === 'create' ? there.length : step.pick % Math.max(there.length, 1);
      const address = `/transactions/${there[place]?.type}/${there[place]?.id}`;
      if (step.kind === 'create') there.push(await record(testApp, member, step.body));
      else if (there.length === 0) continue;
      else if (step.kind === 'change') {
        const reply = await testApp.call<{ transaction: Transaction }>('PUT', address, {
          as: member,
          body: step.body,
        });
        expect(reply.status, reply.text).toBe(200);
        there[place] = reply.data.transaction;
      } else {
        expect((await testApp.call('DELETE', address, { as: member })).status).toBe(200);
        there.splice(place, 1);
      }
    }
    return there;
  }

  test('after any changes a search finds the same as a naive implementation', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(pieces, { minLength: 8, maxLength: 8 }), async (path, sought) => {
        const member = await createMember(testApp);
        const there = await walk(member, path);
        for (const piece of sought) {
          const query = new URLSearchParams({ q: piece, limit: '200' });
          const reply = await testApp.call<{ transactions: Transaction[] }>(
            'GET',
            `/transactions/search?${query}`,
            { as: member },
          );
          expect(
            reply.data.transactions.map(({ id }) => id),
            piece,
          ).toEqual(expectedIds(there, piece));
        }
      }),
      { numRuns: RUNS[engine.name] },
    );
  });

  test('another user’s text is never found', async () => {
    const [one, other] = [await createMember(testApp), await createMember(testApp)];
    await record(testApp, one, { description: 'Unheardof coffee' });
    const search = (as: Member) =>
      testApp.call<{ transactions: Transaction[] }>('GET', '/transactions/search?q=heardo', { as });
    expect((await search(one)).data.transactions).toHaveLength(1);
    expect((await search(other)).data.transactions).toEqual([]);
  });
});

function expectedIds(there: Transaction[], piece: string): string[] {
  const words = folded(piece).match(/\S+/g) ?? [];
  const place = ({ date, time, id }: Transaction) => `${date} ${time} ${id}`;
  return there
    .filter(({ description, merchant_name, notes }) => {
      const text = folded([description, merchant_name, notes].filter(Boolean).join(' '));
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => (place(one) < place(other) ? 1 : -1))
    .map(({ id }) => id);
}
