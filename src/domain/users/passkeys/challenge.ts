import type { Tx } from '../../../db/transact.ts';
import type { Requesting } from '../../context.ts';
import { later, MINUTE } from '../../instants.ts';
import { keyFor, seal, unseal } from '../../sealed.ts';
import { hashToken } from '../../sessions/tokens.ts';
import { insertUsedChallenge } from './passkeys.queries.ts';

/** `owner` is the session or guest that it is for; answers of others are refused. */
interface ChallengeFor {
  act: 'create' | 'sign-in';
  owner: string;
}

type Stated = Pick<Requesting, 'settings' | 'now'>;

export const CHALLENGE_LIFETIME = 5 * MINUTE;

/**
 * What an authenticator signs. It says itself what it is for and when it ends, sealed, so that asking for one stores
 * nothing; its nonce makes it random.
 */
export function newChallenge({ settings, now }: Stated, { act, owner }: ChallengeFor): string {
  const end = later(now, CHALLENGE_LIFETIME).toISOString();
  return seal(Buffer.from(end), keyFor(settings.APP_SECRET, 'passkey'), `${act}:${owner}`).toString(
    'base64url',
  );
}

/** When it ends; null for one that has ended, is for something else, or is not ours. */
export function endOf(
  { settings, now }: Stated,
  { act, owner }: ChallengeFor,
  challenge: string,
): string | null {
  const key = keyFor(settings.APP_SECRET, 'passkey');
  const end = unseal(Buffer.from(challenge, 'base64url'), key, `${act}:${owner}`)?.toString();
  return end && end > now.toISOString() ? end : null;
}

/** Uses a challenge up, on every node. @returns whether it is the first time */
export function spendChallenge(
  tx: Tx,
  user_id: string,
  { challenge, end }: { challenge: string; end: string },
): Promise<boolean> {
  return insertUsedChallenge(tx, { user_id, hash: hashToken(challenge), expires_at: end });
}
