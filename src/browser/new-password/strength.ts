export type Strength = 'weak' | 'fair' | 'strong';

/** From so many characters that tell nothing about the others a password is fair, or strong. */
const FAIR = 10;
const STRONG = 13;

/**
 * How hard a password is to guess, by the characters that do not follow from those before them: one that repeats the
 * last, or is the next of the alphabet or the digits, counts little. What holds a part of the person's own data is weak.
 * @param own the name and the address as typed; short ones are ignored
 */
export function strengthOf(password: string, own: readonly string[]): Strength {
  const text = password.normalize('NFC').toLowerCase();
  const parts = own.flatMap((value) => value.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  if (parts.some((part) => part.length > 3 && text.includes(part))) return 'weak';
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const told = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1);
  const count = Math.min(told.length, 2 * new Set(told).size);
  if (count >= STRONG) return 'strong';
  return count >= FAIR ? 'fair' : 'weak';
}
