import {
  type CreateTableBuilder,
  type ForeignKeyConstraintBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import { isSqlite } from '../engine-functions.ts';

interface Column {
  type: 'text' | 'integer' | 'bigint' | 'bytea';
  isOptional?: boolean;
  /** References the account; the row is deleted with it. */
  isOwner?: boolean;
  /** Sorted by code point on PostgreSQL too, whatever the language of the database. */
  isByLetter?: boolean;
  /** The database computes it from other columns of the row. */
  madeOf?: RawBuilder<unknown>;
}

export type Columns = Record<string, Column>;

export const text: Column = { type: 'text' };
export const ordered: Column = { type: 'text', isByLetter: true };
/** For counts and flags. */
export const integer: Column = { type: 'integer' };
/** For minor units, and numbers that may exceed 32 bits. */
export const money: Column = { type: 'bigint' };
/** SQLite accepts bytes in a column of any type. */
export const bytes: Column = { type: 'bytea' };
/** The first column of every table of personal data. */
export const owner: Column = { type: 'text', isOwner: true };

/** The names are for the reader: the database stores any text. */
export function oneOf(..._values: string[]): Column {
  return text;
}

export function madeOf(expression: RawBuilder<unknown>): Column {
  return { type: 'text', isByLetter: true, madeOf: expression };
}

export function optional(column: Column): Column {
  return { ...column, isOptional: true };
}

interface Index<Name> {
  columns: Name[];
  isUnique: boolean;
  where?: RawBuilder<unknown>;
}

export function index<Name extends string>(...columns: Name[]): Index<Name> {
  return { columns, isUnique: false };
}

export function unique<Name extends string>(...columns: Name[]): Index<Name> {
  return { columns, isUnique: true };
}

export interface Table<Held extends Columns, Name = keyof Held & string> {
  columns: Held;
  primaryKey: Name[];
  /** They reference the columns of the same names, and `id` for the second column. */
  foreignKeys?: { columns: readonly [Name, Name, ...Name[]]; table: string; onDelete?: 'cascade' }[];
  indexes?: Record<string, Index<Name>>;
  check?: RawBuilder<unknown>;
  /**
   * On SQLite, stores rows in the order of the key (`WITHOUT ROWID`), so that a person's rows are adjacent. Not for
   * rows much longer than their key, because each step of a lookup would compare whole rows.
   */
  isClustered?: boolean;
}

/** Lets TypeScript check the names of columns in keys. */
export function table<Held extends Columns>(definition: Table<Held>): Table<Held> {
  return definition;
}

/** A table that Citus has divided by person; null where none is. */
async function distributedTable(db: Kysely<unknown>): Promise<string | null> {
  if (isSqlite(db)) return null;
  const citus = await sql<{
    is_there: boolean;
  }>`select to_regclass('pg_dist_partition') is not null as is_there`.execute(db);
  if (!citus.rows[0]?.is_there) return null;
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where partmethod = 'h' limit 1
  `.execute(db);
  return rows[0]?.name ?? null;
}

// Citus refuses foreign keys from a table that is not distributed to one that is.
async function distributeBeside(db: Kysely<unknown>, name: string, neighbour: string): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(db);
  await sql`select create_distributed_table(${name}, 'user_id', colocate_with => ${neighbour})`.execute(db);
}

export async function createTable(
  db: Kysely<unknown>,
  name: string,
  { columns, primaryKey, foreignKeys = [], indexes = {}, check, isClustered }: Table<Columns>,
): Promise<void> {
  const neighbour = 'user_id' in columns ? await distributedTable(db) : null;
  let create: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, { type, isOptional, isOwner, isByLetter, madeOf }] of Object.entries(columns)) {
    const stored = isByLetter && !isSqlite(db) ? sql`text collate "C"` : type;
    create = create.addColumn(column, stored, (definition) => {
      const required = isOptional ? definition : definition.notNull();
      if (madeOf) return required.generatedAlwaysAs(madeOf).stored();
      return isOwner ? required.references('users.id').onDelete('cascade') : required;
    });
  }
  create = create.addPrimaryKeyConstraint(`${name}_key`, primaryKey as [string]);
  const keys = foreignKeys.map(({ columns, table: target, onDelete }) => {
    const [owner, id, ...others] = columns;
    const build = (key: ForeignKeyConstraintBuilder) => (onDelete ? key.onDelete(onDelete) : key);
    const own: string[] = [...columns];
    const theirs: string[] = [owner, 'id', ...others];
    return [`${name}_${id}`, own, target, theirs, build] as const;
  });
  if (!neighbour)
    for (const [named, own, ...rest] of keys) create = create.addForeignKeyConstraint(named, own, ...rest);
  if (check) create = create.addCheckConstraint(`${name}_check`, check as RawBuilder<boolean>);
  if (isClustered && isSqlite(db)) create = create.modifyEnd(sql`without rowid`);
  await create.execute();
  if (neighbour) {
    await distributeBeside(db, name, neighbour);
    for (const key of keys)
      await db.schema
        .alterTable(name)
        .addForeignKeyConstraint(...key)
        .execute();
  }
  for (const [indexName, { columns, isUnique, where }] of Object.entries(indexes)) {
    let creation = db.schema.createIndex(indexName).on(name).columns(columns);
    if (isUnique) creation = creation.unique();
    if (where) creation = creation.where(where as RawBuilder<boolean>);
    await creation.execute();
  }
}
