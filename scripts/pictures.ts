import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { LOCALES } from '../src/i18n/locales.ts';
import { ROOT } from './children.ts';
import { findChromium } from './chromium.ts';
import { startPreview } from './preview/start.ts';

// Pictures of every part of the preview, by language, theme and width. `npm run pictures -- before` stores them;
// without an argument new ones are compared with those.
const FOLDER = join(ROOT, 'test-results/pictures');
const WIDTHS = [360, 1280];

const isBefore = process.argv[2] === 'before';
const before = join(FOLDER, 'before');
const folder = isBefore ? before : join(FOLDER, 'after');

if (!isBefore && !existsSync(before)) {
  console.error(
    'There is nothing to compare with: run `npm run pictures -- before` without the change first.',
  );
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const names = await takePictures();
if (isBefore) {
  console.log(`${names.length} pictures are in ${folder}.`);
} else {
  const differences = await Promise.all(names.map(differenceOf));
  const changes = differences.filter((difference) => difference !== undefined);
  for (const difference of changes) console.log(difference);
  console.log(`${changes.length} of ${names.length} pictures differ; they are in ${FOLDER}.`);
}

async function takePictures(): Promise<string[]> {
  const { url, stop } = await startPreview();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath && { executablePath }),
  });
  const names: string[] = [];
  try {
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
      for (const language of LOCALES) {
        for (const theme of ['light', 'dark']) {
          // The first request waits for compilation.
          await page.goto(`${url}?${new URLSearchParams({ language, theme })}`, { timeout: 300_000 });
          for (const part of await page.locator('main > section').all()) {
            await part.evaluate(showAlone);
            const name = [await part.getAttribute('aria-labelledby'), language, theme, width].join(' ');
            await part.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
            names.push(name);
          }
        }
      }
      await page.close();
    }
  } finally {
    await browser.close();
    stop();
  }
  return names;
}

// Below other parts it would start at a fraction of a pixel that depends on them.
function showAlone(part: SVGElement | HTMLElement): void {
  for (const sibling of part.parentElement?.children ?? [])
    (sibling as HTMLElement).hidden = sibling !== part;
}

/** The change in words; undefined if there is none. */
async function differenceOf(name: string): Promise<string | undefined> {
  const file = `${name}.png`;
  if (!existsSync(join(before, file))) return `${name}: new`;
  const [old, current] = await Promise.all([pixelsOf(join(before, file)), pixelsOf(join(folder, file))]);
  if (old.width !== current.width || old.height !== current.height)
    return `${name}: ${old.width} × ${old.height} pixels have become ${current.width} × ${current.height}`;
  let count = 0;
  for (let offset = 0; offset < old.data.length; offset += 4)
    if (old.data.readUInt32LE(offset) !== current.data.readUInt32LE(offset)) count += 1;
  return count > 0 ? `${name}: ${count} pixels differ` : undefined;
}

async function pixelsOf(file: string) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
