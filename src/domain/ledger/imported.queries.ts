import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';

/**
 * The ids, among those for which `which` holds, of what files of banks brought: here, or where an account's file is from.
 */
export const selectImported = (
  db: Db,
  userId: string,
  which: (id: RawBuilder<string>) => RawBuilder<SqlBool>,
) =>
  db
    .selectFrom('bank_import_rows')
    .select(sql<string>`made_id`.as('id'))
    .where('user_id', '=', userId)
    .where(which(sql`bank_import_rows.made_id`))
    .unionAll(
      db
        .selectFrom('known_bank_rows')
        .select('transaction_id as id')
        .where('user_id', '=', userId)
        .where(which(sql`known_bank_rows.transaction_id`)),
    );

/** Whether a row of a query is one of them. */
export const isImported = (db: Db, userId: string, id: 'transactions.id' | 'row.id') =>
  sql<SqlBool>`exists ${selectImported(db, userId, (one) => sql`${one} = ${sql.ref(id)}`)}`;

export const findAnyImported = prepared((db, userId: string) =>
  selectImported(db, userId, (id) => sql`${id} > ''`).limit(1),
);

export async function findImported(db: Db, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await selectImported(db, userId, (id) => isAmong(db, id, ids)).execute();
  return rows.map(({ id }) => id);
}
