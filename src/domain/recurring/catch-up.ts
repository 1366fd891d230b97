import type { Db } from '../../db/open.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { generate } from './generate.ts';
import { findDueOf } from './queries.ts';

/** Occurrences that are made in one database transaction: others wait for no more than these. */
const MADE_AT_ONCE = 100;

/** Makes whatever the templates of a person have to make by now. Gives the number of transactions that came in. */
export async function catchUp(db: Db, userId: string, now: Date): Promise<number> {
  let made = 0;
  for (;;) {
    const piece = await makePiece(db, [userId], now);
    made += piece.made;
    if (piece.left.length === 0) return made;
  }
}

/**
 * Makes a piece of what the templates of some people have to make by now, whole or not at all. Whoever breaks off
 * leaves the rest due.
 * @param most occurrences at most
 * @returns how many transactions came in, and who has more to come
 */
export async function makePiece(
  db: Db,
  userIds: string[],
  now: Date,
  most = MADE_AT_ONCE,
): Promise<{ made: number; left: string[] }> {
  return inTransaction(db, async (tx) => {
    let made = 0;
    const left: string[] = [];
    // In one order, so that two who do this at once wait for each other and never in a circle.
    for (const userId of [...userIds].sort()) {
      const piece = await makeFor(tx, userId, now, most - made);
      made += piece.made;
      if (piece.isLeft) left.push(userId);
    }
    return { made, left };
  });
}

async function makeFor(
  tx: Tx,
  userId: string,
  now: Date,
  most: number,
): Promise<{ made: number; isLeft: boolean }> {
  const instant = now.toISOString();
  if (most <= 0) return { made: 0, isLeft: true };
  if ((await findDueOf(tx, userId, instant)).length === 0) return { made: 0, isLeft: false };
  await markChanged(tx, userId);
  const due = await findDueOf(tx, userId, instant);
  const { rows, templates } = await generate(tx, due, now, most);
  return { made: rows.length, isLeft: templates.some(({ due_at }) => due_at !== null && due_at <= instant) };
}
