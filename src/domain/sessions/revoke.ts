import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { removeSession } from './queries.ts';

/** Signs the viewer out somewhere: ends one of their sessions. @throws DomainError NOT_FOUND */
export async function revokeSession({ db, viewer }: SignedIn, id: string): Promise<void> {
  if (!(await removeSession(db, viewer.id, id))) throw notFound();
}
