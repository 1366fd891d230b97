import type { Role } from '../../db/tables.ts';
import type { Mailing, Reading } from '../context.ts';
import { DomainError } from '../error.ts';
import { mayAdminister, type Refusal } from './permission.ts';

/** @throws DomainError FORBIDDEN (403), with the required and the current role */
export function requireRole({ viewer }: Pick<Reading, 'viewer'>, required: 'admin' | 'super_admin'): void {
  if (!mayAdminister(viewer, required)) throw forbidden({ required }, viewer.role);
}

/**
 * Checks an administrator's role, and that they have a second factor where the instance requires it of them.
 * @throws DomainError FORBIDDEN, SECOND_FACTOR_REQUIRED (403)
 */
export function requireAdministrator(
  context: Pick<Reading, 'viewer'> & Pick<Mailing, 'site'>,
  required: 'admin' | 'super_admin',
): void {
  requireRole(context, required);
  if (lacksSecondFactor(context)) throw new DomainError('SECOND_FACTOR_REQUIRED', 403);
}

/** Whether the viewer cannot administer the instance until they turn on their second factor. */
export function lacksSecondFactor({
  viewer,
  site,
}: Pick<Reading, 'viewer'> & Pick<Mailing, 'site'>): boolean {
  return site.admin_two_step_required && !viewer.hasSecondFactor && mayAdminister(viewer, 'admin');
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
