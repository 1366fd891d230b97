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

/** What a new account begins with, as far as the person was asked; programs are not. */
export type Opening = AccountChoices & {
  timezone?: string | undefined;
  /** Whether they have agreed to the present version of terms and privacy policy. */
  hasAgreed?: boolean;
};

/** Whether signing in with a Google account opens an account here, or takes over one that nobody has proved theirs. */
export async function opensAccount({ db }: Pick<Reading, 'db'>, identity: Identity): Promise<boolean> {
  if (await findUserByGoogleId(db, identity.subject)) return false;
  const known = await findUserByEmail(db, identity.email);
  return !known || (identity.isAuthority && known.email_verified === 0);
}

/** Whether a Google account whose address nobody has here is refused, because registration is closed. */
export async function isClosedTo(context: Requesting & Mailing, identity: Identity): Promise<boolean> {
  if (await mayRegister(context, undefined)) return false;
  return !(await findUserByEmail(context.db, identity.email)) && !(await isWithoutOwner(context));
}

/**
 * Finds the account with the same address as a Google account that is not linked yet, or creates one.
 * @throws DomainError GOOGLE_AUTH_ERROR (400) where that account's owner has to sign in first, RATE_LIMITED (429)
 */
export async function joinWithGoogle(
  context: Requesting & Mailing,
  identity: Identity,
  opening: Opening,
): Promise<UserRow> {
  // Only known people come in then, in case they are admins.
  if (context.site.maintenance_mode) throw new DomainError('MAINTENANCE_MODE', 503);
  const known = await findUserByEmail(context.db, identity.email);
  if (known) return linkByAddress(context, known, identity, opening);
  await enforceLimit(context, `register:${addressKey(context.client.address)}`, LIMITS.register);
  return create(context, identity, opening);
}

async function linkByAddress(
  context: Requesting & Mailing,
  known: UserRow,
  identity: Identity,
  opening: Opening,
): Promise<UserRow> {
  if (!identity.isAuthority) throw mustSignIn();
  const { before, after } = await inTransaction(context.db, async (tx) => {
    const before = await lockForLink(tx, known.id);
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
      // The address was never verified: a person who registered it here with a password loses access.
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
      preferences: firstPreferences(context, opening.timezone),
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
