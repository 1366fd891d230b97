import { createHash } from 'node:crypto';
import { inTransaction } from '../../db/transact.ts';
import type { SignedIn } from '../context.ts';
import { DomainError } from '../error.ts';
import { claimKey, deleteKeysBefore, findKey, storeAnswer } from './idempotency.queries.ts';

const DAY = 86_400_000;

interface Answer {
  status: number;
  /** The JSON of the first answer, byte for byte. */
  text: string;
  replayed: boolean;
}

/** What identifies a request: the person, the operation, the key, and the body in its one form. */
interface Attempt {
  path: string;
  key: string;
  body: string;
}

/**
 * Runs `work` at most once for a key within 24 hours and returns the first answer again afterwards. The key is stored
 * in the transaction of the work itself, so that a crash leaves both or neither.
 * @throws DomainError IDEMPOTENCY_CONFLICT (409) when the key was used with another body
 */
export async function idempotent(
  context: SignedIn,
  attempt: Attempt,
  work: (context: SignedIn) => Promise<{ status: number; text: string }>,
): Promise<Answer> {
  const name = { user_id: context.viewer.id, path: attempt.path, key: attempt.key };
  const body_hash = createHash('sha256').update(attempt.body).digest('base64url');
  return inTransaction(context.db, async (tx) => {
    await deleteKeysBefore(tx, context.viewer.id, new Date(context.now.getTime() - DAY).toISOString());
    const claim = { ...name, body_hash, status: 0, answer: '', created_at: context.now.toISOString() };
    if (await claimKey(tx, claim)) {
      const { status, text } = await work({ ...context, db: tx });
      await storeAnswer(tx, name, status, text);
      return { status, text, replayed: false };
    }
    const first = await findKey(tx, name);
    if (first?.body_hash !== body_hash) throw new DomainError('IDEMPOTENCY_CONFLICT', 409);
    return { status: first.status, text: first.answer, replayed: true };
  });
}
