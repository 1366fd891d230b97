import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import { releaseLease, takeLease } from './lease.queries.ts';

/** How long a node that no longer answers blocks a job for the others, in milliseconds. */
export const HELD_FOR = 20_000;

const RENEWED_AFTER = HELD_FOR / 3;

/** A job that only this node may run, as long as it renews the lease. */
export interface Lease {
  /** Whether the lease is still ours; asks the database only now and then. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes the lease of a job for this call, or null while another node holds it. */
export async function holdLease(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  name: string,
): Promise<Lease | null> {
  const holder = randomUUID();
  let renewed = 0;

  async function renew(): Promise<boolean> {
    const now = clock();
    const expires_at = new Date(now.getTime() + HELD_FOR).toISOString();
    renewed = now.getTime();
    return takeLease(database.db, { name, holder, expires_at }, now.toISOString());
  }

  if (!(await renew())) return null;
  return {
    isHeld: async () => clock().getTime() - renewed < RENEWED_AFTER || renew(),
    release: () => releaseLease(database.db, { name, holder }),
  };
}
