import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { type EngineUnderTest, forEachEngine, OF_NOBODY } from '../../support/databases.ts';

/** All other tables must have `user_id`, first in every key. */
const SHARED = ['users', ...OF_NOBODY];

/** Tables whose rows are too long for SQLite to look up without row numbers. */
const LONG = [
  'profile_pictures',
  'idempotency_keys',
  'long_work_batches',
  'not_duplicates',
  'bank_import_files',
  'bank_import_rows',
  'bank_mappings',
  'known_bank_rows',
  'reminder_mails',
];

interface Key {
  table: string;
  name: string;
  kind: 'primary' | 'unique' | 'foreign';
  columns: string[];
  to?: string;
}

interface Catalogue {
  columns: Map<string, string[]>;
  keys: Key[];
  withoutRowId: string[];
}

const READERS = { sqlite: readSqlite, postgres: readPostgres };

forEachEngine((engine) => {
  test('every table is either shared, by name, or has a person as its first column', async () => {
    const { columns } = await READERS[engine.name](engine);
    expect(columns.size).toBeGreaterThan(10);
    for (const [table, names] of columns) {
      if (!SHARED.includes(table)) expect(names[0], table).toBe('user_id');
    }
    for (const table of SHARED) expect(columns.get(table), table).not.toContain('user_id');
  });

  test('the types of the tables name the columns of the database, in its order', async () => {
    const { columns } = await READERS[engine.name](engine);
    const named = [...columns].filter(([table]) => !table.startsWith('kysely_'));
    expect(Object.fromEntries(named)).toEqual(typedColumns());
  });

  test('every key of a table of personal data starts with user_id, and each has a primary key', async () => {
    const { columns, keys } = await READERS[engine.name](engine);
    const owned = [...columns.keys()].filter((table) => !SHARED.includes(table));
    for (const key of keys.filter(({ table }) => owned.includes(table))) {
      expect(key.columns[0], `${key.kind} key ${key.name} of ${key.table}`).toBe('user_id');
    }
    for (const table of owned) {
      expect(
        keys.some((key) => key.table === table && key.kind === 'primary'),
        table,
      ).toBe(true);
    }
  });

  test('every table of personal data references the account, and is deleted with it', async () => {
    const { columns, keys } = await READERS[engine.name](engine);
    const leadsTo = (table: string): string[] =>
      keys.filter((key) => key.kind === 'foreign' && key.table === table).map(({ to = '' }) => to);
    for (const table of [...columns.keys()].filter((name) => !SHARED.includes(name))) {
      const reached = [...leadsTo(table), ...leadsTo(table).flatMap(leadsTo)];
      expect(reached, table).toContain('users');
    }
  });

  test('a row cannot reference another user’s row', async () => {
    const { keys } = await READERS[engine.name](engine);
    const composite = keys.filter(({ kind, to }) => kind === 'foreign' && to !== 'users');
    expect(composite.length).toBeGreaterThan(0);
    for (const key of composite) expect(key.columns.length, `${key.table} → ${key.to}`).toBeGreaterThan(1);
  });

  test('no table uses what a database distributed by user_id lacks: triggers, or keys that delete sets to null', async () => {
    expect(await TRIGGERS[engine.name](engine)).toEqual([]);
    expect(new Set(await DELETE_RULES[engine.name](engine))).toEqual(new Set(['CASCADE', 'NO ACTION']));
  });

  if (engine.name === 'sqlite') {
    test('the rows of a person are stored together, except for long ones', async () => {
      const { columns, withoutRowId } = await readSqlite(engine);
      expect(withoutRowId.sort()).toEqual(
        [...columns.keys()].filter((table) => ![...SHARED, ...LONG].includes(table)).sort(),
      );
    });
  }

  test('money is a whole number in the database', async () => {
    const wide = { sqlite: ['bigint', 'integer'], postgres: ['bigint'] }[engine.name];
    for (const table of ['transactions', 'daily_totals', 'monthly_totals', 'monthly_facets'] as const) {
      const tables = await engine.db.introspection.getTables();
      const amount = tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === 'amount');
      expect(wide).toContain(amount?.dataType.toLowerCase().replace('int8', 'bigint'));
    }
  });
});

/** The columns that `Tables` of `src/db/tables.ts` declares. */
function typedColumns(): Record<string, string[]> {
  const path = 'src/db/tables.ts';
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const tables = file.statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'Tables');
  const members = (node: ts.TypeElement) =>
    ts.isPropertySignature(node) && node.type && ts.isTypeLiteralNode(node.type) ? node.type.members : [];
  const nameOf = ({ name }: ts.TypeElement) => (name && ts.isIdentifier(name) ? name.text : '');
  return Object.fromEntries(
    tables?.members.map((table) => [nameOf(table), members(table).map(nameOf)]) ?? [],
  );
}

