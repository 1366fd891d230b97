import bidiFactory, { type EmbeddingLevels } from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** A part of a line in one font and one direction, as a font lays it out: Hebrew in the order of its letters. */
export interface Piece {
  text: string;
  font: string;
  /** In ems. */
  width: number;
}

/** The pieces of a line, in the order in which they stand on the paper from its left to its right. */
export interface Line {
  pieces: Piece[];
  width: number;
}

export interface Measures {
  /** A character as it can be drawn, and the font that has it. */
  shown(character: string): { text: string; font: string };
  /** How wide a text is in a font, in ems. */
  widthOf(text: string, font: string): number;
}

const bidi = bidiFactory();
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u2067\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether anything of a text is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction of a text whose own first letter decides. */
export function directionOf(text: string, otherwise: Direction): Direction {
  const first = /\p{L}/u.exec(text)?.[0];
  if (first === undefined) return otherwise;
  return RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
}

/** What somebody wrote, on one line and without marks that would turn round what stands beside it. */
export function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Breaks a text into lines that are at most so many ems wide, and puts each in the order of the paper. */
export function breakLines(text: string, direction: Direction, width: number, measures: Measures): Line[] {
  const levels =
    RIGHT_TO_LEFT.test(text) || direction === 'rtl' ? bidi.getEmbeddingLevels(text, direction) : null;
  return cuts(text, width, measures).map(([from, to]) => lineOf(text, levels, from, to, measures));
}

/** The places of a text at which its lines begin and end, without the spaces between them. */
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
  const pieces = levels
    ? reordered(text, levels, from, to, measures)
    : runsOf(text.slice(from, to), measures);
  return { pieces, width: pieces.reduce((sum, { width }) => sum + width, 0) };
}

// Each word from right to left is a piece of its own: the library puts the words of a piece from left to right.
function reordered(
  text: string,
  embedding: EmbeddingLevels,
  from: number,
  to: number,
  measures: Measures,
): Piece[] {
  if (from === to) return [];
  const { levels } = embedding;
  const runs: { level: number; first: number; last: number }[] = [];
  for (const at of bidi.getReorderedIndices(text, embedding, from, to - 1).slice(from, to)) {
    const level = levels[at] ?? 0;
    const run = runs.at(-1);
    const isNext = run?.level === level && (level % 2 === 0 ? at === run.last + 1 : at === run.first - 1);
    if (run && isNext && (level % 2 === 0 || !(text[at] === ' ' && text[run.first] !== ' '))) {
      run.first = Math.min(run.first, at);
      run.last = Math.max(run.last, at);
    } else runs.push({ level, first: at, last: at });
  }
  return runs.flatMap(({ level, first, last }) => {
    const part = text.slice(first, last + 1);
    return level % 2 === 0 ? runsOf(part, measures) : runsOf(mirrored(part), measures).map(turned).reverse();
  });
}

function mirrored(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

// A font turns round what has a letter of a script from right to left, and nothing else.
function turned(piece: Piece): Piece {
  return RIGHT_TO_LEFT.test(piece.text) ? piece : { ...piece, text: [...piece.text].reverse().join('') };
}

/** A text from left to right in pieces of one font. Marks stay with the letter that they are on. */
function runsOf(text: string, { shown, widthOf }: Measures): Piece[] {
  const runs: { text: string; font: string }[] = [];
  for (const character of text.replaceAll(INVISIBLE, '')) {
    const run = runs.at(-1);
    const next = run && /[ \p{M}]/u.test(character) ? { text: character, font: run.font } : shown(character);
    if (run?.font === next.font) run.text += next.text;
    else runs.push(next);
  }
  return runs.map((run) => ({ ...run, width: widthOf(run.text, run.font) }));
}
