import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertRows } from '../../../src/db/insert-rows.ts';
import { forEachEngine } from '../../support/databases.ts';

const insert = insertRows('rate_limits', ['key', 'count', 'window_start'], (rows) =>
  rows.onConflict((conflict) => conflict.column('key').doNothing()).returning('key'),
);

// Awkward characters in JSON, SQL or UTF-8, including half of a surrogate pair.
const AWKWARD = [
  '\\',
  "'",
  '"',
  '{',
  '}',
  ',',
  ':',
  '$1',
  '\n',
  '\t',
  'ש',
  '🪙',
  '\u2028',
  '\ud83e',
  '\udfff',
];

const texts = fc.array(fc.constantFrom(...AWKWARD), { maxLength: 6 }).map((signs) => `k${signs.join('')}`);

const someRows = fc.uniqueArray(
  fc.record({
    key: texts,
    count: fc.nat(2 ** 31 - 1),
    window_start: fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  }),
  { selector: ({ key }) => key.toWellFormed(), maxLength: 60 },
);

forEachEngine((engine) => {
  test('any text and number is stored unchanged, half a surrogate pair as the replacement character', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, async (rows) => {
        await engine.db.deleteFrom('rate_limits').execute();
        const came = await insert(engine.db, rows);
        const wanted = rows.map((row) => ({ ...row, key: row.key.toWellFormed() }));
        expect(came.map(({ key }) => key).sort()).toEqual(wanted.map(({ key }) => key).sort());
        const stored = await engine.db.selectFrom('rate_limits').selectAll().execute();
        const byKey = new Map(stored.map((row) => [row.key, row]));
        expect(wanted.map(({ key }) => byKey.get(key))).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });

  test('existing rows stay unchanged and are not returned', async () => {
    await engine.db.deleteFrom('rate_limits').execute();
    const row = { key: 'one', count: 1, window_start: 1 };
    expect(await insert(engine.db, [row])).toEqual([{ key: 'one' }]);
    expect(await insert(engine.db, [{ ...row, count: 2 }])).toEqual([]);
    expect(await engine.db.selectFrom('rate_limits').selectAll().execute()).toEqual([row]);
  });

  test('without rows no statement is run', async () => {
    expect(await insert(engine.db, [])).toEqual([]);
  });
});
