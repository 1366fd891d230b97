import type { Page } from '@playwright/test';
import { translator } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import { categoryIn } from '../support/category.ts';
import { countTransactions, record } from '../support/transactions.ts';

const t = translator('en');

test.describe('a request that fails', { tag: '@javascript' }, () => {
  test.use({ provoked: /503|409|ERR_FAILED/ });

  test('is repeated twice if it reads, also in the list', async ({ page, person }) => {
    await record(person, [{ amount: 1, description: 'לחם bread' }]);
    await page.goto('/transactions');
    const reads = await failFirst(page, '**/api/v1/categories', 2);
    await page
      .locator('.page-head')
      .getByRole('link', { name: t('common:addTransaction') })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(categoryIn(dialog).locator('option').nth(3)).toBeAttached();
    expect(reads.keys).toHaveLength(3);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const lists = await failFirst(page, /\/transactions\?.*search=bread/, 2);
    await page.locator('#filter-search').fill('bread');
    await expect(page).toHaveURL(/search=bread/);
    expect(lists.keys).toHaveLength(3);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('is repeated once if it creates something, with its key', async ({ page, person }) => {
    await page.goto('/transactions');
    await page
      .locator('.page-head')
      .getByRole('link', { name: t('common:addTransaction') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=amount]').fill('8');
    await dialog.locator('[name=description]').fill('לחם bread');
    const posts = await failFirst(page, '**/api/v1/transactions/transaction', 3);
    const save = dialog.locator('form .button-primary');
    await save.click();
    await expect(dialog.getByRole('alert')).not.toBeEmpty();
    expect(posts.keys).toHaveLength(2);
    await save.click();
    await expect(dialog).toHaveCount(0);
    expect(posts.keys).toHaveLength(4);
    expect(new Set(posts.keys).size).toBe(1);
    expect(await countTransactions(person)).toBe(1);
  });

  test('is repeated once if it changes something, with its key', async ({ page, person }) => {
    await record(person, [{ amount: 1, description: 'לחם bread' }]);
    await page.goto('/transactions');
    await page.getByRole('link', { name: 'לחם bread', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=amount]').fill('8');
    const changes = await failFirst(page, '**/api/v1/transactions/expense/*', 2);
    await dialog.locator('form .button-primary').click();
    await expect(dialog.getByRole('alert')).not.toBeEmpty();
    expect(changes.keys).toHaveLength(2);
    expect(changes.keys[0]).toBeTruthy();
    expect(new Set(changes.keys).size).toBe(1);
  });

  test('is not repeated if it was refused', async ({ page }) => {
    const dialog = page.getByRole('dialog');
    await page.goto('/transactions');
    const reads = await failFirst(page, '**/api/v1/categories', 1, 409);
    await page
      .locator('.page-head')
      .getByRole('link', { name: t('common:addTransaction') })
      .click();
    await expect(dialog.getByRole('button', { name: t('common:retry') })).toBeVisible();
    expect(reads.keys).toHaveLength(1);
  });
});

/** Refuses the first requests to an address; `keys` has the idempotency key, if any, of every request. */
async function failFirst(page: Page, address: string | RegExp, count: number, status = 503) {
  const asked: { keys: (string | undefined)[] } = { keys: [] };
  await page.route(address, async (route) => {
    asked.keys.push(route.request().headers()['idempotency-key']);
    if (asked.keys.length > count) return route.fallback();
    await route.fulfill({
      status,
      // As the server's own answers have: without it a proxy has answered, and what was entered waits on the device.
      headers: { 'x-request-id': '1' },
      json: { success: false, error: { code: 'SERVER_ERROR', message: 'x' } },
    });
  });
  return asked;
}
