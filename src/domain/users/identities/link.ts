import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordOwn } from '../../activity/record.ts';
import type { Mailing, Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { notifyOf } from '../emails/mails.ts';
import { providerOf } from '../google/provider.ts';
import { mayUsePassword, oidcOf } from '../oidc/settings.ts';
import { confirmOwner, confirmPassword, lockConfirmed } from '../passwords/confirm.ts';
import { findUserByIdentity, requireUser, updateUser } from '../users.queries.ts';
import {
  columnOf,
  type Identity,
  isLinked,
  isLinkedToOther,
  type Provider,
  refuseIdentity,
  unlinkFrom,
  wantedLink,
} from './identity.ts';

/** The viewer's account, if it is its owner who asks. @throws as `confirmOwner` */
export async function confirmLink(context: Writing & Mailing, password: string): Promise<UserRow> {
  const user = await requireUser(context.db, context.viewer.id);
  await confirmOwner(context, user, password);
  return user;
}

/**
 * Links a verified identity, whatever its address, to the viewer's account.
 * @param user of `confirmLink`
 * @throws DomainError GOOGLE_AUTH_ERROR or OIDC_AUTH_ERROR (400) for one linked elsewhere, or a second one, and as
 *   `lockConfirmed`
 */
export async function linkIdentity(
  context: Writing & Mailing,
  user: UserRow,
  identity: Identity,
): Promise<void> {
  const { db, viewer, now } = context;
  const { provider, subject } = identity;
  await inTransaction(db, async (tx) => {
    const locked = await lockConfirmed(context, tx, user);
    const holder = await findUserByIdentity(tx, columnOf(provider), subject);
    if (holder && holder.id !== viewer.id) throw refuseIdentity(provider, 'taken');
    if (isLinkedToOther(locked, identity)) throw refuseIdentity(provider, 'linkedAlready');
    await updateUser(tx, viewer.id, { ...wantedLink(identity), updated_at: now.toISOString() });
    await recordOwn({ ...context, db: tx }, `${provider}_linked`);
  });
  notifyOf(context, user, provider, 'Linked');
}

/**
 * Unlinks a provider from the viewer's account, which must have a password. Afterwards a matching address no longer
 * links it again.
 * @throws DomainError OIDC_ONLY (403), PASSWORD_REQUIRED (409), CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429)
 */
export async function unlinkProvider(
  context: Writing & Mailing,
  provider: Provider,
  password: string,
): Promise<void> {
  const { db, viewer, now } = context;
  // Nothing else would let the person in again.
  if (provider === 'oidc' && !mayUsePassword(context.settings, viewer))
    throw new DomainError('OIDC_ONLY', 403);
  const user = await requireUser(db, viewer.id);
  if (user.password_hash === null) throw new DomainError('PASSWORD_REQUIRED', 409);
  await confirmPassword(context, user, password);
  await inTransaction(db, async (tx) => {
    const locked = await lockConfirmed(context, tx, user);
    await updateUser(tx, viewer.id, { ...unlinkFrom(locked, provider), updated_at: now.toISOString() });
    if (isLinked(user, provider)) await recordOwn({ ...context, db: tx }, `${provider}_unlinked`);
  });
  if (isLinked(user, provider)) notifyOf(context, user, provider, 'Unlinked');
}

export type AuthStatus = Awaited<ReturnType<typeof readAuthStatus>>;

export async function readAuthStatus({ db, viewer, settings }: Reading) {
  const user = await requireUser(db, viewer.id);
  const hasPassword = user.password_hash !== null;
  const hasGoogle = isLinked(user, 'google');
  const hasOidc = isLinked(user, 'oidc');
  const hasProvider = hasGoogle || hasOidc;
  return {
    authType: authTypeOf(hasPassword, hasGoogle, hasOidc),
    hasPassword,
    hasGoogle,
    hasOidc,
    email: user.email,
    isHybrid: hasPassword && hasProvider,
    needsPassword: !hasPassword,
    canLinkGoogle: !hasGoogle && providerOf(settings) !== null,
    canLinkOidc: !hasOidc && oidcOf(settings) !== null,
  };
}

type AuthType = 'email' | 'google' | 'oidc' | 'hybrid';

function authTypeOf(hasPassword: boolean, hasGoogle: boolean, hasOidc: boolean): AuthType {
  if (!hasGoogle && !hasOidc) return 'email';
  if (hasPassword) return 'hybrid';
  return hasGoogle ? 'google' : 'oidc';
}
