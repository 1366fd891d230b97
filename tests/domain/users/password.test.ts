import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  hashCount,
  hashPassword,
  isOutdated,
  verifyPassword,
} from '../../../src/domain/users/passwords/hash.ts';
import { hashOf } from '../../support/passwords.ts';

beforeAll(() => void vi.stubEnv('FULL_HASHES', '1'));
afterAll(() => void vi.unstubAllEnvs());

test('a password is stored as argon2id with 46 MiB and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('Korrekt-Pferd-9'), hashPassword('Korrekt-Pferd-9')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
});

test('only the password itself is accepted, in any Unicode form', async () => {
  const hash = await hashPassword('Café-סיסמה-9');
  expect(await verifyPassword(hash, 'Café-סיסמה-9')).toBe(true);
  expect(await verifyPassword(hash, 'Cafe\u0301-סיסמה-9')).toBe(true);
  for (const wrong of ['café-סיסמה-9', 'Café-סיסמה-9 ', 'Cafe-סיסמה-9', '']) {
    expect(await verifyPassword(hash, wrong), wrong).toBe(false);
  }
});

test('without an account no password is accepted, not even an empty one', async () => {
  for (const hash of [null, undefined]) expect(await verifyPassword(hash, '')).toBe(false);
});

test('a hash with other parameters still accepts only its password, and counts as outdated', async () => {
  const older = hashOf('Korrekt-Pferd-9', { memory: 64, passes: 2, tagLength: 16 });
  expect(await verifyPassword(older, 'Korrekt-Pferd-9')).toBe(true);
  expect(await verifyPassword(older, 'Korrekt-Pferd-8')).toBe(false);
  expect([isOutdated(older), isOutdated(await hashPassword('Korrekt-Pferd-9'))]).toEqual([true, false]);
});

test('checking a password without an account computes as many hashes as with one', async () => {
  const hash = await hashPassword('Korrekt-Pferd-9');
  for (const stored of [hash, null, undefined]) {
    const before = hashCount();
    await verifyPassword(stored, 'Korrekt-Pferd-9');
    expect(hashCount() - before).toBe(1);
  }
});
