import type { Page } from '@playwright/test';
import {
  BEHIND,
  expectAccessible,
  expectFit,
  expectLargeTargets,
  expectReadable,
  FRAME,
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
import { inEachLanguage } from '../support/languages.ts';
import { recurringScreens } from '../support/recurring-screens.ts';
import {
  guestScreens,
  listScreens,
  memberScreens,
  overlays,
  transactionScreens,
} from '../support/screens.ts';

const WIDE = { width: 1280, height: 800 };

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
 * - what widens the page: on words, direction, width and size of text, in no theme. Both languages.
 * - the size of targets: on words, direction and width, in no theme. English at 1280 pixels; at 320, where they are
 *   closest, Hebrew, whose words are shorter.
 */
inEachLanguage(({ t, language }) => {
  const isEnglish = language === 'en';

  test.describe('no accessibility violation', { tag: '@javascript' }, () => {
    test.beforeEach(async ({ page }) => {
      // Hebrew needs it only where targets are close.
      if (isEnglish) await loadAxeAhead(page);
      // Colours during a transition are neither the old nor the new ones.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(isEnglish ? WIDE : SMALL);
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
      for await (const { name, part } of overlays(page, person, t)) {
        const restore = await takeOut(page, BEHIND);
        await examine(page, name, part);
        await restore();
      }
    });
  });

  async function examine(page: Page, place: string, part?: string): Promise<void> {
    if (!isEnglish) {
      await test.step(`targets and width of ${place}`, () =>
        expectFit(page, () => unstuck(page, () => expectLargeTargets(page, part))));
      return;
    }
    await test.step(place, () => expectAccessible(page, part));
    await test.step(`the colours of ${place}`, () => expectReadable(page, OTHER_MODES, part));
    const newlyVisible = await rememberVisible(page, part);
    await test.step(`the width of ${place}`, () =>
      expectFit(page, async () => {
        const more = await newlyVisible();
        if (!more) return;
        await expectAccessible(page, more);
        await expectReadable(page, OTHER_MODES, more);
      }));
  }
});

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
