import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';
import { reduce } from '../../scripts/guest-styles.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { TextBrowser } from '../support/text-browser.ts';

const server = declareOwnedServer();

const PAGES = [
  '/login',
  '/login?error=1',
  '/register',
  '/forgot-password',
  '/reset-password/none',
  '/settings',
  '/clear-data',
  '/server-waking',
];

/** What scripts draw on such pages. */
const DRAWN = ['toast', 'toast-error', 'dialog', 'panel', 'dialog-body', 'error', 'error-summary'];

const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', '')));

test('the stylesheet of guests has all rules for what their pages contain', async () => {
  const browser = new TextBrowser(server.url, 'en');
  for (const address of PAGES) {
    const { html } = await browser.open(address);
    const sheet = /href="(\/_astro\/[^"]*\.css)"/.exec(html)?.[1] ?? '';
    const whole = sheet.replace(/\.[\w-]{8}(?=\.css$)/, '');
    expect(whole, address).not.toBe(sheet);
    const [part, all] = [sheet, whole].map((path) =>
      classesIn(readFileSync(join(ROOT, 'dist/client', path), 'utf8')),
    );
    const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/));
    expect(
      [...DRAWN, ...used].filter((name) => all?.has(name) && !part?.has(name)),
      address,
    ).toEqual([]);
    expect(part?.has('wizard-foot'), address).toBe(false);
  }
});

test.each([
  ['.a{b:c}.d{e:f}', '.a{b:c}'],
  ['.a,.d{b:c}', '.a{b:c}'],
  ['.a .d{b:c}@media print{.d{b:c}}', ''],
  ['.a:not(.d,:has(.d)){b:c}p{d:e}', '.a:not(.d,:has(.d)){b:c}p{d:e}'],
  ['@layer x{.d{b:c}.a{b:c}}', '@layer x{.a{b:c}}'],
  ['@keyframes d{from{b:c}}@property --d{syntax:"*"}', '@keyframes d{from{b:c}}@property --d{syntax:"*"}'],
  [String.raw`.max-\[min\(1px\,2px\)\]\:a{b:c}`, ''],
  ['.flash-error{b:c}', '.flash-error{b:c}'],
])('of %s guests get %s', (css, part) => {
  expect(reduce(css, new Set(['a', 'flash-']))).toBe(part);
});
