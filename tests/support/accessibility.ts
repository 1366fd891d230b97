import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import { TEXTS } from '../../src/i18n/texts.ts';

// Defined in a page that was checked, or opened after `loadAxeAhead`.
declare const axe: typeof axeCore;
// Defined in a page that was opened after `loadAxeAhead`.
declare const hebrewTexts: string;

/** Less than half as long as `axeCore.source`; each page parses it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

/** The texts of the interface by what they are in English. */
const HEBREW = Object.fromEntries(
  Object.entries<Record<string, string>>(TEXTS.en).flatMap(([area, texts]) => {
    const others: Record<string, string> = TEXTS.he[area as keyof typeof TEXTS.he];
    return Object.entries(texts).map(([key, text]) => [text, others[key]]);
  }),
);

/** Loads axe and the texts of `inHebrew` with each page opened later, which takes half as long as injecting them. */
export async function loadAxeAhead(page: Page): Promise<void> {
  await page.addInitScript(`${AXE};globalThis.hebrewTexts=${JSON.stringify(JSON.stringify(HEBREW))}`);
}

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => typeof axe === 'object'))) await page.evaluate(AXE);
}

/** On elements that axe is asked about. */
const MARK = 'data-examined';

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Fails with rule, help and elements when axe finds a violation, including `target-size` of WCAG 2.2. With `part`,
 * checks only that: an open dialog makes everything else unreachable. `colours: false` leaves them to `expectReadable`.
 */
export async function expectAccessible(page: Page, part?: string, { colours = true } = {}): Promise<void> {
  const plain = await page.evaluate(() => matchMedia('(scripting: none)').matches);
  const examined = plain ? await copyOf(page) : page;
  await loadAxe(examined);
  const left = colours ? [] : COLOUR_RULES.map((rule) => [rule, { enabled: false }] as const);
  const rules = { 'target-size': { enabled: true }, ...Object.fromEntries(left) };
  const examine = () => errorsOf(examined, { runOnly: TAGS, rules }, part);
  const errors = part ? await examine() : await unstuck(examined, examine);
  if (examined !== page) await examined.context().close();
  expect(errors, `axe on ${page.url()}`).toEqual([]);
}

/**
 * Fails when a target is too small, as WCAG 2.2 says. Only what is small or covered and near to another target is shown
 * to axe, which takes a hundred times as long and knows the exceptions.
 */
export async function expectLargeTargets(page: Page, part = 'html'): Promise<void> {
  const close = await page.evaluate(markCloseTargets, { part, mark: MARK });
  if (close === 0) return;
  await loadAxe(page);
  const errors = await errorsOf(page, { runOnly: ['target-size'] }, `[${MARK}]`);
  expect(errors, `targets of ${page.url()}`).toEqual([]);
}

// Runs in the page: marks at least each target that axe can find too small, and counts them.
function markCloseTargets({ part, mark }: { part: string; mark: string }): number {
  const [least, rounding] = [24, 0.1];
  const isSmall = ({ width, height }: DOMRect) => width < least || height < least;
  const isNear = (one: DOMRect, other: DOMRect) => {
    const across = Math.max(one.left - other.right, other.left - one.right);
    const down = Math.max(one.top - other.bottom, other.top - one.bottom);
    if (across < 0 && down < 0) return true;
    if (!isSmall(one)) return false;
    if (Math.hypot(Math.max(0, across), Math.max(0, down)) < least / 2 + rounding) return true;
    const [x, y] = [
      one.left + one.right - other.left - other.right,
      one.top + one.bottom - other.top - other.bottom,
    ];
    return isSmall(other) && Math.hypot(x, y) / 2 < least + rounding;
  };
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
  const focusable = ':is(a[href], button, input, select, textarea, summary, [tabindex]:not(main))';
  const targets = [...document.querySelectorAll(`${part} ${focusable}`)]
    .filter((element) => element.checkVisibility())
    // A link has a box for each of its lines.
    .map((element) => ({ element, boxes: [...element.getClientRects()] }));
  const close = targets.filter(({ element, boxes }) =>
    targets.some(
      ({ element: other, boxes: others }) =>
        !other.contains(element) &&
        !element.contains(other) &&
        boxes.some((box) => others.some((near) => isNear(box, near))),
    ),
  );
  for (const { element } of close) element.setAttribute(mark, '');
  return close.length;
}

