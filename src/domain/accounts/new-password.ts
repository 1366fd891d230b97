import { invalid } from '../error.ts';
import common from './common-passwords.json' with { type: 'json' };
import { hashPassword } from './password.ts';

/** Those of the 3,000 commonest passwords that have a letter, a digit and eight characters (ASVS 6.2.4). */
const COMMON = new Set(common.passwords.split(' '));

/**
 * Hashes a password that somebody has just chosen for `field`.
 * @throws DomainError VALIDATION_ERROR for one of the commonest, SERVICE_UNAVAILABLE when too many wait
 */
export async function hashNewPassword(password: string, field: string): Promise<string> {
  if (COMMON.has(password.toLowerCase())) throw invalid({ field, message: 'errors:passwordCommon' });
  return hashPassword(password);
}
