import type { Reading } from '../../context.ts';
import { notFound } from '../../error.ts';
import { findUser } from '../accounts.queries.ts';
import { providerOf } from './provider.ts';

/** How an account can sign in. */
export interface AuthStatus {
  authType: 'email' | 'google' | 'hybrid';
  hasPassword: boolean;
  hasGoogle: boolean;
  email: string;
  /** Both ways. */
  isHybrid: boolean;
  needsPassword: boolean;
  /** Whether there is a Google to link, and none is linked. */
  canLinkGoogle: boolean;
}

/** How the viewer can sign in at the moment. */
export async function readAuthStatus({ db, viewer, settings }: Reading): Promise<AuthStatus> {
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  const hasPassword = user.password_hash !== null;
  const hasGoogle = user.google_id !== null;
  return {
    authType: !hasGoogle ? 'email' : hasPassword ? 'hybrid' : 'google',
    hasPassword,
    hasGoogle,
    email: user.email,
    isHybrid: hasPassword && hasGoogle,
    needsPassword: !hasPassword,
    canLinkGoogle: !hasGoogle && providerOf(settings) !== null,
  };
}
