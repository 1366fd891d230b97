import { beforeAll, describe, expect, test } from 'vitest';
import type { RestrictionRow, UserRow } from '../../../src/db/tables.ts';
import { inTransaction } from '../../../src/db/transact.ts';
import { countRestricted } from '../../../src/domain/admin/users/filter.queries.ts';
import type { UserFilter } from '../../../src/domain/admin/users/schema.ts';
import { countFound, countUsers, findUserIds } from '../../../src/domain/admin/users/users.queries.ts';
import { newId } from '../../../src/domain/id.ts';
import { STATUSES, statusOf } from '../../../src/domain/restrictions/status.ts';
import { newUser } from '../../../src/domain/users/register.ts';
import { updateUser } from '../../../src/domain/users/users.queries.ts';
import { forEachEngine } from '../../support/databases.ts';

const NOW = new Date('2026-06-15T09:00:00Z');
const PAST = '2026-06-15T08:59:59.999Z';
const FUTURE = '2026-06-15T09:00:00.001Z';

type Kind = RestrictionRow['restriction_type'];
type Given = [kind: Kind, expiresAt: string | null, isActive?: 0 | 1];

/** Restrictions of one person in order; each person appears twice, the second time closed. */
const GIVEN: Given[][] = [
  [],
  [['blocked', null]],
  [['blocked', FUTURE]],
  [['blocked', PAST]],
  [['blocked', null, 0]],
  [['other', null]],
  [['deleted', null]],
  [
    ['blocked', null],
    ['blocked', FUTURE],
  ],
  [
    ['other', null],
    ['blocked', PAST],
  ],
  [
    ['other', null],
    ['blocked', null],
  ],
  [
    ['deleted', FUTURE],
    ['blocked', null],
    ['other', null],
  ],
  [
    ['deleted', PAST],
    ['other', null],
  ],
];

const LATEST_FIRST = { sortBy: 'created_at', sortOrder: 'desc' } as const;
const PAGE = { limit: 100, offset: 0 };
const ANYWHERE = { now: NOW, isAnywhere: true, total: 1 };
const NOBODY_ELSE = { role: undefined, verified: undefined, seen: undefined };

