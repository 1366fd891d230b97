// Limits count letters as people see them: one with its accents, or an emoji of several parts, is one. As a letter may
// have any number of the code units in which texts are stored, those are limited too.

/** Code units of a letter at most; the longest emoji of Unicode have 15. */
const LONGEST = 32;

/** Code units of a text at most, per letter. */
const UNITS = 16;

const segmenter = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' });

export const unitsFor = (letters: number): number => letters * UNITS;

export function countLetters(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Whether a text has at most so many letters, each of a sensible length. */
export function fits(text: string, most: number): boolean {
  if (text.length <= most) return true;
  if (text.length > unitsFor(most)) return false;
  let remaining = most;
  for (const { segment } of segmenter.segment(text)) {
    remaining -= 1;
    if (remaining < 0 || segment.length > LONGEST) return false;
  }
  return true;
}

/** The first whole letters of a text, within both limits; `units` are code units. */
export function beginningOf(text: string, most: number, units: number = unitsFor(most)): string {
  if (text.length <= Math.min(most, units)) return text;
  let remaining = most;
  for (const { index, segment } of segmenter.segment(text)) {
    if (remaining === 0 || index + segment.length > units) return text.slice(0, index);
    remaining -= 1;
  }
  return text;
}

/** As `beginningOf`, with an ellipsis if anything is missing. */
export function shortenedTo(text: string, most: number, units: number): string {
  const beginning = beginningOf(text, most, units);
  return beginning === text ? text : `${beginning}…`;
}

export function initialsOf(person: { firstName: string; lastName: string; email: string }): string {
  const letters = [person.firstName, person.lastName].map((name) => beginningOf(name.trim(), 1)).join('');
  return (letters || beginningOf(person.email, 1)).toUpperCase();
}
