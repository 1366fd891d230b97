import { createHash } from 'node:crypto';
import type { IdempotencyKeyRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError } from '../error.ts';
import { DAY, later } from '../instants.ts';
import { claimKey, deleteKeysBefore, findKey, storeAnswer } from './idempotency.queries.ts';

interface StoredAnswer {
  status: number;
  text: string;
}

interface Answer {
  status: number;
  /** The JSON of the first answer, byte for byte. */
  text: string;
  replayed: boolean;
}

/** The key was used with another body, whose answer is `first`. */
export class IdempotencyConflict extends DomainError {
  readonly first: string;

  constructor(first: string) {
    super('IDEMPOTENCY_CONFLICT', 409);
    this.first = first;
  }
}

/** `body` is the canonical form of the request's body. */
export interface Attempt {
  path: string;
  key: string;
  body: string;
}

/**
 * Runs `work` once per key within 24 hours, then repeats its answer. The key is stored in the transaction of the work,
 * so that a crash leaves both or neither.
 * @throws IdempotencyConflict (409) when the key was used with another body
 */
export async function idempotent<Inside extends Writing>(
  context: Inside,
  attempt: Attempt,
  work: (context: Inside) => Promise<{ status: number; text: string }>,
): Promise<Answer> {
  const { viewer, now } = context;
  const name = { user_id: viewer.id, path: attempt.path, key: attempt.key };
  return inTransaction(context.db, async (tx) => {
    await deleteKeysBefore(tx, viewer.id, dayBefore(now));
    if (await claimKey(tx, rowOf(viewer.id, attempt, { status: 0, text: '' }, now))) {
      const { status, text } = await work({ ...context, db: tx });
      await storeAnswer(tx, name, status, text);
      return { status, text, replayed: false };
    }
    const first = await findKey(tx, name);
    if (first?.body_hash !== hashOf(attempt)) throw new IdempotencyConflict(first?.answer ?? '');
    return { status: first.status, text: first.answer, replayed: true };
  });
}

function dayBefore(now: Date): string {
  return later(now, -DAY).toISOString();
}

function rowOf(
  user_id: string,
  attempt: Attempt,
  { status, text }: StoredAnswer,
  now: Date,
): IdempotencyKeyRow {
  const { path, key } = attempt;
  const body_hash = hashOf(attempt);
  return { user_id, path, key, body_hash, status, answer: text, created_at: now.toISOString() };
}

function hashOf({ body }: Attempt): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** For the request that creates the account itself, in its transaction. */
export async function storeFirstAnswer(
  tx: Tx,
  { now }: Pick<Reading, 'now'>,
  userId: string,
  attempt: Attempt,
  stored: StoredAnswer,
): Promise<void> {
  await claimKey(tx, rowOf(userId, attempt, stored, now));
}

/**
 * Returns the answer stored within the last 24 hours, or null.
 * @throws IdempotencyConflict (409) when the key was used with another body
 */
export async function findFirstAnswer(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  userId: string,
  attempt: Attempt,
): Promise<StoredAnswer | null> {
  const first = await findKey(db, { user_id: userId, path: attempt.path, key: attempt.key });
  if (!first || first.created_at < dayBefore(now)) return null;
  if (first.body_hash !== hashOf(attempt)) throw new IdempotencyConflict(first.answer);
  return { status: first.status, text: first.answer };
}

/** Removes spaces and sorts the names of each object. */
export function canonicalJson(text: string): string {
  if (text === '') return text;
  const value: unknown = JSON.parse(text);
  try {
    return JSON.stringify(value, (_name, part: unknown) => (isObject(part) ? sortedByName(part) : part));
  } catch (error) {
    // The value is nested too deeply for `stringify`.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

function isObject(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

// Without a prototype, so that `__proto__` is an ordinary name.
function sortedByName(part: Record<string, unknown>): Record<string, unknown> {
  const sorted: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(part).sort()) sorted[name] = part[name];
  return sorted;
}
