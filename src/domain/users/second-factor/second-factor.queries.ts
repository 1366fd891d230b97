import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';

type FactorRow = Tables['second_factors'];
type ChallengeRow = Tables['challenges'];

export function findFactor(db: Db, userId: string): Promise<FactorRow | undefined> {
  return db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Replaces one that is not confirmed; a confirmed one stays. */
export async function upsertFactor(tx: Tx, row: FactorRow): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: row.secret, last_step: row.last_step })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .execute();
}

/** Returns `false` when the factor was confirmed, replaced or deleted meanwhile. */
export async function confirmFactor(
  tx: Tx,
  { user_id, secret }: FactorRow,
  confirmed: Pick<FactorRow, 'secret' | 'last_step' | 'confirmed_at'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('second_factors')
    .set(confirmed)
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Returns whether the step is later than that of every code before, and writes it down. */
export async function spendStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await deleteChallengesOf(tx, userId);
  const result = await tx.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

/** Deletes a secret that waits for its first code. */
export async function deletePendingFactor(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
}

export async function replaceRecoveryHashes(tx: Tx, user_id: string, hashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id, hash })))
    .execute();
}

export async function spendRecoveryHash(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function countRecoveryHashes(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Also deletes those of the person that have ended. */
export async function insertChallenge(tx: Tx, row: ChallengeRow, now: string): Promise<void> {
  await tx
    .deleteFrom('challenges')
    .where('user_id', '=', row.user_id)
    .where('expires_at', '<=', now)
    .execute();
  await tx.insertInto('challenges').values(row).execute();
}

/** Counts an attempt. Returns the challenge unless it has ended or had too many. */
export function attemptChallenge(
  db: Db,
  { userId, id, hash }: { userId: string; id: string; hash: string },
  most: number,
  now: string,
): Promise<ChallengeRow | undefined> {
  return db
    .updateTable('challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('hash', '=', hash)
    .where('attempts', '<', most)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteChallengesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('challenges').where('user_id', '=', userId).execute();
}

export async function deleteChallenge(tx: Tx, userId: string, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('challenges')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}
