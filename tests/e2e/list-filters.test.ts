import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { openFilters } from '../support/list-journey.ts';
import { recordMixed } from '../support/transactions.ts';

const apply = (page: Page) => page.locator('#filter-apply').click();
const choose = (page: Page, name: string, value: string) =>
  page.locator(`#filter-${name}`).selectOption(value);

inEachLanguage(({ t }) => {
  test('applied filters are closed, counted, and lead to the number of results', async ({ page, person }, {
    project,
  }) => {
    await recordMixed(person);
    await page.goto('/transactions?search=coffee');
    await expect(page.getByLabel(t('list:refresh'))).toBeVisible({ visible: !isPlain(project) });
    const button = page.locator('[data-filter-panel] > summary');
    await expect(button).toHaveText(t('list:filters'), { useInnerText: true });
    await openFilters(page);
    await choose(page, 'type', 'expense');
    await page.locator('#filter-min').fill('5');
    await apply(page);
    await expect(page.locator('.row-link')).toHaveCount(2);
    await expect(button).toHaveText(t('list:filtersActive', { count: 2 }), { useInnerText: true });
    await expect(page.locator('#filter-apply')).toBeHidden();
    await expect(page.locator('.data-table caption')).toBeInViewport();
    if (!isPlain(project)) await expect(page.locator('.data-table caption')).toBeFocused();
    await openFilters(page);
    await page.locator('#filter-min').fill('7000');
    await apply(page);
    await expect(page.locator('.empty')).toBeVisible();
    if (!isPlain(project)) await expect(page.locator('.empty')).toBeFocused();
    await openFilters(page);
    await page.locator('#filter-max').fill('x');
    await apply(page);
    await expect(page.locator('.error-summary')).toBeVisible();
    if (!isPlain(project)) await expect(page.locator('.error-summary')).toBeFocused();
    await expect(page.locator('#filter-apply')).toBeVisible();
  });
});
