import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { isSqlite } from '../engine-functions.ts';
import type { Engine } from '../tables.ts';

interface Column {
  type: 'text' | 'integer' | 'bigint' | 'bytea';
  isOptional?: boolean;
  /** References the account; the row is deleted with it. */
  isOwner?: boolean;
  /** Sorted letter by letter on PostgreSQL too, whatever the language of the database is. */
  isByLetter?: boolean;
  /** The database writes it, from other columns of the row. */
  madeOf?: RawBuilder<unknown>;
}

export const text: Column = { type: 'text' };
/** A key that rows are sorted by. */
export const ordered: Column = { type: 'text', isByLetter: true };
/** Counts and flags. */
export const integer: Column = { type: 'integer' };
/** Minor units, and numbers that may exceed 32 bits. */
export const money: Column = { type: 'bigint' };
/** SQLite stores bytes under any type's name. */
export const bytes: Column = { type: 'bytea' };
/** The first column of every table of personal data. */
export const owner: Column = { type: 'text', isOwner: true };

/** A key that the database makes of other columns. */
export function madeOf(expression: RawBuilder<unknown>): Column {
  return { ...ordered, madeOf: expression };
}

export function optional(column: Column): Column {
  return { ...column, isOptional: true };
}

interface Table {
  columns: Record<string, Column>;
  primaryKey: string[];
  /** They reference the columns of the same names, and for the second one the id. */
  foreignKeys?: { columns: [string, string, ...string[]]; table: string; onDelete?: 'cascade' }[];
  check?: RawBuilder<unknown>;
  /**
   * On SQLite a table of personal data is stored in the order of its key (`WITHOUT ROWID`), so that the rows of a
   * person lie together. Not for rows many times as long as their key: each step of a lookup would compare whole rows.
   */
  clusteredOn?: Engine;
}

/** Creates a table; constraints are named after it and their columns. */
export async function createTable(db: Kysely<unknown>, name: string, table: Table): Promise<void> {
  let create: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, { type, isOptional, isOwner, isByLetter, madeOf }] of Object.entries(table.columns)) {
    const stored = isByLetter && !isSqlite(db) ? sql`text collate "C"` : type;
    create = create.addColumn(column, stored, (definition) => {
      const required = isOptional ? definition : definition.notNull();
      if (madeOf) return required.generatedAlwaysAs(madeOf).stored();
      return isOwner ? required.references('users.id').onDelete('cascade') : required;
    });
  }
  create = create.addPrimaryKeyConstraint(`${name}_key`, table.primaryKey as [string]);
  for (const { columns, table: target, onDelete } of table.foreignKeys ?? []) {
    const [owner, id, ...others] = columns;
    const constraint = `${name}_${id}`;
    create = create.addForeignKeyConstraint(constraint, columns, target, [owner, 'id', ...others], (key) =>
      onDelete ? key.onDelete(onDelete) : key,
    );
  }
  if (table.check) create = create.addCheckConstraint(`${name}_check`, table.check as RawBuilder<boolean>);
  if (table.clusteredOn === 'sqlite') create = create.modifyEnd(sql`without rowid`);
  await create.execute();
}

/** Creates an index that is not unique. */
export async function createIndex(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: string[],
): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
