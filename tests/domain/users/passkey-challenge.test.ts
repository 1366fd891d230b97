import { expect, test } from 'vitest';
import type { Context } from '../../../src/domain/context.ts';
import { endOf, newChallenge } from '../../../src/domain/users/passkeys/challenge.ts';

const at = (instant: string, APP_SECRET = 'x'.repeat(32)) => ({
  now: new Date(instant),
  settings: { APP_SECRET } as Context['settings'],
});

test('a challenge is random, and counts for five minutes, one owner, one act and one instance', () => {
  const made = at('2026-06-15T09:00:00.000Z');
  const mine = { act: 'sign-in', owner: 'me' } as const;
  const challenge = newChallenge(made, mine);
  expect(newChallenge(made, mine)).not.toBe(challenge);
  expect(endOf(at('2026-06-15T09:04:59.000Z'), mine, challenge)).toBe('2026-06-15T09:05:00.000Z');
  expect(endOf(at('2026-06-15T09:05:00.000Z'), mine, challenge)).toBeNull();
  expect(endOf(made, { ...mine, owner: 'you' }, challenge)).toBeNull();
  expect(endOf(made, { ...mine, act: 'create' }, challenge)).toBeNull();
  expect(endOf({ ...made, ...at(made.now.toISOString(), 'y'.repeat(32)) }, mine, challenge)).toBeNull();
  const other = challenge.startsWith('A') ? 'B' : 'A';
  expect(endOf(made, mine, `${other}${challenge.slice(1)}`)).toBeNull();
});
