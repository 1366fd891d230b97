import type { Page } from '@playwright/test';
import { translator } from '../../src/i18n/translate.ts';
import {
  BEHIND,
  expectAccessible,
  expectFit,
  expectLargeTargets,
  expectNarrow,
  expectReadable,
  FRAME,
  inHebrew,
  loadAxeAhead,
  OTHER_MODES,
  rememberVisible,
  SMALL,
  takeOut,
  thinOut,
  unstuck,
} from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { categoryScreens } from '../support/category-screens.ts';
import { recurringScreens } from '../support/recurring-screens.ts';
import {
  guestScreens,
  listScreens,
  memberScreens,
  overlays,
  transactionScreens,
} from '../support/screens.ts';

/** Each test visits many pages, which takes minutes on a busy machine. */
const MANY_PLACES = 600_000;

const PLACES = {
  'the pages of guests': guestScreens,
  'the list, however it is filtered': listScreens,
  'the pages of members': memberScreens,
  'the pages of transactions': transactionScreens,
  'the pages of categories': categoryScreens,
  'the pages of recurring transactions': recurringScreens,
};

test.describe.configure({ mode: 'parallel', timeout: MANY_PLACES });

/**
 * What an error depends on, and so where it is looked for:
 * - names, roles and headings: on what is visible, in no language. English: all at 1280 pixels, and at 320 what is
 *   visible only there.
 * - colours: on the theme and on what is visible, in no language. English: in each theme at both widths.
 * - what widens the page: on words, direction, width and size of text, in no theme. English, and at 320 pixels the
 *   same page with words and direction of Hebrew, whose longest words are shorter.
 * - the size of targets: on words, direction and width, in no theme. English at 1280 pixels; at 320, where they are
 *   closest, Hebrew, whose words are shorter.
 */
test.describe('no accessibility violation', { tag: '@javascript' }, () => {
  test.beforeEach(async ({ page }) => {
    await loadAxeAhead(page);
    // Colours during a transition are neither the old nor the new ones.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });

  for (const [name, places] of Object.entries(PLACES)) {
    test(`on ${name}, in every theme and at every size`, async ({ page, person, server }) => {
      // The frame of the pages is examined on the first.
      let known = ':not(*)';
      for await (const place of places(page, person, server)) {
        // Together, because the page would be drawn between two.
        const [restore] = await Promise.all([takeOut(page, known), thinOut(page)]);
        await examine(page, place);
        await restore();
        known = FRAME;
      }
    });
  }

  test('on overlays of pages, in every theme and at every size', async ({ page, person }) => {
    for await (const { name, part } of overlays(page, person, translator('en'))) {
      const restore = await takeOut(page, BEHIND);
      await examine(page, name, part);
      await restore();
    }
  });
});

async function examine(page: Page, place: string, part?: string): Promise<void> {
  await test.step(place, () => expectAccessible(page, part));
  await test.step(`the colours of ${place}`, () => expectReadable(page, OTHER_MODES, part));
  const newlyVisible = await rememberVisible(page, part);
  await test.step(`the width of ${place}`, () =>
    expectFit(page, async () => {
      await inHebrew(page, async () => {
        await expectNarrow(page);
        await unstuck(page, () => expectLargeTargets(page, part));
      });
      const more = await newlyVisible();
      if (!more) return;
      await expectAccessible(page, more);
      await expectReadable(page, OTHER_MODES, more);
    }));
}

test('words are read although hidden ones look like them', { tag: '@javascript' }, async ({ page }) => {
  await loadAxeAhead(page);
  await page.goto('/legal/terms');
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html[data-theme=dark] .faint { color: #353535 !important }');
    document.adoptedStyleSheets = [sheet];
    const words = '<p class="faint visually-hidden">Hidden</p><p class="faint">Seen</p>';
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', words);
  });
  await expect(expectReadable(page, OTHER_MODES)).rejects.toThrow('Seen');
});

test('what is too wide in Hebrew alone is found on an English page', { tag: '@javascript' }, async ({
  page,
}) => {
  await loadAxeAhead(page);
  await page.setViewportSize(SMALL);
  await page.goto('/legal/terms');
  const title = page.getByRole('heading', { level: 1 });
  await title.evaluate((heading) => {
    Object.assign(heading.style, { position: 'relative', left: '-60px' });
  });
  await expectNarrow(page);
  await expect(inHebrew(page, () => expectNarrow(page))).rejects.toThrow('h1');
  await expect(title).toHaveText(translator('he')('legal-terms:title'));
});