/**
 * Fails when a link or control in the content is smaller than 24 pixels and another one lies within 24 pixels around
 * its middle. axe exempts links among words.
 */
export async function expectRoomAround(page: Page): Promise<void> {
  expect(await page.evaluate(crowdedTargets), `targets of ${page.url()}`).toEqual([]);
}

function crowdedTargets(): string[] {
  const least = 24;
  // Texts for screen readers only are clipped to nothing.
  const isCut = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isCut(element.parentElement));
  const targets = [...document.querySelectorAll('main :is(a[href], button, label, select, summary)')]
    .filter((element) => element.checkVisibility() && !isCut(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 2);
  const isSmall = ({ width, height }: DOMRect) => width < least || height < least;
  return targets.flatMap(({ element, box }) => {
    if (!isSmall(box)) return [];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const near = targets.find(({ element: other, box: otherBox }) => {
      if (other === element || other.contains(element) || element.contains(other)) return false;
      if (isSmall(otherBox))
        return (
          Math.hypot(x - otherBox.left - otherBox.width / 2, y - otherBox.top - otherBox.height / 2) < least
        );
      const [aside, above] = [
        Math.max(otherBox.left - x, 0, x - otherBox.right),
        Math.max(otherBox.top - y, 0, y - otherBox.bottom),
      ];
      return Math.hypot(aside, above) < least / 2;
    });
    return near ? [`${element.outerHTML.slice(0, 120)} beside ${near.element.outerHTML.slice(0, 120)}`] : [];
  });
}

/**
 * Keeps the first and last rows of each table: all are rendered alike, and each takes as long to examine. Empties the
 * closed menus that every page has: nobody sees what is in them, and `overlays` opens each.
 */
export async function thinOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const table of document.querySelectorAll('table'))
      for (const row of [...table.querySelectorAll('tbody tr')].slice(3, -2)) row.remove();
    const closed = ':is(.header, .phone-bar) [data-menu]:not([open]) > :not(summary)';
    for (const panel of document.querySelectorAll(closed)) panel.replaceChildren();
  });
}

/** What is behind a dialog, which nobody can reach. */
export const BEHIND = 'body:has(> dialog:modal) > :is(header, nav, main, footer)';
/** What every page of a member has around its own. */
export const FRAME = 'body:has(> .phone-bar) > :is(.header, .phone-bar, .footer)';

/**
 * Takes out what need not be examined here, which takes half of the time: `parts`, and of hundreds of options, as of time
 * zones, all but the first, the widest and the chosen one. Returns a function that puts them back, before an island
 * looks for what the server has sent; one that loads already is waited for.
 */
export async function takeOut(page: Page, parts: string): Promise<() => Promise<void>> {
  // The initial focus of a field loads no island; that of a message does.
  await expect(page.locator('astro-island[ssr]:has(:focus:not([autofocus]))')).toHaveCount(0);
  const removed = await page.evaluateHandle((selector) => {
    const others = [...document.querySelectorAll('select')].flatMap(({ options }) => {
      if (options.length < 20) return [];
      const [widest] = [...options].toSorted((one, other) => other.text.length - one.text.length);
      return [...options].slice(4).filter((option) => !option.selected && option !== widest);
    });
    return [...others, ...document.querySelectorAll(selector)].map((part) => {
      const mark = new Comment();
      part.replaceWith(mark);
      return { part, mark };
    });
  }, parts);
  return async () => {
    await removed.evaluate((places) => {
      for (const { part, mark } of places) mark.replaceWith(part);
    });
    await removed.dispose();
  };
}

