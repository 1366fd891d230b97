import type { Db } from '../../db/open.ts';
import { markAllChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { generate } from './generate.ts';
import { findDueOf } from './queries.ts';

/** Occurrences that are made in one database transaction: others wait for no more than these. */
const MADE_AT_ONCE = 200;

/** Transactions that came in, and who has more to come. */
export interface Piece {
  made: number;
  left: string[];
}

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
 */
export async function makePiece(db: Db, userIds: string[], now: Date, most = MADE_AT_ONCE): Promise<Piece> {
  const instant = now.toISOString();
  const dueOf = (tx: Tx, ids: string[]) =>
    findDueOf(
      tx,
      ids.map((user_id) => ({ user_id, now: instant })),
    );
  return inTransaction(db, async (tx) => {
    const waiting = peopleOf(await dueOf(tx, userIds));
    await markAllChanged(tx, waiting);
    // Somebody may have made them until the revisions were ours.
    const due = await dueOf(tx, waiting);
    const { rows, templates } = await generate(tx, due, now, most);
    const left = templates.filter(({ due_at }) => due_at !== null && due_at <= instant);
    return { made: rows.length, left: peopleOf(left) };
  });
}

function peopleOf(templates: { user_id: string }[]): string[] {
  return [...new Set(templates.map(({ user_id }) => user_id))];
}
