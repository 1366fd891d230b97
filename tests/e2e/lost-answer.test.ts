import type { Locator, Page, Route } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';
import { openMore, send } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { transactionsOf } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test.describe('saving again after the answer was lost', () => {
    test.describe('in a page', () => {
      // A refused form is a page with status 409.
      test.use({ provoked: /409/ });

      test('stores what is typed before its script is there @javascript @once', async ({ page }) => {
        await saveUnseen(page);
        // The lost answer carried its message.
        await page.context().clearCookies({ name: /flash/ });
        await page.locator('#amount').fill('9');
        // Fits no category, which would be filled in.
        await page.locator('#description').fill('אבג');
        const drafts = expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts')));
        await drafts.toContain('"9"');
        const arriving = Promise.withResolvers<void>();
        await page.route(`**${builtScript('fields')}`, async (route) => {
          await arriving.promise;
          await route.continue();
        });
        expect((await send(page, page.locator('form.form .button-primary'))).status()).toBe(409);
        await expect(page.getByRole('region', { name: t('transactions:conflict.savedTitle') })).toBeVisible();
        await page.locator('#amount').fill('10');
        arriving.resolve();
        await drafts.toContain('"10"');
        await expect(page.locator('[data-draft]')).toHaveCount(0);
      });
    });

    test.describe('in a dialog', { tag: ['@javascript', '@once'] }, () => {
      test.use({ provoked: /ERR_CONNECTION_RESET|409/ });

      test('changes what was saved, with the key of the first attempt', async ({ page, person }) => {
        const dialog = await openDialog(page, t);
        await dialog.locator('[name=amount]').fill('8');
        await dialog.locator('[name=description]').fill('קפה coffee');
        const connection = await loseAnswers(page, '**/api/v1/transactions/*');
        await saveIn(dialog).click();
        const offline = page.locator('[data-offline]');
        await expect(offline).toContainText('קפה coffee');
        expect(await transactionsOf(person)).toMatchObject([{ amount: 8, type: 'expense' }]);

        await offline.getByRole('button', { name: t('offline:edit') }).click();
        await dialog.locator('[name=amount]').fill('9');
        await dialog.getByLabel(t('transactions:form.income')).check();
        // The answer to the change can be lost as well.
        await page.route('**/api/v1/transactions/expense/*', (route) => answerNothing(route), { times: 1 });
        await saveIn(dialog).click();
        await expect(dialog).toHaveCount(0);
        await expect(offline).toContainText('₪9.00');
        // Not earlier: the open form would send it unchanged.
        connection.isLost = false;
        // Repeated, because an attempt may be in progress, and the pauses between attempts grow.
        await expect(async () => {
          await page.evaluate(() => dispatchEvent(new Event('online')));
          await expect(offline).toHaveCount(0, { timeout: 1000 });
        }).toPass();
        await expect(page.locator('.row-link')).toHaveText(['קפה coffee']);
        expect(await transactionsOf(person)).toMatchObject([
          { amount: 9, type: 'income', description: 'קפה coffee' },
        ]);
        expect(new Set(connection.keys).size).toBe(1);
      });

      test('changes a recurring transaction with its past', async ({ page, person }) => {
        const { dialog, connection } = await repeatUnseen(page, t);
        connection.isLost = false;
        await dialog.locator('[name=amount]').fill('9');
        await createIn(dialog, t);
        await expect(dialog).toHaveCount(0);
        const amounts = (await transactionsOf(person)).map(({ amount }) => amount);
        expect(new Set(amounts)).toEqual(new Set([9]));
        const { templates } = await askApi<{ templates: object[] }>(person, 'GET', '/transactions/templates');
        expect(templates).toMatchObject([{ amount: 9 }]);
      });

      test('replaces what was saved of the other kind', async ({ page, person }) => {
        const { dialog, connection: recurring } = await repeatUnseen(page, t);
        expect((await transactionsOf(person)).length).toBeGreaterThan(1);
        recurring.isLost = false;
        await openMore(dialog);
        await dialog.getByLabel(t('recurring:wizard.repeats')).uncheck();
        const single = await loseAnswers(page, '**/api/v1/transactions/transaction');
        // The answer to the deletion can be lost as well.
        await page.route('**/api/v1/transactions/templates/*', answerNothing, { times: 1 });
        await saveIn(dialog).click();
        await expect.poll(() => transactionsOf(person)).toEqual([]);
        await expect(saveIn(dialog)).toBeEnabled();
        await saveIn(dialog).click();
        await expect.poll(() => transactionsOf(person)).toMatchObject([{ amount: 8 }]);
        await expect(saveIn(dialog)).toBeEnabled();
        single.isLost = false;
        await dialog.getByLabel(t('recurring:wizard.repeats')).check();
        await createIn(dialog, t);
        await expect(dialog).toHaveCount(0);
        const saved = await askApi<{ templates: object[] }>(person, 'GET', '/transactions/templates');
        expect(saved.templates).toMatchObject([{ amount: 8 }]);
        const kinds = (await transactionsOf(person)).map(({ is_recurring }) => is_recurring);
        expect(new Set(kinds)).toEqual(new Set([true]));
      });

      test('renames a new category', async ({ page, person }) => {
        const dialog = await openDialog(page, t);
        await dialog.getByText(t('transactions:picker.new'), { exact: true }).click();
        const name = dialog.locator('[name=newCategoryName]');
        await name.fill('Pottry');
        const connection = await loseAnswers(page, '**/api/v1/categories');
        await name.press('Enter');
        await expect(dialog).toContainText(t('failures:NETWORK_ERROR'));
        connection.isLost = false;
        await name.fill('Pottery');
        await name.press('Enter');
        await expect(dialog.locator('select[name=categoryId] option:checked')).toHaveText('Pottery');
        const { categories } = await askApi<{ categories: { name: string }[] }>(
          person,
          'GET',
          '/categories?user_only=true',
        );
        expect(categories.map((category) => category.name)).toEqual(['Pottery']);
      });
    });
  });
});

