import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

const boxes = (page: Page) => page.locator('.cell-select input');
const focused = (page: Page) => page.locator(':focus');

inEachLanguage(({ t }) => {
  test('Enter in a ticked box of a category chooses no deletion @once', async ({ page }) => {
    await page.goto('/categories');
    await boxes(page).nth(0).check();
    await boxes(page).nth(1).check();
    await boxes(page).nth(1).press('Enter');
    await expect(page).toHaveURL(/\/categories\/merge\?id=/);
  });

  test('selecting all is offered until all are selected @once', async ({ page, person }) => {
    await record(
      person,
      Array.from({ length: 26 }, (_, at) => ({ amount: 4, description: `Tea ${at}` })),
    );
    await page.goto('/transactions?limit=25&select=page');
    const all = page.locator('[data-select=all]');
    await expect(all).toHaveText(/\S+ \S+/);
    await all.click();
    await expect(page).toHaveURL(/select=all/);
    await expect(page.locator('.selection-bar')).toBeVisible();
    await expect(page.locator('.selection-links [data-select]')).toHaveCount(0);
  });

  test.describe('with scripts', { tag: '@javascript' }, () => {
    test('the actions are the next stop after a ticked box @once', async ({ page, person }) => {
      await record(
        person,
        ['קפה', 'Tea', 'Milk'].map((description) => ({ amount: 4, description })),
      );
      for (const [path, width] of [
        ['/transactions', 1280],
        ['/categories', 1280],
        ['/transactions', 320],
        ['/categories', 320],
      ] as const) {
        await page.setViewportSize({ width, height: 640 });
        await page.goto(path);
        const box = boxes(page).nth(1);
        await box.focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('Tab');
        await expect(focused(page)).toHaveAccessibleName(t('list:selectionActions'));
        await expect(focused(page)).toBeInViewport({ ratio: 1 });
        await page.keyboard.press('Shift+Tab');
        await expect(box).toBeFocused();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(page.locator('.selection-bar')).toBeFocused();
        await page.keyboard.press('Tab');
        await expect(page.locator('.selection-bar :focus')).toHaveCount(1);
        await box.focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('Tab');
        await expect(focused(page)).not.toHaveAccessibleName(t('list:selectionActions'));
      }
    });

    test('the number of ticked categories is said @once', async ({ page }) => {
      await page.goto('/categories');
      const status = page.getByRole('status').filter({ hasText: /./ });
      await expect(status).toHaveCount(0);
      await boxes(page).nth(0).check();
      await boxes(page).nth(1).check();
      await expect(status).toHaveText(t('list:selected', { count: '2' }));
      await boxes(page).nth(0).uncheck();
      await boxes(page).nth(1).uncheck();
      await expect(status).toHaveText(t('list:selectionCleared'));
    });
  });
});
