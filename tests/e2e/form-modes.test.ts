import type { Page } from '@playwright/test';
import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { chooseCategory, pickerIn } from '../support/category.ts';
import { openMore } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, makeAccount, record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test.describe('with scripts', { tag: '@javascript' }, () => {
    test('the summary says what no field shows: balance and category afterwards @once', async ({
      page,
      person,
    }) => {
      const salary = (await categoriesOf(person)).find(({ name }) => name === t('categories:default.salary'));
      await record(person, [{ amount: 100, description: 'Bonus', type: 'income', categoryId: salary?.id }]);
      await page.goto('/transactions/new');
      const summary = page.getByRole('region', { name: t('transactions:summary.title') });
      await page.getByLabel(t('transactions:form.income')).check();
      await page.locator('#amount').fill('1234.5');
      await expect(summary.locator('dd')).toHaveText(['₪1,334.50']);
      await chooseCategory(page, t, t('categories:default.salary'));
      await expect(summary.locator('dd')).toHaveText(['₪1,334.50', '₪1,334.50']);
      await expect(summary).toContainText(t('categories:default.salary'));
      // What lies ahead is not in today's balance.
      await page.locator('#date').fill(plusDays(TODAY, 40));
      await expect(summary.locator('dd')).toHaveText(['₪100.00', '₪1,234.50']);
      await page.setViewportSize({ width: 640, height: 800 });
      await expect(summary).toBeHidden();
    });

    test('of a purchase in payments the summary takes off what is booked by today @once', async ({
      page,
      person,
    }) => {
      await makeAccount(person, { name: 'Visa', kind: 'credit_card' });
      await record(person, [{ amount: 5000, description: 'Bonus', type: 'income' }]);
      const [category] = (await categoriesOf(person)).filter(({ type }) => type === 'expense');
      await askApi(person, 'POST', '/budgets', { amount: 1000, categoryIds: [category?.id] });
      await page.goto('/transactions/new');
      const figures = page.getByRole('region', { name: t('transactions:summary.title') }).locator('dd');
      await page.locator('#amount').fill('2400');
      await page.locator('#accountId').selectOption({ label: 'Visa' });
      await expect(figures).toHaveText(['₪2,600.00']);
      await page
        .locator('details', { hasText: t('transactions:card.title') })
        .locator('summary')
        .click();
      await page.locator('#installments').fill('12');
      await expect(figures).toHaveText(['₪200.00', '₪4,800.00']);
      await chooseCategory(page, t, category?.name ?? '');
      // Of all payments, only the first one is in this month.
      await expect(page.locator('.hint', { hasText: '1,000.00' })).toContainText('800.00');
      await page.locator('#date').fill(plusMonths(TODAY, -2));
      await expect(figures.first()).toHaveText('₪200.00');
      await expect(figures.nth(1)).toHaveText('₪4,400.00');
      await page.locator('#description').fill('Desk');
      await page.getByRole('link', { name: t('transactions:kind.transfer'), exact: true }).click();
      await expect(page.locator('#amount')).toHaveValue('2400');
      await expect(page.locator('#description')).toHaveValue('Desk');
      const [year, month, day] = plusMonths(TODAY, -2).split('-');
      await expect(page.locator('#date')).toHaveValue(`${month}/${day}/${year}`);
    });

    test('values typed before the scripts were loaded stay, and are validated @once', async ({ page }) => {
      await page.goto('/transactions/new');
      const arrive = await holdIsland(page);
      await page.getByLabel(t('transactions:form.income')).check();
      await page.locator('#amount').fill('12.5');
      await page.locator('#description').fill('מוקדם early');
      await page.locator('#categoryId').selectOption({ label: t('categories:default.salary') });
      await openMore(page);
      await page.locator('#notes').fill('שתי\nשורות');
      await page.locator('#time').fill('07:15');
      arrive();
      await expect(pickerIn(page)).toHaveValue(t('categories:default.salary'));
      await expect(page.locator('.form-summary dd').first()).toHaveText('₪12.50');
      await expect(page.locator('#description')).toHaveValue('מוקדם early');
      await expect(page.getByLabel(t('transactions:form.income'))).toBeChecked();
      await expect(page.locator('#notes')).toHaveValue('שתי\nשורות');
      await page.locator('form.form .button-primary').click();
      // Its scripts open the dialog.
      await page.waitForURL('/transactions');
      await expect(page.locator('tbody')).toContainText(t('categories:default.salary'));
      await page.getByRole('link', { name: 'מוקדם early', exact: true }).click();
      const shown = page.getByRole('dialog');
      await expect(shown.getByLabel(t('transactions:form.amount'))).toHaveValue('12.50');
      await expect(shown.getByLabel(t('transactions:form.income'))).toBeChecked();
      await expect(shown.getByLabel(t('transactions:form.notes'))).toHaveValue('שתי\nשורות');
      await expect(shown.locator('[name=time]')).toHaveValue('7:15 AM');
    });

    test('so do values typed into the wizard @once', async ({ page }) => {
      await page.goto('/recurring/new');
      const arrive = await holdIsland(page);
      const wizard = page.locator('form.wizard');
      await wizard.getByLabel(t('transactions:form.income')).check();
      await page.locator('#amount').fill('90');
      await page.locator('#description').fill('חוג pottery');
      await wizard.getByLabel(t('recurring:wizard.weekly')).check();
      await openMore(wizard);
      await wizard.locator('[name=recurringEndType][value=occurrences]').check();
      await page.locator('#recurringMaxOccurrences').fill('4');
      arrive();
      await expect(pickerIn(page)).toBeVisible();
      await expect(wizard.locator('.wizard-dates li')).toHaveCount(4);
      await expect(wizard.locator('.wizard-dates')).toContainText('+₪90.00');
      await expect(page.locator('#description')).toHaveValue('חוג pottery');
      await expect(wizard.getByRole('button', { name: t('recurring:wizard.create') }).last()).toBeVisible();
    });

    test('deleting from the page of a transaction returns to the list @once', async ({ page, person }) => {
      const [recorded] = await record(person, [{ amount: 10, description: 'עוד מעט לא' }]);
      await page.goto(`/transactions/${recorded?.id}`);
      await page.getByRole('link', { name: t('common:delete'), exact: true }).click();
      await expect(page).toHaveURL('/transactions');
      await expect(page.locator('.flash')).toContainText(t('transactions:deleteSuccess'));
      await expect(page.locator('.toast')).toHaveCount(0);
    });
  });
});

/** Delays the page's island until the returned function is called. */
async function holdIsland(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const address = await page.locator('astro-island[component-url]').first().getAttribute('component-url');
  await page.route(`**${address}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
