import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    amount: index + 1,
    description: `שורה ${index + 1}`,
    time: `10:${String(index).padStart(2, '0')}`,
  }));

inEachLanguage(({ t }) => {
  const box = (page: Page, description: string) =>
    page.getByRole('checkbox', { name: `${t('common:select')}: ${description}`, exact: true });

  test('Enter at a box does only what the box does @once', async ({ page, person }) => {
    await record(person, many(2));
    await page.goto('/transactions');
    await box(page, 'שורה 1').press('Enter');
    await box(page, 'שורה 1').check();
    await box(page, 'שורה 2').press('Enter');
    await box(page, 'שורה 1').press('Enter');
    await expect(page).toHaveURL('/transactions');
    await expect(box(page, 'שורה 1')).toBeFocused();
    await page.getByRole('button', { name: t('list:bulkOperation.delete'), exact: true }).click();
    await expect(page).toHaveURL('/transactions/bulk');
    await expect(page.locator('.row-link')).toHaveText(['שורה 1']);
    await page.getByRole('link', { name: t('common:cancel') }).click();
    await expect(page).toHaveURL('/transactions');
  });

  test('the bar counts and sums the ticked rows @javascript @once', async ({ page, person }) => {
    await record(person, [...many(4), { amount: 100, description: 'income', type: 'income' }]);
    await page.goto('/transactions');
    await box(page, 'income').press('Enter');
    await expect(page).toHaveURL('/transactions');
    const count = page.locator('.selection-count');
    const sum = (selected: number, amount: string) =>
      `${t('list:selected', { count: selected })} · ${t('list:together', { amount })}`;
    await expect(count).toBeHidden();
    await box(page, 'שורה 1').check();
    await expect(count).toHaveText(sum(1, '−₪1.00'));
    await page.locator('#sort-amount').click();
    await expect(page).toHaveURL(/sort=amount/);
    await expect(box(page, 'שורה 1')).toBeChecked();
    await expect(count).toHaveText(sum(1, '−₪1.00'));
    await page.goto('/transactions');
    await box(page, 'שורה 1').check();
    await box(page, 'שורה 4').click({ modifiers: ['Shift'] });
    await expect(count).toHaveText(sum(4, '−₪10.00'));
    await page.getByRole('link', { name: t('list:selectPage') }).click();
    await expect(count).toHaveText(sum(5, '₪90.00'));
    await expect(page).toHaveURL('/transactions');
    await page.getByRole('link', { name: t('list:selectNone') }).click();
    await expect(page.getByRole('link', { name: t('list:selectPage') })).toBeFocused();
    await expect(count).toBeHidden();
    await expect(page.locator('.cell-select input:checked')).toHaveCount(0);
  });

  test('the bar covers nothing focused, and a link leads to it @javascript @once', async ({
    page,
    person,
  }) => {
    await record(person, many(30));
    for (const { width, height, fontSize, base } of [
      { width: 320, height: 640, fontSize: 'xl', base: 16 },
      { width: 320, height: 640, fontSize: 'xl', base: 32 },
      { width: 1280, height: 640, fontSize: 'medium', base: 16 },
    ]) {
      await page.setViewportSize({ width, height });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: base, fixed: base } });
      await page.goto('/transactions');
      await page.evaluate((size) => {
        document.documentElement.dataset.fs = size;
      }, fontSize);
      const bar = page.locator('.selection-bar');
      await box(page, 'שורה 30').focus();
      for (let stop = 0; stop < 30; stop += 1) {
        if (stop === 9) await page.keyboard.press('Space');
        await page.keyboard.press('Tab');
        const covering = await page.evaluate(() => {
          const { left, top, width, height } =
            document.activeElement?.getBoundingClientRect() ?? new DOMRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit?.closest('.selection-bar, .fab, .phone-bar')?.className;
        });
        expect(covering, `stop ${stop} at ${width}`).toBeUndefined();
      }
      await expect(bar).toBeVisible();
      const link = page.getByRole('link', { name: t('list:selectionActions') });
      await expect(link).toHaveCount(1);
      await link.press('Enter');
      await expect(bar).toBeFocused();
      await expect(bar).toBeInViewport();
      await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
      await session.detach();
    }
    await page.getByRole('link', { name: t('list:selectNone') }).click();
    await expect(page.locator('[data-list-status]')).toHaveText(t('list:selectionCleared'));
  });
});
