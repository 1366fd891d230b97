/** How a fill is drawn besides its colour; `plain` first. */
const TEXTURES = ['plain', 'stripes', 'dots', 'hatch'] as const;
export type Texture = (typeof TEXTURES)[number];

type Triple = [number, number, number];

/**
 * What people without red, green or blue cones see, on linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
 */
const VISIONS: Record<'usual' | 'protan' | 'deutan' | 'tritan', [Triple, Triple, Triple]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Two colours of large areas that are closer than this, in CIELAB, are told apart by a texture as well. */
export const APART = 11;

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const product = (rows: Triple[], [r, g, b]: Triple) =>
  rows.map(([x, y, z]) => x * r + y * g + z * b) as Triple;

export function linearOf(color: string): Triple {
  const digits = color.replace('#', '').replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  return [0, 2, 4].map((at) => linear(Number.parseInt(digits.slice(at, at + 2), 16) / 255)) as Triple;
}

const TO_XYZ: Triple[] = [
  [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
];

function labOf(rgb: Triple): Triple {
  const [x, y, z] = product(TO_XYZ, rgb.map((part) => Math.min(1, Math.max(0, part))) as Triple).map(
    (part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116),
  ) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** How far two colours are from each other for those who can tell them apart least, as ΔE in CIELAB. */
export function distance(one: string, other: string): number {
  const [first, second] = [linearOf(one), linearOf(other)];
  return Math.min(
    ...Object.values(VISIONS).map((vision) => {
      const [from, to] = [labOf(product(vision, first)), labOf(product(vision, second))];
      return Math.hypot(...from.map((part, index) => part - (to[index] ?? 0)));
    }),
  );
}

/** Which colours are too alike, by pair: comparing those of a chart takes longer than drawing it. */
const alike = new Map<string, boolean>();
const MOST_PAIRS = 2000;

function isAlike(one: string, other: string): boolean {
  const key = `${one} ${other}`;
  const cached = alike.get(key);
  if (cached !== undefined) return cached;
  if (alike.size >= MOST_PAIRS) alike.clear();
  const areAlike = distance(one, other) < APART;
  alike.set(key, areAlike);
  return areAlike;
}

/**
 * Textures for parts that are drawn in this order, around a donut or one on the other: neighbours that some people could
 * not tell apart by their colours never have the same, and neither have others as far as there are enough textures.
 * @param colors what is no hexadecimal colour, such as a tone, is plain
 */
export function texturesOf(colors: readonly (string | null)[]): Texture[] {
  const textures: Texture[] = [];
  colors.forEach((color, index) => {
    const likeAt = (at: number) => {
      const other = colors[at];
      return !!color?.startsWith('#') && !!other?.startsWith('#') && isAlike(color, other);
    };
    const clashes = (texture: Texture) =>
      textures.reduce((sum, taken, at) => {
        if (taken !== texture || !likeAt(at)) return sum;
        const isBeside = at === index - 1 || (at === 0 && index === colors.length - 1);
        return sum + (isBeside ? 100 : 1);
      }, 0);
    textures.push(TEXTURES.toSorted((a, b) => clashes(a) - clashes(b))[0] ?? 'plain');
  });
  return textures;
}

/** The colour of what has no category. */
export const NEUTRAL_COLOR = '#6b7889';
