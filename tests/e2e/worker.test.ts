import type { Page } from '@playwright/test';
import { addCookies, expect } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { BROWSER_KEYS } from '../support/push-service.ts';
import { untilQuiet } from '../support/quiet.ts';
import { record } from '../support/transactions.ts';
import { test } from '../support/with-line.ts';

inEachLanguage(({ t }) => {
  test.describe('while the server is away', { tag: ['@javascript', '@once'] }, () => {
    test.use({ serviceWorkers: 'allow', provoked: /ERR_|502|Failed to (load|fetch)|Push API in incognito/ });

    test('what was seen is shown with its time; other pages wait', async ({ page, person, line }) => {
      await record(person, [{ amount: 1, description: 'לחם bread' }]);
      await openWithWorker(page, `${line.url}/transactions`);
      await openForm(page, t('common:addTransaction'));
      line.set('down');
      await page.reload();
      await expect(page.getByRole('link', { name: 'לחם bread', exact: true })).toBeVisible();
      const banner = page.locator('[data-connection]');
      await expect(banner).toContainText(t('failures:connection.waking'));
      await expect(banner).toContainText(String(new Date().getFullYear()));
      // The worker's stored forms are no answers of the server.
      await openForm(page, t('common:addTransaction'));
      await expect(banner).toContainText(t('failures:connection.waking'));

      await page.goto(`${line.url}/categories`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('failures:connection.waking'));
      await expect(page).toHaveURL(/\/server-waking\?return=%2Fcategories$/);
      await expect(page.getByRole('link', { name: t('failures:connection.useStored') })).toHaveAttribute(
        'href',
        '/transactions',
      );
      line.set('open');
      await expect(page).toHaveURL(`${line.url}/categories`);
    });

    test('a server that sleeps from the start is waited for', async ({ page, line, context }) => {
      await openWithWorker(page, `${line.url}/transactions`);
      line.set('asleep');
      const session = await context.newCDPSession(page);
      await session.send('ServiceWorker.enable' as never);
      await session.send('ServiceWorker.stopAllWorkers' as never);
      await page.goto(`${line.url}/transactions`);
      await expect(page).toHaveURL(/\/server-waking\?return=%2Ftransactions$/);
      line.set('open');
      await expect(page).toHaveURL(`${line.url}/transactions`);
    });

    test('a file that another app shares, or that is dropped, waits to be sent', async ({ page, line }) => {
      await openWithWorker(page, `${line.url}/import`);
      const names = () =>
        page
          .locator('#file')
          .evaluate((field: HTMLInputElement) => [...(field.files ?? [])].map(({ name }) => name));
      const given = async (isDropped: boolean) =>
        page.evaluate((isDropped) => {
          const data = new DataTransfer();
          data.items.add(new File(['Date,Amount'], isDropped ? 'dropped.csv' : 'shared לאומי.csv'));
          if (isDropped)
            return void document.body.dispatchEvent(
              new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
            );
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
          const field = Object.assign(document.createElement('input'), { type: 'file', name: 'file' });
          field.files = data.files;
          form.append(field);
          document.body.append(form);
          form.submit();
        }, isDropped);
      await given(false);
      await expect(page).toHaveURL(`${line.url}/import`);
      await expect.poll(names).toEqual(['shared לאומי.csv']);
      await expect(page.getByRole('button', { name: t('imports:read') })).toBeFocused();
      await given(true);
      expect(await names()).toEqual(['dropped.csv']);
    });

    test('a browser is added that shows reminders', async ({ page, line, context }) => {
      await context.grantPermissions(['notifications'], { origin: line.url });
      await openWithWorker(page, `${line.url}/profile/reminders`);
      const add = page.getByRole('button', { name: t('reminders:device.add') });
      // No push service can be reached from here.
      await add.click();
      await expect(page.getByText(t('reminders:device.failed'))).toBeVisible();
      await page.evaluate((keys) => {
        const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/made-up', keys };
        Object.assign(PushManager.prototype, { subscribe: async () => ({ toJSON: () => subscription }) });
      }, BROWSER_KEYS);
      await add.click();
      await expect(page.getByText(t('reminders:device.added'))).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'Chrome, Linux' })).toBeVisible();
      const reminder = {
        title: 'Pruta',
        body: 'שכר דירה: ₪4,800.00',
        lang: 'he',
        dir: 'rtl',
        data: '/recurring',
      };
      const { title, body, lang: locale, data: path } = reminder;
      const shown = await shownNotifications(page);
      await deliver(page, JSON.stringify({ title, body, path, locale }));
      await expect.poll(shown).toEqual([expect.objectContaining(reminder)]);
    });

    test('signing out asks about what waits', async ({ page, line }) => {
      await openWithWorker(page, `${line.url}/transactions`);
      await page.locator('#quick-entry').focus();
      line.set('down');
      await page.locator('#quick-entry').fill('5 לחם bread');
      await page.locator('#quick-entry').press('Enter');
      await expect(page.locator('[data-entry]')).toHaveCount(1);
      await page.reload();
      await expect(page.locator('[data-entry]')).toHaveCount(1);
      await page.locator('summary', { hasText: t('common:userMenu') }).click();
      await page.getByRole('button', { name: t('common:signOut') }).click();
      await expect(page.getByRole('alertdialog', { name: t('offline:signOutTitle') })).toBeVisible();
    });

    test('a form stays with what was typed, says why, and is sent afterwards', async ({ page, line }) => {
      await openWithWorker(page, `${line.url}/profile`);
      await page.locator('summary', { hasText: t('accounts:aboutYou') }).click();
      await page.locator('#bio').fill('A life in two lines');
      line.set('down');
      const save = page.locator('form:has(#bio) button[type=submit]').first();
      await save.click();
      await expect(page.getByRole('alert')).toContainText(t('failures:NETWORK_ERROR'));
      await expect(page.getByRole('alert')).toContainText(t('failures:connection.unsaved'));
      await expect(page.locator('#bio')).toHaveValue('A life in two lines');
      line.set('open');
      await save.click();
      await expect(page.locator('.flash')).toBeVisible();
    });
  });

  test('pages are stored for one person @javascript @once', async ({ browser, server, newPerson, line }) => {
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    const stores = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => /^seen/.test(name)));
    const [first, second] = [await newPerson(), await newPerson()];
    for (const person of [first, second]) {
      await addCookies(context, server.url, person.cookies);
      await openWithWorker(page, `${line.url}/categories`);
      await expect.poll(stores).toEqual([`seen ${person.id} user`]);
    }
    await page.goto(`${line.url}/transactions/new`);
    const stored = await page.evaluate(async () => {
      const [name = ''] = (await caches.keys()).filter((each) => /^seen/.test(each));
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    });
    expect(stored).toContain('/categories');
    await page.locator('summary', { hasText: t('common:userMenu') }).click();
    await page.getByRole('button', { name: t('common:signOut') }).click();
    await expect(page).toHaveURL(`${line.url}/login`);
    await expect.poll(stores).toEqual([]);
    await context.close();
  });
});

