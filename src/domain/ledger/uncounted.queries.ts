import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import { accountsOf } from './of-accounts.queries.ts';
import type { Uncounted } from './totals-changes.ts';

const uncounted = prepared((db, userId: string) =>
  db.selectFrom('money_accounts').select('id').where('user_id', '=', userId).where('in_balance', '=', 0),
);

/** The accounts of a person that do not count in the balance; mostly none, and none where accounts are named. */
export async function findUncounted(db: Db, userId: string): Promise<Uncounted> {
  if (accountsOf(db) !== '') return new Set();
  return new Set((await uncounted(db, userId)).map(({ id }) => id));
}

/** A condition on rows: those of accounts that count. Undefined where all do. */
export async function isCounted(db: Db, userId: string): Promise<RawBuilder<boolean> | undefined> {
  const uncounted = await findUncounted(db, userId);
  return uncounted.size === 0 ? undefined : sql<boolean>`account_id not in (${sql.join([...uncounted])})`;
}
