import type { BrowserContext, Locator, Page, Route } from '@playwright/test';
import { askApi } from '../support/ask-api.ts';
import { addCookies, expect, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts } from '../support/passing-time.ts';
import { untilQuiet } from '../support/quiet.ts';
import { TODAY } from '../support/today.ts';
import { countTransactions, makeAccount, record, repeat } from '../support/transactions.ts';

const offline = (page: Page) => page.locator('[data-offline]');
const entries = (page: Page) => offline(page).getByRole('listitem');
const rows = (page: Page) => page.locator('.row-link');
const line = (page: Page) => page.locator('#quick-entry');

inEachLanguage(({ t }) => {
  test.describe('entries without a connection', { tag: ['@javascript', '@once'] }, () => {
    test.use({ provoked: /ERR_|409/ });

    test('wait in the list, outlive the page, and arrive once', async ({ page, person, context }) => {
      await record(person, [{ amount: 1, description: 'תה tea' }]);
      await ready(page);
      await context.setOffline(true);
      const said = await noteTexts(page, '.toast-text');
      await enter(page, '45.90 לחם bread');
      await enter(page, '7 מיץ juice');
      await expect(offline(page)).toContainText(t('offline:title', { count: 2 }));
      await expect.poll(said).toContain(t('offline:kept'));
      await entries(page)
        .filter({ hasText: 'juice' })
        .getByRole('button', { name: t('offline:discard') })
        .click();
      await expect(entries(page)).toHaveCount(1);
      await entries(page)
        .getByRole('button', { name: t('offline:edit') })
        .click();
      await expect(line(page)).toHaveAccessibleDescription(new RegExp(t('offline:editing')));
      await enter(page, '45.90 לחם bread');
      await expect(page.getByText(t('offline:editing'))).toHaveCount(0);
      await expect(entries(page)).toHaveCount(1);

      // As after a kill, before the mark was written.
      await page.evaluate(() => localStorage.removeItem('offline'));
      await page.close();
      const lost = { count: 0 };
      await context.route('**/api/v1/transactions/line*', async (route) => {
        await route.fetch();
        lost.count += 1;
        await route.abort();
      });
      await context.setOffline(false);
      const again = await context.newPage();
      await again.goto('/transactions');
      await expect(entries(again)).toHaveCount(1);
      await expect.poll(() => lost.count).toBeGreaterThan(0);
      expect(await countTransactions(person)).toBe(2);
      await context.unroute('**/api/v1/transactions/line*');
      await expect(offline(again)).toHaveCount(0);
      await expect(rows(again)).toHaveText(['לחם bread', 'תה tea']);
      expect(await countTransactions(person)).toBe(2);
    });

    test('are lines too whose page ends before the answer', async ({ page, person, context }) => {
      await ready(page);
      const { promise: hasArrived, resolve: arrived } = Promise.withResolvers<void>();
      await context.route('**/api/v1/transactions/line*', async (route) => {
        await route.fetch();
        arrived();
      });
      for (const text of ['5 לחם bread', '7 מיץ juice']) {
        await line(page).fill(text);
        await line(page).press('Enter');
        await expect(line(page)).toHaveValue('');
      }
      await hasArrived;
      await expect.poll(() => stored(page)).toHaveLength(2);
      await page.close();
      await context.unroute('**/api/v1/transactions/line*');
      const again = await context.newPage();
      await again.goto('/transactions');
      await expect(rows(again)).toHaveText(['מיץ juice', 'לחם bread']);
      await expect(offline(again)).toHaveCount(0);
      expect(await countTransactions(person)).toBe(2);
    });

    test('are new ones again if they are discarded while they are changed', async ({ page, context }) => {
      await ready(page);
      await context.setOffline(true);
      await enter(page, '7 מיץ juice');
      for (const does of ['edit', 'discard'] as const)
        await page.getByRole('button', { name: t(`offline:${does}`) }).click();
      await expect(offline(page)).toHaveCount(0);
      await expect(page.getByText(t('offline:editing'))).toHaveCount(0);
      await enter(page, '8 מיץ juice');
    });

    test('were never sent if the server cannot be reached from a stored page', async ({ page, context }) => {
      await page.route('/transactions', markAsStored);
      await ready(page);
      await context.route(/\/health|transactions\/line/, (route) => route.abort());
      await enter(page, '5 לחם bread');
      expect((await stored(page)).map(({ sentAt }) => sentAt)).toEqual([undefined]);
    });

    test('are sent without a check from a page that the server has just sent', async ({ page }) => {
      await ready(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await line(page).fill('5 לחם bread');
      await line(page).press('Enter');
      await expect(rows(page)).toHaveText(['לחם bread']);
      expect(asked).toContain('/api/v1/transactions/line');
      expect(asked).not.toContain('/health');
    });

    test('are sent by another tab soon after theirs has ended, on plain http too', async ({
      page,
      context,
    }) => {
      await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
      await ready(page);
      const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
      await page.route('**/api/v1/transactions/line*', () => sent());
      await line(page).fill('5 לחם bread');
      await line(page).press('Enter');
      await isSent;
      const other = await context.newPage();
      await other.goto('/transactions');
      await page.close();
      await expect(rows(other)).toHaveText(['לחם bread']);
    });

    test('are lines whose scripts are lost too: their page opens with what they say', async ({ page }) => {
      await page.route(`**${builtScript('queue')}`, (route) => route.abort());
      await ready(page);
      await line(page).fill('5 לחם bread');
      await line(page).press('Enter');
      await expect(page.locator('#description')).toHaveValue('לחם bread');
    });

    test('that arrive behind a dialog are in the list once it is closed', async ({ page, context }) => {
      await ready(page);
      await context.route('**/api/v1/transactions/line*', (route) => route.abort());
      await enter(page, '5 לחם bread');
      const add = page.locator('.page-head').getByRole('link', { name: t('common:addTransaction') });
      const arrived = Promise.all([
        page.waitForResponse(`**${builtScript('MoreFields')}`),
        page.waitForResponse(async (answer) =>
          (await answer.text().catch(() => '')).includes(t('transactions:form.possibleDuplicate')),
        ),
      ]);
      await add.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('[name=amount]')).toBeFocused();
      // Its further fields come before one opens them or types: later there may be no connection.
      await untilQuiet(page, () => arrived);
      await context.setOffline(true);
      await dialog.locator('[data-more] > summary').click();
      await expect(dialog.locator('[name=notes]')).toBeVisible();
      const said = await noteTexts(page, '.toast-text');
      await context.setOffline(false);
      await context.unroute('**/api/v1/transactions/line*');
      await expect.poll(said).toContain(t('offline:sent', { count: 1 }));
      await expect(rows(page)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(rows(page)).toHaveText(['לחם bread']);
    });

    test('are those too that pages ask for, instead of the dialog', async ({ page, person }) => {
      const [tea, milk] = await record(person, [
        { amount: 1, description: 'תה tea' },
        { amount: 2, description: 'חלב milk' },
      ]);
      await makeAccount(person, { name: 'Travel', currency: 'USD' });
      await page.route('**/health', (route) => route.abort());
      const send = async (path: string, fields: Record<string, string>) => {
        await page.goto(path);
        for (const [name, value] of Object.entries(fields))
          await page.locator(`main [name=${name}]`).fill(value);
        await page.locator('main form .button-row [type=submit]').first().click();
        await expect(page.getByRole('status').filter({ hasText: t('offline:kept') })).toBeFocused();
        await expect(page.locator('main form')).toBeHidden();
      };
      await send('/transactions/new', { amount: '20$', description: 'לחם bread' });
      await send(`/transactions/${tea?.id}/edit`, { amount: '3' });
      await send(`/transactions/${milk?.id}/delete`, {});
      await page
        .getByRole('status')
        .getByRole('link', { name: t('common:transactions') })
        .click();
      await expect(entries(page)).toHaveText([/לחם bread.*\$20\.00/, /תה tea/, /חלב milk/]);
      expect(await countTransactions(person)).toBe(2);
      await page.unroute('**/health');
      await page.reload();
      await expect(offline(page)).toHaveCount(0);
      await expect(rows(page)).toHaveText(['לחם bread', 'תה tea']);
      await expect(page.locator('.data-table')).toContainText('3.00');
      await expect(page.locator('.data-table')).toContainText('$20.00');
    });

    test('say what was changed elsewhere, field by field', async ({ page, person, context }) => {
      const [tea] = await record(person, [{ amount: 1, description: 'תה tea' }]);
      await ready(page);
      await rows(page).click();
      const dialog = page.getByRole('dialog');
      await untilQuiet(page, () => dialog.locator('[name=amount]').fill('2'));
      await context.setOffline(true);
      await save(dialog);
      await expect(entries(page)).toHaveCount(1);
      await expect(page.locator('[data-offline-mark]')).toHaveText(t('offline:mark'));

      await askApi(person, 'PUT', `/transactions/expense/${tea?.id}`, { amount: 3 });
      await context.setOffline(false);
      await expect(offline(page)).toContainText(t('offline:conflict'));
      await offline(page)
        .getByRole('button', { name: t('offline:review') })
        .click();
      const versions = dialog.getByRole('region', { name: t('transactions:conflict.changedTitle') });
      await expect(versions).toContainText('3.00');
      await expect(versions).toContainText('2.00');
      await save(dialog);
      await expect(offline(page)).toHaveCount(0);
      await expect(page.locator('.data-table')).toContainText('2.00');
    });

    test('that delete what was changed elsewhere can delete its series', async ({
      page,
      person,
      context,
    }) => {
      await repeat(person, {
        description: 'שכר rent',
        amount: 10,
        interval_type: 'daily',
        start_date: TODAY,
      });
      await ready(page);
      const dialog = page.getByRole('dialog');
      const remove = dialog.locator('.button-danger');
      const scope = (name: 'single' | 'all') =>
        dialog.getByRole('radio', { name: t(`recurring:occurrence.scope.${name}`) });
      const row = rows(page).last();
      const id = (await row.getAttribute('href'))?.split('/')[2];
      await untilQuiet(page, () => row.click());
      await untilQuiet(page, () =>
        dialog.getByRole('button', { name: t('transactions:dialog.deleteAction') }).click(),
      );
      await scope('single').check();
      await context.setOffline(true);
      await remove.click();
      await expect(entries(page)).toHaveCount(1);
      await askApi(person, 'PUT', `/transactions/expense/${id}`, { amount: 3 });
      await context.setOffline(false);
      await entries(page)
        .getByRole('button', { name: t('offline:review') })
        .click();
      await scope('all').check();
      await remove.click();
      await expect(offline(page)).toHaveCount(0);
      await expect.poll(() => countTransactions(person)).toBe(0);
    });

    test('are asked about before signing out', async ({ page, person, context, newPerson, server }) => {
      await ready(page);
      await context.route('**/api/v1/transactions/line*', (route) => route.abort());
      await enter(page, '5 לחם bread');
      await expect(entries(page)).toHaveCount(1);
      await signOut(page, t('common:userMenu'), t('common:signOut'));
      const dialog = page.getByRole('alertdialog', { name: t('offline:signOutTitle') });
      await expect(dialog).toContainText(t('offline:signOutText', { count: 1 }));
      await dialog.getByRole('button', { name: t('offline:stay') }).press('Enter');
      await expect(dialog).toHaveCount(0);

      const other = await newPerson();
      await signInAs(context, server.url, other.cookies);
      await context.unroute('**/api/v1/transactions/line*');
      await page.goto('/transactions');
      await page.mouse.move(10, 10);
      await expect(rows(page)).toHaveCount(0);
      await expect(offline(page)).toHaveCount(0);
      await signOut(page, t('common:userMenu'), t('common:signOut'));
      await expect(dialog).toContainText(t('offline:signOutOthers', { count: 1 }));
      await dialog.press('Escape');
      expect(await countTransactions(other)).toBe(0);

      await signInAs(context, server.url, person.cookies);
      await page.goto('/transactions');
      await expect(rows(page)).toHaveText(['לחם bread']);
      expect(await countTransactions(person)).toBe(1);
      await signOut(page, t('common:userMenu'), t('common:signOut'));
      await expect(page).toHaveURL('/login');
    });
  });
});

/** Loads what a line needs before the connection fails. */
async function ready(page: Page): Promise<void> {
  await page.goto('/transactions');
  await untilQuiet(page, () => line(page).focus());
}

async function enter(page: Page, text: string): Promise<void> {
  await line(page).fill(text);
  await line(page).press('Enter');
  await expect(entries(page).filter({ hasText: text })).toHaveCount(1);
}

/** As the worker marks the pages that it stored. */
async function markAsStored(route: Route): Promise<void> {
  const response = await route.fetch();
  const html = (await response.text()).replace('<html', '<html data-seen="1"');
  await route.fulfill({ response, body: html });
}

/** Entries stored on this device, shown or not. */
function stored(page: Page): Promise<{ sentAt?: number }[]> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'offline')) return [];
    const { promise, resolve } = Promise.withResolvers<{ sentAt?: number }[]>();
    const opening = indexedDB.open('offline');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('entries').objectStore('entries').getAll();
      reading.onsuccess = () => resolve(reading.result);
    };
    return promise.finally(() => opening.result.close());
  });
}

async function save(dialog: Locator): Promise<void> {
  await dialog.locator('form .button-primary').click();
  await expect(dialog).toHaveCount(0);
}

async function signOut(page: Page, menu: string, button: string): Promise<void> {
  await page.locator('summary', { hasText: menu }).click();
  await page.getByRole('button', { name: button }).click();
}

async function signInAs(context: BrowserContext, url: string, cookies: string[]): Promise<void> {
  await context.clearCookies();
  await addCookies(context, url, cookies);
}
