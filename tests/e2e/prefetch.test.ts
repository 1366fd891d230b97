import type { Page } from '@playwright/test';
import { translator } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import type { RunningServer } from '../support/server.ts';
import { record } from '../support/transactions.ts';

const t = translator('he');

const requests = (server: RunningServer, path: string) => server.logs.split(`"path":"${path}"`).length - 1;

/** The header's link to a page, which the browser has prefetched on hover. */
async function linkFetchedAhead(page: Page, server: RunningServer, path: string) {
  const link = page.getByRole('banner').locator(`a[href="${path}"]`).first();
  const before = requests(server, path);
  await link.hover();
  await expect.poll(() => requests(server, path)).toBe(before + 1);
  return link;
}

test.describe('a page fetched ahead', { tag: ['@javascript', '@once'] }, () => {
  test.use({ locale: 'he-IL' });

  test('is shown when its link is pressed, without another request @he', async ({ page, server }) => {
    await page.goto('/transactions');
    const link = await linkFetchedAhead(page, server, '/analytics');
    const requested = requests(server, '/analytics');
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('analytics:title'));
    expect(requests(server, '/analytics')).toBe(requested);
  });

  test('is discarded by a change @he', async ({ page, person, server }) => {
    await record(person, [{ amount: 1, description: 'לחם' }]);
    await page.goto('/analytics');
    const link = await linkFetchedAhead(page, server, '/transactions');
    const status = await page.evaluate(async () => {
      const body = JSON.stringify({ amount: 77, description: 'גבינה' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/v1/transactions/expense', { method: 'POST', headers, body })).status;
    });
    expect(status).toBe(201);
    await link.click();
    await expect(page.getByRole('main')).toContainText('גבינה');
  });
});
