import type { Role } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { DomainError } from '../error.ts';
import { mayAdminister, type Refusal } from './permission.ts';

/** @throws DomainError FORBIDDEN (403), with the required and the current role */
export function requireRole({ viewer }: Pick<Reading, 'viewer'>, required: 'admin' | 'super_admin'): void {
  if (!mayAdminister(viewer, required)) throw forbidden({ required }, viewer.role);
}

export function forbidden(refusal: Refusal, role: Role): DomainError {
  if ('isSelf' in refusal)
    return new DomainError('FORBIDDEN', 403, {
      message: 'errors:ownAccount',
      details: { required_role: null, current_role: role },
    });
  return new DomainError('FORBIDDEN', 403, {
    details: { required_role: refusal.required, current_role: role },
  });
}
