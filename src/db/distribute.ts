import pg, { escapeIdentifier, escapeLiteral } from 'pg';
import { DatabaseError, openDatabase, reasonOf } from './open.ts';

/** What is distributed, by the catalogue of Citus (docs.citusdata.com). */
interface Distribution {
  /** Not distributed yet: those with a `user_id`, in the order of their names. */
  local: string[];
  /** One that is distributed, to which others are colocated. */
  anchor: string | null;
  isUsersReference: boolean;
}

interface ForeignKey {
  table: string;
  to: string;
  name: string;
  /** As `pg_get_constraintdef` writes it. */
  definition: string;
}

const USERS = 'users';
const OWNER = 'user_id';

/**
 * The statements that spread the tables over the nodes of Citus: `users` is on all of them, each table of personal data
 * is divided by its person, so that all rows of one person are on one node and every foreign key stays there. The keys
 * are dropped before and added after, in the order that Citus accepts: first those to `users`. Both are empty if all is
 * done.
 */
async function planDistribution(client: pg.ClientBase): Promise<{ tables: string[]; statements: string[] }> {
  const { local, anchor, isUsersReference } = await readDistribution(client);
  const moved = new Set([...local, ...(isUsersReference ? [] : [USERS])]);
  if (moved.size === 0) return { tables: [], statements: [] };
  const keys = (await readForeignKeys(client)).filter(({ table, to }) => moved.has(table) || moved.has(to));
  const names = [...(isUsersReference ? [] : [USERS]), ...local];
  const first = anchor ?? local[0];
  const statements = [
    // Citus refuses to go on in parallel after a table that is on every node was changed in the same transaction.
    "set local citus.multi_shard_modify_mode to 'sequential'",
    ...keys.map(
      ({ table, name }) => `alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`,
    ),
    ...names.map((table) => {
      if (table === USERS) return `select create_reference_table(${escapeLiteral(USERS)})`;
      const beside = table === first ? 'none' : first;
      return `select create_distributed_table(${escapeLiteral(table)}, '${OWNER}', colocate_with => ${escapeLiteral(beside ?? '')})`;
    }),
    // The rows have been copied to the nodes.
    ...names.map((table) => `select truncate_local_data_after_distributing_table(${escapeLiteral(table)})`),
    ...keys
      .toSorted((one, other) => Number(other.to === USERS) - Number(one.to === USERS))
      .map(
        ({ table, name, definition }) =>
          `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
      ),
  ];
  return { tables: names, statements };
}

/**
 * Carries out the plan in one transaction, and checks before its end that every foreign key is there again and that all
 * tables of personal data are together.
 * @returns how many tables were distributed
 * @throws DatabaseError with a one-line message, with the database unchanged
 */
export async function distribute(url: string, onStatement: (sql: string) => void): Promise<number> {
  await requireStopped(url);
  await connected(url, requireCitus);
  // Creates the tables where there are none.
  await (await openDatabase({ DATABASE_URL: url, DATA_DIR: '' })).close();
  return connected(url, async (client) => {
    const keys = JSON.stringify(await readForeignKeys(client));
    const { tables, statements } = await planDistribution(client);
    try {
      await client.query('begin');
      for (const statement of statements) {
        onStatement(statement);
        await client.query(statement);
      }
      const { local, isUsersReference } = await readDistribution(client);
      if (local.length > 0 || !isUsersReference)
        throw new Error(`${local.join(', ') || USERS} stayed where it was`);
      if (JSON.stringify(await readForeignKeys(client)) !== keys) throw new Error('a foreign key is missing');
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw new DatabaseError(`Nothing was distributed: ${reasonOf(error)}.`, { cause: error });
    }
    return tables.length;
  });
}

/**
 * The plan for the tables that are there; changes nothing, not even by an upgrade.
 * @throws DatabaseError with a one-line message when the database is not one of Citus, or has no tables yet
 */
export function readPlan(url: string): Promise<string[]> {
  return connected(url, async (client) => {
    await requireCitus(client);
    const { rows } = await client.query('select to_regclass($1) as users', [USERS]);
    if (!rows[0].users) throw new DatabaseError('There are no tables yet: start Pruta once, then stop it.');
    return (await planDistribution(client)).statements;
  });
}

// A node that writes beside it would wait for it, and it for the node.
async function requireStopped(url: string): Promise<void> {
  const count = await connected(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'pruta'`,
    );
    return rows[0].count as number;
  });
  if (count > 0)
    throw new DatabaseError(`Servers of Pruta have ${count} connections to this database: stop all nodes.`);
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'pruta-admin' });
  await client.connect();
  return work(client).finally(() => client.end());
}

async function requireCitus(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select to_regproc('create_distributed_table') is not null as is_citus",
  );
  if (!rows[0].is_citus)
    throw new DatabaseError(
      'This is PostgreSQL without Citus: "create extension citus" in the database first.',
    );
}

async function readDistribution(client: pg.ClientBase): Promise<Distribution> {
  const { rows } = await client.query(
    `select name, kind from (
       select relname as name, partmethod as kind, exists (
         select from pg_attribute where attrelid = pg_class.oid and attname = $1 and not attisdropped
       ) as is_personal
       from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
     ) as tables
     where is_personal or name = $2
     order by name`,
    [OWNER, USERS],
  );
  const personal = rows.filter(({ name }) => name !== USERS) as { name: string; kind: string | null }[];
  return {
    local: personal.filter(({ kind }) => kind !== 'h').map(({ name }) => name),
    anchor: personal.find(({ kind }) => kind === 'h')?.name ?? null,
    isUsersReference: rows.some(({ name, kind }) => name === USERS && kind === 'n'),
  };
}

async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query(
    `select source.relname as table, target.relname as to, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint
     join pg_class source on source.oid = conrelid
     join pg_class target on target.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace
     order by 1, 3`,
  );
  return rows;
}
