import { createRequire } from 'node:module';
import type { Measures } from './lines.ts';

/**
 * Arimo has Latin, Hebrew, Greek and Cyrillic letters, all signs of our currencies, and digits of equal width; DejaVu
 * Sans supplies the others, such as Arabic letters and many symbols. Both licences allow embedding (decision 0062).
 */
const FILES = {
  regular: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  bold: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
  other: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
};

export type Weight = 'regular' | 'bold';

/** Replaces characters that no font has, such as many emoji; unlike a box, it does not look like an error. */
export const MISSING = '•';

/** Cached widths at most; the library also caches glyphs, without a limit. */
const MOST_WIDTHS = 4000;

/** The undocumented part of a font of the library. */
interface OpenFont {
  id: string;
  font: { hasGlyphForCodePoint(code: number): boolean };
  layoutCache: Record<string, unknown>;
  /** The hexadecimal numbers of the glyphs in the embedded subset. */
  encode(text: string): [glyphs: string[], positions: unknown];
  ref(): PDFKit.PDFKitReference;
}

export function fontOf(doc: PDFKit.PDFDocument): OpenFont {
  return (doc as unknown as { _font: OpenFont })._font;
}

const { resolve } = createRequire(import.meta.url);

export function registerFonts(doc: PDFKit.PDFDocument): Record<Weight, Measures> {
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, resolve(file));
  const widths = new Map<string, number>();
  const forget = () => {
    widths.clear();
    for (const name of Object.keys(FILES)) {
      doc.font(name);
      fontOf(doc).layoutCache = Object.create(null);
    }
  };
  const widthOf = (text: string, font: string) => {
    const key = `${font} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      if (widths.size >= MOST_WIDTHS) forget();
      width = doc.font(font).fontSize(1000).widthOfString(text) / 1000;
      widths.set(key, width);
    }
    return width;
  };
  return { regular: measures('regular'), bold: measures('bold') };

  function measures(weight: Weight): Measures {
    const cache = new Map<string, { text: string; font: string }>();
    const find = (character: string) => {
      const font = [weight, 'other'].find((name) => has(name, character));
      return font ? { text: character, font } : { text: MISSING, font: weight };
    };
    return {
      shown(character) {
        const drawable = cache.get(character) ?? find(character);
        cache.set(character, drawable);
        return { ...drawable };
      },
      widthOf,
    };
  }

  function has(name: string, character: string): boolean {
    return fontOf(doc.font(name)).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  }
}
