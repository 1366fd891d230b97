import type { Page } from '@playwright/test';
import { expect, IN_MOTION, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';
import { inEachLanguage } from '../support/languages.ts';
import { stopClock } from '../support/passing-time.ts';
import { setProfile } from '../support/people.ts';
import { untilQuiet } from '../support/quiet.ts';
import { rowAction } from '../support/row-menu.ts';
import { countTransactions, record } from '../support/transactions.ts';

const DIALOG = builtScript('mount');
const ISLANDS = [DIALOG, builtScript('FormOfPage')];
const ofIslands = ({ pathname }: URL) => ISLANDS.includes(pathname);

test.use(IN_MOTION);

inEachLanguage(({ t }) => {
  test.describe('while scripts are loading', { tag: ['@javascript', '@once'] }, () => {
    test('a click on a link that opens the dialog is not lost, and two open one', async ({ page }) => {
      const release = await holdChunks(page);
      await page.goto('/');
      const opener = page.getByRole('link', { name: t('common:addTransaction'), exact: true });
      await opener.click({ clickCount: 2 });
      await expect(opener).toHaveAttribute('aria-busy', 'true');
      await expect(page).toHaveURL('/');
      release();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(page.getByRole('dialog')).toHaveAccessibleName(t('transactions:dialog.add'));
      await expect(opener).not.toHaveAttribute('aria-busy');
    });

    test('a press is seen before it does anything', async ({ page }) => {
      await page.goto('/');
      const opener = page.getByRole('link', { name: t('common:addTransaction'), exact: true });
      const shadow = () => opener.evaluate((link) => getComputedStyle(link).boxShadow);
      await opener.hover();
      expect(await shadow()).not.toContain('inset');
      await page.mouse.down();
      expect(await shadow()).toContain('inset');
    });

    test('what is typed before the dialog is loaded stays', async ({ page, person }) => {
      const release = await holdChunks(page);
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      await expect(dialog.getByLabel(t('transactions:form.amount'))).toBeFocused();
      await page.keyboard.type('12.50');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Cof');
      release();
      await expect(dialog.locator('form [name=amount]')).toHaveValue('12.50');
      await expect(dialog.locator('form [name=description]')).toBeFocused();
      await page.keyboard.type('fee');
      await page.keyboard.press('Enter');
      await expect(page.locator('.row-link')).toHaveText(['Coffee']);
      expect(await countTransactions(person)).toBe(1);
    });

    test('Enter before the dialog is loaded saves once it is', async ({ page, person }) => {
      const release = await holdChunks(page);
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      await expect(dialog.locator('[name=amount]')).toBeFocused();
      await page.keyboard.type('12.50');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Coffee');
      await page.keyboard.press('Tab');
      const description = dialog.getByLabel(
        `${t('transactions:form.description')} ${t('transactions:form.optionalWithCategory')}`,
      );
      await expect(description).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('status')).toHaveText(t('transactions:dialog.loading'));
      release();
      await expect(page.locator('.row-link')).toHaveText(['Coffee']);
      await expect(dialog).toHaveCount(0);
      expect(await countTransactions(person)).toBe(1);
    });

    test('an answer that is late fades the page', async ({ page }) => {
      await page.goto('/profile');
      await stopClock(page);
      // A navigation without content leaves the page like one whose answer is pending.
      await page.route('**/profile', (route) => route.fulfill({ status: 204 }));
      const bar = page.locator('[data-loading-bar]');
      const save = page.locator('form[data-warn-unsaved] .button-primary');
      const name = t('common:save');
      await save.click();
      await expect(bar).toBeVisible();
      await expect(page.locator('main')).toHaveCSS('opacity', '0.6');
      await expect(page.locator('.toast')).toHaveCount(0);
      await page.clock.fastForward(2000);
      await expect(page.locator('.toast-loading')).toContainText(`${name}…`);
      await page.clock.fastForward(30_000);
      await expect(page.getByRole('alert').locator('.toast-warning')).toContainText(t('failures:late'));
      await expect(bar).toBeVisible();
      await page.unroute('**/profile');
      await save.click();
      await expect(page.locator('.flash-success')).toBeVisible();
      await expect(page.locator('.toast')).toHaveCount(0);
    });

    test('the form can be sent before its island is loaded', async ({ page }) => {
      const release = await holdChunks(page);
      await page.goto('/transactions/new');
      await page.getByLabel(t('transactions:form.amount')).fill('4.20');
      await page.getByLabel(t('transactions:form.description')).fill('מהר');
      await page.locator('form.form .button-primary').click();
      await expect(page).toHaveURL('/transactions');
      release();
      await expect(page.locator('.row-link')).toHaveText(['מהר']);
    });
  });

  test.describe('when scripts cannot be fetched', { tag: ['@javascript', '@once'] }, () => {
    test.use({ provoked: /ERR_FAILED|dynamically imported module|astro-island/ });

    test('a link that would open the dialog leads to the corresponding page', async ({ page }) => {
      await page.route(ofIslands, (route) => route.abort());
      await page.goto('/');
      await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
      await expect(page).toHaveURL(/\/transactions\/new/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:addTransaction'));
    });

    test('a button that would act in place is posted', async ({ page, person }) => {
      await record(person, [{ amount: 5, description: 'בלי' }]);
      await page.route(`**${builtScript('send-in-place')}`, (route) => route.abort());
      await page.goto('/transactions');
      await (await rowAction(page, t, 'בלי', t('common:delete'))).click();
      await expect(page.locator('.flash')).toContainText(t('transactions:deleteSuccess'));
      await expect(page.locator('.row-link')).toHaveCount(0);
    });

    test('a form without its island is posted', async ({ page }) => {
      await page.route(ofIslands, (route) => route.abort());
      await page.goto('/transactions/new');
      await page.getByLabel(t('transactions:form.amount')).fill('0');
      await page.getByLabel(t('transactions:form.description')).fill('בלי אי');
      await page.locator('form.form .button-primary').click();
      await expect(page.locator('.error-summary a[href="#amount"]')).toHaveText(t('errors:amountMin'));
      await expect(page.getByLabel(t('transactions:form.description'))).toHaveValue('בלי אי');
      await page.getByLabel(t('transactions:form.amount')).fill('6');
      await page.locator('form.form .button-primary').click();
      await expect(page).toHaveURL('/transactions');
      await expect(page.locator('.row-link')).toHaveText(['בלי אי']);
    });
  });

  test('a click with Control opens the page in a new tab @javascript @once', async ({ page, context }) => {
    await page.goto('/');
    const opened = context.waitForEvent('page');
    await page
      .getByRole('link', { name: t('common:addTransaction'), exact: true })
      .click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    // The headless shell may open the tab before its navigation can be observed, so the tab itself is asked.
    await tab.waitForFunction(() => location.pathname === '/transactions/new');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

// Before the page is opened: a pointer or a scroll loads them ahead.
async function holdChunks(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(ofIslands, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

test('the pointer at its link loads the dialog @javascript', async ({ page, person }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const hasDialog = () => requested.some((url) => url.endsWith(DIALOG));
  await setProfile(person, { preferences: { performance_mode: 'battery' } });
  await page.goto('/transactions');
  const link = page.locator('.page-head [data-transaction=add]');
  await untilQuiet(page, () => link.hover());
  expect(hasDialog()).toBe(false);
  await setProfile(person, { preferences: { performance_mode: 'auto' } });
  await untilQuiet(page, () => page.goto('/transactions'));
  expect(hasDialog()).toBe(false);
  await link.hover();
  await expect.poll(hasDialog).toBe(true);
});

test('a pointer that rests loads nothing ahead, one that moves does @javascript', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const hasDialog = () => requested.some((url) => url.endsWith(DIALOG));
  await untilQuiet(page, () => page.goto('/transactions'));
  // As browsers do for the pointer over an opening page.
  await page.evaluate(() => {
    document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    return new Promise((done) => requestIdleCallback(done));
  });
  expect(hasDialog()).toBe(false);
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 300);
  await expect.poll(hasDialog).toBe(true);
});

test('full performance loads the dialog ahead @javascript', async ({ page, person }) => {
  const hasDialog = () =>
    page.evaluate(
      (file) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(file)),
      DIALOG,
    );
  await untilQuiet(page, () => page.goto('/'));
  expect(await hasDialog()).toBe(false);
  await setProfile(person, { preferences: { performance_mode: 'high' } });
  await page.goto('/');
  await expect.poll(hasDialog).toBe(true);
});
