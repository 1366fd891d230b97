import * as v from 'valibot';
import { beginningOf } from '../../letters.ts';
import { guessNames } from '../guess-names.ts';
import { emailSchema } from '../schema.ts';
import type { Identity } from './identity.ts';

type Claims = Record<string, unknown>;

const NAME_MAX = 100;
const SUBJECT_MAX = 255;

// PostgreSQL cannot store NUL.
const isStorable = (text: string) => !text.includes('\0');

/** Libraries check only that a subject is present. Null for one that no provider may send. */
export function claimedSubject({ sub }: Claims): string | null {
  return typeof sub === 'string' && sub !== '' && sub.length <= SUBJECT_MAX && isStorable(sub) ? sub : null;
}

export function claimedEmail({ email }: Claims): string | null {
  const result = v.safeParse(emailSchema, email);
  return result.success && isStorable(result.output) ? result.output : null;
}

export function isEmailVerified({ email_verified }: Claims): boolean {
  return email_verified === true || email_verified === 'true';
}

export function claimedNames(claims: Claims, email: string): Pick<Identity, 'firstName' | 'lastName'> {
  const text = (value: unknown) =>
    typeof value === 'string' ? beginningOf(value.replaceAll('\0', '').trim(), NAME_MAX) : '';
  const [first = '', ...rest] = text(claims.name).split(/\s+/);
  const firstName = text(claims.given_name) || first;
  const lastName = text(claims.family_name) || rest.join(' ');
  const guessed = guessNames(email);
  return firstName ? { firstName, lastName } : { ...guessed, ...(lastName && { lastName }) };
}
