import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import type { TextKey } from '../../src/i18n/texts.ts';
import { expect, test } from '../support/browser.ts';
import { expectError, isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { expectAnswerOfApi, openFilters } from '../support/list-journey.ts';
import type { Person } from '../support/people.ts';
import { setProfile } from '../support/people.ts';
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

const PERIODS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
] as const;

const chips = (page: Page) => page.locator('.chip bdi');
const apply = (page: Page) => page.locator('#filter-apply').click();
const choose = (page: Page, name: string, value: string) =>
  page.locator(`#filter-${name}`).selectOption(value);

inEachLanguage(({ t }) => {
  test('a search suggests the category and the dates that it names', async ({ page, person }) => {
    const [one] = await recordExamples(person);
    await page.goto(`/transactions?search=${encodeURIComponent(one.name)}`);
    const suggestions = page.getByRole('list', { name: t('list:suggest.label') });
    const link = suggestions.getByRole('link');
    const category = t('list:suggest.category', { name: isolated(one.name), count: 2, shown: '2' });
    await expect(link).toHaveText([category]);
    await link.click();
    await expect(page).toHaveURL(`/transactions?category=${one.id}`);
    await expect(suggestions).toHaveCount(0);
    await page.goto(`/transactions?search=${encodeURIComponent(t('transactions:preset.yesterday'))}`);
    const dates = { dateFrom: plusDays(TODAY, -1), dateTo: plusDays(TODAY, -1) };
    await expect(link).toContainText(t('list:suggest.dates', { name: '', count: 1 }).slice(0, 4));
    await link.click();
    await expect(page).toHaveURL(`/transactions?${new URLSearchParams(dates)}`);
    await expect(page.locator('.row-link')).toHaveText(['Coffee beans']);
    await page.goto(`/transactions?search=${encodeURIComponent(one.name.slice(0, 1))}`);
    await expect(page.getByRole('searchbox')).not.toHaveValue('');
    await expect(suggestions).toHaveCount(0);
  });

  test('applied filters are closed, counted, and lead to the number of results', async ({ page, person }, {
    project,
  }) => {
    await recordExamples(person);
    await page.goto('/transactions?search=coffee');
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
    await expect(page.locator('#filter-apply')).toBeVisible();
  });

  test('each filter narrows the list as the API does @once', async ({ page, person, server }) => {
    const [one, other] = await recordExamples(person);
    const tick = ({ id }: { id: string }) => page.locator(`#filter-category [value="${id}"]`).check();
    const from = plusDays(TODAY, -9);
    const filters: [() => Promise<unknown>, string, number][] = [
      [() => tick(one), `category=${one.id}`, 1],
      [async () => [await tick(other), await tick({ id: 'none' })], `category=none,${other.id}`, 2],
      [() => choose(page, 'type', 'income'), 'type=income', 1],
      [() => choose(page, 'recurring', 'true'), 'recurring=true', 1],
      [() => choose(page, 'recurring', 'false'), 'recurring=false', 1],
      [() => page.locator('#filter-min').fill('12'), 'amountRange=12-', 1],
      [() => page.locator('#filter-max').fill('1,234.50'), 'amountRange=-1234.5', 1],
      [
        async () => {
          await choose(page, 'period', 'between');
          await page.locator('#filter-dateFrom').fill(from);
        },
        `dateFrom=${from}`,
        1,
      ],
    ];
    for (const [fill, address, count] of filters) {
      await page.goto('/transactions');
      await openFilters(page);
      await fill();
      await apply(page);
      await expect(page).toHaveURL(`/transactions?${address}`);
      await expect(chips(page)).toHaveCount(count);
      await expectAnswerOfApi(page, server, person);
      for (let left = count; left > 0; left -= 1) {
        await page.locator('.chip').first().click();
        await expect(chips(page)).toHaveCount(left - 1);
      }
      await expect(page).toHaveURL('/transactions');
      await expect(page.locator('.row-link')).toHaveCount(5);
    }
  });

  test('the list can be filtered by a period relative to today @once', async ({ page, person, server }) => {
    await recordExamples(person);
    await page.goto('/transactions');
    for (const period of PERIODS) {
      await openFilters(page);
      await choose(page, 'period', period);
      await apply(page);
      await expect(page).toHaveURL(`/transactions?period=${period}`);
      await expect(chips(page)).toHaveText([t(`list:period.${period}`)]);
      await expectAnswerOfApi(page, server, person);
    }
  });

  test('all filters make one short address', async ({ page, person, server, context }) => {
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

  test('a chip describes its filter, and removes no other @once', async ({ page, person, server }) => {
    const [one] = await recordExamples(person);
    await page.goto(`/transactions?search=קפה&category=${one.id},none&type=expense&amountRange=4-500`);
    await expect(chips(page)).toHaveText([
      t('list:chipSearch', { words: '\u2068קפה\u2069' }),
      one.name,
      t('common:noCategory'),
      t('common:expenses'),
      t('list:chipMin', { amount: '\u2068₪4.00\u2069' }),
      t('list:chipMax', { amount: '\u2068₪500.00\u2069' }),
    ]);
    await page.getByRole('link', { name: `${t('list:removeFilter')}: ${one.name}` }).click();
    await expect(page).toHaveURL(/search=.+&category=none&type=expense&amountRange=4-500$/);
    await page.getByRole('link', { name: `${t('list:removeFilter')}: ${t('common:expenses')}` }).click();
    await expect(page).toHaveURL(/search=.+&category=none&amountRange=4-500$/);
    await page.locator('.chip').last().click();
    await expect(page).toHaveURL(/category=none&amountRange=4-$/);
    await expectAnswerOfApi(page, server, person);
  });

  test('an invalid filter is reported beside its field @once', async ({ page, person }) => {
    await recordExamples(person);
    const invalid: [string, string, TextKey, string][] = [
      ['dateFrom=2026-13-45', 'dateFrom', 'errors:dateInvalid', '2026-13-45'],
      ['dateTo=tomorrow', 'dateTo', 'errors:dateInvalid', 'tomorrow'],
      ['dateFrom=2026-05-02&dateTo=2026-05-01', 'dateTo', 'errors:datesOrder', '2026-05-01'],
      ['min=abc', 'min', 'errors:amountNumber', 'abc'],
      ['max=1.2345', 'max', 'errors:amountDecimals', '1.2345'],
      ['amountRange=20-10', 'max', 'errors:amountsOrder', '10'],
      [`search=${'x'.repeat(201)}`, 'search', 'errors:valueMax', 'x'.repeat(201)],
    ];
    for (const [query, field, message, value] of invalid) {
      const answer = await page.goto(`/transactions?${query}`);
      expect(answer?.status()).toBe(200);
      await expectError(page, `filter-${field}`, t(message));
      await expect(page.locator(`.error-summary a[href="#filter-${field}"]`)).toHaveText(t(message));
      await expect(page.locator(`#filter-${field}`)).toBeVisible();
      await expect(page.locator(`#filter-${field}`)).toHaveValue(value);
      await expect(page.locator('.row-link')).toHaveCount(5);
      await expect(page).toHaveTitle(
        new RegExp(t('common:errorPrefix', { title: t('common:transactions') })),
      );
    }
    await page.goto(
      '/transactions?category=gone,none&type=x&limit=7&sort=up&order=on&period=ever&recurring=so',
    );
    await expect(page).toHaveURL(
      '/transactions?category=gone,none&type=x&period=ever&recurring=so&sort=up-on&limit=7',
    );
    await expect(page.locator('#filter-category-error')).toHaveText(t('errors:categoriesUnknown'));
    await expect(page.locator('#filter-type-error')).toHaveText(t('errors:typeInvalid'));
    await expect(page.locator('.error-summary li')).toHaveCount(5);
    await expect(chips(page)).toHaveText([t('common:noCategory')]);
    await expect(page.locator('.row-link')).toHaveText(['Bonus', 'Old coffee']);
    const everything = '/transactions?search=%00&dateFrom=x&dateTo=y&min=-1&max=..&category=%00&page=0';
    expect((await page.goto(everything))?.status()).toBe(200);
    await expect(page.locator('.error-summary li')).toHaveCount(7);
    await expect(page.locator('.row-link')).toHaveCount(5);
  });

  test('an invalid field leaves out its filter alone', async ({ page, person, server }, { project }) => {
    await recordExamples(person);
    await page.goto('/transactions');
    await openFilters(page);
    await page.locator('#filter-min').fill('₪ many');
    await page.locator('#filter-max').fill('100');
    await choose(page, 'type', 'expense');
    await apply(page);
    await expectError(page, 'filter-min', t('errors:amountNumber'));
    if (!isPlain(project)) await expect(page.locator('.error-summary')).toBeFocused();
    await expect(page.locator('#filter-min')).toHaveValue('₪ many');
    await expect(page.locator('#filter-max')).toHaveValue('100');
    await expect(chips(page)).toHaveText([t('common:expenses')]);
    await expect(page.locator('.row-link')).toHaveCount(4);
    await page.locator('#filter-min').fill('50');
    await apply(page);
    await expect(page).toHaveURL('/transactions?type=expense&amountRange=50-100');
    await expect(page.locator('.error-summary')).toHaveCount(0);
    await expectAnswerOfApi(page, server, person);
  });

  test('amounts are accepted in the person’s own notation @once', async ({ page, person }) => {
    await setProfile(person, { preferences: { decimal_separator: ',', thousand_separator: '.' } });
    await recordExamples(person);
    await page.goto('/transactions');
    await openFilters(page);
    await page.locator('#filter-min').fill('1.234,50');
    await apply(page);
    await expect(page).toHaveURL('/transactions?amountRange=1234.5-');
    await expect(page.locator('.row-link')).toHaveText(['Bonus']);
    await openFilters(page);
    await expect(page.locator('#filter-min')).toHaveValue('1234,5');
  });

  test('a list without matches says so and links to all transactions @once', async ({ page, person }) => {
    await recordExamples(person);
    await page.goto('/transactions');
    await page.locator('#filter-search').fill('nothing like it');
    await page.locator('#filter-search').press('Enter');
    await expect(page.getByRole('heading', { name: t('list:noMatchTitle') })).toBeVisible();
    await expect(page).toHaveURL('/transactions?search=nothing+like+it');
    await expect(page.locator('.totals')).toHaveCount(0);
    await page.locator('.empty').getByRole('link').click();
    await expect(page).toHaveURL('/transactions');
    await expect(page.locator('.row-link')).toHaveCount(5);
    await expect(page.locator('#filter-search')).toHaveValue('');
  });

  test('the headings of the table sort it, and show how', async ({ page, person, server }) => {
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

  test('scheduled transactions are searched with the same filters @once', async ({ page, person }) => {
    await recordExamples(person);
    await page.goto('/transactions?search=a&type=expense&recurring=false');
    await page
      .getByRole('navigation', { name: t('list:tabs') })
      .getByRole('link', { name: t('list:tabUpcoming') })
      .click();
    await expect(page).toHaveURL('/transactions?status=upcoming&search=a&type=expense&recurring=false');
    await expect(page.locator('.row-link')).toHaveText(['Far ahead']);
    await openFilters(page);
    await expect(page.locator('#filter-type')).toHaveValue('expense');
    await expect(page.locator('#filter-recurring')).toHaveValue('false');
    await page.locator('#filter-max').fill('1');
    await apply(page);
    await expect(page).toHaveURL(
      '/transactions?status=upcoming&search=a&type=expense&amountRange=-1&recurring=false',
    );
    await expect(page.getByRole('heading', { name: t('list:noMatchTitle') })).toBeVisible();
  });

  test('the number of rows on a page can be changed', async ({ page, person, server }) => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      amount: index + 1,
      description: `Row ${index}`,
    }));
    await record(person, many);
    await page.goto('/transactions');
    const sizes = page.getByRole('navigation', { name: t('list:rows') });
    await sizes.getByRole('link', { name: '25' }).click();
    await expect(page).toHaveURL('/transactions?limit=25');
    await expect(page.locator('.row-link')).toHaveCount(25);
    await page.locator('a[rel=next]').click();
    await expect(page).toHaveURL('/transactions?limit=25&page=2');
    await expectAnswerOfApi(page, server, person);
    await page.locator('#filter-search').fill('row');
    await page.locator('#filter-search').press('Enter');
    await expect(page).toHaveURL('/transactions?search=row&limit=25');
    await expect(page.locator('.row-link')).toHaveCount(25);
    await page.goto('/transactions?limit=25&page=9');
    await expect(page).toHaveURL('/transactions?limit=25');
    await sizes.getByRole('link', { name: '100' }).click();
    await expect(page).toHaveURL('/transactions?limit=100');
    await expect(page.locator('.row-link')).toHaveCount(30);
  });

  test('controls that need scripts are shown only with scripts', async ({ page, person }, { project }) => {
    await recordExamples(person);
    await page.goto('/transactions');
    await expect(page.getByLabel(t('list:refresh'))).toBeVisible({ visible: !isPlain(project) });
  });
});
