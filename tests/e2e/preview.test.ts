import type { Page } from '@playwright/test';
import { startPreview } from '../../scripts/preview/start.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadable,
  LIGHT,
  loadAxeAhead,
} from '../support/accessibility.ts';
import { expect, GUEST, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

let preview: Awaited<ReturnType<typeof startPreview>>;

test.use(GUEST);

test.describe('the preview of all parts', { tag: '@javascript' }, () => {
  // A development server compiles what it sends: a minute on a busy machine.
  test.describe.configure({ timeout: 300_000 });

  test.beforeAll(async () => {
    preview = await startPreview();
  });
  test.afterAll(() => preview.stop());

  inEachLanguage(({ language }) => {
    test('shows each part and island accessibly, in both themes', async ({ page }) => {
      // Parts have the same names, roles and colours in each language, and other widths.
      const examined = language === 'en';
      if (examined) await loadAxeAhead(page);
      await page.goto(`${preview.url}?language=${language}`);
      await expect(page.locator('main > section')).not.toHaveCount(0);
      if (examined) {
        await nameStates(page);
        await test.step('in the light theme', () => expectAccessible(page));
        await test.step('in the dark theme', () => expectReadable(page, [{ ...LIGHT, theme: 'dark' }]));
      }
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
    });
  });
});

test('no preview is in what is built @javascript', async ({ request }) => {
  expect((await request.get('/preview')).status()).toBe(404);
});

// A part in several states repeats its name, which no page of the product does.
async function nameStates(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const landmark of document.querySelectorAll('[data-state] [aria-label]:is(nav, section, aside)')) {
      const state = landmark.closest<HTMLElement>('[data-state]')?.dataset.state;
      landmark.ariaLabel += ` ${state}`;
    }
  });
}
