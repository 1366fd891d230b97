import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { test } from '../support/browser.ts';
import { categoryPlaces } from '../support/category-places.ts';
import { inEachLanguage } from '../support/languages.ts';
import { guestPlaces, listPlaces, memberPlaces, overlays } from '../support/places.ts';
import { recurringPlaces } from '../support/recurring-places.ts';

// WCAG 2.2, success criterion 1.4.12.
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** One test walks through all places, which takes minutes on a busy machine. */
const MANY_PLACES = 600_000;

inEachLanguage(({ t }) => {
  test.describe('nothing has to be scrolled sideways', { tag: '@javascript' }, () => {
    test('on pages for guests, small, with doubled text and with spaced text', async ({ page }) => {
      for await (const place of guestPlaces(page)) await expectToFit(page, place);
    });

    test('on lists, however they are filtered', async ({ page, login, server }) => {
      const person = await login();
      for await (const place of listPlaces(page, server, person)) await expectToFit(page, place);
    });

    test('on pages of the categories, small, with doubled text and with spaced text', async ({
      page,
      login,
      server,
    }) => {
      const person = await login();
      for await (const place of categoryPlaces(page, server, person)) await expectToFit(page, place);
    });

    test('on pages of what recurs, small, with doubled text and with spaced text', async ({
      page,
      login,
      server,
    }) => {
      const person = await login();
      for await (const place of recurringPlaces(page, server, person)) await expectToFit(page, place);
    });

    test('on pages for members, small, with doubled text and with spaced text', async ({
      page,
      login,
      server,
    }) => {
      test.setTimeout(MANY_PLACES);
      const person = await login();
      for await (const place of memberPlaces(page, server, person)) await expectToFit(page, place);
    });

    test('on what opens over a page', async ({ page, login, server }) => {
      test.setTimeout(MANY_PLACES);
      const person = await login();
      await page.setViewportSize({ width: 320, height: 640 });
      for await (const { name } of overlays(page, server, person, t)) await expectToFit(page, name);
    });
  });
});

async function expectToFit(page: Page, place: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await test.step(`${place} at 320`, () => expectNoSidewaysScroll(page));
  await dress(page, SPACED);
  await test.step(`${place} with spaced text`, () => expectNoSidewaysScroll(page));
  await dress(page, '');
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: 360, height: 640 });
  await test.step(`${place} with doubled text at 360`, () => expectNoSidewaysScroll(page));
  await page.setViewportSize({ width: 1280, height: 640 });
  await test.step(`${place} with doubled text at 1280`, () => expectNoSidewaysScroll(page));
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
}

// By the document's own means: the policy of the pages refuses style elements.
function dress(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}