/**
 * Returns a function that marks what has become visible in `part` since, and says how to select it, if anything has.
 * What is built like something that was marked before, of the same elements, classes and attributes, is left out.
 */
export async function rememberVisible(page: Page, part = 'body'): Promise<() => Promise<string | null>> {
  const remembered = await page.evaluateHandle((selector) => {
    const all = document.querySelectorAll(`${selector}, ${selector} *`);
    return new WeakSet([...all].filter((element) => element.checkVisibility()));
  }, part);
  return async () => {
    const builds = await remembered.evaluate(
      (before, { part, known, mark }) => {
        for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
        const isNew = (element: Element | null) => element?.checkVisibility() && !before.has(element);
        const added = [...document.querySelectorAll(`${part} *`)].filter(
          (element) => isNew(element) && !isNew(element.parentElement),
        );
        return added.flatMap((element) => {
          const parts = [element, ...element.querySelectorAll('*')];
          const build = parts
            .map((one) => [one.localName, one.getAttribute('class'), ...one.getAttributeNames()])
            .join();
          if (known.includes(build)) return [];
          element.setAttribute(mark, '');
          return build;
        });
      },
      { part, known: [...examinedBuilds], mark: NEWLY_VISIBLE },
    );
    await remembered.dispose();
    for (const build of builds) examinedBuilds.add(build);
    return builds.length > 0 ? `[${NEWLY_VISIBLE}]` : null;
  };
}

const NEWLY_VISIBLE = 'data-newly-visible';
const examinedBuilds = new Set<string>();

/** Looks of texts whose colours were readable on any page of this run: its workers share a file. */
const readable = {
  file: () => join(test.info().project.outputDir, 'readable-looks'),
  read(): string {
    const text = existsSync(this.file()) ? readFileSync(this.file(), 'utf8') : '';
    // Another worker may be writing the last one.
    return text.slice(0, Math.max(0, text.lastIndexOf(',')));
  },
  add(looks: number[]) {
    mkdirSync(test.info().project.outputDir, { recursive: true });
    appendFileSync(this.file(), `${looks.join()},`);
  },
};

/**
 * Checks colours alone, in each of `modes`, on a page that contains axe and is left in the light theme. Each look is
 * checked once in a run: colour, size, weight, and what lies behind the text.
 */
export async function expectReadable(page: Page, modes: DisplayMode[], part = 'html'): Promise<void> {
  for (let next = 0; ; next += 1) {
    // As one text, because Playwright serializes each number by itself.
    const cached = readable.read();
    const { index, looks } = await page.evaluate(markNewLooks, {
      light: LIGHT,
      modes,
      next,
      cached,
      part,
      mark: MARK,
    });
    if (looks.length === 0) return;
    const errors = await errorsOf(page, { runOnly: COLOUR_RULES }, `[${MARK}]`);
    expect(errors, `colours of ${page.url()}, ${Object.values(modes[index] ?? {})}`).toEqual([]);
    readable.add(looks);
    next = index;
  }
}

interface Search {
  light: DisplayMode;
  modes: DisplayMode[];
  next: number;
  cached: string;
  part: string;
  mark: string;
}

