import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../open.ts';

interface Column {
  type: 'text' | 'integer' | 'bigint' | 'bytea';
  isOptional?: boolean;
  /** References the account; the row is deleted with it. */
  isOwner?: boolean;
}

export const text: Column = { type: 'text' };
/** Counts and flags. */
export const integer: Column = { type: 'integer' };
/** Minor units, and numbers that may exceed 32 bits. */
export const money: Column = { type: 'bigint' };
/** SQLite stores bytes under any type's name. */
export const bytes: Column = { type: 'bytea' };
/** The first column of every table of personal data. */
export const owner: Column = { type: 'text', isOwner: true };

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
  for (const [column, { type, isOptional, isOwner }] of Object.entries(table.columns)) {
    create = create.addColumn(column, type, (definition) => {
      const required = isOptional ? definition : definition.notNull();
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

/**
 * Creates the index by which `startsWith` finds a column: in lower case, and letter by letter, whatever the order of
 * the database's language is.
 */
export async function createPrefixIndex(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  column: string,
): Promise<void> {
  const key = sql`lower(${sql.ref(column)})`;
  const expression = engine === 'sqlite' ? key : sql`(${key}) collate "C"`;
  await sql`create index ${sql.ref(`${table}_by_${column}_prefix`)} on ${sql.table(table)} (${expression})`.execute(
    db,
  );
}

/**
 * Creates an index with a text in it, in which `contains` then looks instead of in whole rows. PostgreSQL has none: it
 * does not read expressions out of an index.
 */
export async function createTextIndex(
  db: Kysely<unknown>,
  engine: Engine,
  name: string,
  table: string,
  text: RawBuilder<unknown>,
): Promise<void> {
  if (engine === 'postgres') return;
  await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${text}, id)`.execute(db);
}

/**
 * Creates the index by which `containsPiece` finds a text that is put together of columns: by its pieces of three
 * letters. SQLite has it in a table that its triggers keep; on PostgreSQL it is a list of pieces, cut out of the text
 * three times, from the first, the second and the third letter on.
 */
export async function createPieceIndex(
  db: Kysely<unknown>,
  engine: Engine,
  name: string,
  table: string,
  columns: string[],
): Promise<void> {
  const index = sql.table(name);
  const on = sql.table(table);
  const textOf = (row: string) =>
    sql.join(
      columns.map((column) => sql.ref(`${row}.${column}`)),
      sql` || ' ' || `,
    );
  if (engine === 'postgres') {
    const text = sql`lower(${sql.join(columns.map(sql.ref), sql` || ' ' || `)})`;
    const cut = (from: RawBuilder<unknown>) => sql`regexp_replace(${from}, '...', '\\&' || chr(10), 'g')`;
    const pieces = sql`string_to_array(${cut(text)} || chr(10) || ${cut(sql`substr(${text}, 2)`)}
      || chr(10) || ${cut(sql`substr(${text}, 3)`)}, chr(10))`;
    await sql`create index ${index} on ${on} using gin ((${pieces}))`.execute(db);
    return;
  }
  await sql`create virtual table ${index} using fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram')`.execute(
    db,
  );
  const add = sql`insert into ${index} (rowid, words) values (new.rowid, ${textOf('new')});`;
  const remove = sql`delete from ${index} where rowid = old.rowid;`;
  const trigger = (event: string) => sql.ref(`${name}_${event}`);
  await sql`create trigger ${trigger('added')} after insert on ${on} begin ${add} end`.execute(db);
  await sql`create trigger ${trigger('removed')} after delete on ${on} begin ${remove} end`.execute(db);
  await sql`create trigger ${trigger('changed')} after update of ${sql.join(columns.map(sql.ref))} on ${on}
    begin ${remove} ${add} end`.execute(db);
}
