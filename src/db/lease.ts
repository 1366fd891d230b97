import { randomUUID } from 'node:crypto';
import { notBeyond } from './clock-skew.ts';
import type { Db } from './open.ts';
import type { LeaseRow } from './tables.ts';

/** How long a node that has ended blocks its work for the others, in milliseconds. */
export const LEASE_DURATION = 20_000;

const RENEW_AFTER = LEASE_DURATION / 3;

/** The exclusive right to some work, while it is renewed. */
export interface Lease {
  /** Queries the database only once in a while. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Returns null while another node holds the lease. */
export async function acquireLease(db: Db, name: string, clock: () => Date): Promise<Lease | null> {
  const holder = randomUUID();
  let renewedAt = 0;

  async function renew(): Promise<boolean> {
    const now = clock();
    const expires_at = new Date(now.getTime() + LEASE_DURATION).toISOString();
    renewedAt = now.getTime();
    return takeLease(db, { name, holder, expires_at }, now);
  }

  if (!(await renew())) return null;
  return {
    isHeld: async () => Math.abs(clock().getTime() - renewedAt) < RENEW_AFTER || renew(),
    release: () => releaseLease(db, { name, holder }),
  };
}

/** Works under a lease; returns null, without working, while another node holds it. */
export async function withLease<Result>(
  db: Db,
  name: string,
  clock: () => Date,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | null> {
  const lease = await acquireLease(db, name, clock);
  if (!lease) return null;
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

// Succeeds if the lease is free, expired or already the node's.
async function takeLease(db: Db, lease: LeaseRow, now: Date): Promise<boolean> {
  const { name, ...held } = lease;
  const row = await db
    .insertInto('leases')
    .values({ name, ...held })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(held)
        .where(({ eb, or }) =>
          or([
            eb('leases.expires_at', '<=', now.toISOString()),
            eb('leases.expires_at', '>', notBeyond(now, LEASE_DURATION)),
            eb('leases.holder', '=', held.holder),
          ]),
        ),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
}

async function releaseLease(db: Db, { name, holder }: Pick<LeaseRow, 'name' | 'holder'>): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
