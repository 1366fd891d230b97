import { expect, test } from '../support/browser.ts';
import { send } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('a new account has first steps, and an opening balance @once', async ({ page, person }) => {
    await page.goto('/transactions');
    await expect(page.getByLabel(t('list:refresh'))).toHaveCount(0);
    await page.goto('/');
    const steps = page.getByRole('list', { name: t('dashboard:steps.title') });
    const [file, opening, transaction, recurring, settle] = [0, 1, 2, 3, 4].map((at) =>
      steps.getByRole('listitem').nth(at),
    );
    if (!file || !opening || !transaction || !recurring || !settle) throw new Error('five steps');
    await expect(steps.getByRole('listitem')).toHaveCount(5);
    await expect(file.getByRole('link')).toHaveText(t('imports:firstStep'));
    await expect(transaction.getByRole('link')).toHaveText(t('dashboard:welcomeTitle'));
    await expect(recurring.getByRole('link')).toHaveAttribute('href', '/recurring/new?return=%2F');
    await expect(settle.getByRole('link')).toHaveText([t('common:categories'), t('accounts:preferences')]);
    await opening.getByRole('link', { name: t('dashboard:opening.setTitle') }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dashboard:opening.setTitle'));
    await expect(page.locator('.affix')).toHaveText('₪');
    await expect(page.locator('#amount')).toBeFocused();
    const save = page.getByRole('button', { name: t('common:save') });
    expect((await send(page, save)).status()).toBe(400);
    await expect(page.locator('.error-summary a[href="#amount"]')).toHaveText(t('errors:amountRequired'));
    await page.getByLabel(t('transactions:form.amount'), { exact: true }).fill('1,250.50');
    await page.getByLabel(t('dashboard:opening.below')).check();
    await save.click();

    await expect(page).toHaveURL('/');
    await expect(page.locator('.flash')).toHaveText(t('dashboard:opening.saved'));
    const balance = page.getByRole('region', { name: t('common:balance') });
    await expect(balance.locator('.amount-hero')).toHaveText('−₪1,250.50');
    await expect(opening).toContainText(t('common:done'));
    await expect(opening).toContainText('−₪1,250.50');
    await expect(transaction).not.toContainText(t('common:done'));

    await page.goto('/transactions');
    await expect(page.locator('.row-link')).toHaveText([t('categories:default.opening_balance')]);
    await expect(page.locator('.totals dd')).toHaveText(['1', '₪0.00', '₪0.00', '−₪1,250.50', '₪0.00']);

    await page.locator('.row-link').click();
    await expect(page.getByRole('heading', { name: t('transactions:dialog.edit') })).toBeVisible();
    await expect(
      page.getByText(t('common:duplicate'), { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await expect(page.getByText(t('transactions:dialog.recurringAction'))).toHaveCount(0);

    await page.goto('/');
    await opening.getByRole('link', { name: t('dashboard:opening.changeTitle') }).click();
    await expect(page.getByLabel(t('transactions:form.amount'), { exact: true })).toHaveValue('1250.50');
    await expect(page.getByLabel(t('dashboard:opening.below'))).toBeChecked();
    await page.getByLabel(t('transactions:form.amount'), { exact: true }).fill('800');
    await page.getByLabel(t('dashboard:opening.below')).uncheck();
    await save.click();
    await expect(balance.locator('.amount-hero')).toHaveText('₪800.00');

    await record(
      person,
      [...'abcde'].map((description) => ({ description, amount: 1 })),
    );
    await page.goto('/');
    await expect(steps).toHaveCount(0);
    await balance.getByRole('link', { name: t('categories:default.opening_balance') }).click();
    await page.getByRole('link', { name: t('dashboard:opening.delete') }).click();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('common:delete') })
      .click();
    await expect(page).toHaveURL('/');
    await expect(balance.locator('.amount-hero')).toHaveText('−₪5.00');
  });
});
