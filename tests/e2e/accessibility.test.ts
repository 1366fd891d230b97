import type { Page } from '@playwright/test';
import {
  BEHIND,
  expectAccessible,
  expectFit,
  expectReadable,
  FRAME,
  LIGHT,
  loadAxeAhead,
  OTHER_MODES,
  takeOut,
  thinOut,
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

const NARROW = { width: 360, height: 740 };
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

inEachLanguage(({ t, language }) => {
  // A page has the same colours in every language, so that English covers the other themes and contrasts.
  const colours = language === 'en';
  const modes = colours ? OTHER_MODES : [LIGHT];
  // Names, roles and headings do not depend on the width, so each language needs one.
  const size = language === 'en' ? WIDE : NARROW;

  test.describe('no accessibility violation', { tag: '@javascript' }, () => {
    // Colours during a transition are neither the old nor the new ones.
    test.beforeEach(async ({ page }) => {
      await loadAxeAhead(page);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(size);
    });

    for (const [name, places] of Object.entries(PLACES)) {
      test(`on ${name}, in every theme and at every size`, async ({ page, person, server }) => {
        // The frame of the pages is examined on the first.
        let known = ':not(*)';
        for await (const place of places(page, person, server)) {
          // Together, because the page would be drawn between two.
          const [restore] = await Promise.all([takeOut(page, known), thinOut(page)]);
          await examinePage(page, place);
          await restore();
          known = FRAME;
        }
      });
    }

    test('on overlays of pages, in every theme and at every size', async ({ page, person }) => {
      for await (const { name, part } of overlays(page, person, t)) {
        const restore = await takeOut(page, BEHIND);
        await test.step(name, () => examineOverlay(page, part));
        await test.step(`the width of ${name}`, () => expectFit(page));
        await restore();
      }
    });
  });

  async function examinePage(page: Page, place: string): Promise<void> {
    await test.step(place, () => expectAccessible(page, undefined, { colours }));
    await test.step(`the colours of ${place}`, () => expectReadable(page, modes));
    await test.step(`the width of ${place}`, () => expectFit(page));
  }

  async function examineOverlay(page: Page, part: string): Promise<void> {
    await expectAccessible(page, part, { colours });
    await expectReadable(page, modes, part);
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
