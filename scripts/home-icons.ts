import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/**
 * Draws the home screen icons from the product's mark; run it when the mark changes: `node scripts/home-icons.ts`. The
 * files are committed.
 */
const ICONS = [
  { file: 'icon-192.png', size: 192, share: 1 },
  { file: 'icon-512.png', size: 512, share: 1 },
  // Phones crop to any shape that contains a circle of four fifths.
  { file: 'icon-maskable.png', size: 512, share: 0.66, background: '#ffffff' },
  // Fetched by name without a link. Transparent parts would be black.
  { file: 'apple-touch-icon.png', size: 180, share: 0.8, background: '#ffffff' },
];

const publicFile = (name: string) => new URL(`../public/${name}`, import.meta.url);
const mark = readFileSync(publicFile('favicon.svg'));

for (const { file, size, share, background = '#ffffff00' } of ICONS) {
  const inner = Math.round(size * share);
  const drawing = await sharp(mark, { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const { size: bytes } = await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawing, gravity: 'centre' }])
    .png({ palette: true, colours: 32, compressionLevel: 9, effort: 10 })
    .toFile(fileURLToPath(publicFile(file)));
  console.log(`${file}: ${bytes} bytes`);
}
