import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts } from '../support/passing-time.ts';
import { followConnection } from '../support/watched-connection.ts';

inEachLanguage(({ t }) => {
  test.describe('without a connection', { tag: '@javascript' }, () => {
    test.use({ provoked: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED/ });

    test('the sign-in form keeps what was typed @once', async ({ page, context, newPerson }) => {
      await context.clearCookies();
      const { email, password } = await newPerson();
      await page.goto('/login');
      await untilWatched(page);
      await page.getByLabel(t('accounts:email')).fill(email);
      await page.getByLabel(t('accounts:password')).fill(password);
      const button = page.getByRole('button', { name: t('accounts:signIn'), exact: true });
      await page.route('**/health', (route) => route.abort());
      await button.click();
      await expect(page.getByRole('alert')).toContainText(t('failures:signIn.NETWORK_ERROR'));
      await expect(page.getByLabel(t('accounts:password'))).toHaveValue(password);
      await page.unroute('**/health');
      await button.click();
      await expect(page).toHaveURL('/');
    });

    test('a banner says so until it is back, once, and covers no control', async ({ page, context }) => {
      await page.goto('/transactions/new');
      await untilWatched(page);
      const save = page.locator('form.form .button-primary');
      // The focus loads the form's island, which would be missed later.
      await save.focus();
      await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
      await context.setOffline(true);
      const banner = page.locator('[data-connection]');
      await expect(banner).toContainText(t('failures:connection.offline'));
      await expect(page.getByRole('alert').getByText(t('failures:connection.offline'))).toHaveCount(1);
      await save.focus();
      const covered = await save.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(covered).toBe(false);
      const said = await noteTexts(page, '.toast-success');
      await context.setOffline(false);
      await expect.poll(said).toContain(t('failures:connectionRestored'));
      await expect(banner).toHaveCount(0);
    });
  });
});

async function untilWatched(page: Page): Promise<void> {
  const watched = followConnection(page);
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  await watched();
}
