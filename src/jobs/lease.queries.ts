import type { Db } from '../db/open.ts';
import type { LeaseRow } from '../db/tables.ts';

/**
 * Takes a lease that is free, expired or already the node's own, until an instant; `false` while another node holds it.
 */
export async function takeLease(db: Db, lease: LeaseRow, now: string): Promise<boolean> {
  const { name, ...held } = lease;
  const taken = await db
    .insertInto('leases')
    .values({ name, ...held })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(held)
        .where(({ eb, or }) =>
          or([eb('leases.expires_at', '<=', now), eb('leases.holder', '=', held.holder)]),
        ),
    )
    .returning('holder')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Releases a lease, if it is the node's own. */
export async function releaseLease(
  db: Db,
  { name, holder }: Pick<LeaseRow, 'name' | 'holder'>,
): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
