import { plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { isolatedAmount } from '../../src/i18n/isolated.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('a press fills in what is usual in the category of a new budget @javascript @once', async ({
    page,
    person,
  }) => {
    const [category, other] = await categoriesOf(person, '?type=expense');
    const months = Array.from({ length: 6 }, (_, index) => plusMonths(startOfMonth(TODAY), -index - 1));
    await record(
      person,
      months.map((date) => ({ amount: 119.5, date, description: 'Shop', categoryId: category?.id })),
    );
    await page.goto('/budgets/new');
    const choice = page.locator('#category_ids').first();
    const usual = page.locator('[data-usual-place] a');
    await expect(page.getByText(t('budgets:usual'), { exact: true })).toBeHidden();
    await choice.selectOption(other?.id ?? '');
    await expect(usual).toHaveCount(0);
    await choice.selectOption(category?.id ?? '');
    await expect(usual).toHaveText(t('budgets:usual.monthly', { amount: isolatedAmount('₪120.00') }));
    await page.locator('#period').selectOption('weekly');
    await usual.press('Enter');
    await expect(page.locator('#amount')).toHaveValue('120');
    await expect(page.locator('#amount')).toBeFocused();
    await expect(page.locator('#period')).toHaveValue('monthly');
    await expect(choice).toHaveValue(category?.id ?? '');
  });
});
