import type { Page } from '@playwright/test';
import { addCookies, expect } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { countTransactions } from '../support/transactions.ts';
import { test } from '../support/with-line.ts';

inEachLanguage(({ t }) => {
  test.describe('what is typed into a form', { tag: ['@javascript', '@once'] }, () => {
    // Without the worker, as on plain http.
    test.use({ provoked: /ERR_|409|Failed to (load|fetch)/ });

    const offer = (page: Page) => page.getByRole('button', { name: t('failures:draft.use') });
    const save = (page: Page) => page.locator('form.form .button-primary').first().click();

    test('is offered again after its page was lost, and saved once', async ({ page, line }) => {
      await page.goto(`${line.url}/transactions/new`);
      await page.locator('[name=amount]').fill('12.50');
      await page.locator('form [name=description]').fill('לחם bread');
      await stored(page, 'לחם bread');
      await lose(page);
      await page.goto(`${line.url}/transactions/new`);
      await offer(page).click();
      await expect(page.locator('[name=amount]')).toHaveValue('12.50');
      await expect(page.locator('form [name=description]')).toHaveValue('לחם bread');
      await save(page);
      await expect(page.locator('.flash-success')).toBeVisible();
      await stored(page, null);
      await expect(page.getByRole('link', { name: 'לחם bread', exact: true })).toHaveCount(1);
    });

    test('is filled into forms with scripts, and into the dialog', async ({ page, line }) => {
      await page.goto(`${line.url}/transactions`);
      await page.locator('main [data-transaction=add]').first().click();
      await page.locator('dialog form [name=amount]').fill('7');
      await page.locator('dialog form [name=description]').fill('Typed in the dialog');
      await stored(page, 'Typed in the dialog');
      await lose(page);
      await page.goto(`${line.url}/transactions`);
      await page.locator('main [data-transaction=add]').first().click();
      await offer(page).click();
      await expect(page.locator('dialog form [name=amount]')).toHaveValue('7');
      await lose(page);
      await page.goto(`${line.url}/transactions/new`);
      await page.locator('form [name=description]').focus();
      await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
      await offer(page).click();
      await expect(page.locator('form [name=description]')).toHaveValue('Typed in the dialog');
      await save(page);
      await expect(page.getByRole('link', { name: 'Typed in the dialog', exact: true })).toHaveCount(1);
      await stored(page, null);
    });

    test('is saved once when its page is lost before the answer', async ({ page, person, line }) => {
      const dialog = page.getByRole('dialog');
      const open = async () => {
        await page.goto(`${line.url}/transactions`);
        await page.locator('main [data-transaction=add]').first().click();
      };
      // The first fields are filled in before their script takes over.
      const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>();
      await page.route('**/api/v1/categories**', (route) => isTyped.then(() => route.continue()));
      await open();
      await dialog.locator('[name=amount]').fill('7');
      await dialog.locator('[name=description]').fill('Saved unseen');
      typed();
      await stored(page, 'Saved unseen');
      const { promise: hasArrived, resolve: arrived } = Promise.withResolvers<void>();
      await page.route('**/api/v1/transactions/transaction', async (route) => {
        await route.fetch();
        arrived();
      });
      await dialog.locator('form .button-primary').click();
      await hasArrived;
      await lose(page);
      await page.unroute('**/api/v1/transactions/transaction');
      await open();
      await offer(page).click();
      await dialog.locator('[name=amount]').fill('8');
      await dialog.locator('form .button-primary').click();
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('.data-table')).toContainText('8.00');
      expect(await countTransactions(person)).toBe(1);
    });

    test('is gone when somebody else signs in', async ({ page, line, newPerson, context, server }) => {
      await page.goto(`${line.url}/transactions`);
      await page.locator('main [data-transaction=add]').first().click();
      await page.locator('dialog form [name=description]').fill('Discarded');
      await stored(page, 'Discarded');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').locator('.button-danger').click();
      await stored(page, null);
      await page.goto(`${line.url}/profile`);
      await page.locator('summary', { hasText: t('accounts:aboutYou') }).click();
      await page.locator('#bio').fill('A secret');
      await stored(page, 'A secret');
      await addCookies(context, server.url, (await newPerson()).cookies);
      await lose(page);
      await page.goto(`${line.url}/profile`);
      await stored(page, null);
    });

    test('is stored with the category that a description fills in, and without it', async ({ page }) => {
      await page.goto('/transactions/new');
      const description = page.locator('form [name=description]');
      const category = page.locator('select[name=categoryId]');
      await description.fill('קפה coffee');
      await expect(category).not.toHaveValue('');
      await stored(page, `["categoryId","${await category.inputValue()}"]`);
      await description.fill('אבג');
      await expect(category).toHaveValue('');
      await stored(page, '["categoryId",""]');
    });

    test('stays on its page when the server is away', async ({ page, line }) => {
      await page.goto(`${line.url}/profile`);
      line.set('down');
      const bio = page.locator('#bio');
      await bio.evaluate((field: HTMLTextAreaElement) => {
        field.value = 'A life in two lines';
      });
      const form = page.locator('form:has(#bio)');
      await form.evaluate((each: HTMLFormElement) => each.requestSubmit());
      await expect(page.getByRole('alert')).toContainText(t('failures:NETWORK_ERROR'));
      await expect(bio).toHaveValue('A life in two lines');
      line.set('open');
      await form.evaluate((each: HTMLFormElement) => each.requestSubmit());
      await expect(page.locator('.flash-success')).toBeVisible();
    });
  });
});

/** Waits until a text is stored for the visit, or nothing if null. */
async function stored(page: Page, text: string | null): Promise<void> {
  const drafts = expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts')));
  if (text === null) await drafts.toBeNull();
  else await drafts.toContain(text);
}

/** Loses the page and its input, as when a browser ends without asking. */
async function lose(page: Page): Promise<void> {
  page.once('dialog', (dialog) => dialog.accept());
  await page.goto('about:blank');
}
