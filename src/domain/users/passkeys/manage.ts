import type { PasskeyRow, UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordOwn } from '../../activity/record.ts';
import type { Mailing, Reading, Writing } from '../../context.ts';
import { DomainError, invalid, notFound } from '../../error.ts';
import { newId, readId } from '../../id.ts';
import { notify } from '../emails/mails.ts';
import { confirmOwnPassword, lockConfirmed } from '../passwords/confirm.ts';
import { saltOf } from '../passwords/hash.ts';
import { requireUser } from '../users.queries.ts';
import { CHALLENGE_LIFETIME, endOf, newChallenge, spendChallenge } from './challenge.ts';
import { deletePasskey, findPasskeys, insertPasskey } from './passkeys.queries.ts';
import { requireRelyingParty } from './relying-party.ts';
import type { NewPasskey } from './schema.ts';

const MOST = 10;

export type ListedPasskey = Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at'>;

/** The newest first, without keys. */
export async function listPasskeys({ db, viewer }: Pick<Reading, 'db' | 'viewer'>): Promise<ListedPasskey[]> {
  const rows = await findPasskeys(db, viewer.id);
  return rows.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }));
}

/**
 * Begins a passkey of the viewer, confirmed by the password.
 * @returns the options for the browser, which answers within five minutes
 * @throws DomainError PASSKEYS_UNAVAILABLE (503), VALIDATION_ERROR (400) for one too many, as `confirmOwnPassword`
 */
export async function beginPasskey(context: Writing & Mailing, password: string): Promise<string> {
  const { db, viewer, site } = context;
  const party = requireRelyingParty(context);
  const user = await confirmOwnPassword(context, password);
  const passkeys = await findPasskeys(db, viewer.id);
  requireRoom(passkeys.length);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: site.site_name,
    rpID: party.id,
    userName: viewer.email,
    userDisplayName: `${viewer.firstName} ${viewer.lastName}`.trim(),
    userID: new Uint8Array(readId(viewer.id)),
    challenge: new Uint8Array(Buffer.from(newChallenge(context, forViewer(context, user)), 'base64url')),
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return JSON.stringify(options);
}

// Only the session whose person has entered the password gets this challenge, which ends with the password.
const forViewer = ({ viewer }: Writing, { password_hash }: UserRow) =>
  ({ act: 'create', owner: `${viewer.sessionId} ${password_hash && saltOf(password_hash)}` }) as const;

function requireRoom(count: number): void {
  if (count >= MOST) throw invalid({ field: 'name', message: 'errors:passkeysMost' });
}

/**
 * Adds the passkey that the browser has made, and tells the owner by mail.
 * @throws DomainError PASSKEY_REFUSED (400), PASSKEYS_UNAVAILABLE (503), VALIDATION_ERROR (400) for one too many, and as
 *   `lockConfirmed`
 */
export async function createPasskey(
  context: Writing & Mailing,
  { name, credential }: NewPasskey,
): Promise<void> {
  const { db, viewer, now } = context;
  const party = requireRelyingParty(context);
  if (!credential) throw refused();
  const user = await requireUser(db, viewer.id);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  let spend = { challenge: '', end: '' };
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, transports: [] } },
    expectedChallenge(challenge) {
      const end = endOf(context, forViewer(context, user), challenge);
      if (end) spend = { challenge, end };
      return end !== null;
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((error) => {
    context.log.warn({ err: error }, 'a passkey was refused');
    throw refused();
  });
  if (!verified.verified) throw refused();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  await inTransaction(db, async (tx) => {
    await lockConfirmed(context, tx, user);
    requireRoom((await findPasskeys(tx, viewer.id)).length);
    const isNew =
      (await spendChallenge(tx, viewer.id, spend)) &&
      (await insertPasskey(tx, {
        user_id: viewer.id,
        id: newId(now),
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        transports: JSON.stringify(credential.response.transports),
        counter,
        name,
        created_at: now.toISOString(),
        last_used_at: null,
      }));
    if (!isNew) throw refused();
    await recordOwn({ ...context, db: tx }, 'passkey_added');
  });
  notify(context, user, 'passkeyAdded', { facts: { passkey: name } });
}

/**
 * Takes effect at the next sign-in; sessions go on. The owner is told by mail, as no password is asked for what may have
 * to go fast.
 * @throws DomainError NOT_FOUND (404)
 */
export async function removePasskey(context: Writing & Mailing, id: string): Promise<void> {
  const { db, viewer } = context;
  const name = await inTransaction(db, async (tx) => {
    const passkey = (await findPasskeys(tx, viewer.id)).find((row) => row.id === id);
    if (!passkey || !(await deletePasskey(tx, viewer.id, id))) throw notFound();
    await recordOwn({ ...context, db: tx }, 'passkey_removed');
    return passkey.name;
  });
  notify(context, await requireUser(db, viewer.id), 'passkeyRemoved', { facts: { passkey: name } });
}

function refused(): DomainError {
  return new DomainError('PASSKEY_REFUSED', 400, { message: 'errors:passkeyNotMade' });
}
