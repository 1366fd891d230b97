import type { Locator, Page } from '@playwright/test';
import { naming } from '../../src/i18n/isolated.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts } from '../support/passing-time.ts';
import { rowAction } from '../support/row-menu.ts';
import { countTransactions, record, repeat } from '../support/transactions.ts';

const COFFEE = { amount: 12.5, description: 'קפה cappuccino' };

inEachLanguage(({ t }) => {
  const undo = (page: Page) => page.getByRole('button', { name: t('common:undo'), exact: true });
  const rows = (page: Page): Locator => page.locator('.row-link');
  const restored = (name: string) => t('list:restoredNamed', { name, count: 1 });

  test.describe('what the dialog has saved', { tag: ['@javascript', '@once'] }, () => {
    test('is undone after a series was created, which is brought into view', async ({ page, person }) => {
      for (let day = 1; day <= 14; day += 1)
        await repeat(person, { name: `Row ${day}`, amount: 5, interval_type: 'monthly' });
      await page.goto('/recurring');
      await page.locator('.page-head [data-transaction=recurring]').click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=amount]').fill('5');
      await dialog.locator('[name=description]').fill('שכירות Rent');
      await dialog.locator('[name=description]').press('Enter');
      const created = t('recurring:wizard.created', { name: 'שכירות Rent' });
      await expect(page.locator('.toast-text')).toHaveText([created]);
      const focused = page.locator('.row-link:focus');
      await expect(focused).toHaveText('שכירות Rent');
      await expect(focused).toBeInViewport({ ratio: 1 });
      await undo(page).click();
      await expect(rows(page).filter({ hasText: 'שכירות Rent' })).toHaveCount(0);
      await expect(page.locator('.toast-text')).toHaveText([
        t('recurring:manager.deleted', { name: 'שכירות Rent' }),
      ]);
    });
  });

  test.describe('when the connection fails first', { tag: ['@javascript', '@once'] }, () => {
    test.use({ provoked: /ERR_FAILED/ });

    test('a deletion is undone from the toast', async ({ page, person }) => {
      await record(person, [COFFEE]);
      await page.goto('/transactions');
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
      await (await rowAction(page, t, COFFEE.description, t('common:delete'))).click();
      await expect(page.locator('.toast')).toContainText(t('transactions:deleteSuccess'));
      expect(await countTransactions(person)).toBe(0);
      await expect(rows(page)).toHaveCount(0);

      await page.route('**/transactions/restore', (route) => route.abort());
      await undo(page).click();
      await expect(page.locator('.toast-error .toast-text')).toContainText(t('failures:connectionFailed'));
      await page.unroute('**/transactions/restore');

      await page
        .locator('.toast-error')
        .getByRole('button', { name: t('common:retry') })
        .click();
      await expect(page.locator('.toast-text')).toHaveText([restored(COFFEE.description)]);
      await expect(rows(page)).toHaveText([COFFEE.description]);
      await expect(page.locator('.flash, [data-near]')).toHaveCount(0);
      await expect(page.locator('body[data-same-page]')).toHaveCount(1);
      expect(await countTransactions(person)).toBe(1);
    });
  });

  test('after a deletion the next row has the focus @javascript @once', async ({ page, person }) => {
    await record(
      person,
      ['ראשון', 'second', 'third'].map((description, hour) => ({
        amount: 5,
        description,
        time: `1${9 - hour}:00`,
      })),
    );
    await page.clock.install();
    const remove = async (description: string) => {
      await page.goto('/transactions');
      await (await rowAction(page, t, description, t('common:delete'))).press('Enter');
      await expect(undo(page)).toBeVisible();
    };
    await remove('second');
    await expect(rows(page).nth(1)).toHaveText('third');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.clock.fastForward('10:00');
    await expect(undo(page)).toBeVisible();
    await page.keyboard.press('Tab');
    const undoing = `${t('common:undo')}: ${naming(t('transactions:deleteSuccess'), 'second')}`;
    const near = page.getByRole('button', { name: undoing });
    await expect(near).toBeFocused();
    await expect(near).toBeInViewport();
    await expect(near).toHaveValue(t('common:undo'));
    await near.click({ trial: true });
    const said = await noteTexts(page, '.toast-text');
    await page.keyboard.press('Enter');
    await expect.poll(said).toContain(restored('second'));
    await expect(rows(page)).toHaveText(['ראשון', 'second', 'third']);
    await expect(rows(page).nth(2)).toBeFocused();

    await remove('third');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.goto('/categories');
    await page.goBack();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.locator('[data-toasts] .toast, [data-near]')).toHaveCount(0);
  });
});
