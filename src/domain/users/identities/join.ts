import type { UserRow } from '../../../db/tables.ts';
import { inTransaction, type Tx } from '../../../db/transact.ts';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { admit, mayRegister } from '../../invitations/invitations.ts';
import { addressKey, enforceLimit, LIMITS } from '../../rate-limits/limits.ts';
import { deleteConsents, recordConsent } from '../consents.ts';
import { notifyOf, prepareLink } from '../emails/mails.ts';
import { replaceAccess } from '../managed.ts';
import { mayUsePassword } from '../oidc/settings.ts';
import { chosenColumns, firstPreferences, isWithoutOwner, openAccount } from '../register.ts';
import type { AccountChoices } from '../schema.ts';
import { findUserByEmail, findUserByIdentity, lockUser, updateUser } from '../users.queries.ts';
import {
  columnOf,
  type Identity,
  isLinkedToOther,
  isRefused,
  linkTo,
  refuseIdentity,
  wantedLink,
} from './identity.ts';

export type SignUpChoices = AccountChoices & {
  timezone?: string | undefined;
  hasAgreed?: boolean;
  /** The token of the link that the person came by. */
  invitation?: string | undefined;
};

/**
 * Whether signing in with this identity opens an account, or takes over one whose address was never verified. The answer
 * tells whether there is an account with its address, so it is limited as registration is.
 * @throws DomainError RATE_LIMITED (429)
 */
export async function opensAccount(context: Requesting, identity: Identity): Promise<boolean> {
  const { db, client } = context;
  if (await findUserByIdentity(db, columnOf(identity.provider), identity.subject)) return false;
  await enforceLimit(context, `identity:${addressKey(client.address)}`, LIMITS.register);
  const existing = await findUserByEmail(db, identity.email);
  return !existing || (identity.isAuthority && existing.email_verified === 0);
}

export async function isClosedTo(
  context: Requesting & Mailing,
  identity: Identity,
  invitation?: string,
): Promise<boolean> {
  if (await mayRegister(context, invitation)) return false;
  return !(await findUserByEmail(context.db, identity.email)) && !(await isWithoutOwner(context));
}

/**
 * Links an unlinked identity to the account with its address, or creates one.
 * @throws DomainError GOOGLE_AUTH_ERROR or OIDC_AUTH_ERROR (400) where that account's owner has to sign in first, RATE_LIMITED (429)
 */
export async function joinByIdentity(
  context: Requesting & Mailing,
  identity: Identity,
  opening: SignUpChoices,
): Promise<UserRow> {
  // People whose account is linked still sign in then: they may be admins.
  if (context.site.maintenance_mode) throw new DomainError('MAINTENANCE_MODE', 503);
  const existing = await findUserByEmail(context.db, identity.email);
  if (existing) return linkByAddress(context, existing, identity, opening);
  await enforceLimit(context, `register:${addressKey(context.client.address)}`, LIMITS.register);
  return create(context, identity, opening);
}

async function linkByAddress(
  context: Requesting & Mailing,
  existing: UserRow,
  identity: Identity,
  opening: SignUpChoices,
): Promise<UserRow> {
  if (!identity.isAuthority) throw refuseIdentity(identity.provider, 'signInFirst');
  const { before, after } = await inTransaction(context.db, async (tx) => {
    const before = await lockForLink(context, tx, existing.id, identity);
    const isProved = before.email_verified === 1;
    const changes = {
      ...wantedLink(identity),
      ...(!isProved && {
        ...nameColumns(identity),
        ...(opening.hasAgreed && chosenColumns(context, opening)),
        email_verified: 1,
        password_hash: null,
      }),
      updated_at: context.now.toISOString(),
    };
    if (isProved) await updateUser(tx, before.id, changes);
    else {
      // The address was never verified: whoever registered it with a password loses access.
      await replaceAccess(tx, before.id, changes);
      await deleteConsents(tx, before.id);
      await recordAgreement(context, tx, before.id, opening);
    }
    const after = { ...before, ...changes };
    await recordActivity(
      { ...context, db: tx },
      { type: `${identity.provider}_linked`, target: after, actor: after },
    );
    return { before, after };
  });
  if (before.email_verified === 1) notifyOf(context, after, identity.provider, 'Linked');
  return after;
}

// Google is the authority for its own mailboxes. Any other provider only says that it has verified an address: an account
// with a password links it once it is signed in. Whose password the host has closed has no other way in.
async function lockForLink(
  { settings }: Requesting,
  tx: Tx,
  id: string,
  identity: Identity,
): Promise<UserRow> {
  const user = await lockUser(tx, id);
  // The provider may have given another address to one that is linked, in the meantime.
  const holder = await findUserByIdentity(tx, columnOf(identity.provider), identity.subject);
  if (holder && holder.id !== id) throw refuseIdentity(identity.provider, 'taken');
  const needsPassword = (row: UserRow) => identity.provider !== 'google' && row.password_hash !== null;
  const isClosed = (row: UserRow) =>
    isLinkedToOther(row, identity) ||
    (mayUsePassword(settings, row) && (isRefused(row, identity.provider) || needsPassword(row)));
  if (!user || (user.email_verified === 1 && isClosed(user)))
    throw refuseIdentity(identity.provider, 'signInFirst');
  return user;
}

async function recordAgreement(
  { now }: Requesting,
  tx: Tx,
  id: string,
  { hasAgreed }: SignUpChoices,
): Promise<void> {
  if (hasAgreed) await recordConsent(tx, id, now);
}

async function create(
  context: Requesting & Mailing,
  identity: Identity,
  opening: SignUpChoices,
): Promise<UserRow> {
  const { user, send } = await inTransaction(context.db, async (tx) => {
    const user = await openAccount(context, tx, {
      email: identity.email,
      email_verified: Number(identity.isAuthority),
      password_hash: null,
      ...nameColumns(identity),
      ...linkTo(identity),
      ...chosenColumns(context, opening),
      preferences: firstPreferences(context, opening),
    });
    // The address was registered in the meantime, possibly by the same person in another tab.
    if (!user) throw refuseIdentity(identity.provider, 'signInFirst');
    await admit(context, tx, user, opening.invitation);
    await recordAgreement(context, tx, user.id, opening);
    const send = user.email_verified ? null : await prepareLink(context, tx, user, 'verify_email');
    await recordActivity({ ...context, db: tx }, { type: 'registered', target: user, actor: user });
    return { user, send };
  });
  await send?.();
  return user;
}

function nameColumns({ firstName, lastName }: Identity): Pick<UserRow, 'first_name' | 'last_name'> {
  return { first_name: firstName, last_name: lastName };
}
