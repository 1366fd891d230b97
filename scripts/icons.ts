import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { iconId, iconsOf } from '../src/ui/icons/names.ts';

// Its 6,000 files are a sixth of all that `npm ci` would write.
const folder = new URL('../node_modules/lucide-static/icons/', import.meta.url);
if (!existsSync(folder)) execFileSync('npm', ['install', '--no-save', 'lucide-static@1.62.0']);

draw('sprite.svg', 'main');
draw('sprite-more.svg', 'more');

function draw(file: string, name: Parameters<typeof iconsOf>[0]): void {
  const ids = iconsOf(name).map(iconId);
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${ids.map(symbolOf).join('\n')}\n</svg>\n`;
  writeFileSync(fileURLToPath(new URL(`../src/ui/icons/${file}`, import.meta.url)), sprite);
  console.log(`${file}: ${ids.length} icons, ${brotliCompressSync(sprite).length} bytes compressed`);
}

function symbolOf(id: string): string {
  const source = readFileSync(new URL(`${id}.svg`, folder), 'utf8');
  const inner = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(source)?.[1];
  if (!inner) throw new Error(`The icon ${id} has no drawing.`);
  return `<symbol id="${id}" viewBox="0 0 24 24">${tightened(inner)}</symbol>`;
}

// Stroke, caps and joins come from the stylesheet; a third decimal is invisible at 24 pixels. Skips paths with an arc
// flag glued to the next number ("0 01.471"), since "01.471" is no number there.
function tightened(drawing: string): string {
  return drawing
    .replace(/\bd="[^"]*"/g, (path) => (/[ ,][01][01][\d.]/.test(path) ? path : rounded(path)))
    .replace(/\s*\n\s*/g, '')
    .replace(/\s*\/>/g, '/>');
}

function rounded(path: string): string {
  return path.replace(/\d*\.\d{3,}/g, (number) =>
    String(Number(Number(number).toFixed(2))).replace(/^0\./, '.'),
  );
}
