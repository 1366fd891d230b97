import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import { examineNewLooks } from './looks.ts';

// The marks that `expectAccessible` leaves in a page that it checked.
declare const axe: typeof axeCore;

/** Less than half as long as `axeCore.source`, and parsed anew in each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The looks of texts that `expectReadable` need not examine again in this process. */
const passedLooks = new Set<string>();

/** The attributes that a theme and the preference for contrast set on a page. */
export interface DisplayMode {
  theme: 'light' | 'dark';
  contrast: '' | 'high';
}

export const LIGHT: DisplayMode = { theme: 'light', contrast: '' };
export const OTHER_MODES: DisplayMode[] = [
  { theme: 'dark', contrast: '' },
  { theme: 'light', contrast: 'high' },
  { theme: 'dark', contrast: 'high' },
];

/** Shows the page in a theme and contrast, as the preferences do. */
export async function setDisplayMode(page: Page, mode: DisplayMode): Promise<void> {
  await page.evaluate(({ theme, contrast }) => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.contrast = contrast;
  }, mode);
}

/**
 * Fails with rule, help and elements when axe finds a violation; `target-size` is on because WCAG 2.2 requires it. With
 * the selectors of parts, only those are checked: what lies under an open dialog cannot be reached anyway.
 */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  const plain = await page.evaluate(() => matchMedia('(scripting: none)').matches);
  const examined = plain ? await copyOf(page) : page;
  await examined.evaluate(AXE);
  const faults = await faultsOf(
    examined,
    {
      runOnly: TAGS,
      rules: {
        'target-size': { enabled: true },
        'color-contrast': { enabled: false },
        'link-in-text-block': { enabled: false },
      },
    },
    parts,
  );
  await expectReadable(examined, ...parts);
  if (examined !== page) await examined.context().close();
  expect(faults, `axe on ${page.url()}`).toEqual([]);
}

/**
 * The same for colours alone, which a theme can break, on a page that was checked before and still contains axe. Texts
 * that look like one that axe has passed before in this run are not examined again.
 */
export async function expectReadable(page: Page, ...parts: string[]): Promise<void> {
  const { faults, looks } = await page.evaluate(examineNewLooks, { parts, passed: [...passedLooks] });
  for (const look of looks) passedLooks.add(look);
  expect(faults, `colours of ${page.url()}`).toEqual([]);
}

// Transferring all other results, and each element in full, would take longer than the check.
function faultsOf(page: Page, options: RunOptions, parts: string[]) {
  return page.evaluate(
    async ([options, include]) => {
      const { violations } = await axe.run(include, { ...options, resultTypes: ['violations'] });
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        places: nodes.map(({ target, html }) => `${target.join(' ')}: ${html}`),
      }));
    },
    [options, { include: parts.length > 0 ? parts.map((part) => [part]) : ['html'] }] as const,
  );
}

// axe needs timers, which do not run without JavaScript: it gets a copy of the page without its scripts.
async function copyOf(page: Page): Promise<Page> {
  const html = (await page.content())
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<\/?noscript[^>]*>/g, '');
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own.');
  const context = await browser.newContext({ javaScriptEnabled: true, viewport: page.viewportSize() });
  const copy = await context.newPage();
  await copy.route(page.url(), (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await copy.goto(page.url());
  return copy;
}

// WCAG 2.2, success criterion 1.4.12.
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** Text alone of twice the size, without the screen counting as narrower. */
const DOUBLED = 'html { font-size: 200% !important }';

/** Fails when something needs horizontal scrolling: on a small screen, with spaced text, or with doubled text. */
export async function expectFit(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const setDefaultSize = (standard: number, fixed: number) =>
    session.send('Page.setFontSizes', { fontSizes: { standard, fixed } });
  await setDefaultSize(32, 26);
  await page.setViewportSize({ width: 1280, height: 640 });
  await expectNoSidewaysScroll(page, { 'doubled text at 1280': {} });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, {
    'doubled text at 320': {},
    'doubled and extra large text at 320': { size: 'xl' },
  });
  await setDefaultSize(16, 13);
  await session.detach();
  await expectNoSidewaysScroll(page, {
    'text alone doubled at 320': { css: DOUBLED },
    'spaced text at 320': { css: SPACED },
    'text as it is at 320': {},
  });
}

interface Dress {
  css?: string;
  /** As the accessibility settings set it. */
  size?: string;
}

/**
 * Fails when the page can be scrolled horizontally at its current width, as it is or in each of the named dresses, and
 * names the elements that overflow.
 */
export async function expectNoSidewaysScroll(
  page: Page,
  dresses: Record<string, Dress> = { 'as it is': {} },
): Promise<void> {
  const faults = await page.evaluate((all) => {
    const { dataset } = document.documentElement;
    const before = dataset.fs;
    const found = Object.entries(all).flatMap(([name, { css = '', size = before }]) => {
      // By the DOM: the policy of the pages forbids style elements.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      setSize(size);
      const fault = overflow();
      return fault ? [`${name}: ${fault}`] : [];
    });
    document.adoptedStyleSheets = [];
    setSize(before);
    return found;

    function setSize(size: string | undefined): void {
      if (size) dataset.fs = size;
      else delete dataset.fs;
    }

    function overflow(): string | undefined {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return;
      const sticksOut = (element: Element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return element.checkVisibility() && width > 0 && (left < -1 || right > clientWidth + 1);
      };
      const elements = [...document.querySelectorAll('body *')].filter(sticksOut);
      const innermost = elements.filter((element) => ![...element.children].some(sticksOut));
      const names = innermost.map(({ localName, className }) => `${localName}.${className}`);
      return `${scrollWidth - clientWidth} pixels too wide, by ${names.join(', ')}`;
    }
  }, dresses);
  expect(faults, `the width of ${page.url()}`).toEqual([]);
}
