import { beforeAll, expect, test } from 'vitest';
import type { UserRow } from '../../../src/db/tables.ts';
import { inTransaction } from '../../../src/db/transact.ts';
import { deleteUser, updateUser } from '../../../src/domain/accounts/accounts.queries.ts';
import { newUser } from '../../../src/domain/accounts/register.ts';
import { countUsers, findUserIds } from '../../../src/domain/admin/users/users.queries.ts';
import { forEachEngine } from '../../support/databases.ts';

const NOW = new Date('2026-06-15T09:00:00Z');
const LATEST_FIRST = { sortBy: 'created_at', sortOrder: 'desc' } as const;
const ANYBODY = { role: undefined, status: undefined, verified: undefined, seen: undefined };

/** First name, last name and mailbox, the latest person first. */
const PEOPLE: [first: string, last: string, mailbox: string][] = [
  ['Ada', 'Kovalevskaya', 'ada'],
  ['Noa', 'Friedman', 'noa.f'],
  ['יעל', 'ברק־שמעוני', 'yael'],
  ['Zoë', 'Ångström', 'zoe'],
  ['Ann', `O"Brien*`, 'ann'],
  ['Abcd', 'Xbcde', 'pieces'],
  ['Rico', '100%_sure', 'rico'],
  ['🦊🦊🦊', 'Foxes', 'fox'],
];

forEachEngine((engine) => {
  const ids: string[] = [];

  beforeAll(async () => {
    await inTransaction(engine.db, async (tx) => {
      for (const [index, [first_name, last_name, mailbox]] of PEOPLE.entries()) {
        const user: UserRow = newUser(new Date(NOW.getTime() - index * 1000), {
          email: `${mailbox}@example.org`,
          password_hash: null,
          first_name,
          last_name,
        });
        ids.push(user.id);
        await tx.insertInto('users').values(user).execute();
      }
    });
  });

  async function found(search: string): Promise<number[]> {
    const filter = { ...ANYBODY, search };
    const how = { now: NOW, isAnywhere: true };
    const page = { limit: 100, offset: 0 };
    const matches = await findUserIds(engine.db, filter, LATEST_FIRST, how, page);
    expect(await countUsers(engine.db, filter, how)).toBe(matches.length);
    return matches.map((id) => ids.indexOf(id));
  }

  test.each([
    ['valevsk', [0]],
    ['VALEVSK', [0]],
    ['iedm', [1]],
    ['ied oa', [1]],
    ['iedm noa.', [1]],
    ['iedm valevsk', []],
    ['שמעוני', [2]],
    ['רק־', [2]],
    ['gstr', [3]],
    ['ÅNGSTR', [3]],
    ['o"br', [4]],
    ['O״br', [4]],
    ['angstrom', [3]],
    ['רק-ש', [2]],
    ['rien*', [4]],
    ['bcdx', []],
    ['bcd', [5]],
    ['abcde', []],
    ['0%_s', [6]],
    ['0__s', []],
    ['🦊🦊', [7]],
    ['🦊🦊🦊', [7]],
    ['mple.org', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['mple.org fox', [7]],
    ['or near', []],
    ['e', [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('%s is found inside names and addresses, and nowhere else', async (search, places) => {
    expect(await found(search)).toEqual(places);
  });

  test('an id is found beside a word inside the name', async () => {
    expect(await found(`${ids[1]} iedm`)).toEqual([1]);
    expect(await found(`${ids[1]} valevsk`)).toEqual([]);
  });

  test('whoever changes their name or address is found by the new ones, and whoever is gone by none', async () => {
    await updateUser(engine.db, ids[1] ?? '', { last_name: 'Mizrahi', updated_at: NOW.toISOString() });
    expect(await found('iedm')).toEqual([]);
    expect(await found('izrah')).toEqual([1]);
    await updateUser(engine.db, ids[1] ?? '', { email: 'another@example.org' });
    expect(await found('nother@')).toEqual([1]);
    expect(await found('oa.f')).toEqual([]);
    await inTransaction(engine.db, (tx) => deleteUser(tx, ids[7] ?? ''));
    expect(await found('🦊🦊🦊')).toEqual([]);
  });

  test('the longest names fit into the index, and are found by their beginning', async () => {
    // Letters of four bytes, in an order that does not compress.
    const name = (seed: number) =>
      Array.from({ length: 600 }, (_, at) =>
        String.fromCodePoint(0x20000 + (((at + seed) * 7919) % 40_000)),
      ).join('');
    const user = newUser(new Date(NOW.getTime() - 60_000), {
      email: `${'a'.repeat(64)}@${'bcdefghij.'.repeat(18)}org`,
      password_hash: null,
      first_name: name(1),
      last_name: name(5000),
    });
    await inTransaction(engine.db, (tx) => tx.insertInto('users').values(user).execute());
    const filter = { ...ANYBODY, search: [...name(5000)].slice(10, 90).join('') };
    const page = { limit: 10, offset: 0 };
    const how = { now: NOW, isAnywhere: true };
    expect(await findUserIds(engine.db, filter, LATEST_FIRST, how, page)).toEqual([user.id]);
    await inTransaction(engine.db, (tx) => deleteUser(tx, user.id));
  });
});
