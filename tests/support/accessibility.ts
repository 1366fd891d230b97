import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

// What `AxeBuilder` leaves in a page that it examined.
declare const axe: {
  run(
    context: Document | string,
    options: { runOnly: string[]; resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with rule, help and places when axe finds a fault; `target-size` is on because WCAG 2.2 asks for it. Given the
 * selector of a part, only that part is examined: what lies under an open dialog is not to be reached anyway.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const plain = await page.evaluate(() => matchMedia('(scripting: none)').matches);
  const examined = plain ? await copyOf(page) : page;
  const builder = axeOn(examined)
    .withTags(TAGS)
    .options({ rules: { 'target-size': { enabled: true } } });
  const faults = await faultsOf(part ? builder.include(part) : builder);
  if (examined !== page) await examined.context().close();
  expect(faults, `axe on ${page.url()}`).toEqual([]);
}

/** The same for colours alone, what a theme can spoil, on a page that was examined before and still has axe in it. */
export async function expectReadable(page: Page, part?: string): Promise<void> {
  const faults = await page.evaluate(async (selector) => {
    const { violations } = await axe.run(selector ?? document, {
      runOnly: ['color-contrast', 'link-in-text-block'],
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html) }));
  }, part);
  expect(faults, `colours of ${page.url()}`).toEqual([]);
}

// There are no frames: without them nothing needs the second page that each examination would open.
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function faultsOf(builder: AxeBuilder): Promise<{ id: string; help: string; places: string[] }[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    places: nodes.map(({ target }) => target.join(' ')),
  }));
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
