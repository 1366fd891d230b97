import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { withCategories } from './list.ts';
import type { Entry } from './present.ts';
import { findTransaction } from './queries.ts';

/** One of the viewer's transactions. @throws DomainError NOT_FOUND, also for somebody else's */
export async function readTransaction(context: SignedIn, id: string): Promise<Entry> {
  const row = await findTransaction(context.db, context.viewer.id, id);
  const [entry] = row ? await withCategories(context, [row]) : [];
  if (!entry) throw notFound();
  return entry;
}
