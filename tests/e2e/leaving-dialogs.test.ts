import type { Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

const PHONE = { width: 360, height: 740 };

inEachLanguage(({ t }) => {
  test.describe('leaving a dialog', { tag: ['@javascript', '@once'] }, () => {
    test.beforeEach(({ page }) => page.setViewportSize(PHONE));

    test('Back closes it, with the question of Escape', async ({ page, person }) => {
      await record(person, manyRows());
      await page.goto('/');
      await page.goto('/transactions');
      await page.evaluate(() => scrollTo(0, 600));
      await openAdd(page);
      await amountIn(page).fill('12');
      await expect.poll(() => page.evaluate(() => Boolean(history.state?.over))).toBe(true);
      const question = page.getByRole('alertdialog', { name: t('transactions:dialog.discardQuestion') });
      for (const round of [1, 2]) {
        await page.evaluate(() => history.back());
        await expect(question, String(round)).toBeVisible();
        await question.getByRole('button', { name: t('transactions:dialog.keepEditing') }).click();
        await expect(question).toHaveCount(0);
      }
      await expect(amountIn(page)).toHaveValue('12');
      await page.evaluate(() => history.back());
      await question.getByRole('button', { name: t('transactions:dialog.discard') }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL('/transactions');
      await expectOwnEntry(page);
      expect(await page.evaluate(() => scrollY)).toBe(600);
      await page.goBack();
      await expect(page).toHaveURL('/');
      await page.goForward();
      await expect(page).toHaveURL('/transactions');
    });

    test('Back closes an untouched one at once, and the next one too', async ({ page, person }) => {
      await record(person, manyRows());
      await page.goto('/');
      await page.goto('/transactions');
      for (const opener of ['.phone-add', '.row-link >> nth=3', '.phone-add']) {
        await page.locator(opener).click();
        await expect(amountIn(page)).toBeFocused();
        await page.evaluate(() => history.back());
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page).toHaveURL('/transactions');
        await expectOwnEntry(page);
      }
      await page.goBack();
      await expect(page).toHaveURL('/');
    });

    test('closed in another way it leaves nothing to go back through', async ({ page, person }) => {
      await record(person, manyRows());
      await page.goto('/');
      await page.goto('/transactions');
      await openAdd(page);
      await page.keyboard.press('Escape');
      await expectOwnEntry(page);
      await openAdd(page);
      await amountIn(page).fill('3');
      await page.locator('dialog [name=description]').fill('Tea');
      await page.locator('dialog form .button-primary').click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectOwnEntry(page);
      await page.evaluate(() => history.forward());
      await expectOwnEntry(page);
      await page.goBack();
      await expect(page).toHaveURL('/');
    });

    test('a reload asks while something is typed', async ({ page }) => {
      await page.goto('/');
      await openAdd(page);
      expect(await asksBeforeReload(page)).toBe(false);
      await amountIn(page).fill('12');
      expect(await asksBeforeReload(page)).toBe(true);
      await amountIn(page).fill('');
      expect(await asksBeforeReload(page)).toBe(false);
    });

    test('the page is where it was, however the dialog is closed', async ({ page, person }) => {
      await record(person, manyRows());
      await page.goto('/transactions');
      await page.evaluate(() => scrollTo(0, 700));
      const ways: Record<string, () => Promise<void>> = {
        escape: () => page.keyboard.press('Escape'),
        button: () => closeButton(page, t).click(),
        async saving() {
          await amountIn(page).fill('3');
          await page.locator('dialog [name=description]').fill('Tea');
          await page.locator('dialog form .button-primary').click();
        },
      };
      for (const [name, leave] of Object.entries(ways)) {
        await openAdd(page);
        await leave();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.locator('.phone-add')).toBeFocused();
        await expectOwnEntry(page);
        expect(await page.evaluate(() => scrollY), name).toBe(700);
      }
    });
  });

  test('Back closes a panel and not the page below it @javascript @once', async ({ page }) => {
    await page.goto('/');
    await page.goto('/transactions');
    const panel = page.locator('dialog.panel');
    const open = async () => {
      const menu = page.getByRole('navigation', { name: t('common:mainNavigation') });
      await menu.getByText(t('common:more')).click();
      await menu.getByRole('link', { name: t('common:manageCategories') }).click();
    };
    await open();
    await expect(panel).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(panel).toHaveCount(0);
    await expect(page).toHaveURL('/transactions');

    await open();
    await panel.getByRole('link', { name: t('categories:new') }).click();
    await panel.locator('[name=name]').fill('Clay');
    await page.evaluate(() => history.back());
    const question = page.getByRole('alertdialog', { name: t('transactions:dialog.discardQuestion') });
    await question.getByRole('button', { name: t('transactions:dialog.discard'), exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectOwnEntry(page);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });
});

const manyRows = () =>
  Array.from({ length: 30 }, (_, place) => ({ amount: place + 1, description: `Row ${place}` }));

const amountIn = (page: Page) => page.locator('dialog form [name=amount]');

const closeButton = (page: Page, t: Translate) =>
  page.getByRole('dialog').getByRole('button', { name: t('transactions:dialog.close') });

async function openAdd(page: Page): Promise<void> {
  await page.locator('.phone-add').click();
  await expect(amountIn(page)).toBeFocused();
}

async function expectOwnEntry(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.over))).toBe(false);
}

function asksBeforeReload(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
