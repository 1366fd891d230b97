import { round } from './geometry.ts';

/** Of the whole, and of the words beside an end, which has two lines; in the size of a letter. */
const WHOLE = 14;
const LEAST_ROOM = 2.7;
/** A part is at least a sliver. */
const LEAST = 0.12;

interface Flow {
  /** Of the drawing, in the size of a letter. */
  height: number;
  /** Where all sources are, one below the other. */
  from: { top: number; height: number }[];
  /** Where each part arrives, and the middle of the room that its words have. */
  to: { top: number; height: number; middle: number; path: string }[];
}

/**
 * Where a whole of one or two sources, and the parts that it goes to, are in a drawing: thickness is in proportion, and
 * each part has the room that its words need.
 * @param isMirrored whether it begins at the right
 */
export function flowPlot(sources: readonly number[], parts: readonly number[], isMirrored: boolean): Flow {
  const whole = Math.max(
    1,
    parts.reduce((sum, part) => sum + part, 0),
  );
  const sizeOf = (part: number) => Math.max(LEAST, (part / whole) * WHOLE);
  const rooms = parts.map((part) => Math.max(LEAST_ROOM, sizeOf(part)));
  const height = rooms.reduce((sum, room) => sum + room, 0);
  const start = (height - parts.reduce((sum, part) => sum + sizeOf(part), 0)) / 2;
  let [down, end] = [start, 0];
  const to = parts.map((part, index) => {
    const [size, room] = [sizeOf(part), rooms[index] ?? 0];
    const middle = end + room / 2;
    const top = middle - size / 2;
    const path = ribbon(down, top, size, isMirrored);
    down += size;
    end += room;
    return { top: round(top), height: round(size), middle: round(middle), path };
  });
  let at = start;
  const from = sources.map((source) => {
    const top = at;
    at += (source / whole) * WHOLE;
    return { top: round(top), height: round((source / whole) * WHOLE) };
  });
  return { height: round(height), from, to };
}

/** Across a width of 100, between the upper edges of its ends. */
function ribbon(start: number, end: number, size: number, isMirrored: boolean): string {
  const x = (place: number) => (isMirrored ? 100 - place : place);
  const [a, b, c, d] = [start, end, end + size, start + size].map(round);
  return `M${x(0)} ${a}C${x(50)} ${a} ${x(50)} ${b} ${x(100)} ${b}V${c}C${x(50)} ${c} ${x(50)} ${d} ${x(0)} ${d}Z`;
}
