import type { AuthStatus } from '../../domain/accounts/identities/link.ts';

export type SignInState = AuthStatus['authType'] | 'unknown' | 'error';

/** The state of the card. @param status null if it could not be read */
export function stateOf(status: AuthStatus | null): SignInState {
  if (!status) return 'error';
  return status.hasPassword || status.hasGoogle || status.hasOidc ? status.authType : 'unknown';
}
