import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import type { TextKey } from '../../src/i18n/texts.ts';
import { expect, test } from '../support/browser.ts';
import { isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { expectAnswerOfApi, openFilters } from '../support/list-journey.ts';
import type { Person } from '../support/people.ts';
import { TODAY } from '../support/today.ts';
import { type Category, categoriesOf, record } from '../support/transactions.ts';

/** Of a few months: two categories and none, both types, both scripts. */
async function recordExamples(person: Person): Promise<[Category, Category]> {
  const [one, other] = await categoriesOf(person);
  if (!one || !other) throw new Error('There are no categories.');
  const day = (days: number) => plusDays(TODAY, days);
  await record(person, [
    { amount: 4.5, description: 'קפה', date: day(0), time: '09:00', category_id: one.id },
    { amount: 12, description: 'Coffee beans', date: day(-1), category_id: one.id },
    { amount: 250, description: 'Shoes', date: day(-8), category_id: other.id },
    { amount: 1234.5, description: 'Bonus', date: day(-9), type: 'income' },
    { amount: 80, description: 'Old coffee', date: day(-70) },
    { amount: 7, description: 'Far ahead', date: day(60) },
  ]);
  return [one, other];
}

const chips = (page: Page) => page.locator('.chip bdi');
const apply = (page: Page) => page.locator('#filter-apply').click();
const choose = (page: Page, name: string, value: string) =>
  page.locator(`#filter-${name}`).selectOption(value);

inEachLanguage(({ t }) => {
  test('applied filters are closed, counted, and lead to the number of results', async ({ page, person }, {
    project,
  }) => {
    await recordExamples(person);
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

  test('all filters make one short address @once', async ({ page, person, server, context }) => {
    const [one] = await recordExamples(person);
    const [from, to] = [plusDays(TODAY, -90), TODAY];
    await page.goto('/transactions');
    await openFilters(page);
    await page.locator('#filter-search').fill('coffee');
    await choose(page, 'period', 'between');
    await page.locator('#filter-dateFrom').fill(from);
    await page.locator('#filter-dateTo').fill(to);
    await choose(page, 'type', 'expense');
    await choose(page, 'recurring', 'false');
    await choose(page, 'sort', 'amount-desc');
    await page.locator('#filter-min').fill('5');
    await page.locator('#filter-max').fill('100');
    for (const id of ['none', one.id]) await page.locator(`#filter-category [value="${id}"]`).check();
    await apply(page);
    const dates = `dateFrom=${from}&dateTo=${to}`;
    const address = `/transactions?search=coffee&category=none,${one.id}&type=expense&${dates}&amountRange=5-100&recurring=false&sort=amount&order=desc`;
    await expect(page).toHaveURL(address);
    const tab = await context.newPage();
    await tab.goto(address);
    for (const shown of [page, tab]) {
      await expect(shown.locator('.row-link')).toHaveText(['Old coffee', 'Coffee beans']);
      await expect(chips(shown)).toHaveCount(9);
      await expectAnswerOfApi(shown, server, person);
      await openFilters(shown);
      await expect(shown.locator('#filter-search')).toHaveValue('coffee');
      await expect(shown.locator('#filter-dateTo')).toHaveValue(to);
      await expect(shown.locator('#filter-min')).toHaveValue('5');
      await expect(shown.locator('#filter-sort')).toHaveValue('amount-desc');
      await expect(shown.locator('#filter-category :checked')).toHaveCount(2);
    }
    await tab.locator('.chips > :last-child a').click();
    await expect(tab).toHaveURL('/transactions?sort=amount&order=desc');
    await expect(chips(tab)).toHaveCount(0);
    await expect(tab.locator('.row-link')).toHaveCount(5);
  });

  test('the headings of the table sort it, and show how @once', async ({ page, person, server }) => {
    await recordExamples(person);
    await page.goto('/transactions');
    const sorted = page.locator('th[aria-sort]');
    // Sorted by day, one column has the day and the description, and indicates the order of the days.
    const textOf = (column: TextKey, order: string) =>
      column === 'transactions:form.date'
        ? `${t(order === 'ascending' ? 'list:sort.date-asc' : 'list:sort.date-desc')} ${t('transactions:form.description')}`
        : t(column);
    await expect(sorted).toHaveText(textOf('transactions:form.date', 'descending'));
    await expect(sorted).toHaveAttribute('aria-sort', 'descending');
    const steps: [TextKey, string, string][] = [
      ['transactions:form.amount', 'descending', '?sort=amount&order=desc'],
      ['transactions:form.amount', 'ascending', '?sort=amount&order=asc'],
      ['transactions:form.description', 'ascending', '?sort=description&order=asc'],
      ['transactions:form.category', 'ascending', '?sort=category&order=asc'],
      ['transactions:form.date', 'descending', ''],
      ['transactions:form.date', 'ascending', '?sort=date&order=asc'],
    ];
    for (const [column, direction, query] of steps) {
      await page
        .locator('thead')
        .getByRole('link', { name: t(column) })
        .click();
      await expect(page).toHaveURL(`/transactions${query}`);
      await expect(sorted).toHaveText(textOf(column, direction));
      await expect(sorted).toHaveAttribute('aria-sort', direction);
      await expectAnswerOfApi(page, server, person);
    }
  });
});
