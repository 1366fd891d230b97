import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '../../concurrency-limit.ts';

const derive = promisify(argon2);

// OWASP password storage: argon2id with 46 MiB, one pass, one lane.
const COST = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };

const HEAD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/** Each hash takes a core and 46 MiB. */
const limitHashing = limitConcurrency({ concurrency: 2, queued: 40, retryAfter: 2 });

let hashesComputed = 0;

/** Hashes computed by this process, including those for sign-ins with an unknown address. */
export function hashCount(): number {
  return hashesComputed;
}

function tagOf(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  return limitHashing(() => {
    hashesComputed += 1;
    return derive('argon2id', { message, nonce, ...cost }) as Promise<Buffer>;
  });
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * In PHC string form.
 * @param renewed the hash of the same password that it replaces
 * @throws DomainError SERVICE_UNAVAILABLE when too many wait
 */
export async function hashPassword(password: string, renewed?: string): Promise<string> {
  const salt = renewed ? Buffer.from(saltOf(renewed), 'base64') : randomBytes(16);
  const tag = await tagOf(password, salt, COST);
  return `${HEAD}${base64(salt)}$${base64(tag)}`;
}

/** Each password has its own, which a renewed hash keeps. */
export function saltOf(hash: string): string {
  return hash.split('$')[4] ?? '';
}

/** Whether two hashes are of one password. */
export function isSamePassword(hash: string | null, other: string | null): boolean {
  return hash === null || other === null ? hash === other : saltOf(hash) === saltOf(other);
}

/** Whether a hash was made with old parameters and is replaced at the next sign-in. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(HEAD);
}

const DUMMY_HASH = `${HEAD}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Without a hash (no such account) it takes the same time and returns `false`. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = (hash ?? DUMMY_HASH).split('$');
  const expected = Buffer.from(tag, 'base64');
  const [memory = 0, passes = 0, parallelism = 0] = (cost.match(/\d+/g) ?? []).map(Number);
  const madeWith = { memory, passes, parallelism, tagLength: expected.length };
  const actual = await tagOf(password, Buffer.from(salt, 'base64'), madeWith);
  return timingSafeEqual(expected, actual) && Boolean(hash);
}
