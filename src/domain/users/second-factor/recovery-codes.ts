import { randomInt } from 'node:crypto';
import { hashToken } from '../../sessions/tokens.ts';

const COUNT = 10;
/** Without letters and digits that look like others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** Each has some 79 random bits: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
      .join('')
      .replace(GROUP, '$&-'),
  );
}

/** Dashes, blanks and capitals make no difference; null for what cannot be a recovery code. */
export function hashOfRecoveryCode(code: string): string | null {
  const letters = code.toLowerCase().replace(/[\s-]/g, '');
  return new RegExp(`^[${LETTERS}]{${LENGTH}}$`).test(letters) ? hashToken(`recovery:${letters}`) : null;
}

export function recoveryHashes(codes: string[]): string[] {
  return codes.flatMap((code) => hashOfRecoveryCode(code) ?? []);
}
