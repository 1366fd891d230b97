import { plusDays } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { rowAction } from '../support/row-menu.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('the tabs separate past and scheduled transactions', async ({ page, person }) => {
    await record(person, [
      { amount: 3, description: 'אתמול', date: plusDays(TODAY, -1) },
      { amount: 5, description: 'far ahead', date: plusDays(TODAY, 40), type: 'income' },
      { amount: 7, description: 'soon', date: plusDays(TODAY, 33) },
    ]);
    await page.goto('/transactions');
    const tabs = page.getByRole('navigation', { name: t('list:tabs') });
    const rows = page.locator('.row-link');
    await expect(tabs.getByRole('link', { name: t('common:all') })).toHaveAttribute('aria-current', 'page');
    await expect(rows).toHaveText(['אתמול']);
    await expect(page.locator('.totals dd')).toHaveText(['1', '₪0.00', '₪3.00', '−₪3.00']);
    await tabs.getByRole('link', { name: t('list:tabUpcoming') }).click();
    await expect(page).toHaveURL('/transactions?status=upcoming');
    await expect(rows).toHaveText(['soon', 'far ahead']);
    await expect(page.locator('[data-list=results] .totals dd')).toHaveText([
      '2',
      '₪5.00',
      '₪7.00',
      '−₪2.00',
    ]);
  });

  test('an empty list says what to do first and links to the form', async ({ page }) => {
    await page.goto('/transactions');
    await expect(page.getByRole('heading', { name: t('dashboard:steps.title') })).toBeVisible();
    await expect(page.getByRole('link', { name: t('dashboard:welcomeTitle') })).toHaveAttribute(
      'href',
      '/transactions/new?return=%2Ftransactions',
    );
    await page.goto('/transactions?status=upcoming');
    await expect(page.getByRole('heading', { name: t('common:nothingScheduled') })).toBeVisible();
  });

  test('a long list has pages, and every link of a row includes the row’s name @once', async ({
    page,
    person,
  }) => {
    const many = Array.from({ length: 55 }, (_, index) => ({
      amount: index + 1,
      description: `תנועה ${index + 1}`,
      time: `10:${String(index).padStart(2, '0')}`,
    }));
    await record(person, many);
    await page.goto('/transactions');
    const rows = page.locator('.row-link');
    await expect(rows).toHaveCount(50);
    await expect(rows.first()).toHaveText('תנועה 55');
    await expect(page.locator('caption')).toHaveText(
      t('list:caption', { count: 55, from: 1, to: 50, total: 55 }),
    );
    for (const label of ['transactions:dialog.editAction', 'common:duplicate', 'common:delete'] as const) {
      await expect(await rowAction(page, t, 'תנועה 55', t(label))).toBeVisible();
    }
    await page.locator('a[rel=next]').click();
    await expect(page).toHaveURL('/transactions?page=2');
    const second = t('common:pageNumber', { page: 2 });
    await expect(page).toHaveTitle(`${t('common:transactions')}, ${second} | Pruta`);
    await expect(rows).toHaveText(['תנועה 5', 'תנועה 4', 'תנועה 3', 'תנועה 2', 'תנועה 1']);
    await expect(page.locator('.totals dd').nth(2)).toHaveText('₪1,540.00');
    await expect(page.getByRole('link', { name: second, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.locator('a[rel=prev]').click();
    await expect(page).toHaveURL('/transactions');
    await expect(rows).toHaveCount(50);
    for (const page_ of ['9', '0', '-1', 'x', '1e9']) {
      const answer = await page.goto(`/transactions?page=${page_}`);
      expect(answer?.status()).toBe(200);
      await expect(rows.first()).toHaveText('תנועה 55');
    }
    await page.goto('/transactions?page=9');
    await expect(page).toHaveURL('/transactions');
  });
});
