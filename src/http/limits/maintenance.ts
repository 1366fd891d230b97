import { mayAdminister } from '../../domain/admin/permission.ts';
import { DomainError } from '../../domain/error.ts';
import { type Call, isApi } from '../call.ts';

/** Seconds after which another attempt makes sense. */
export const RETRY_AFTER = 60;

/** Calls by which administrators sign in, and everybody leaves, by their whole paths. */
export const OPEN_CALLS = new Set(
  ['login', 'google-auth', 'auth/google', 'refresh-token', 'logout'].map((name) => `/api/v1/users/${name}`),
);

/** Pages that are served during maintenance too. */
const OPEN_PAGES =
  /^\/(login|logout|clear-data|google|legal|maintenance|server-waking|preferences\/visit|accessibility|manifest\.webmanifest)(\/|$)/;

/**
 * Serves only administrators while the instance is in maintenance.
 * @throws DomainError MAINTENANCE_MODE (503) for everybody else, with what the administrators have written for them;
 * TOKEN_EXPIRED (401) for a call whose token tells no longer whose it is
 */
export function refuseInMaintenance(call: Call): void {
  const { viewer, context, failure } = call.get('caller');
  const { maintenance_mode, maintenance_message } = context.site;
  if (!maintenance_mode || (viewer && !viewer.block && mayAdminister(viewer, 'admin'))) return;
  const isOpen = isApi(call) ? OPEN_CALLS.has(call.req.path) : OPEN_PAGES.test(call.req.path);
  if (isOpen) return;
  // An admin's client renews its session then, and comes again.
  if (isApi(call) && failure === 'TOKEN_EXPIRED') throw new DomainError('TOKEN_EXPIRED', 401);
  throw new DomainError('MAINTENANCE_MODE', 503, { retryAfter: RETRY_AFTER, written: maintenance_message });
}
