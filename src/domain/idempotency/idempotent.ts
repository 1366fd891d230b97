import { createHash } from 'node:crypto';
import type { IdempotencyKeyRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError } from '../error.ts';
import { claimKey, deleteKeysBefore, findKey, storeAnswer } from './idempotency.queries.ts';

const DAY = 86_400_000;

interface Stored {
  status: number;
  text: string;
}

interface Answer {
  status: number;
  /** The JSON of the first answer, byte for byte. */
  text: string;
  replayed: boolean;
}

/** A key was used with another body; `first` is the answer to that one. */
export class IdempotencyConflict extends DomainError {
  readonly first: string;

  constructor(first: string) {
    super('IDEMPOTENCY_CONFLICT', 409);
    this.first = first;
  }
}

/** What identifies a request: the person, the operation, the key, and the body in its one form. */
export interface Attempt {
  path: string;
  key: string;
  body: string;
}

/**
 * Runs `work` at most once for a key within 24 hours and returns the first answer again afterwards. The key is stored
 * in the transaction of the work itself, so that a crash leaves both or neither.
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
  return new Date(now.getTime() - DAY).toISOString();
}

function rowOf(user_id: string, attempt: Attempt, { status, text }: Stored, now: Date): IdempotencyKeyRow {
  const { path, key } = attempt;
  const body_hash = hashOf(attempt);
  return { user_id, path, key, body_hash, status, answer: text, created_at: now.toISOString() };
}

function hashOf({ body }: Attempt): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** Stores the answer to the request that created the account itself, in the transaction that did. */
export async function storeFirstAnswer(
  tx: Tx,
  { now }: Pick<Reading, 'now'>,
  userId: string,
  attempt: Attempt,
  stored: Stored,
): Promise<void> {
  await claimKey(tx, rowOf(userId, attempt, stored, now));
}

/**
 * The answer that a person's request with this key got within the last 24 hours; null without one.
 * @throws IdempotencyConflict (409) when the key was used with another body
 */
export async function findFirstAnswer(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  userId: string,
  attempt: Attempt,
): Promise<Stored | null> {
  const first = await findKey(db, { user_id: userId, path: attempt.path, key: attempt.key });
  if (!first || first.created_at < dayBefore(now)) return null;
  if (first.body_hash !== hashOf(attempt)) throw new IdempotencyConflict(first.answer);
  return { status: first.status, text: first.answer };
}

/** A JSON text in the one form of its value: without spaces, the names of each object sorted. */
export function canonicalJson(text: string): string {
  if (text === '') return text;
  const value: unknown = JSON.parse(text);
  try {
    return JSON.stringify(value, (_name, part: unknown) => (isObject(part) ? sortedByName(part) : part));
  } catch (error) {
    // Nested too deep to be written again.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

function isObject(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

// Without a prototype, so that the name `__proto__` is one like any other.
function sortedByName(part: Record<string, unknown>): Record<string, unknown> {
  const sorted: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(part).sort()) sorted[name] = part[name];
  return sorted;
}
