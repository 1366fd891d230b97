import { mayAdminister } from '../../domain/admin/permission.ts';
import { DomainError } from '../../domain/error.ts';
import { type Call, isApi } from '../call.ts';
import { hasTrait } from '../pages/routes.ts';

/** Seconds after which another attempt makes sense. */
export const RETRY_AFTER = 60;

/**
 * Serves only administrators while the instance is in maintenance.
 * @throws DomainError MAINTENANCE_MODE (503) for everybody else, with what the administrators have written for them;
 * TOKEN_EXPIRED (401) for a call whose token tells no longer whose it is
 */
export function refuseInMaintenance(call: Call): void {
  const { viewer, context, failure } = call.get('caller');
  const { maintenance_mode, maintenance_message } = context.site;
  if (!maintenance_mode || (viewer && !viewer.block && mayAdminister(viewer, 'admin'))) return;
  if (hasTrait(call.req.path, 'maintenance')) return;
  // An admin's client renews its session then, and comes again.
  if (isApi(call) && failure === 'TOKEN_EXPIRED') throw new DomainError('TOKEN_EXPIRED', 401);
  throw new DomainError('MAINTENANCE_MODE', 503, { retryAfter: RETRY_AFTER, written: maintenance_message });
}
