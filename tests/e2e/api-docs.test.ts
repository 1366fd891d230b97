import { expect, GUEST, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t }) => {
  test.use(GUEST);

  test('the API can be read from call to call @once', async ({ page }) => {
    await page.goto('/login');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('help:title'), exact: true })
      .click();
    await page.getByRole('link', { name: t('help:api.title') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('help:api.title') })).toBeVisible();
    await page.getByRole('link', { name: 'Create an expense' }).click();
    await expect(page).toHaveURL(/\/api\/docs#postTransactionsExpense$/);
    await expect(page.getByRole('heading', { name: 'POST /transactions/expense' })).toBeInViewport();
    await page
      .locator('#postTransactionsExpense')
      .getByRole('link', { name: 'Transaction', exact: true })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeInViewport();
  });
});
