import { mayAdminister } from '../../domain/admin/permission.ts';
import { DomainError } from '../../domain/error.ts';
import { type Call, isApi } from '../call.ts';
import { hasTrait } from '../pages/routes.ts';

/** Seconds. */
export const RETRY_AFTER = 60;

/**
 * During maintenance only administrators are served.
 * @throws DomainError MAINTENANCE_MODE (503) with the administrators' message; TOKEN_EXPIRED (401) for a call whose
 * expired token no longer identifies its sender
 */
export function refuseInMaintenance(call: Call): void {
  const { viewer, context, failure } = call.get('caller');
  const { maintenance_mode, maintenance_message } = context.site;
  if (!maintenance_mode || (viewer && !viewer.block && mayAdminister(viewer, 'admin'))) return;
  if (hasTrait(call.req.path, 'maintenance')) return;
  // An admin's client then renews its session and retries.
  if (isApi(call) && failure === 'TOKEN_EXPIRED') throw new DomainError('TOKEN_EXPIRED', 401);
  throw new DomainError('MAINTENANCE_MODE', 503, { retryAfter: RETRY_AFTER, written: maintenance_message });
}
