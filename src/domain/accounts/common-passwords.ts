import common from './common-passwords.json' with { type: 'json' };

const COMMON = new Set(common.passwords.split(' '));

/** Whether it is one of the 3,000 commonest passwords that have a letter, a digit and eight characters (ASVS 6.2.4). */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
