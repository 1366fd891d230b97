import type { AuthStatus } from '../../domain/accounts/google/auth-status.ts';

/** What the card of the ways to sign in shows. */
export type SignInState = 'hybrid' | 'google' | 'email' | 'unknown' | 'error';

/** The state of the card; without a status it could not be found out. */
export function stateOf(status: AuthStatus | null): SignInState {
  if (!status) return 'error';
  return status.hasPassword || status.hasGoogle ? status.authType : 'unknown';
}
