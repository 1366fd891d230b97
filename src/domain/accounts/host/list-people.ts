import type { Reading } from '../../context.ts';
import { findPeople } from './people.queries.ts';

/** How many accounts are listed at most. */
export const MOST_PEOPLE = 200;

/** The accounts that a text finds, and whether there are more than are listed. */
export async function listPeople({ db, now }: Pick<Reading, 'db' | 'now'>, text: string) {
  const people = await findPeople(db, text, now.toISOString(), MOST_PEOPLE + 1);
  return { people: people.slice(0, MOST_PEOPLE), areMore: people.length > MOST_PEOPLE };
}
