import type { Db } from '../../db/open.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { generate } from './generate.ts';
import { findDueOf } from './queries.ts';

/** Occurrences of one database transaction: others wait for no more than these. */
const MADE_AT_ONCE = 100;

/**
 * Makes whatever the templates of a person have to make by now, in pieces that are whole or not at all; whoever breaks
 * off leaves the rest due. Gives the number of transactions that came in.
 * @param pause what is waited for between two pieces
 */
export async function catchUp(
  db: Db,
  userId: string,
  now: Date,
  pause: () => Promise<void> = async () => undefined,
): Promise<number> {
  let made = 0;
  for (;;) {
    if ((await findDueOf(db, userId, now.toISOString())).length === 0) return made;
    made += await inTransaction(db, async (tx) => {
      await markChanged(tx, userId);
      const due = await findDueOf(tx, userId, now.toISOString());
      return (await generate(tx, due, now, MADE_AT_ONCE)).rows.length;
    });
    await pause();
  }
}
