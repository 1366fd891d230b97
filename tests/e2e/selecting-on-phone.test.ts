import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { rowMenu } from '../support/row-menu.ts';
import { record } from '../support/transactions.ts';

const rows = (page: Page) => page.locator('.ledger tbody tr:not(.day)');
const boxIn = (page: Page, place: number) => rows(page).nth(place).getByRole('checkbox');

const ROWS = Array.from({ length: 14 }, (_, place) => ({
  amount: 123_456.5 + place,
  description:
    place % 2 ? `Weekly groceries for the whole family ${place}` : `קניות שבועיות לכל המשפחה ${place}`,
  merchant_name: place % 3 ? 'Supermarket of the neighbourhood' : null,
}));

inEachLanguage(({ t }) => {
  test.describe('the list on a phone', () => {
    test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

    test('shows all acts at any width and size of text', async ({ page, person, context }) => {
      await record(person, [...ROWS, ...ROWS]);
      const session = await context.newCDPSession(page);
      await page.goto('/transactions?limit=25&select=page');
      const bar = page.locator('.selection-bar');
      await expect(bar.getByRole('button')).toHaveCount(4);
      await expect(bar.getByRole('link')).toHaveCount(3);
      for (const { width, standard } of [
        { width: 360, standard: 16 },
        { width: 320, standard: 16 },
        { width: 320, standard: 32 },
      ]) {
        await page.setViewportSize({ width, height: 740 });
        await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
        for (const act of await bar.locator('button, a').all()) {
          const box = await act.boundingBox();
          expect(box?.x).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
          if (standard === 16) await expect(act).toBeInViewport({ ratio: 1 });
        }
        const count = await bar.locator('[data-selection-count]').boundingBox();
        expect(count?.width).toBeGreaterThan(width / 2);
      }
    });

    test('shows the boxes without scripts @once', async ({ page, person }) => {
      await record(person, ROWS);
      await page.goto('/transactions');
      await expect(page.locator('.cell-select input').first()).toHaveCSS('opacity', '1');
      await expect(page.locator('.ledger .category-icon').first()).toBeHidden();
      await boxIn(page, 9).check();
      await expect(page.locator('.selection-bar')).toBeInViewport({ ratio: 1 });
    });

    test('shows the icon of a row until rows are selected @javascript @once', async ({ page, person }) => {
      await record(person, ROWS);
      await page.goto('/transactions');
      const disc = page.locator('.ledger .category-icon').nth(9);
      const cell = page.locator('.cell-select input').nth(9);
      await expect(cell).toHaveCSS('opacity', '0');
      await expect(disc).toBeVisible();
      const name = ROWS[13 - 9]?.description ?? '';
      await rowMenu(page, t, name).tap();
      await page.getByRole('button', { name: `${t('common:select')}: ${name}`, exact: true }).tap();
      await expect(boxIn(page, 9)).toBeChecked();
      await expect(rowMenu(page, t, name)).toBeFocused();
      await expect(cell).toHaveCSS('opacity', '1');
      await expect(disc).toBeHidden();
      const bar = page.locator('.selection-bar');
      await expect(bar).toBeInViewport({ ratio: 1 });
      await expect(bar.getByRole('button', { name: t('list:bulkOperation.category') })).toBeInViewport({
        ratio: 1,
      });
      const clear = bar.getByRole('link', { name: t('list:selectNone') });
      await expect(clear).toBeInViewport({ ratio: 1 });
      const [barBox, phoneBar] = [await bar.boundingBox(), await page.locator('.phone-bar').boundingBox()];
      expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual((phoneBar?.y ?? 0) + 1);
      expect(barBox?.height).toBeLessThan(130);
      await page.locator('.cell-select label').nth(8).tap();
      await expect(bar.locator('[data-selection-count]')).toContainText('2');
      await clear.tap();
      await expect(bar).toBeHidden();
      await expect(disc).toBeVisible();
      await page.reload();
      await page.locator('.cell-select label').nth(8).tap();
      await expect(boxIn(page, 8)).toBeChecked();
    });
  });
});
