import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { openFilters } from '../support/list-journey.ts';
import { makeCategory, record, recordMixed } from '../support/transactions.ts';

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

  test('categories are searched, Enter ticks the first, and Apply stays in view @javascript @once', async ({
    page,
    person,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const category = await makeCategory(person, { name: 'Parrot מזון' });
    await record(person, [
      { amount: 5, description: 'Seeds', category_id: category },
      { amount: 6, description: 'Tea' },
    ]);
    await page.goto('/transactions');
    await openFilters(page);
    const search = page.getByRole('textbox', { name: t('manager:search') });
    const choices = page.locator('.filter-choices .choice:visible');
    const all = await choices.count();
    await search.fill('parrot');
    await expect(choices).toHaveText('Parrot מזון');
    await expect(page.locator('.filter-choices .filter-group:visible')).toHaveCount(1);
    await search.press('Enter');
    await expect(choices.getByRole('checkbox')).toBeChecked();
    await search.fill(t('common:noCategory'));
    await expect(choices).toHaveText(['Parrot מזון', t('common:noCategory')]);
    await search.fill('');
    await expect(choices).toHaveCount(all);
    const button = page.locator('#filter-apply');
    for (const top of [0, 200]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
      await expect(button).toBeInViewport({ ratio: 1 });
      await button.click({ trial: true });
    }
    await search.fill('x');
    await button.click();
    await expect(page.locator('.row-link')).toHaveText(['Seeds']);
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['category']);
    await openFilters(page);
    await expect(search).toHaveValue('');
  });
});
