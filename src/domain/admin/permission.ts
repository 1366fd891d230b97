import type { SignedIn, Viewer } from '../context.ts';
import { DomainError } from '../error.ts';

/** Whether a person has at least the role that an admin page requires (specification, section 6). */
export function mayAdminister({ role }: Pick<Viewer, 'role'>, required: 'admin' | 'super_admin'): boolean {
  return required === 'super_admin' ? role === 'super_admin' : role !== 'user';
}

/** @throws DomainError FORBIDDEN (403) for everybody without that role */
export function requireRole({ viewer }: Pick<SignedIn, 'viewer'>, required: 'admin' | 'super_admin'): void {
  if (!mayAdminister(viewer, required)) throw new DomainError('FORBIDDEN', 403);
}
