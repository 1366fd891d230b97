type Strength = 'weak' | 'fair' | 'strong';

/** The number of unpredictable characters from which a password is fair or strong. */
const FAIR = 10;
const STRONG = 13;

/**
 * Rates a password by its unpredictable characters: those that repeat or follow the previous letter or digit count
 * little. A password with a part of the person's own data is weak.
 * @param personal the name and address as typed; short parts are ignored
 */
export function strengthOf(password: string, personal: readonly string[]): Strength {
  const text = password.normalize('NFC').toLowerCase();
  const parts = personal.flatMap((value) => value.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  if (parts.some((part) => part.length > 3 && text.includes(part))) return 'weak';
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const unpredictable = codes.filter(
    (code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1,
  );
  const count = Math.min(unpredictable.length, 2 * new Set(unpredictable).size);
  if (count >= STRONG) return 'strong';
  return count >= FAIR ? 'fair' : 'weak';
}
