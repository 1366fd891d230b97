import { createHash } from 'node:crypto';

/** The key that failed sign-ins to an account are counted by, whether or not there is such an account. */
export function accountTries(email: string): string {
  return `sign-in:account:${createHash('sha256').update(email).digest('base64url')}`;
}