const TRIGGERS = {
  async sqlite({ db }: EngineUnderTest): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'trigger'
    `.execute(db);
    return rows.map(({ name }) => name);
  },
  async postgres({ db }: EngineUnderTest): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select tgname as name from pg_trigger where not tgisinternal
    `.execute(db);
    return rows.map(({ name }) => name);
  },
};

/** As in SQL. */
const DELETE_RULES = {
  async sqlite({ db }: EngineUnderTest): Promise<string[]> {
    const { rows } = await sql<{ rule: string }>`
      select key.on_delete as rule from pragma_table_list as tables, pragma_foreign_key_list(tables.name) as key
      where tables.schema = 'main'
    `.execute(db);
    return rows.map(({ rule }) => rule);
  },
  async postgres({ db }: EngineUnderTest): Promise<string[]> {
    const { rows } = await sql<{ rule: string }>`
      select delete_rule as rule from information_schema.referential_constraints
    `.execute(db);
    return rows.map(({ rule }) => rule);
  },
};

async function readSqlite({ db }: EngineUnderTest): Promise<Catalogue> {
  const tables = await sql<{ name: string; wr: number }>`
    select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
  `.execute(db);
  const columns = new Map<string, string[]>();
  const keys: Key[] = [];
  for (const { name: table } of tables.rows) {
    const info = await sql<{
      name: string;
      pk: number;
    }>`select name, pk from pragma_table_info(${table})`.execute(db);
    columns.set(
      table,
      info.rows.map(({ name }) => name),
    );
    const primary = info.rows.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    if (primary.length > 0) {
      keys.push({ table, name: 'primary', kind: 'primary', columns: primary.map(({ name }) => name) });
    }
    const indexes = await sql<{ name: string }>`
      select name from pragma_index_list(${table}) where "unique" = 1
    `.execute(db);
    for (const { name } of indexes.rows) {
      const parts = await sql<{
        name: string;
      }>`select name from pragma_index_info(${name}) order by seqno`.execute(db);
      keys.push({ table, name, kind: 'unique', columns: parts.rows.map((part) => part.name) });
    }
    const foreign = await sql<{ id: number; to_table: string; from_column: string }>`
      select id, "table" as to_table, "from" as from_column from pragma_foreign_key_list(${table}) order by id, seq
    `.execute(db);
    for (const id of new Set(foreign.rows.map((row) => row.id))) {
      const parts = foreign.rows.filter((row) => row.id === id);
      const [first] = parts;
      keys.push({
        table,
        name: `foreign ${id}`,
        kind: 'foreign',
        columns: parts.map((part) => part.from_column),
        to: first?.to_table ?? '',
      });
    }
  }
  return { columns, keys, withoutRowId: tables.rows.filter(({ wr }) => wr === 1).map(({ name }) => name) };
}

async function readPostgres({ db }: EngineUnderTest): Promise<Catalogue> {
  const found = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' order by table_name, ordinal_position
  `.execute(db);
  const columns = new Map<string, string[]>();
  for (const { table_name, column_name } of found.rows) {
    columns.set(table_name, [...(columns.get(table_name) ?? []), column_name]);
  }
  const constraints = await sql<{
    table: string;
    name: string;
    kind: 'p' | 'f';
    columns: string[];
    to: string | null;
  }>`
    select source.relname as table, conname as name, contype as kind, target.relname as to,
      array(select attname::text from unnest(conkey) with ordinality as part(number, place)
        join pg_attribute on attrelid = conrelid and attnum = part.number order by place) as columns
    from pg_constraint
    join pg_class source on source.oid = conrelid
    left join pg_class target on target.oid = confrelid
    where contype in ('p', 'f') and connamespace = 'public'::regnamespace
  `.execute(db);
  const indexes = await sql<{ table: string; name: string; columns: string[] }>`
    select source.relname as table, unique_index.relname as name,
      array(select attname::text from unnest(indkey) with ordinality as part(number, place)
        join pg_attribute on attrelid = indrelid and attnum = part.number order by place) as columns
    from pg_index
    join pg_class source on source.oid = indrelid
    join pg_class unique_index on unique_index.oid = indexrelid
    where indisunique and source.relnamespace = 'public'::regnamespace
  `.execute(db);
  return {
    columns,
    keys: [
      ...constraints.rows.map(({ kind, to, ...rest }) => ({
        ...rest,
        kind: kind === 'p' ? ('primary' as const) : ('foreign' as const),
        to: to ?? '',
      })),
      ...indexes.rows.map((row) => ({ ...row, kind: 'unique' as const })),
    ],
    withoutRowId: [],
  };
}