async function saveUnseen(page: Page): Promise<void> {
  await page.goto('/transactions/new');
  await page.locator('#amount').fill('8');
  await page.locator('#description').fill('קפה coffee');
  await sendUnseen(page);
}

/** Sends the form as the browser would, without the answer; `pressed` is the button's name and value. */
async function sendUnseen(page: Page, pressed: Record<string, string> = {}) {
  const form = page.locator('form:has([name=_key])');
  const fields = await form.evaluate((element: HTMLFormElement) =>
    [...new FormData(element)].map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await page.request.post(page.url(), {
    form: { ...Object.fromEntries(fields), ...pressed },
    headers: { origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
}

async function openDialog(page: Page, t: Translate): Promise<Locator> {
  await page.goto('/transactions');
  await page
    .locator('.page-head')
    .getByRole('link', { name: t('common:addTransaction') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[name=amount]')).toBeFocused();
  return dialog;
}

function saveIn(dialog: Locator): Locator {
  return dialog.locator('form .button-primary');
}

async function repeatUnseen(page: Page, t: Translate) {
  const dialog = await openDialog(page, t);
  await openMore(dialog);
  await dialog.getByRole('link', { name: t('transactions:kind.recurring') }).click();
  await dialog.locator('[name=amount]').fill('8');
  await dialog.locator('[name=description]').fill('חוג pottery');
  const connection = await loseAnswers(page, '**/api/v1/transactions/templates');
  await createIn(dialog, t);
  await expect(dialog.getByRole('alert')).toContainText(t('failures:NETWORK_ERROR'));
  return { dialog, connection };
}

function createIn(dialog: Locator, t: Translate): Promise<void> {
  return dialog.getByRole('button', { name: t('recurring:wizard.create'), exact: true }).click();
}

/** While `isLost`, posts arrive and their answers do not; `keys` are those of all posts. */
async function loseAnswers(page: Page, url: string): Promise<{ isLost: boolean; keys: string[] }> {
  const connection = { isLost: true, keys: [] as string[] };
  await page.route(url, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    const key = request.headers()['idempotency-key'];
    if (key) connection.keys.push(key);
    return connection.isLost && key ? answerNothing(route) : route.fallback();
  });
  return connection;
}

async function answerNothing(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
