import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test.describe('opening a row', { tag: '@javascript' }, () => {
    test('shows the form with the values of the row first @once', async ({ page, person }) => {
      const [bread] = await record(person, [{ amount: 12.5, description: 'לחם bread', notes: 'rye' }]);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(`**/api/v1/transactions/${bread?.id}`, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/transactions');
      await page.locator('.row-link').click();
      const dialog = page.getByRole('dialog');
      const amount = dialog.getByLabel(t('transactions:form.amount'));
      await expect(amount).toBeFocused();
      await expect(amount).toHaveValue('12.50');
      const description = dialog.getByLabel(t('transactions:form.description'));
      await expect(description).toHaveValue('לחם bread');
      release();
      await expect(dialog.locator('[name=notes]')).toHaveValue('rye');
      await expect(amount).toBeFocused();
      await amount.fill('13');
      await expect(description).toHaveValue('לחם bread');
      await dialog.locator('form .button-primary').click();
      await expect(page.locator('.amount.expense').first()).toContainText('13.00');
    });

    test('is no meaning of selecting its text, on any page @once', async ({ page, person }) => {
      await record(person, [{ amount: 12.5, description: 'Wholemealbread' }]);
      for (const path of ['/', '/transactions']) {
        await page.goto(path);
        const link = page.locator('.row-link');
        await expect(async () => {
          await page.locator('h1').hover();
          await link.hover();
          await expect(page.locator('.row-link[title]')).toHaveCount(1, { timeout: 500 });
        }).toPass();
        const { x, y, width, height } = await link.evaluate((element) =>
          element.getBoundingClientRect().toJSON(),
        );
        const middle = y + height / 2;
        await page.mouse.move(x + 1, middle);
        await page.mouse.down();
        await page.mouse.move(x + width - 1, middle, { steps: 4 });
        await page.mouse.up();
        expect(await page.evaluate(() => String(getSelection()).trim()), path).toContain('holemealbrea');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.locator('tr:has(.row-link) .amount').click({ force: true });
        await expect(page.getByRole('dialog')).toHaveCount(1);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });

    test('without a change closes without a question, before and after @once', async ({ page, person }) => {
      await record(person, [{ amount: 12.5, description: 'Bread' }]);
      await page.goto('/transactions');
      await page.locator('.row-link').click();
      await expect(page.locator('dialog [name=amount]')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.locator('.row-link').click();
      await expect(page.locator('dialog form [name=amount]')).toHaveValue('12.50');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('opens by a press on a cell, a second one changes it @once', async ({ page, person }) => {
      await record(person, [{ amount: 12.5, description: 'Bread' }]);
      await page.goto('/transactions');
      const cell = page.locator('[data-edit=category]').first();
      await expect(async () => {
        await page.locator('h1').hover();
        await cell.hover({ force: true });
        await expect(page.locator('.row-link[title]')).toHaveCount(1, { timeout: 500 });
      }).toPass();
      await cell.click({ force: true });
      await page.mouse.down({ clickCount: 2 });
      await expect(page.locator('.cell-editor select')).toBeFocused();
      await page.mouse.up({ clickCount: 2 });
      await expect(page.locator('.cell-editor select')).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await cell.click({ force: true });
      await expect(page.getByRole('dialog')).toBeVisible();
    });
  });
});