forEachEngine((engine) => {
  const people: { user: UserRow; given: Given[] }[] = [];

  beforeAll(async () => {
    for (const [index, given] of [...GIVEN, ...GIVEN].entries()) {
      const user = newUser(new Date(NOW.getTime() - (index % 5) * 1000), {
        email: `person.${index}@example.org`,
        email_verified: 1,
        password_hash: null,
        first_name: index % 2 === 0 ? 'Noa' : 'Dana',
        last_name: index % 3 === 0 ? 'Levi' : 'Nowak',
      });
      const closed = { closed_at: NOW.toISOString(), purge_after: '2026-07-15' };
      people.push({ user: index < GIVEN.length ? user : { ...user, ...closed }, given });
    }
    await inTransaction(engine.db, async (tx) => {
      for (const { user, given } of people) {
        await tx.insertInto('users').values(user).execute();
        for (const [restriction_type, expires_at, is_active = 1] of given)
          await tx
            .insertInto('restrictions')
            .values({
              user_id: user.id,
              id: newId(NOW),
              restriction_type,
              reason: null,
              is_active,
              expires_at,
              created_at: NOW.toISOString(),
            })
            .execute();
      }
    });
  });

  const isInForce = ([, expiresAt, isActive = 1]: Given) =>
    isActive === 1 && (expiresAt === null || expiresAt > NOW.toISOString());
  const expected = (status: UserFilter['status'], words: string[], isAnywhere = false) =>
    people
      .filter(({ user, given }) => {
        const inForce = given.filter(isInForce).map(([restriction_type]) => ({ restriction_type }));
        const fields = [user.first_name, user.last_name, user.email].map((field) => field.toLowerCase());
        return (
          !user.closed_at &&
          (!status || statusOf(inForce) === status) &&
          words.every((word) =>
            fields.some((field) => (isAnywhere ? field.includes(word) : field.startsWith(word))),
          )
        );
      })
      .map(({ user }) => `${user.created_at} ${user.id}`)
      .sort()
      .reverse()
      .map((key) => key.split(' ')[1]);

  describe.each([undefined, ...STATUSES])('of status %s', (status) => {
    test.each([undefined, 'noa', 'no', 'dana lev', 'no NOA person.1', 'person. lev noa', 'eva'])(
      'searched for %s, the same people are found, counted and listed by pages',
      async (search) => {
        const filter: UserFilter = { ...NOBODY_ELSE, search, status };
        const ids = expected(status, search?.toLowerCase().split(' ') ?? []);
        const how = { now: NOW, isAnywhere: false, total: ids.length };
        expect(await findUserIds(engine.db, filter, LATEST_FIRST, how, PAGE)).toEqual(ids);
        expect(await countUsers(engine.db, filter, how)).toBe(ids.length);
        const next = await findUserIds(engine.db, filter, LATEST_FIRST, how, { limit: 2, offset: 1 });
        expect(next).toEqual(ids.slice(1, 3));
      },
    );
  });

  test.each([...STATUSES])('of status %s, whoever has a word inside their name is found', async (status) => {
    for (const search of ['oa', 'evi', 'ana evi', 'erson.1 ana']) {
      const filter: UserFilter = { ...NOBODY_ELSE, search, status };
      const ids = expected(status, search.split(' '), true);
      expect(await findUserIds(engine.db, filter, LATEST_FIRST, ANYWHERE, PAGE), search).toEqual(ids);
      expect(await countUsers(engine.db, filter, ANYWHERE)).toBe(ids.length);
      // No name or address begins with these words, as the count itself finds out.
      const { total, isAnywhere } = await countFound(engine.db, { ...filter, search }, NOW);
      expect({ total, isAnywhere }).toEqual({ total: ids.length, isAnywhere: true });
    }
  });

  test('words that somebody has at the beginning are not looked for inside names', async () => {
    for (const [search, isAnywhere] of [
      ['no', false],
      ['LEV', false],
      ['ana', true],
      ['no ana', true],
    ] as const) {
      const filter: UserFilter = { ...NOBODY_ELSE, search, status: undefined };
      const ids = expected(undefined, search.toLowerCase().split(' '), isAnywhere);
      const counted = await countFound(engine.db, { ...filter, search }, NOW);
      expect(counted, search).toEqual({ total: ids.length, isAnywhere });
    }
  });

  test('an id is found beside a word, and a new name or address in place of the old one', async () => {
    const id = people[0]?.user.id ?? '';
    const found = (search: string) =>
      findUserIds(engine.db, { ...NOBODY_ELSE, search, status: undefined }, LATEST_FIRST, ANYWHERE, PAGE);
    expect(await found(`${id} evi`)).toEqual([id]);
    expect(await found(`${id} nowak`)).toEqual([]);
    await updateUser(engine.db, id, { last_name: '100%_Mizrahi', updated_at: NOW.toISOString() });
    expect(await found(`${id} evi`)).toEqual([]);
    expect(await found('0%_miz')).toEqual([id]);
    expect(await found('0__miz')).toEqual([]);
    await updateUser(engine.db, id, { email: 'another@example.org' });
    expect([await found('nother@'), await found('erson.0@')]).toEqual([[id], []]);
  });

  test('the longest names fit into the index, and are found by their beginning', async () => {
    // Letters of four bytes, in an order that does not compress.
    const letters = (seed: number) =>
      Array.from({ length: 600 }, (_, at) =>
        String.fromCodePoint(0x20000 + (((at + seed) * 7919) % 40_000)),
      ).join('');
    const user = newUser(new Date(NOW.getTime() - 60_000), {
      email: `${'a'.repeat(64)}@${'bcdefghij.'.repeat(18)}org`,
      password_hash: null,
      first_name: letters(1),
      last_name: letters(5000),
    });
    await engine.db.insertInto('users').values(user).execute();
    const filter = { ...NOBODY_ELSE, search: [...letters(5000)].slice(10, 90).join(''), status: undefined };
    expect(await findUserIds(engine.db, filter, LATEST_FIRST, ANYWHERE, PAGE)).toEqual([user.id]);
  });

  test('everybody who is not active is counted once, by the gravest of what is in force', async () => {
    const counts = await countRestricted(engine.db, NOW);
    expect(counts).toEqual({ deleted: 2, blocked: 4, restricted: 3 });
  });
});
