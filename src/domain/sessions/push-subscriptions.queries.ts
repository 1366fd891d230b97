import type { Db } from '../../db/open.ts';
import type { PushSubscriptionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

export function findSubscriptions(db: Db, userId: string): Promise<PushSubscriptionRow[]> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function replaceSubscription(tx: Tx, row: PushSubscriptionRow): Promise<void> {
  const { user_id: _user, id: _id, created_at: _created, ...changes } = row;
  await tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changes))
    .execute();
}

export async function deleteSubscription(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

/** Those that other people have in this browser, or at this address. */
export async function deleteSubscriptionsOfOthers(
  db: Db,
  userId: string,
  which: { browser: string } | { id: string },
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '!=', userId)
    .where((eb) => eb.and(which))
    .execute();
}

/** Those of one browser, or of all but one. */
export async function deleteSubscriptionsOf(
  db: Db,
  userId: string,
  which: { of: string } | { exceptOf: string } | 'all',
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .$if(which !== 'all', (query) =>
      which === 'all'
        ? query
        : 'of' in which
          ? query.where('browser', '=', which.of)
          : query.where('browser', '!=', which.exceptOf),
    )
    .execute();
}
