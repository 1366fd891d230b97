import type { Db } from '../../db/open.ts';
import type { SettingRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** How many accounts and transactions a database has. */
export async function countContent(db: Db): Promise<{ people: number; transactions: number }> {
  const count = async (table: 'users' | 'transactions') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return { people: await count('users'), transactions: await count('transactions') };
}

/** What a restoration takes over from the database that it replaces. */
export interface Present {
  /** The highest revision of anybody. */
  revision: number;
  /** The settings of maintenance. */
  maintenance: SettingRow[];
}

export async function readPresent(db: Db): Promise<Present> {
  const { revision } = await db
    .selectFrom('revisions')
    .select(({ fn }) => fn.max('number').as('revision'))
    .executeTakeFirstOrThrow();
  const maintenance = await db
    .selectFrom('settings')
    .selectAll()
    .where('key', 'in', ['maintenance_mode', 'maintenance_message'])
    .execute();
  return { revision: Number(revision ?? 0), maintenance };
}

/**
 * Ends all that a database allows by itself: sessions, mailed links, invitations, leases, backups that are being made.
 * What was revoked after the backup was made does not work again.
 */
export async function endAllAccess(tx: Tx): Promise<void> {
  for (const table of [
    'spent_tokens',
    'sessions',
    'mail_tokens',
    'invitations',
    'leases',
    'backup_runs',
  ] as const)
    await tx.deleteFrom(table).execute();
}

/** Takes over whether the instance is in maintenance. */
export async function keepMaintenance(tx: Tx, { maintenance }: Present): Promise<void> {
  await tx.deleteFrom('settings').where('key', 'in', ['maintenance_mode', 'maintenance_message']).execute();
  if (maintenance.length > 0) await tx.insertInto('settings').values(maintenance).execute();
}