test('a tab closed while leaving keeps nothing @javascript @once', async ({ browser, server, newPerson }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: server.url });
  await addCookies(context, server.url, (await newPerson()).cookies);
  const [page, other] = [await context.newPage(), await context.newPage()];
  await openWithWorker(page, `${server.url}/categories`);
  await other.goto('/transactions');
  const stores = () => other.evaluate(async () => (await caches.keys()).filter((name) => /^seen/.test(name)));
  await expect.poll(stores).toHaveLength(1);
  const requested = Promise.withResolvers<void>();
  await page.route('**/logout', () => requested.resolve());
  await page
    .locator('form[action="/logout"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
  await requested.promise;
  await expect.poll(stores).toEqual([]);
  // What one tab writes reaches the other one later than the request.
  await expect.poll(() => other.evaluate(() => localStorage.getItem('session'))).toMatch(/ ending$/);
  await page.close();
  // The other tab may have noticed already and be navigating.
  await expect(async () => {
    await other.goto('/transactions');
  }).toPass();
  await expect(other).toHaveURL(/\/login(\?|$)/);
  await context.close();
});

async function openForm(page: Page, name: string): Promise<void> {
  await page.locator('main').getByRole('link', { name }).first().click();
  await expect(page.getByRole('dialog').locator('[name=description]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens a page, then again once the worker answers for it. */
async function openWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await untilQuiet(page, async () => {
    await page.reload();
    await page.mouse.move(10, 10);
    await page.mouse.move(20, 20);
  });
}

/** Gives the page's worker a message, as a push service would through the browser. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

/** What the worker shows from now on; the small Chromium for tests shows no notifications. */
async function shownNotifications(page: Page): Promise<() => Promise<object[]>> {
  const [worker] = page.context().serviceWorkers();
  const shown = await worker?.evaluateHandle(() => {
    const all: object[] = [];
    const show = async (title: string, options: object) => void all.push({ title, ...options });
    Object.assign(ServiceWorkerRegistration.prototype, { showNotification: show });
    return all;
  });
  return async () => (await shown?.jsonValue()) ?? [];
}
