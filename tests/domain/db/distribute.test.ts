import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Columns,
  createTable,
  owner,
  type Table,
  text,
} from '../../../src/db/migrations/create-table.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { createStorage, type Storage } from '../../support/databases.ts';
import { admin } from '../../support/host.ts';
import { MIGRATED } from '../../support/postgres.ts';

/**
 * What Citus offers, so far as its rules can be told: it distributes a table whose keys lead to tables that are on every
 * node, and never twice.
 */
const CITUS = `
  create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null, beside text);
  create function bare(name text) returns regclass language plpgsql as $$ begin
    if current_setting('citus.multi_shard_modify_mode', true) is distinct from 'sequential' then
      raise exception 'cannot modify % in parallel', name; end if;
    if exists (
      select from pg_constraint where contype = 'f' and name::regclass in (conrelid, confrelid)
      and not exists (select from pg_dist_partition where logicalrelid = confrelid and partmethod = 'n')
    ) then
      raise exception '% has foreign keys', name; end if;
    return name::regclass; end $$;
  create function create_reference_table(name text) returns void language sql as
    $$ insert into pg_dist_partition values (bare(name), 'n', null) $$;
  create function create_distributed_table(name text, by text, colocate_with text) returns void language plpgsql as $$
    begin
      if by <> 'user_id' or (colocate_with <> 'none' and not exists (
        select from pg_dist_partition where logicalrelid = colocate_with::regclass and partmethod = 'h'
      )) then raise exception 'cannot colocate % with %', name, colocate_with; end if;
      insert into pg_dist_partition values (bare(name), 'h', colocate_with); end $$;
  create function truncate_local_data_after_distributing_table(name text) returns void language sql as
    $$ select bare(name) $$;
`;

let storage: Storage;
let client: pg.Client;

beforeAll(async () => {
  storage = await createStorage('postgres', MIGRATED);
  client = new pg.Client(storage.DATABASE_URL);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await storage.remove();
});

async function rowsOf(query: string): Promise<string[]> {
  return (await client.query({ text: query, rowMode: 'array' })).rows.map((row) => row.join(' '));
}

const keys = () =>
  rowsOf(
    "select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2",
  );
const distributed = () => rowsOf('select logicalrelid from pg_dist_partition order by 1');

test('what is no Citus is refused in one line', async () => {
  expect(await admin(['distribute'], storage as unknown as NodeJS.ProcessEnv)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This is PostgreSQL without Citus: .+\n$/),
  });
  const sqlite = await createStorage('sqlite');
  expect(await admin(['distribute'], { DATA_DIR: sqlite.DATA_DIR })).toMatchObject({ code: 1 });
  await sqlite.remove();
});

test('all tables of personal data are divided by their person, together, and keep every foreign key', async () => {
  const environment = { DATA_DIR: storage.DATA_DIR, DATABASE_URL: storage.DATABASE_URL };
  const before = await keys();
  expect(before.length).toBeGreaterThan(27);
  await client.query(CITUS);
  const plan = (await admin(['distribute', '--plan'], environment)).stdout.trim().split('\n');
  expect(plan.filter((line) => line.includes('drop constraint'))).toHaveLength(before.length);
  expect(plan.findLastIndex((line) => line.includes('create_'))).toBeLessThan(
    plan.findIndex((line) => line.includes('add constraint')),
  );
  expect(await distributed()).toEqual([]);
  const personal = await rowsOf(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' order by 1",
  );
  // Citus refuses a key from a table that is not distributed to one that is.
  expect(before.filter((key) => !personal.includes(key.split(' ')[0] ?? ''))).toEqual([]);
  expect(await admin(['distribute'], environment)).toMatchObject({
    code: 0,
    stdout: `${personal.length + 1} tables are distributed.\n`,
  });
  expect(new Set(await distributed())).toEqual(new Set([...personal, 'users']));
  expect(await rowsOf("select distinct beside from pg_dist_partition where beside <> 'none'")).toHaveLength(
    1,
  );
  expect(await keys()).toEqual(before);
  expect((await admin(['distribute'], environment)).stdout).toBe('All tables are distributed already.\n');
});

test('a table of a later version joins the others, and what fails changes nothing', async () => {
  const environment = { DATA_DIR: storage.DATA_DIR, DATABASE_URL: storage.DATABASE_URL };
  await client.query(
    'create table later (user_id text references users (id), id text, primary key (user_id, id), foreign key (user_id, id) references transactions (user_id, id))',
  );
  const [before, already] = [await keys(), await distributed()];
  await client.query('create rule refuse as on insert to pg_dist_partition do instead nothing');
  expect(await admin(['distribute'], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was distributed: later stayed where it was.\n'),
  });
  expect([await keys(), await distributed()]).toEqual([before, already]);
  await client.query('drop rule refuse on pg_dist_partition');
  expect((await admin(['distribute'], environment)).stdout).toBe('1 tables are distributed.\n');
  expect([await keys(), (await distributed()).length]).toEqual([before, already.length + 1]);
});

test('a table that an upgrade adds is divided like the others, with its foreign keys', async () => {
  const database = await openDatabase({
    DATA_DIR: '',
    ...(storage.DATABASE_URL && { DATABASE_URL: storage.DATABASE_URL }),
  });
  const added: Table<Columns> = {
    columns: { user_id: owner, id: text, transaction_id: text },
    primaryKey: ['user_id', 'id'],
    foreignKeys: [{ columns: ['user_id', 'transaction_id'], table: 'transactions', onDelete: 'cascade' }],
  };
  await database.db
    .transaction()
    .execute((tx) => createTable(tx as unknown as Kysely<unknown>, 'added', added));
  await database.close();
  expect(await distributed()).toContain('added');
  expect((await keys()).filter((key) => key.startsWith('added '))).toHaveLength(2);
});
