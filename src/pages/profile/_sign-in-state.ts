import { type AuthStatus, readAuthStatus } from '../../domain/users/identities/link.ts';

type SignInState = AuthStatus['authType'] | 'unknown' | 'error';

/** The state of the card. @param status null if it could not be read */
export function stateOf(status: AuthStatus | null): SignInState {
  if (!status) return 'error';
  return status.hasPassword || status.hasGoogle || status.hasOidc ? status.authType : 'unknown';
}

/** Null if it could not be read: the card then says so. */
export function readStatus({ signedIn: context, requestId }: App.Locals): Promise<AuthStatus | null> {
  return readAuthStatus(context).catch((error) => {
    context.log.error({ request_id: requestId, err: error }, 'the sign-in methods could not be read');
    return null;
  });
}