// Runs in the page: goes to the next mode with unknown looks, marks one text of each, and returns them as hashes. All
// modes in one task, because the page would be drawn between two.
function markNewLooks({ light, modes, next, cached, part, mark }: Search): {
  index: number;
  looks: number[];
} {
  const styles = new Map<Element, { ground: string; text: string; chain: string }>();
  const styleOf = (element: Element): { ground: string; text: string; chain: string } => {
    const cached = styles.get(element);
    if (cached) return cached;
    const around = element.parentElement ? styleOf(element.parentElement) : { ground: '', chain: '' };
    const style = getComputedStyle(element);
    const own = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity} ${style.clipPath}`;
    const ground = own === 'rgba(0, 0, 0, 0) none 1 none' ? '' : `;${own}`;
    const text = `${style.color} ${style.fontSize} ${style.fontWeight} ${style.textDecorationLine}`;
    const addition = `${ground};${text}`;
    const chain = around.chain.endsWith(addition) ? around.chain : around.chain + addition;
    const found = { ground: around.ground + ground, text, chain };
    styles.set(element, found);
    return found;
  };
  const lookOf = (element: Element) => {
    const { ground, text, chain } = styleOf(element);
    // axe passes over what is disabled (and what is clipped): it must not stand for what is not.
    const use = element.closest(':disabled, [aria-disabled=true]') ? 'disabled' : '';
    // A link is also compared with the words around it.
    return use + (element.closest('a, [role=link]') ? chain : `${ground};${text}`);
  };
  // Two hashes of 26 bits in one number, so that collisions practically never happen.
  const hash = (look: string) => {
    let [low, high] = [0, 0];
    for (let i = 0; i < look.length; i += 1) {
      low = (low * 257 + look.charCodeAt(i)) % 67_108_859;
      high = (high * 263 + look.charCodeAt(i)) % 67_108_837;
    }
    return low * 67_108_864 + high;
  };
  const isText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const cachedLooks = new Set(cached.split(',').map(Number));
  const elements = [...document.querySelectorAll(`${part}, ${part} *`)];
  for (const element of elements) element.removeAttribute(mark);
  for (let index = next; index < modes.length; index += 1) {
    Object.assign(document.documentElement.dataset, modes[index]);
    styles.clear();
    const examples = new Map<string, Element>();
    for (const element of elements.filter((one) => isText(one) && one.checkVisibility())) {
      const look = lookOf(element);
      if (!examples.has(look)) examples.set(look, element);
    }
    const found = [...examples]
      .map(([look, element]) => ({ look: hash(look), element }))
      .filter(({ look }) => !cachedLooks.has(look));
    for (const { element } of found) element.setAttribute(mark, '');
    if (found.length > 0) return { index, looks: found.map(({ look }) => look) };
  }
  Object.assign(document.documentElement.dataset, light);
  return { index: modes.length, looks: [] };
}

/**
 * Does something while sticky elements are in their place in the page: a sticky bar covers part of a row until the page
 * is scrolled, and the row would count as too small.
 */
export async function unstuck<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const stuck = await page.evaluateHandle(() => {
    const sticky = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => getComputedStyle(element).position === 'sticky',
    );
    for (const element of sticky) element.style.position = 'static';
    return sticky;
  });
  const result = await work();
  await stuck.evaluate((elements) => {
    for (const element of elements) element.style.removeProperty('position');
  });
  await stuck.dispose();
  return result;
}

// Transferring other results, and each element in full, would take longer than the check.
function errorsOf(page: Page, options: RunOptions, part = 'html') {
  return page.evaluate(
    async ([options, part]) => {
      const { violations } = await axe.run(
        { include: [[part]] },
        { ...options, resultTypes: ['violations'] },
      );
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        places: nodes.map(({ target, html }) => `${target.join(' ')}: ${html}`),
      }));
    },
    [options, part] as const,
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

export const SMALL = { width: 320, height: 640 };

/** Doubles the text without making the screen count as narrower. */
const DOUBLED = 'html { font-size: 200% !important }';

/**
 * Fails when something scrolls horizontally: on a small screen, with spaced text, or with doubled text. Leaves the page
 * at the size it had. `examineSmall` may look at the small screen before its text grows.
 */
export async function expectFit(page: Page, examineSmall?: () => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? SMALL;
  const session = await page.context().newCDPSession(page);
  if (size.width !== SMALL.width) await page.setViewportSize(SMALL);
  await examineSmall?.();
  await expectNarrow(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expectNoSidewaysScroll(page, {}, { fontSize: 'xl' });
  await page.setViewportSize({ ...size, width: 1280 });
  await expectNoSidewaysScroll(page);
  const usual = session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  // Together, because the page would be drawn between two.
  await Promise.all([usual, page.setViewportSize(size)]);
  await session.detach();
}

/** Fails when a page scrolls horizontally at the width that it has, with usual, spaced or doubled text. */
export function expectNarrow(page: Page): Promise<void> {
  return expectNoSidewaysScroll(page, {}, { css: SPACED }, { css: DOUBLED });
}

/** Fails when doubled text on a wide screen widens the page or clips an amount. */
export async function expectFitDoubled(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoSidewaysScroll(page, { css: DOUBLED });
  await dress(page, DOUBLED);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(.amount, .numeric) bdi')].flatMap((amount) => {
      const { left, right } = amount.getBoundingClientRect();
      for (let box = amount.parentElement; box?.checkVisibility(); box = box.parentElement) {
        const edges = box.getBoundingClientRect();
        if (getComputedStyle(box).overflowX === 'visible' || box.matches('.visually-hidden *')) continue;
        if (left < edges.left - 1 || right > edges.right + 1) return [amount.textContent];
      }
      return [];
    }),
  );
  expect(cut, `amounts of ${page.url()} that are cut off`).toEqual([]);
  await dress(page, '');
}

// By the DOM, because the pages' policy forbids style elements.
function dress(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/**
 * Does something while an English page has the direction of Hebrew and its words, but for those with values in them:
 * another page would have to be loaded, and its person to have the same things.
 */
export async function inHebrew(page: Page, work: () => Promise<void>): Promise<void> {
  const changed = await page.evaluateHandle(() => {
    const hebrew = JSON.parse(hebrewTexts);
    Object.assign(document.documentElement, { lang: 'he', dir: 'rtl' });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { node: Node; english: string | null }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const english = node.nodeValue ?? '';
      const words = hebrew[english.trim()];
      if (!words) continue;
      texts.push({ node, english });
      node.nodeValue = english.replace(english.trim(), () => words);
    }
    return texts;
  });
  await work();
  await changed.evaluate((texts) => {
    Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' });
    for (const { node, english } of texts) node.nodeValue = english;
  });
  await changed.dispose();
}

interface Dress {
  css?: string;
  /** As the display settings name it. */
  fontSize?: string;
}

/** Fails when the page scrolls horizontally in any dress; names the elements that overflow. */
export async function expectNoSidewaysScroll(page: Page, ...dresses: Dress[]): Promise<void> {
  // All in one task, because the page would be drawn between two.
  const errors = await page.evaluate(tooWide, dresses.length > 0 ? dresses : [{}]);
  expect(errors, `width of ${page.url()}`).toEqual([]);
}

function tooWide(dresses: Dress[]): object[] {
  const root = document.documentElement;
  const sticksOut = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return element.checkVisibility() && width > 0 && (left < -1 || right > root.clientWidth + 1);
  };
  const setFontSize = (size: string | undefined) => {
    if (size) root.dataset.fs = size;
    else delete root.dataset.fs;
  };
  const size = root.dataset.fs;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const errors = dresses.flatMap((dress) => {
    sheet.replaceSync(dress.css ?? '');
    setFontSize(dress.fontSize ?? size);
    // An open dialog widens no page, but scrolls by itself.
    const boxes = [root, ...document.querySelectorAll('dialog:modal, dialog:modal .dialog-body')];
    const over = Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    if (over <= 0) return [];
    const overflowing = [...document.querySelectorAll('body *')].filter(sticksOut);
    const innermost = overflowing.filter((element) => ![...element.children].some(sticksOut));
    return [{ ...dress, over, by: innermost.map(({ localName, className }) => `${localName}.${className}`) }];
  });
  document.adoptedStyleSheets = [];
  setFontSize(size);
  return errors;
}
