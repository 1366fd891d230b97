import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { LOCALES } from '../src/i18n/locales.ts';
import { ROOT } from './children.ts';
import { findChromium } from './chromium.ts';
import { startPreview } from './preview/start.ts';

// Pictures of every part of the preview, in each language, theme and width. `npm run pictures -- before` keeps them; without
// a word they are made anew and compared with those.
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
  const found = differences.filter((difference) => difference !== undefined);
  for (const difference of found) console.log(difference);
  console.log(`${found.length} of ${names.length} pictures differ; they are in ${FOLDER}.`);
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
          // The first one is compiled before it is sent.
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

// Below others it would begin at a part of a pixel that depends on them.
function showAlone(part: SVGElement | HTMLElement): void {
  for (const other of part.parentElement?.children ?? []) (other as HTMLElement).hidden = other !== part;
}

/** What has changed in a picture, in words; undefined if nothing has. */
async function differenceOf(name: string): Promise<string | undefined> {
  const file = `${name}.png`;
  if (!existsSync(join(before, file))) return `${name}: new`;
  const [one, other] = await Promise.all([pixelsOf(join(before, file)), pixelsOf(join(folder, file))]);
  if (one.width !== other.width || one.height !== other.height)
    return `${name}: ${one.width} × ${one.height} pixels have become ${other.width} × ${other.height}`;
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4)
    if (one.data.readUInt32LE(at) !== other.data.readUInt32LE(at)) count += 1;
  return count > 0 ? `${name}: ${count} pixels differ` : undefined;
}

async function pixelsOf(file: string) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
