import bidiFactory, { type EmbeddingLevels } from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/**
 * A part of a line in one font and one direction, in the order in which a font lays it out: Hebrew in the order of its
 * letters.
 */
export interface Run {
  text: string;
  font: string;
  /** In ems. */
  width: number;
}

/** From left to right on the paper. */
export interface Line {
  runs: Run[];
  width: number;
}

export interface Measures {
  shown(character: string): { text: string; font: string };
  /** In ems. */
  widthOf(text: string, font: string): number;
}

const bidi = bidiFactory();
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u2067\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction of the first letter that has one. */
export function directionOf(text: string, otherwise: Direction): Direction {
  const first = /\p{L}/u.exec(text)?.[0];
  if (first === undefined) return otherwise;
  return RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
}

/** A user's text on one line, without marks that would change the direction of what is beside it. */
export function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Breaks a text into lines of at most `width` ems, and puts each in the order of the paper. */
export function breakLines(text: string, direction: Direction, width: number, measures: Measures): Line[] {
  const levels =
    RIGHT_TO_LEFT.test(text) || direction === 'rtl' ? bidi.getEmbeddingLevels(text, direction) : null;
  return cuts(text, width, measures).map(([from, to]) => lineOf(text, levels, from, to, measures));
}

function cuts(text: string, width: number, measures: Measures): [number, number][] {
  const lines: [number, number][] = [];
  let [begin, end, used] = [0, 0, 0];
  const breakBefore = (next: number) => {
    lines.push([begin, end]);
    [begin, end, used] = [next, next, 0];
  };
  const add = (part: string) => {
    used += widthOf(part, measures);
    end += part.length;
  };
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const gap = text.slice(end, index);
    if (end > begin && used + widthOf(gap + word, measures) > width) breakBefore(index);
    else if (end > begin) add(gap);
    else [begin, end] = [index, index];
    if (widthOf(word, measures) <= width) add(word);
    else
      for (const { segment } of graphemes.segment(word)) {
        if (end > begin && used + widthOf(segment, measures) > width) breakBefore(end);
        add(segment);
      }
  }
  if (end > begin || lines.length === 0) lines.push([begin, end]);
  return lines;
}

function widthOf(text: string, measures: Measures): number {
  return runsOf(text, measures).reduce((sum, { width }) => sum + width, 0);
}

function lineOf(
  text: string,
  levels: EmbeddingLevels | null,
  from: number,
  to: number,
  measures: Measures,
): Line {
  const runs = levels ? reordered(text, levels, from, to, measures) : runsOf(text.slice(from, to), measures);
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
}

// Each word from right to left is a separate run, because the library puts the words of a run from left to right.
function reordered(
  text: string,
  embedding: EmbeddingLevels,
  from: number,
  to: number,
  measures: Measures,
): Run[] {
  if (from === to) return [];
  const { levels } = embedding;
  const runs: { level: number; first: number; last: number }[] = [];
  for (const index of bidi.getReorderedIndices(text, embedding, from, to - 1).slice(from, to)) {
    const level = levels[index] ?? 0;
    const run = runs.at(-1);
    const isNext =
      run?.level === level && (level % 2 === 0 ? index === run.last + 1 : index === run.first - 1);
    if (run && isNext && (level % 2 === 0 || !(text[index] === ' ' && text[run.first] !== ' '))) {
      run.first = Math.min(run.first, index);
      run.last = Math.max(run.last, index);
    } else runs.push({ level, first: index, last: index });
  }
  return runs.flatMap(({ level, first, last }) => {
    const part = text.slice(first, last + 1);
    return level % 2 === 0 ? runsOf(part, measures) : runsOf(mirrored(part), measures).map(turned).reverse();
  });
}

function mirrored(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

// A font reverses only runs with a letter of a script from right to left.
function turned(run: Run): Run {
  return RIGHT_TO_LEFT.test(run.text) ? run : { ...run, text: [...run.text].reverse().join('') };
}

/** Splits a text from left to right into runs of one font. Marks stay with the letter that they are on. */
function runsOf(text: string, { shown, widthOf }: Measures): Run[] {
  const runs: { text: string; font: string }[] = [];
  for (const character of text.replaceAll(INVISIBLE, '')) {
    const run = runs.at(-1);
    const next = run && /[ \p{M}]/u.test(character) ? { text: character, font: run.font } : shown(character);
    if (run?.font === next.font) run.text += next.text;
    else runs.push(next);
  }
  return runs.map((run) => ({ ...run, width: widthOf(run.text, run.font) }));
}
