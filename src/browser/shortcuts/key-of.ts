/** What identifies a pressed key: what it writes, and its place on the keyboard. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The letter or sign of a shortcut; empty for none. Keys of a keyboard that writes Hebrew stand for the Latin letters at
 * their places; other layouts say themselves which letter a key has.
 */
export function keyOf({ key, code, shiftKey }: Pressed): string {
  if (key === '?' || key === '/') return key;
  if (shiftKey) return '';
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  // The slash of a Latin keyboard writes a full stop in Hebrew.
  if (code === 'Slash' && key === '.') return '/';
  return /^\P{ASCII}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase() : '';
}
