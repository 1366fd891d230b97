import { expect, type Page } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';

// What `expectAccessible` leaves in a page that it examined.
declare const axe: typeof axeCore;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with rule, help and places when axe finds a fault; `target-size` is on because WCAG 2.2 asks for it. Given the
 * selector of a part, only that part is examined: what lies under an open dialog is not to be reached anyway.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const plain = await page.evaluate(() => matchMedia('(scripting: none)').matches);
  const examined = plain ? await copyOf(page) : page;
  await examined.evaluate(axeCore.source);
  const faults = await faultsOf(
    examined,
    { runOnly: TAGS, rules: { 'target-size': { enabled: true } } },
    part,
  );
  if (examined !== page) await examined.context().close();
  expect(faults, `axe on ${page.url()}`).toEqual([]);
}

/** The same for colours alone, what a theme can spoil, on a page that was examined before and still has axe in it. */
export async function expectReadable(page: Page, part?: string): Promise<void> {
  const faults = await faultsOf(page, { runOnly: ['color-contrast', 'link-in-text-block'] }, part);
  expect(faults, `colours of ${page.url()}`).toEqual([]);
}

// All that it found besides, and the whole of each place, would take longer to hand over than to find.
function faultsOf(page: Page, options: RunOptions, part = 'html') {
  return page.evaluate(
    async ([options, part]) => {
      const { violations } = await axe.run(part, { ...options, resultTypes: ['violations'] });
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        places: nodes.map(({ target, html }) => `${target.join(' ')}: ${html}`),
      }));
    },
    [options, part] as const,
  );
}

// axe needs timers, which stand still where JavaScript is off: it gets the page as it stands, less its scripts.
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

/** Fails when the page can be scrolled sideways at its present width, and names what sticks out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { over, elements } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const sticksOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return element.checkVisibility() && width > 0 && (left < -1 || right > clientWidth + 1);
    };
    const found = [...document.querySelectorAll('body *')].filter(sticksOut);
    const innermost = found.filter((element) => ![...element.children].some(sticksOut));
    const nameOf = ({ localName, className }: Element) => `${localName}.${className}`;
    return { over: Math.max(0, scrollWidth - clientWidth), elements: innermost.map(nameOf) };
  });
  expect(over, `pixels that ${page.url()} is too wide, by ${elements.join(', ')}`).toBe(0);
}
