import type { BrowserContext } from '@playwright/test';
import { askApi } from '../support/ask-api.ts';
import { addCookies, expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { createPerson, type Person } from '../support/people.ts';
import type { RunningServer } from '../support/server.ts';

inEachLanguage(({ t, language }) => {
  test.describe('a page that is open during maintenance', { tag: ['@javascript', '@once'] }, () => {
    test.use({ provoked: /503/ });

    const set = (owner: Person, value: boolean) =>
      askApi(owner, 'PUT', '/admin/settings', { key: 'maintenance_mode', value });

    // The owner ends the maintenance that another person meets in the browser.
    const begin = async (context: BrowserContext, server: RunningServer): Promise<Person> => {
      const owner = await createPerson(server);
      const person = await createPerson(server, { language_preference: language });
      await addCookies(context, server.url, person.cookies);
      return owner;
    };

    test('goes on by itself when it is over', async ({ page, context, emptyServer: server }) => {
      const owner = await begin(context, server);
      await page.clock.install();
      await set(owner, true);
      await page.goto(`${server.url}/analytics?period=last-month`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('site:maintenanceTitle'));
      await expect(page.getByText(t('site:maintenanceLooks'))).toBeVisible();
      const answer = page.waitForResponse(/\/maintenance$/);
      await page.clock.runFor(10_000);
      expect((await answer).status()).toBe(503);
      await set(owner, false);
      await page.clock.runFor(10_000);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('analytics:title'));
      expect(page.url()).toBe(`${server.url}/analytics?period=last-month`);
    });

    test('keeps what was typed until it can be sent', async ({ page, context, emptyServer: server }) => {
      const owner = await begin(context, server);
      await page.clock.install();
      await page.goto(`${server.url}/profile`);
      await page.locator('summary', { hasText: t('accounts:aboutYou') }).click();
      await page.locator('#bio').fill('A life in two lines');
      await set(owner, true);
      await page.locator('form:has(#bio) button[type=submit]').first().click();
      await expect(page.getByText(t('site:maintenanceKept'))).toBeVisible();
      await expect(page.getByText(t('site:maintenanceLooks'))).toBeVisible();
      await set(owner, false);
      await page.clock.runFor(10_000);
      await expect(page.getByRole('status').filter({ hasText: t('site:maintenanceOver') })).toBeVisible();
      await page.getByRole('button', { name: t('site:maintenanceSend') }).click();
      await expect(page.locator('#bio')).toHaveValue('A life in two lines');
    });
  });
});
