import { type Texture, texturesOf } from './colors.ts';

interface Fill {
  color: string;
  texture: Texture;
  /** The id of the pattern, if it has a texture. */
  id: string;
  /** As the attribute of a shape. */
  fill: string;
}

/** As many parts of a whole as one can tell apart; one more is drawn rather than a rest of one part. */
const MOST = 8;

/** The fills of parts or stacked series that are drawn in this order; ids begin with that of their table. */
export function fillsOf(table: string, colors: readonly (string | undefined)[]): Fill[] {
  const textures = texturesOf(colors.map((color) => color ?? null));
  return textures.map((texture, index) => {
    const color = colors[index] ?? 'var(--accent)';
    const id = `${table}-fill-${index}`;
    return { color, texture, id, fill: texture === 'plain' ? color : `url(#${id})` };
  });
}

/** The parts of a whole that are drawn by themselves; the small ones are drawn as the rest. */
export function partFills(table: string, colors: readonly (string | undefined)[]): Fill[] {
  return fillsOf(table, colors.length > MOST + 1 ? colors.slice(0, MOST) : colors);
}
