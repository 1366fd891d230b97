import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { RECORD_LENGTH } from '../../../src/domain/search/records.ts';
import { inTransaction } from '../../../src/domain/transact.ts';
import { applyChanges } from '../../../src/domain/transactions/apply.ts';
import { createTestApp } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { createMember, type Member, record, type Transaction } from '../../support/members.ts';
import { pieces, texts } from './random-texts.ts';
import { expectedIndex, readIndex } from './written-index.ts';

const RUNS = { sqlite: 30, postgres: 6 };

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

forEachEngine((engine) => {
  const testApp = createTestApp(engine);

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

  test('after any acts the index holds exactly the words that are there, and finds what a naive search finds', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(pieces, { minLength: 8, maxLength: 8 }), async (path, sought) => {
        const member = await createMember(testApp);
        const there = await walk(member, path);
        expect(await readIndex(engine.db, member.id)).toEqual(await expectedIndex(engine.db, member.id));
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

  test('somebody else’s words are never found, and those of one who leaves go along', async () => {
    const [one, other] = [await createMember(testApp), await createMember(testApp)];
    await record(testApp, one, { description: 'Unheardof coffee' });
    const search = (as: Member) =>
      testApp.call<{ transactions: Transaction[] }>('GET', '/transactions/search?q=heardo', { as });
    expect((await search(one)).data.transactions).toHaveLength(1);
    expect((await search(other)).data.transactions).toEqual([]);
    await engine.db.deleteFrom('transactions').where('user_id', '=', one.id).execute();
    await engine.db.deleteFrom('users').where('id', '=', one.id).execute();
    expect(await readIndex(engine.db, one.id)).toEqual({ words: [], trigrams: [], postings: [], totals: [] });
  });

  test('words of an account that is gone come into no index', async () => {
    const member = await createMember(testApp);
    const { id } = await record(testApp, member, { description: 'Coffee' });
    const row = await engine.db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const gone = { ...row, user_id: newId(new Date()) };
    const applied = inTransaction(engine.db, (tx) => applyChanges(tx, [{ row: gone, sign: 1 }]));
    await expect(applied).rejects.toThrow(/foreign key/i);
    expect(await readIndex(engine.db, gone.user_id)).toEqual({
      words: [],
      trigrams: [],
      postings: [],
      totals: [],
    });
  });

  test('a transaction that is changed again and again leaves no long trace in the index', async () => {
    const member = await createMember(testApp);
    const { id, type } = await record(testApp, member, { description: 'Restless', amount: 1 });
    for (let amount = 2; amount <= 80; amount += 1) {
      const reply = await testApp.call('PUT', `/transactions/${type}/${id}`, {
        as: member,
        body: { amount },
      });
      expect(reply.status, reply.text).toBe(200);
    }
    const kept = await engine.db
      .selectFrom('search_totals')
      .selectAll()
      .where('user_id', '=', member.id)
      .execute();
    expect(kept.map(({ amount, count }) => [amount, count])).toEqual([[8000, 1]]);
    expect(kept[0]?.records.length).toBeLessThan(80 * RECORD_LENGTH);
    expect(await readIndex(engine.db, member.id)).toEqual(await expectedIndex(engine.db, member.id));
  });

  test('many who write the same new words at once leave an exact index', async () => {
    const member = await createMember(testApp);
    const written = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        record(testApp, member, { description: place % 2 ? 'alpha beta gamma' : 'gamma delta alpha' }),
      ),
    );
    await Promise.all(
      written.map(({ id, type }, place) =>
        place % 3 === 0
          ? testApp.call('DELETE', `/transactions/${type}/${id}`, { as: member })
          : testApp.call('PUT', `/transactions/${type}/${id}`, {
              as: member,
              body: { description: place % 2 ? 'delta epsilon' : 'beta' },
            }),
      ),
    );
    expect(await readIndex(engine.db, member.id)).toEqual(await expectedIndex(engine.db, member.id));
  });
});

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

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
