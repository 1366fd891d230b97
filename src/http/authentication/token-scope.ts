import type { ApiTokenRow } from '../../db/tables.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Accounts, which the setup guide changes too, passwords, sessions and tokens are left to people (docs/security.md). */
const FOR_PEOPLE = /^\/api\/v1\/(users|admin|onboarding)(\/|$)/;
/** Calls that only answer, though they have a body. */
export const WRITES_NOTHING = /\/(preview|check)$/;
const IMPORTS = /^\/api\/v1\/imports(\/|$)/;

/** Whether a token of this scope may send such a request; every one may read whose it is. */
export function isInScope(scope: ApiTokenRow['scope'], method: string, path: string): boolean {
  const isReading = READING.has(method);
  if (path === '/api/v1/users/profile' || path === '/api/v1/openapi.json') return isReading;
  if (FOR_PEOPLE.test(path)) return false;
  if (scope === 'import') return IMPORTS.test(path);
  return scope === 'write' || isReading || (method === 'POST' && WRITES_NOTHING.test(path));
}
