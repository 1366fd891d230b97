import type { UserRow } from '../../../db/tables.ts';
import { inTransaction, type Tx } from '../../../db/transact.ts';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Reading, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { admit, mayRegister } from '../../invitations/invitations.ts';
import { addressKey, enforceLimit, LIMITS } from '../../rate-limits/limits.ts';
import { findUserByEmail, findUserByGoogleId, lockUser, updateUser } from '../accounts.queries.ts';
import { deleteConsents, recordConsent } from '../consents.ts';
import { notify, prepareLink } from '../emails/mails.ts';
import { replaceAccess } from '../managed.ts';
import { chosenColumns, firstPreferences, isWithoutOwner, openAccount } from '../register.ts';
import type { AccountChoices } from '../schema.ts';
import { linkTo } from './link.ts';
import { badCredential, type Identity } from './verify.ts';

export type Opening = AccountChoices & {
  timezone?: string | undefined;
  hasAgreed?: boolean;
};

/** Whether signing in with this Google account opens an account, or takes over one whose address was never verified. */
export async function opensAccount({ db }: Pick<Reading, 'db'>, identity: Identity): Promise<boolean> {
  if (await findUserByGoogleId(db, identity.subject)) return false;
  const existing = await findUserByEmail(db, identity.email);
  return !existing || (identity.isAuthority && existing.email_verified === 0);
}

export async function isClosedTo(context: Requesting & Mailing, identity: Identity): Promise<boolean> {
  if (await mayRegister(context, undefined)) return false;
  return !(await findUserByEmail(context.db, identity.email)) && !(await isWithoutOwner(context));
}

/**
 * Links an unlinked Google account to the account with its address, or creates one.
 * @throws DomainError GOOGLE_AUTH_ERROR (400) where that account's owner has to sign in first, RATE_LIMITED (429)
 */
export async function joinWithGoogle(
  context: Requesting & Mailing,
  identity: Identity,
  opening: Opening,
): Promise<UserRow> {
  // People whose Google account is linked still sign in then: they may be admins.
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
  opening: Opening,
): Promise<UserRow> {
  if (!identity.isAuthority) throw mustSignIn();
  const { before, after } = await inTransaction(context.db, async (tx) => {
    const before = await lockForLink(tx, existing.id);
    const isProved = before.email_verified === 1;
    const changes = {
      ...linkTo(identity),
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
    await recordActivity({ ...context, db: tx }, { type: 'google_linked', target: after, actor: after });
    return { before, after };
  });
  if (before.email_verified === 1) notify(context, after, 'googleLinked');
  return after;
}

async function lockForLink(tx: Tx, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id);
  const isTaken = user?.email_verified === 1 && (user.google_id !== null || user.google_refused === 1);
  if (!user || isTaken) throw mustSignIn();
  return user;
}

async function recordAgreement(
  { now }: Requesting,
  tx: Tx,
  id: string,
  { hasAgreed }: Opening,
): Promise<void> {
  if (hasAgreed) await recordConsent(tx, id, now);
}

async function create(context: Requesting & Mailing, identity: Identity, opening: Opening): Promise<UserRow> {
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
    if (!user) throw mustSignIn();
    await admit(context, tx, user, undefined);
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

function mustSignIn(): DomainError {
  return badCredential('errors:googleSignInFirst');
}
