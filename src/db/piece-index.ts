import { type Kysely, type RawBuilder, sql } from 'kysely';
import { contains, isSqlite, type Looking, rowOf } from './engine-functions.ts';
import type { Db } from './open.ts';

// An index of pieces of three letters, by which words are found anywhere in a text that is put together of columns.
// SQLite has it in a table of FTS5 that triggers keep; PostgreSQL has an index of lists of pieces.

/** Letters of a piece. Shorter words are looked for in every row. */
const PIECE = 3;

interface PieceIndex {
  name: string;
  table: string;
  /** Joined by spaces, they are the text. */
  columns: string[];
}

export const USER_PIECES: PieceIndex = {
  name: 'user_pieces',
  table: 'users',
  columns: ['first_key', 'last_key', 'email_key'],
};

/** Creates an index of pieces. */
export async function createPieceIndex(db: Kysely<unknown>, of: PieceIndex): Promise<void> {
  const index = sql.table(of.name);
  const table = sql.table(of.table);
  if (!isSqlite(db)) {
    await sql`create index ${index} on ${table} using gin ((${piecesOf(of)}))`.execute(db);
    return;
  }
  await sql`create virtual table ${index} using fts5(words, content = '', contentless_delete = 1, tokenize = 'trigram')`.execute(
    db,
  );
  const add = sql`insert into ${index} (rowid, words) values (new.rowid, ${joined(of, 'new.')});`;
  const remove = sql`delete from ${index} where rowid = old.rowid;`;
  const trigger = (event: string) => sql.ref(`${of.name}_${event}`);
  await sql`create trigger ${trigger('added')} after insert on ${table} begin ${add} end`.execute(db);
  await sql`create trigger ${trigger('removed')} after delete on ${table} begin ${remove} end`.execute(db);
  await sql`create trigger ${trigger('changed')} after update of ${sql.join(of.columns.map(sql.ref))} on ${table}
    begin ${remove} ${add} end`.execute(db);
}

/** Whether a text contains all of some words. The index intersects what has their pieces before a row is read. */
export function containsAll(
  db: Db,
  of: PieceIndex,
  words: readonly string[],
  looking: Looking,
): RawBuilder<boolean> {
  const text = textOf(of);
  const asked = (some: readonly string[]) => some.map((word) => contains(db, text, word));
  const long = words.filter(isLong);
  if (long.length === 0 || looking === 'asked') return all(asked(words));
  if (isSqlite(db))
    return all([hasPhrases(of, long, looking), ...asked(words.filter((word) => !isLong(word)))]);
  if (looking === 'walked') return all(asked(words));
  const pieces = new Set(long.flatMap(cut));
  return all([sql`${piecesOf(of)} @> ${[...pieces]}::text[]`, ...asked(words)]);
}

/**
 * Whether, for each of several words, one of the conditions holds that `conditionsOf` gives for it: those of a text that
 * can only hold where it contains the word. SQLite, which joins indexes slowly, finds several words by their pieces.
 */
export function foundByAll(
  db: Db,
  of: PieceIndex,
  words: readonly string[],
  conditionsOf: (word: string) => RawBuilder<boolean>[],
  looking: Looking,
): RawBuilder<boolean> {
  const long = isSqlite(db) && looking !== 'asked' ? words.filter(isLong) : [];
  const isIntersected = (word: string) => long.length > 1 && long.includes(word);
  const conditions = words.map((word) =>
    foundByAny(db, of.table, conditionsOf(word), isIntersected(word) ? 'asked' : looking),
  );
  return all(long.length > 1 ? [hasPhrases(of, long, looking), ...conditions] : conditions);
}

/**
 * Whether one of several conditions holds, each of which an index answers. SQLite would read every row that one of them
 * finds; this way it reads the indexes alone, also of several such conditions that have to hold together.
 */
function foundByAny(
  db: Db,
  table: string,
  conditions: RawBuilder<boolean>[],
  looking: Looking,
): RawBuilder<boolean> {
  const either = sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  if (!isSqlite(db)) return either;
  if (looking === 'asked') return sql`${either} is true`;
  const found = conditions.map((condition) => sql`select rowid from ${sql.table(table)} where ${condition}`);
  return sql`${rowOf(table, looking)} in (${sql.join(found, sql` union all `)})`;
}

function hasPhrases(
  { name, table }: PieceIndex,
  words: readonly string[],
  looking: Looking,
): RawBuilder<boolean> {
  const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return sql`${rowOf(table, looking)} in
    (select rowid from ${sql.table(name)} where ${sql.ref(name)} match ${phrases})`;
}

const all = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

const isLong = (word: string) => [...word].length >= PIECE;

function cut(word: string): string[] {
  const letters = [...word];
  return letters.slice(PIECE - 1).map((_, at) => letters.slice(at, at + PIECE).join(''));
}

function joined({ columns }: PieceIndex, row = ''): RawBuilder<unknown> {
  return sql.join(
    columns.map((column) => sql.ref(`${row}${column}`)),
    sql` || ' ' || `,
  );
}

const textOf = (of: PieceIndex) => joined(of);

// PostgreSQL: cut three times, from the first, the second and the third letter on. An index answers for the very
// expression that it was made with.
function piecesOf(of: PieceIndex): RawBuilder<unknown> {
  const text = textOf(of);
  const cutFrom = (part: RawBuilder<unknown>) => sql`regexp_replace(${part}, '...', '\\&' || chr(10), 'g')`;
  return sql`string_to_array(${cutFrom(text)} || chr(10) || ${cutFrom(sql`substr(${text}, 2)`)}
    || chr(10) || ${cutFrom(sql`substr(${text}, 3)`)}, chr(10))`;
}
