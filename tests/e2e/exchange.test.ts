import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { storeTodaysRates } from '../support/rate-provider.ts';

inEachLanguage(({ t }) => {
  const link = (page: Page) =>
    page
      .getByRole('navigation', { name: t('common:mainNavigation') })
      .getByRole('link', { name: t('common:exchange'), exact: true });

  test.beforeEach(async ({ server }) => storeTodaysRates((await server.database()).db));

  test('the calculator opens over a page and converts @javascript @once', async ({ page }) => {
    await page.goto('/transactions');
    await page.locator('.main-nav summary').click();
    await link(page).click();
    const panel = page.getByRole('dialog');
    await expect(panel).toHaveAccessibleName(t('exchange:title'));
    const result = panel.getByRole('status');
    await panel.getByLabel(t('exchange:from')).selectOption('USD');
    await panel.getByLabel(t('exchange:to'), { exact: true }).selectOption('JPY');
    await panel.getByLabel(t('transactions:form.amount')).fill('2,000.50');
    await expect(result).toContainText('¥302,816');
    await expect(panel.getByRole('row', { name: 'EUR' })).toContainText('€1,722.83');
    await expect(panel.getByLabel(t('transactions:form.amount'))).toBeFocused();
    await panel.getByRole('button', { name: t('exchange:swap') }).click();
    await expect(result).toHaveText(t('exchange:ready'));
    await panel.getByLabel(t('transactions:form.amount')).fill('2000');
    await expect(result).toContainText('$13.21');
    await expectAccessible(page);
    await expect(page).toHaveURL('/transactions');
    await panel.getByRole('link', { name: t('common:openPage') }).click();
    await expect(page).toHaveURL('/exchange?amount=2000&from=JPY&to=USD');
    await expect(page.getByRole('status').filter({ hasText: '$13.21' })).toBeVisible();
  });

  test('on its page the address follows what one types @javascript @once', async ({ page }) => {
    await page.goto('/exchange');
    await page.getByLabel(t('transactions:form.amount')).fill('12');
    await expect(page.getByRole('status').filter({ hasText: '$3.68' })).toBeVisible();
    await expect(page).toHaveURL('/exchange?amount=12&from=ILS&to=USD');
    await page.goBack();
    await expect(page).not.toHaveURL(/exchange/);
  });
});
