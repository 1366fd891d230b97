import { randomBytes } from 'node:crypto';
import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import type { Mailing, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { newId, readId, writeId } from '../../id.ts';
import { later, MINUTE } from '../../instants.ts';
import { hashToken } from '../../sessions/tokens.ts';
import { lockProved, type Proof } from '../proof.ts';
import { requireUser } from '../users.queries.ts';
import { checkCode } from './check-code.ts';
import { attemptChallenge, deleteChallenge, findFactor, insertChallenge } from './second-factor.queries.ts';

export const CHALLENGE_LIFETIME = 5 * MINUTE;
const ATTEMPTS_MAX = 5;

/** What a sign-in waits for after the right password, or null where that is enough. @throws as the proof */
export async function challengeFor(
  { db, now }: Pick<Requesting, 'db' | 'now'>,
  user_id: string,
  requireProof: Proof,
  remember: boolean,
): Promise<string | null> {
  const factor = await findFactor(db, user_id);
  if (!factor?.confirmed_at) return null;
  const id = newId(now);
  const challenge = Buffer.concat([readId(user_id), readId(id), randomBytes(32)]).toString('base64url');
  const row = {
    user_id,
    id,
    hash: hashToken(challenge),
    attempts: 0,
    remember: Number(remember),
    expires_at: later(now, CHALLENGE_LIFETIME).toISOString(),
  };
  await inTransaction(db, async (tx) => {
    await lockProved(tx, user_id, requireProof);
    await insertChallenge(tx, row, now.toISOString());
  });
  return challenge;
}

function parseChallenge(challenge: string): { userId: string; id: string; hash: string } | null {
  if (!/^[\w-]{86}$/.test(challenge)) return null;
  const bytes = Buffer.from(challenge, 'base64url');
  return {
    userId: writeId(bytes.subarray(0, 16)),
    id: writeId(bytes.subarray(16, 32)),
    hash: hashToken(challenge),
  };
}

/**
 * Checks the code for a challenge, which its proof uses up. Never call it inside a database transaction.
 * @returns whose sign-in it is, and whether the session is to last long
 * @throws DomainError CODE_INVALID (401) for a wrong code and for a challenge that has ended, RATE_LIMITED (429)
 */
export async function answerChallenge(
  context: Requesting & Mailing,
  challenge: string,
  code: string,
): Promise<{ user: UserRow; remember: boolean; requireProof: Proof }> {
  const { db, now } = context;
  const parsed = parseChallenge(challenge);
  const row = parsed && (await attemptChallenge(db, parsed, ATTEMPTS_MAX, now.toISOString()));
  if (!row) throw refused('errors:challengeEnded');
  if (!(await checkCode(context, row.user_id, code))) throw refused('errors:CODE_INVALID');
  const requireProof: Proof = async (_locked, tx) => {
    if (!(await deleteChallenge(tx, row.user_id, row.id))) throw refused('errors:challengeEnded');
  };
  return { user: await requireUser(db, row.user_id), remember: row.remember === 1, requireProof };
}

function refused(message: 'errors:CODE_INVALID' | 'errors:challengeEnded'): DomainError {
  return new DomainError('CODE_INVALID', 401, { message });
}
