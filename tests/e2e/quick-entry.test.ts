import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts } from '../support/passing-time.ts';
import { countTransactions, makeAccount, record } from '../support/transactions.ts';

const line = (page: Page) => page.locator('#quick-entry');
const rows = (page: Page) => page.locator('.row-link');
const toasts = (page: Page) => page.locator('.toast');

inEachLanguage(({ t }) => {
  test.describe('a line, with scripts', { tag: ['@javascript', '@once'] }, () => {
    test.use({ provoked: /400|500/ });

    for (const path of ['/', '/transactions'])
      test(`adds a row to ${path} in place, and can be taken back`, async ({ page, person }) => {
        await record(person, [{ amount: 1, description: 'Tea' }]);
        await page.goto(path);
        await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
        await line(page).fill('45.90 זברה');
        await line(page).press('Enter');
        await expect(rows(page)).toContainText(['זברה', 'Tea']);
        await expect(toasts(page)).toContainText(t('transactions:line.added'));
        await expect(toasts(page)).toContainText('45.90');
        await expect(line(page)).toBeFocused();
        await expect(line(page)).toHaveValue('');
        // One after another: only the latest can be undone.
        await line(page).fill('7 Bread');
        await line(page).press('Enter');
        await expect(rows(page)).toContainText(['Bread', 'זברה', 'Tea']);
        await expect(toasts(page)).toHaveCount(1);
        await expect(page.locator('body[data-same-page]')).toHaveCount(1);
        await line(page).press('Tab');
        await expect(page.locator(':focus')).toHaveAccessibleName(
          new RegExp(`^${t('common:undo')}: .*Bread`),
        );
        await page.keyboard.press('Enter');
        await expect(toasts(page)).toHaveCount(1);
        await expect(toasts(page)).toContainText(t('transactions:deleteSuccess'));
        await expect(page.locator('.flash')).toHaveCount(0);
        await expect(page).toHaveURL(path);
        await expect(page.locator('body[data-same-page]')).toHaveCount(1);
        await expect(rows(page)).toContainText(['זברה', 'Tea']);
        await expect(line(page)).toBeFocused();
      });

    test('offers to make recurring what says so, and its account leads to the form', async ({
      page,
      person,
    }) => {
      await makeAccount(person, { name: 'Wallet' });
      await page.goto('/');
      await line(page).fill('4000 rent every month');
      await line(page).press('Enter');
      const offer = toasts(page).getByRole('link', { name: t('transactions:dialog.recurringAction') });
      await expect(offer).toHaveAttribute('href', /^\/recurring\/new\?like=/);
      await line(page).fill('7 Bread');
      await page.locator('[data-line-form]').click();
      await expect(page.locator('#amount')).toHaveValue('7');
      await expect(page.locator('#description')).toHaveValue('Bread');
    });

    test('says what is being added until the server has answered', async ({ page, person }) => {
      await record(person, [{ amount: 1, description: 'Tea' }]);
      await page.goto('/');
      const example = await line(page).getAttribute('placeholder');
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/v1/transactions/**', async (route) => {
        await held;
        await route.continue();
      });
      await line(page).fill('7 Bread');
      await line(page).press('Enter');
      await expect(line(page)).toHaveValue('');
      await expect(line(page)).toHaveAttribute('placeholder', '7 Bread');
      release();
      await expect(rows(page)).toContainText(['Bread', 'Tea']);
      await expect(line(page)).toHaveAttribute('placeholder', example ?? '');
    });

    test('a message leaves the field its room at any width, and its link a line', async ({ page }) => {
      const message = page.locator('#quick-entry-error');
      for (const path of ['/', '/transactions']) {
        await page.goto(path);
        for (const [width, text] of [
          [320, '5 coffee 12 34 20/20/2026'],
          [320, '100 זברה 7'],
          [768, '100 זברה 8'],
          [1024, '5 coffee 12 34 20/20/2026'],
          // The same line again would be added.
          [1280, '100 זברה 9'],
        ] as const) {
          await page.setViewportSize({ width, height: 720 });
          await line(page).pressSequentially(' ');
          await line(page).fill('');
          await expect(message).toHaveCount(0);
          const before = await line(page).evaluate(({ clientWidth }) => clientWidth);
          await line(page).fill(text);
          await line(page).press('Enter');
          await expect(message).toContainText(text.startsWith('100') ? '100.00' : /./);
          const after = await line(page).evaluate(({ clientWidth }) => clientWidth);
          expect(after, `${path} at ${width}`).toBe(before);
          expect(after).toBeGreaterThan(150);
          const links = await message
            .locator('a')
            .evaluateAll((all) => all.map((one) => one.getClientRects().length));
          for (const lines of links) expect(lines, `${width} pixels`).toBeLessThan(3);
        }
      }
    });

    test('one that may be there already says so on a phone, with its undo', async ({ page, person }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await record(person, [{ amount: 7, description: 'Bread' }]);
      await page.goto('/');
      await line(page).fill('7 Bread');
      await line(page).press('Enter');
      const shown = toasts(page).filter({ visible: true });
      await expect(page.locator('.toast-warning')).toContainText(t('transactions:line.added'));
      await expect(shown).toHaveCount(1);
      await shown.getByRole('button', { name: t('common:undo') }).click();
      await expect(rows(page)).toHaveCount(1);
      expect(await countTransactions(person)).toBe(1);
    });

    test('what was added is said in two lines, with the account of who has several', async ({
      page,
      person,
    }) => {
      await makeAccount(person, { name: 'Wallet' });
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/');
      const into = await page.locator('.quick-entry p bdi').first().textContent();
      await line(page).fill('62.50 Falafel');
      await line(page).press('Enter');
      await expect(toasts(page)).toContainText(into ?? '');
      const message = toasts(page).locator('.toast-text');
      const tops = await message.evaluate((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size;
      });
      expect(tops).toBe(2);
      await line(page).fill('8 Milk wallet');
      await line(page).press('Enter');
      await expect(message).toContainText('Wallet');
    });

    test('what is wrong with a line is said at the field', async ({ page }) => {
      await page.goto('/transactions');
      await line(page).fill('7 Bread');
      await line(page).press('Enter');
      await expect(toasts(page)).toContainText('Bread');
      await line(page).fill('coffee');
      await line(page).press('Enter');
      await expect(line(page)).toHaveAccessibleDescription(new RegExp(t('errors:amountRequired')));
      await expect(line(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(line(page)).toBeFocused();
      await expect(line(page)).toHaveValue('coffee');
      await expect(toasts(page)).toHaveCount(0);
      const answer = page.waitForResponse('**/api/v1/transactions/line');
      await line(page).press('Enter');
      await answer;
      await expect(page.locator('form[data-quick-entry]')).not.toHaveAttribute('aria-busy', 'true');
      await expect(page.locator('.quick-entry .error')).toHaveCount(1);
      await line(page).pressSequentially(' #Nothing');
      await expect(line(page)).not.toHaveAttribute('aria-invalid');
      await expect(page.locator('.quick-entry .error')).toHaveCount(0);
      await line(page).press('Enter');
      await expect(page.locator('.quick-entry .error')).toContainText(t('errors:categoryUnknown'));
      await page.locator('.quick-entry .error a').click();
      await expect(page.locator('.error-summary')).toContainText(t('errors:categoryUnknown'));
      await expect(page.locator('#description')).toHaveValue('coffee');
    });

    test('where several numbers may be the amount, the line is added by a second press', async ({ page }) => {
      await page.goto('/transactions');
      await line(page).fill('100 זברה 7');
      await line(page).press('Enter');
      await expect(page.locator('.quick-entry .error')).toContainText('100.00');
      await expect(line(page)).toHaveValue('100 זברה 7');
      await expect(line(page)).toBeFocused();
      await expect(rows(page)).toHaveCount(0);
      await line(page).press('Enter');
      await expect(rows(page)).toContainText(['זברה 7']);
      await expect(page.locator('.quick-entry .error')).toHaveCount(0);
      await expect(line(page)).toHaveValue('');
      await line(page).fill('100 זברה 8');
      await line(page).press('Enter');
      await expect(page.locator('.quick-entry .error')).toContainText('100.00');
      await expect(rows(page)).toHaveCount(1);
    });

    test('lines entered before the answer to the last one are added after it, in order', async ({ page }) => {
      await page.goto('/transactions');
      const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>();
      await page.route('**/api/v1/transactions/line', async (route) => {
        await isTyped;
        await route.continue();
      });
      // The list is in the order of the times; these are added in one minute.
      await line(page).fill('8 Bread 0:00');
      await line(page).press('Enter');
      await line(page).press('Enter');
      await line(page).pressSequentially('8 Bread and butter 0:00');
      await line(page).press('Enter');
      await line(page).pressSequentially('9 Milk 0:00');
      await line(page).press('Enter');
      await line(page).pressSequentially('30 Tr');
      typed();
      await expect(rows(page)).toHaveText(['Milk', 'Bread and butter', 'Bread']);
      await expect(line(page)).toHaveValue('30 Tr');
    });

    test('what is wrong with an earlier line is said in a notice', async ({ page }) => {
      await page.goto('/transactions');
      const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>();
      await page.route('**/api/v1/transactions/line', async (route) => {
        await isTyped;
        await route.continue();
      });
      await line(page).fill('coffee');
      await line(page).press('Enter');
      await line(page).fill('7 Bread');
      typed();
      await expect(toasts(page)).toContainText('coffee');
      await expect(toasts(page)).toContainText(t('errors:amountRequired'));
      await expect(line(page)).not.toHaveAttribute('aria-invalid');
      await line(page).press('Enter');
      await expect(rows(page)).toHaveText(['Bread']);
    });

    test('a line that the server failed at is left to the queue', async ({ page, person }) => {
      await page.goto('/');
      const lost = { count: 0 };
      // With and without what the queue adds, so that each attempt fails.
      const address = '**/api/v1/transactions/line*';
      await page.route(address, async (route) => {
        await route.fetch();
        lost.count += 1;
        await route.fulfill({ status: 500, json: {}, headers: { 'x-request-id': '1' } });
      });
      const said = await noteTexts(page, '.toast-text');
      await line(page).fill('8 Bread');
      await line(page).press('Enter');
      await expect.poll(said).toContain(t('offline:kept'));
      await expect(page.locator('[data-offline]')).toContainText('8 Bread');
      expect(lost.count).toBeGreaterThan(0);
      await page.unroute(address);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(page.locator('[data-offline]')).toHaveCount(0);
      await expect(rows(page)).toHaveText(['Bread']);
      expect(await countTransactions(person)).toBe(1);
    });
  });
});
