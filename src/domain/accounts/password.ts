import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurns } from '../turns.ts';

const derive = promisify(argon2);

// OWASP password storage: argon2id with 46 MiB, one pass, one lane.
const COST = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };

/** Hashing takes a core and 46 MiB. */
const inTurn = createTurns({ atOnce: 2, waiting: 40, retryAfter: 2 });

function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  return inTurn(() => derive('argon2id', { message, nonce, ...COST }) as Promise<Buffer>);
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The argon2id hash of a password in PHC string form. @throws DomainError SERVICE_UNAVAILABLE when too many wait */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

const NOBODY =
  '$argon2id$v=19$m=47104,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Whether a password fits; without a hash (no such account) it takes the same time and says no. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = (hash ?? NOBODY).split('$');
  const expected = Buffer.from(tag, 'base64');
  const actual = await tagOf(password, Buffer.from(salt, 'base64'));
  return timingSafeEqual(expected, actual) && Boolean(hash);
}
