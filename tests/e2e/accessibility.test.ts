import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessibility.ts';
import { test } from '../support/browser.ts';
import { categoryPlaces } from '../support/category-places.ts';
import { inEachLanguage } from '../support/languages.ts';
import { guestPlaces, listPlaces, memberPlaces, overlays } from '../support/places.ts';
import { recurringPlaces } from '../support/recurring-places.ts';

// What a theme and the preference for contrast make of a page: its attributes, and nothing else.
const LIGHT = { theme: 'light', contrast: '' };
const OTHER_LOOKS = [
  { theme: 'dark', contrast: '' },
  { theme: 'light', contrast: 'high' },
  { theme: 'dark', contrast: 'high' },
];

type Looks = typeof OTHER_LOOKS;

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

/** One test walks through all places, which takes minutes on a busy machine. */
const MANY_PLACES = 600_000;

// One of them is half as long as all the others together.
test.describe.configure({ mode: 'parallel' });

inEachLanguage(({ t, language }) => {
  // A page has the same colours in every language: the other looks are examined in one.
  const looks = language === 'en' ? OTHER_LOOKS : [];
  // Names, roles and headings do not change with the width: each language is examined at one.
  const size = language === 'en' ? WIDE : NARROW;

  test.describe('in every colour scheme', { tag: '@javascript' }, () => {
    // Colours that are on their way to others are neither.
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(size);
    });

    test('no page for guests has a fault of accessibility', async ({ page }) => {
      test.setTimeout(MANY_PLACES);
      for await (const place of guestPlaces(page)) await examinePage(page, place, looks);
    });

    test('no page for members has a fault of accessibility', async ({ page, login, server }) => {
      test.setTimeout(MANY_PLACES);
      const person = await login();
      for await (const place of memberPlaces(page, server, person)) await examinePage(page, place, looks);
    });

    test('no list has a fault of accessibility, however it is filtered', async ({ page, login, server }) => {
      test.setTimeout(MANY_PLACES);
      const person = await login();
      for await (const place of listPlaces(page, server, person)) await examinePage(page, place, looks);
    });

    test('no page of the categories has a fault of accessibility', async ({ page, login, server }) => {
      test.slow();
      const person = await login();
      for await (const place of categoryPlaces(page, server, person)) await examinePage(page, place, looks);
    });

    test('no page of what recurs has a fault of accessibility', async ({ page, login, server }) => {
      test.slow();
      const person = await login();
      for await (const place of recurringPlaces(page, server, person)) await examinePage(page, place, looks);
    });

    test('nothing that opens over a page has a fault of accessibility', async ({ page, login, server }) => {
      test.setTimeout(MANY_PLACES);
      const person = await login();
      for await (const { name, part } of overlays(page, server, person, t)) {
        await test.step(name, () => examine(page, part, looks));
      }
    });
  });
});

async function examinePage(page: Page, place: string, looks: Looks): Promise<void> {
  await test.step(place, () => expectAccessible(page));
  await test.step(`the colours of ${place}`, () => examineColours(page, looks));
}

async function examine(page: Page, part: string, looks: Looks): Promise<void> {
  await wear(page, LIGHT);
  await expectAccessible(page, part);
  await examineColours(page, looks, part);
}

async function examineColours(page: Page, looks: Looks, part?: string): Promise<void> {
  for (const look of looks) {
    await wear(page, look);
    await expectReadable(page, part);
  }
}

async function wear(page: Page, look: typeof LIGHT): Promise<void> {
  await page.evaluate(({ theme, contrast }) => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.contrast = contrast;
  }, look);
}
