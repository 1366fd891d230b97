import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

const PHONE = { width: 360, height: 640 };

inEachLanguage(() => {
  test('large totals stay within their card on a phone', { tag: '@javascript' }, async ({
    page,
    login,
    server,
  }) => {
    await record(server, await login(), [
      { amount: 987_654.32, type: 'income', description: 'ירושה' },
      { amount: 987_654.32, type: 'income', description: 'דירה' },
    ]);
    await page.setViewportSize(PHONE);
    await page.goto('/transactions');
    const totals = await boxOf(page.locator('.totals').first());
    for (const amount of await page.locator('.totals bdi').all()) {
      const { left, right, height } = await boxOf(amount);
      expect(left).toBeGreaterThanOrEqual(totals.left);
      expect(right).toBeLessThanOrEqual(totals.right);
      expect(height, 'two lines').toBeLessThan(40);
    }
  });
});

interface Box {
  left: number;
  right: number;
  top: number;
  height: number;
}

function boxOf(element: Locator): Promise<Box> {
  return element.evaluate((found) => {
    const { left, right, top, height } = found.getBoundingClientRect();
    return { left, right, top, height };
  });
}
