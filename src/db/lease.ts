import { randomUUID } from 'node:crypto';
import type { Db } from './open.ts';
import type { LeaseRow } from './tables.ts';

/** How long a node that no longer answers blocks some work for the others, in milliseconds. */
export const HELD_FOR = 20_000;

const RENEWED_AFTER = HELD_FOR / 3;

/** Work that only this node may do, as long as it renews the lease. */
export interface Lease {
  /** Whether the lease is still ours; asks the database only now and then. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes the lease of some work for this call, or null while another node holds it. */
export async function holdLease(db: Db, name: string, clock: () => Date): Promise<Lease | null> {
  const holder = randomUUID();
  let renewed = 0;

  async function renew(): Promise<boolean> {
    const now = clock();
    const expires_at = new Date(now.getTime() + HELD_FOR).toISOString();
    renewed = now.getTime();
    return takeLease(db, { name, holder, expires_at }, now.toISOString());
  }

  if (!(await renew())) return null;
  return {
    isHeld: async () => clock().getTime() - renewed < RENEWED_AFTER || renew(),
    release: () => releaseLease(db, { name, holder }),
  };
}

// Takes a lease that is free, expired or already the node's own.
async function takeLease(db: Db, lease: LeaseRow, now: string): Promise<boolean> {
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

async function releaseLease(db: Db, { name, holder }: Pick<LeaseRow, 'name' | 'holder'>): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
