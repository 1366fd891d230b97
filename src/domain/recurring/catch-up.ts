import type { Db } from '../../db/open.ts';
import type { TemplateRow } from '../../db/tables.ts';
import { markAllChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
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
  let left = peopleOf(await dueOf(db, [userId], now));
  while (left.length > 0) {
    const piece = await makePiece(db, left, now);
    made += piece.made;
    left = piece.left;
  }
  return made;
}

/**
 * Makes a piece of what the templates of some people have to make by now, whole or not at all. Whoever breaks off
 * leaves the rest due.
 * @param userIds people who have something to make, as far as is known
 * @param most occurrences at most
 */
export async function makePiece(db: Db, userIds: string[], now: Date, most = MADE_AT_ONCE): Promise<Piece> {
  return inTransaction(db, async (tx) => {
    await markAllChanged(tx, userIds);
    // Only now: somebody may have made them until the revisions were ours.
    const { rows, templates } = await generate(tx, await dueOf(tx, userIds, now), now, most);
    const left = templates.filter(({ due_at }) => due_at !== null && due_at <= now.toISOString());
    return { made: rows.length, left: peopleOf(left) };
  });
}

function dueOf(db: Db, userIds: string[], now: Date): Promise<TemplateRow[]> {
  const people = userIds.map((user_id) => ({ user_id, now: now.toISOString() }));
  return findDueOf(db, people);
}

function peopleOf(templates: { user_id: string }[]): string[] {
  return [...new Set(templates.map(({ user_id }) => user_id))];
}
