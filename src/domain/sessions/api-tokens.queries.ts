import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { ApiTokenRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { selectViewer } from './sessions.queries.ts';

/** As `selectViewer`, with the token. */
export const findApiTokenWithUser = prepared((db, userId: string, tokenId: string, now: string) =>
  selectViewer(db, userId, now)
    .innerJoin('api_tokens', 'api_tokens.user_id', 'users.id')
    .where('api_tokens.user_id', '=', userId)
    .where('api_tokens.id', '=', tokenId)
    .select([
      'api_tokens.id',
      'api_tokens.hash',
      'api_tokens.scope',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
      'api_tokens.last_ip',
    ]),
);

export async function insertApiToken(tx: Tx, row: ApiTokenRow): Promise<void> {
  await tx.insertInto('api_tokens').values(row).execute();
}

export async function updateApiToken(
  db: Db,
  userId: string,
  id: string,
  changes: Partial<ApiTokenRow>,
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set(changes)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function deleteApiToken(tx: Tx, userId: string, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function deleteApiTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
}

/** The newest first. */
export function findApiTokens(db: Db, userId: string) {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'expires_at', 'last_used_at', 'last_ip'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}
