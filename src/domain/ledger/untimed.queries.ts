import { sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import type { Db } from '../../db/open.ts';
import type { TransactionRow } from '../../db/tables.ts';
import { sideIdOf } from '../bank-files/side-id.ts';
import { UNTIMED } from '../bank-files/untimed.ts';
import { isOpening } from './reserved-categories.ts';

/** Which of some transactions have a time that nobody said: opening balances, and what files brought, as it came. */
export async function untimedAmong(
  db: Db,
  userId: string,
  rows: readonly Pick<TransactionRow, 'id' | 'time' | 'category_id'>[],
): Promise<ReadonlySet<string>> {
  const untimed = new Set(rows.flatMap(({ id, category_id }) => (isOpening(category_id) ? id : [])));
  const likely = rows.flatMap(({ id, time }) => (time === UNTIMED ? id : []));
  if (likely.length === 0) return untimed;
  // A transfer has two sides, of which the row of a file is one.
  const sides = likely.flatMap((id) => [id, sideIdOf(id)]);
  const made = await db
    .selectFrom('bank_import_rows')
    .select('made_id')
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('made_id'), sides))
    .execute();
  for (const { made_id } of made)
    if (made_id) for (const id of [made_id, sideIdOf(made_id)]) if (likely.includes(id)) untimed.add(id);
  return untimed;
}
