import type { Page } from '@playwright/test';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { untilQuiet } from '../support/quiet.ts';
import { makeAccount, record } from '../support/transactions.ts';

const rowOf = (page: Page, description: string) => page.locator('tbody tr').filter({ hasText: description });
const accountOf = (page: Page, description: string) =>
  rowOf(page, description).locator('[data-edit=account]');
const line = (page: Page) => page.locator('#quick-entry');

inEachLanguage(({ t }) => {
  test.describe('accounts in the list', { tag: ['@javascript', '@once'] }, () => {
    test.use({ provoked: /ERR_|400|409/ });

    test('are chosen in the dialog, which remembers the last one, and changed in a cell', async ({
      page,
      person,
    }) => {
      const cash = await makeAccount(person, { name: 'Wallet' });
      await record(person, [{ amount: 8, description: 'Tea' }]);
      await page.goto('/transactions');
      const add = page.locator('.page-head [data-transaction=add]');
      await add.click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      await dialog.getByLabel(t('transactions:form.amount')).fill('12.5');
      await dialog.getByLabel(t('transactions:form.description')).fill('Milk');
      await dialog.locator('[name=accountId]').selectOption(cash);
      await dialog.locator('form .button-primary').click();
      await expect(accountOf(page, 'Milk')).toContainText('Wallet');
      await expect(dialog).toHaveCount(0);
      await add.click();
      await expect(dialog.locator('[name=accountId]')).toHaveValue(cash);
      await page.keyboard.press('Escape');

      // The row's link covers its cells. The script is loaded once it explains a double press.
      await expect(async () => {
        await page.locator('h1').hover();
        await accountOf(page, 'Tea').hover({ force: true });
        await expect(page.locator('.row-link[title]')).toHaveCount(1, { timeout: 500 });
      }).toPass();
      await accountOf(page, 'Tea').dblclick({ force: true });
      await page.locator('.cell-editor select').selectOption(cash);
      await expect(accountOf(page, 'Tea')).toContainText('Wallet');
      const toast = page.locator('.toast').filter({ hasText: 'Tea' });
      await expect(toast).toContainText('Wallet');
      await toast.getByRole('button', { name: t('common:undo') }).click();
      await expect(accountOf(page, 'Tea')).toContainText(t('money:firstName'));
    });

    test('an income goes to the account of incomes, unless another was chosen', async ({ page, person }) => {
      const card = await makeAccount(person, { name: 'Visa', kind: 'credit_card' });
      const cash = await makeAccount(person, { name: 'Wallet', kind: 'cash' });
      await record(person, [{ amount: 8, description: 'Tea', accountId: card }]);
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      const account = dialog.locator('[name=accountId]');
      const choose = (type: 'income' | 'expense') =>
        dialog.getByText(t(`transactions:form.${type}`), { exact: true }).click();
      await expect(account).toHaveValue(card);
      await choose('income');
      await expect(account).toHaveValue(FIRST_ACCOUNT);
      await choose('expense');
      await expect(account).toHaveValue(card);
      await account.selectOption(cash);
      await choose('income');
      await expect(account).toHaveValue(cash);
    });

    test('that were checked are changed after a question, with its answer beside it', async ({
      page,
      person,
    }) => {
      await record(person, [
        { amount: 8, description: 'Tea' },
        { amount: 9, description: 'Milk' },
      ]);
      await askApi(person, 'POST', `/accounts/${FIRST_ACCOUNT}/reconcile`, { balance: -17 });
      await page.goto('/transactions');
      const question = page.getByRole('alertdialog', { name: t('errors:LOCKED') });
      const answer = (name: string) => question.getByRole('button', { name });
      await rowOf(page, 'Tea').locator('.row-link').click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.edit') });
      const save = dialog.locator('form .button-primary');
      await dialog.getByLabel(t('transactions:form.amount')).fill('12.5');
      await save.click();
      await answer(t('common:cancel')).click();
      await expect(dialog.locator('.flash-error')).toHaveText(t('money:notChanged'));
      await save.click();
      await answer(t('money:changeAnyway')).click();
      await expect(dialog).toHaveCount(0);
      await expect(rowOf(page, 'Tea')).toContainText('12.50');

      await rowOf(page, 'Milk').locator('.row-menu > summary').click();
      await rowOf(page, 'Milk').locator('button[data-transaction=delete]').click();
      await answer(t('money:changeAnyway')).click();
      await expect(page.locator('.toast:not(.toast-loading)').filter({ hasText: 'Milk' })).toHaveCount(1);
      await expect(rowOf(page, 'Milk')).toHaveCount(0);
    });

    test('are named in a line; a name that no account has is said at the field', async ({ page, person }) => {
      await makeAccount(person, { name: 'Wallet' });
      await record(person, [{ amount: 8, description: 'Tea' }]);
      await page.goto('/transactions');
      await line(page).fill('45.90 coffee @nothing');
      await line(page).press('Enter');
      await expect(page.locator('.quick-entry .error')).toContainText(t('errors:accountUnknown'));
      await expect(line(page)).toHaveValue('45.90 coffee @nothing');
      await expect(line(page)).toBeFocused();
      await line(page).fill('45.90 coffee @מזומן');
      await line(page).press('Enter');
      await expect(accountOf(page, 'coffee')).toContainText('Wallet');
    });

    test('are kept with what is entered without a connection', async ({ page, person, context }) => {
      const cash = await makeAccount(person, { name: 'Wallet' });
      await record(person, [{ amount: 8, description: 'Tea' }]);
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      // What saving needs is loaded by typing.
      await untilQuiet(page, async () => {
        await dialog.getByLabel(t('transactions:form.amount')).fill('12.5');
        await dialog.getByLabel(t('transactions:form.description')).fill('Milk');
        await dialog.locator('[name=accountId]').selectOption(cash);
      });
      await context.setOffline(true);
      await dialog.locator('form .button-primary').click();
      await expect(page.locator('[data-offline]')).toContainText('Milk');
      await context.setOffline(false);
      await expect(accountOf(page, 'Milk')).toContainText('Wallet');
    });
  });
});
