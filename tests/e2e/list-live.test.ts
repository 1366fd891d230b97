import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { expectError } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { expectAnswerOfApi, openFilters } from '../support/list-journey.ts';
import { stopClock } from '../support/passing-time.ts';
import type { Person } from '../support/people.ts';
import { setProfile } from '../support/people.ts';
import { record } from '../support/transactions.ts';

const rows = (page: Page) => page.locator('.row-link');
const status = (page: Page) => page.locator('[data-list-status]');
const search = (page: Page) => page.locator('#filter-search');

// A reloaded page does not have it.
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same-page', ''));
const expectSamePage = (page: Page) => expect(page.locator('body[data-same-page]')).toHaveCount(1);

async function recordExamples(person: Person): Promise<void> {
  await record(person, [
    { amount: 1, description: 'Tea', time: '08:00' },
    { amount: 2, description: 'Tea and cake', time: '09:00' },
    { amount: 3, description: 'Bread', time: '10:00', type: 'income' },
  ]);
}

/** Delays matching fetches until they are released. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().resourceType() === 'fetch') await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

inEachLanguage(({ t }) => {
  test.describe('with scripts', { tag: ['@javascript', '@once'] }, () => {
    test('typing a sum lists what it is, and leaves what is typed', async ({ page, person }) => {
      await record(person, [
        { amount: 242.37, description: 'Tyres' },
        { amount: 5, description: 'Tea' },
      ]);
      await page.goto('/transactions');
      await mark(page);
      await search(page).pressSequentially('242.37');
      await expect(rows(page)).toHaveText(['Tyres']);
      await expect(search(page)).toHaveValue('242.37');
      await expectSamePage(page);
    });

    test('typing narrows the list in place', async ({ page, person }) => {
      await recordExamples(person);
      await page.goto('/transactions');
      await mark(page);
      await search(page).pressSequentially('tea');
      await expect(rows(page)).toHaveText(['Tea and cake', 'Tea']);
      await expect(page).toHaveURL('/transactions?search=tea');
      await expect(status(page)).toHaveText(t('list:caption', { count: 2, from: 1, to: 2, total: 2 }));
      await expect(search(page)).toBeFocused();
      await search(page).pressSequentially(' ca');
      await expect(rows(page)).toHaveText(['Tea and cake']);
      await expect(search(page)).toHaveValue('tea ca');
      await expect(page.locator('.chip')).toHaveCount(1);
      await page.goBack();
      await expect(rows(page)).toHaveCount(3);
      await expect(page).toHaveURL('/transactions');
      await expect(search(page)).toHaveValue('');
      await page.goForward();
      await expect(rows(page)).toHaveText(['Tea and cake']);
      await expect(search(page)).toHaveValue('tea ca');
      await expectSamePage(page);
    });

    test('filters, chips, tabs and orders replace only the list', async ({ page, person, server }) => {
      await recordExamples(person);
      await page.goto('/transactions');
      await mark(page);
      await openFilters(page);
      await page.locator('#filter-type').selectOption('expense');
      await page.locator('#filter-apply').click();
      await expect(page).toHaveURL('/transactions?type=expense');
      await expect(page.locator('[data-list=results] caption')).toBeFocused();
      await page.locator('#sort-amount').focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/transactions?type=expense&sort=amount&order=desc');
      await expect(page.locator('#sort-amount')).toBeFocused();
      await expectAnswerOfApi(page, server, person);
      await openFilters(page);
      await page.locator('#filter-min').fill('x');
      await page.locator('#filter-apply').click();
      await expectError(page, 'filter-min', t('errors:amountNumber'));
      await expect(page).toHaveTitle(
        new RegExp(t('common:errorPrefix', { title: t('common:transactions') })),
      );
      await page
        .getByRole('navigation', { name: t('list:tabs') })
        .getByRole('link', { name: t('list:tabUpcoming') })
        .click();
      await expect(page).toHaveURL(/status=upcoming/);
      for (const query of [
        '?type=expense&min=x&sort=amount&order=desc',
        '?type=expense&sort=amount&order=desc',
        '?type=expense',
      ]) {
        await page.goBack();
        await expect(page).toHaveURL(`/transactions${query}`);
        await expect(rows(page)).toHaveCount(2);
      }
      await expect(page.locator('#filter-type')).toHaveValue('expense');
      await page.locator('.chip').click();
      await expect(rows(page)).toHaveCount(3);
      await expect(page.locator('#filter-type')).toHaveValue('');
      await expectSamePage(page);
    });

    test('the next page begins at its top', async ({ page, person }) => {
      const many = Array.from({ length: 30 }, (_, index) => ({ amount: 1, description: `Row ${index}` }));
      await record(person, many);
      await page.goto('/transactions?limit=25');
      await mark(page);
      await page.locator('a[rel=next]').click();
      await expect(rows(page)).toHaveCount(5);
      await expect(page.locator('[data-list=results]')).toBeFocused();
      await expect(page.locator('.totals')).toBeInViewport();
      await expect(page).toHaveTitle(new RegExp(t('common:pageNumber', { page: 2 })));
      await expectSamePage(page);
    });

    test('a newer search replaces an older one', async ({ page, person }) => {
      await recordExamples(person);
      await page.goto('/transactions');
      await mark(page);
      const releaseOlder = await hold(page, /search=bread/);
      const releaseNewer = await hold(page, /search=cake/);
      const bar = page.locator('[data-loading-bar]');
      const older = page.waitForRequest(/search=bread/);
      await search(page).fill('bread');
      await older;
      await expect(bar).toBeVisible();
      const newer = page.waitForRequest(/search=cake/);
      await search(page).fill('cake');
      await newer;
      releaseOlder();
      await expect(bar).toBeVisible();
      await expect(rows(page)).toHaveCount(3);
      releaseNewer();
      await expect(rows(page)).toHaveText(['Tea and cake']);
      await expect(page).toHaveURL('/transactions?search=cake');
      await expect(bar).toBeHidden();
      await expectSamePage(page);
    });

    test('a dialog opens from a list that was replaced', async ({ page, person }) => {
      await recordExamples(person);
      await page.goto('/transactions');
      await search(page).fill('tea');
      await expect(rows(page)).toHaveCount(2);
      await rows(page).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel(t('transactions:form.description'))).toHaveValue('Tea and cake');
      await dialog.getByRole('button', { name: t('transactions:dialog.close') }).click();
      await expect(rows(page).first()).toBeFocused();
      await expect(page).toHaveURL('/transactions?search=tea');
    });

    test('the list is checked every 30 s if the account says so', async ({ page, person }) => {
      await recordExamples(person);
      await stopClock(page);
      await page.goto('/transactions');
      const refresh = page.getByLabel(t('list:refresh'));
      await expect(refresh).not.toBeChecked();
      const saved = page.waitForResponse(/\/users\/profile$/);
      await refresh.check();
      await saved;
      await page.goto('/preferences');
      await expect(page.getByLabel(t('accounts:autoRefresh'))).toHaveValue('on');
      await page.goto('/transactions');
      await expect(refresh).toBeChecked();
      const looked = page.waitForResponse(/\/transactions$/);
      await page.clock.runFor(30_000);
      await looked;
      await record(person, [{ amount: 4, description: 'News', time: '23:00' }]);
      await page.locator('#sort-date').focus();
      await expect(status(page)).toHaveText('');
      await page.clock.runFor(30_000);
      await expect(rows(page).first()).toHaveText('News');
      await expect(status(page)).toHaveText(t('list:refreshed'));
      await expect(page.locator('#sort-date')).toBeFocused();
      await page.locator('.cell-select input').first().check();
      await record(person, [{ amount: 4, description: 'Later', time: '23:30' }]);
      await page.clock.runFor(60_000);
      await expect(page.locator('.cell-select input').first()).toBeChecked();
      await expect(rows(page).first()).toHaveText('News');
      await page.locator('.cell-select input').first().uncheck();
      await page.clock.runFor(30_000);
      await expect(rows(page).first()).toHaveText('Later');
      const savedAgain = page.waitForResponse(/\/users\/profile$/);
      await refresh.uncheck();
      await savedAgain;
      await page.reload();
      await expect(refresh).not.toBeChecked();
    });

    test('a list of dates that are over is checked every ten minutes', async ({ page, person }) => {
      await setProfile(person, { preferences: { auto_refresh: 'on' } });
      await stopClock(page);
      await page.goto('/transactions?dateTo=2020-01-31');
      await expect(page.getByLabel(t('list:refresh'))).toBeChecked();
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('dateTo')) requests.push(request.url());
      });
      await page.clock.runFor(9.5 * 60_000);
      expect(requests).toEqual([]);
      const looked = page.waitForResponse(/dateTo/);
      await page.clock.runFor(30_000);
      await looked;
    });

    test('the list is not checked while the page is hidden', async ({ page, person }) => {
      await recordExamples(person);
      await stopClock(page);
      await page.goto('/transactions');
      await page.getByLabel(t('list:refresh')).check();
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/transactions')) requests.push(request.url());
      });
      const hide = (hidden: boolean) =>
        page.evaluate(
          (value) => Object.defineProperty(document, 'hidden', { value, configurable: true }),
          hidden,
        );
      await hide(true);
      await page.clock.runFor(90_000);
      await hide(false);
      const looked = page.waitForResponse(/\/transactions$/);
      await page.clock.runFor(30_000);
      await looked;
      expect(requests).toHaveLength(1);
    });
  });

  test.describe('when the list cannot be fetched', { tag: ['@javascript', '@once'] }, () => {
    test.use({ provoked: /ERR_FAILED/ });

    test('links and the form work as without scripts', async ({ page, person }) => {
      await recordExamples(person);
      await page.goto('/transactions');
      await page.route(/\/transactions/, (route) =>
        route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
      );
      await mark(page);
      await search(page).fill('tea');
      await search(page).press('Enter');
      await expect(page).toHaveURL('/transactions?search=tea');
      await expect(rows(page)).toHaveCount(2);
      await expect(page.locator('body[data-same-page]')).toHaveCount(0);
      await page.locator('.chip').click();
      await expect(page).toHaveURL('/transactions');
      await expect(rows(page)).toHaveCount(3);
    });
  });
});
