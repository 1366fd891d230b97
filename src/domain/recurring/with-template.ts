import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { findTemplate } from './queries.ts';

/**
 * Does something with one of the viewer's templates in one database transaction, while nobody else changes or
 * generates anything of theirs.
 * @throws DomainError NOT_FOUND, also for somebody else's
 */
export async function withTemplate<Result>(
  { db, viewer }: SignedIn,
  id: string,
  work: (tx: Tx, template: TemplateRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    const template = await findTemplate(tx, viewer.id, id);
    if (!template) throw notFound();
    return work(tx, template);
  });
}
