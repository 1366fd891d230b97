import type { Page } from '@playwright/test';
import { localNow } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { repeat } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  const link = (page: Page) =>
    page
      .getByRole('navigation', { name: t('common:mainNavigation') })
      .getByRole('link', { name: t('common:recurring'), exact: true });

  test('the recurring transactions are a page without scripts', { tag: '@plain' }, async ({
    page,
    login,
  }) => {
    await login();
    await page.goto('/transactions');
    await link(page).click();
    await expect(page).toHaveURL('/recurring');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('recurring:manager.title'));
  });

  test('in a panel its forms and links work inside, and changes show once it closes', {
    tag: '@javascript',
  }, async ({ page, login, server }) => {
    const { date: today } = localNow(new Date(), 'Asia/Jerusalem');
    const rent = { name: 'Rent', amount: 10, interval_type: 'daily', interval: 40, start_date: today };
    await repeat(server, await login(), rent);
    await page.goto('/transactions?status=upcoming');
    await expect(page.locator('.data-table tbody tr')).toHaveCount(2);
    await link(page).click();
    const panel = page.getByRole('dialog');
    const title = (text: string) => panel.getByRole('heading', { name: text, exact: true });
    await expect(title(t('recurring:manager.title'))).toBeFocused();
    const skip = panel.getByRole('button', { name: `${t('recurring:manager.skipNext')}: Rent` });
    await skip.click();
    await expect(panel.locator('.flash')).toBeFocused();
    await panel
      .locator('.flash')
      .getByRole('button', { name: t('common:undo'), exact: true })
      .click();
    await expect(panel.locator('.flash')).toHaveText(t('list:restored', { count: 1 }));
    await skip.click();
    await expect(panel.locator('.flash').getByRole('button')).toBeVisible();
    await panel.getByRole('link', { name: t('recurring:manager.calendar'), exact: true }).click();
    await expect(title(t('recurring:manager.calendarTitle'))).toBeFocused();
    await expect(panel.locator('.calendar').first()).toHaveCSS('border-collapse', 'collapse');
    await expect(panel.getByText(t('recurring:manager.skipped'), { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: t('common:close') }).click();
    await expect(page.locator('.data-table tbody tr')).toHaveCount(1);
    await expect(page.locator('.data-table tbody')).toContainText('Rent');
    await expect(link(page)).toBeFocused();
  });
});
