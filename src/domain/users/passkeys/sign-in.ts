import type { PasskeyRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import type { Mailing, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { writeId } from '../../id.ts';
import { limitSignIn, signInAttempts } from '../../rate-limits/sign-in.ts';
import type { Proof } from '../proof.ts';
import { beginSession, type SignedInUser } from '../sign-in.ts';
import { requireUser } from '../users.queries.ts';
import { CHALLENGE_LIFETIME, endOf, newChallenge, spendChallenge } from './challenge.ts';
import { findPasskey, recordUse } from './passkeys.queries.ts';
import { requireRelyingParty } from './relying-party.ts';
import type { PasskeyAnswer } from './schema.ts';

/** @returns the options for the browser; any passkey of this site answers them */
export function passkeyOptions(context: Requesting, owner: string): string {
  return JSON.stringify({
    challenge: newChallenge(context, { act: 'sign-in', owner }),
    rpId: requireRelyingParty(context).id,
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME,
  });
}

/**
 * Starts a session for the owner of a passkey. It counts as both factors: it is a thing one has, and the device has
 * verified its owner.
 * @param answer null for one that cannot be read
 * @throws DomainError PASSKEY_REFUSED (401), EMAIL_NOT_VERIFIED (403), USER_BLOCKED (403), RATE_LIMITED (429),
 *   PASSKEYS_UNAVAILABLE (503)
 */
export async function signInByPasskey(
  context: Requesting & Mailing,
  answer: PasskeyAnswer | null,
  { owner, remember }: { owner: string; remember: boolean },
): Promise<SignedInUser> {
  requireRelyingParty(context);
  let passkey: PasskeyRow | null = null;
  const attempt = async () => {
    passkey = answer && (await verify(context, answer, owner));
    return passkey !== null;
  };
  // The account is known only after the check, so failures count against the network address.
  const keys = [signInAttempts.address(context.client.address)];
  await limitSignIn(context, keys, attempt, 'errors:RATE_LIMITED');
  const { user_id, credential_id } = (passkey as PasskeyRow | null) ?? refuse();
  const user = await requireUser(context.db, user_id);
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  const requireProof: Proof = async (_locked, tx) => {
    if (!(await findPasskey(tx, user_id, credential_id))) refuse();
  };
  return beginSession(context, user, requireProof, { remember, byCode: true });
}

function refuse(): never {
  throw new DomainError('PASSKEY_REFUSED', 401);
}

/** Null for a passkey that is not known, and for a wrong, late or repeated answer. */
async function verify(context: Requesting, answer: PasskeyAnswer, owner: string): Promise<PasskeyRow | null> {
  const { db, now, log } = context;
  const party = requireRelyingParty(context);
  const handle = Buffer.from(answer.response.userHandle, 'base64url');
  const passkey = handle.length === 16 && (await findPasskey(db, writeId(handle), answer.id));
  if (!passkey) return null;
  let spend = { challenge: '', end: '' };
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge(challenge) {
      const end = endOf(context, { act: 'sign-in', owner }, challenge);
      if (end) spend = { challenge, end };
      return end !== null;
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((error) => {
    log.warn({ err: error }, 'a sign-in by passkey was refused');
    return null;
  });
  if (!result?.verified) return null;
  const changes = { counter: result.authenticationInfo.newCounter, last_used_at: now.toISOString() };
  return inTransaction(db, async (tx) => {
    if (!(await spendChallenge(tx, passkey.user_id, spend))) return null;
    // A copied authenticator may answer at the same time.
    return (await recordUse(tx, passkey, changes)) ? passkey : null;
  });
}
