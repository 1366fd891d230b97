// People count what they see: a letter with its accents, or an emoji of several parts, is one. Texts are stored in code
// units, of which one letter may have any number; so there are bounds of those too.

/** The most code units of a letter; the longest emoji of Unicode have 15. */
const LONGEST = 32;

/** The most code units of a text, for each letter that it may have. */
const UNITS = 16;

const segmenter = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The most code units of a text of so many letters. */
export const unitsFor = (letters: number): number => letters * UNITS;

export function countLetters(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Whether a text has no more letters than that. One of so few code units always fits. */
export function fits(text: string, most: number): boolean {
  if (text.length <= most) return true;
  if (text.length > unitsFor(most)) return false;
  let left = most;
  for (const { segment } of segmenter.segment(text)) {
    left -= 1;
    if (left < 0 || segment.length > LONGEST) return false;
  }
  return true;
}

/** The beginning of a text, of whole letters: at most so many, and at most so many code units. */
export function beginningOf(text: string, most: number, units: number = unitsFor(most)): string {
  if (text.length <= Math.min(most, units)) return text;
  let left = most;
  for (const { index, segment } of segmenter.segment(text)) {
    if (left === 0 || index + segment.length > units) return text.slice(0, index);
    left -= 1;
  }
  return text;
}

/** A text of no more than that, with an ellipsis where some of it is missing. */
export function shortenedTo(text: string, most: number, units: number): string {
  const beginning = beginningOf(text, most, units);
  return beginning === text ? text : `${beginning}…`;
}

/** The first letters of a person's first and last name, otherwise of their address. */
export function initialsOf(person: { firstName: string; lastName: string; email: string }): string {
  const letters = [person.firstName, person.lastName].map((name) => beginningOf(name.trim(), 1)).join('');
  return (letters || beginningOf(person.email, 1)).toUpperCase();
}
