import type { Locator, Page } from '@playwright/test';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { rowAction } from '../support/row-menu.ts';
import { TODAY } from '../support/today.ts';
import { record, repeat } from '../support/transactions.ts';

const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);

const { money } = formatter('ILS', DEFAULT_PREFERENCES);

const COFFEE = { amount: 12.5, description: 'קפה Coffee', time: '12:00' };
const TEA = { amount: 8, description: 'Tea', time: '11:00' };

const rowOf = (page: Page, description: string) => page.locator('tbody tr').filter({ hasText: description });
const cell = (page: Page, description: string, name: string) =>
  rowOf(page, description).locator(`[data-edit=${name}]`);
const focused = (page: Page) => page.locator(':focus');
const field = (page: Page) => page.locator('.cell-editor .input');
const toast = (page: Page) => page.locator('.toast');

/** The server's own answer to a failure. */
const OWN_ERROR = {
  status: 500,
  headers: { 'x-request-id': '1' },
  json: { success: false, error: { code: 'SERVER_ERROR', message: 'It failed.' } },
};

async function openByKeyboard(page: Page): Promise<void> {
  await page.goto('/transactions');
  await page.locator('.row-link').first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.locator('.row-link').first()).toBeFocused();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
}

inEachLanguage(({ t, language }) => {
  const ahead = language === 'he' ? 'ArrowLeft' : 'ArrowRight';
  const back = language === 'he' ? 'ArrowRight' : 'ArrowLeft';
  const changing = (name: 'amount' | 'category') =>
    t(`transactions:cell.change.${name}`, { value: '' }).trim();

  test.describe('the cells of the list', { tag: '@javascript' }, () => {
    // A conflict, and a lost connection.
    test.use({ provoked: /409|500|ERR_FAILED/ });

    test('are changed in place by the keyboard, and changed back @once', async ({ page, person }) => {
      await record(person, [COFFEE, TEA]);
      await openByKeyboard(page);
      await expect(page.locator('.cell-keys')).toHaveText(
        t('list:inPlace.keys.row', { arrow: language === 'he' ? '←' : '→' }),
      );
      await expect(page.getByRole('table')).toHaveCount(1);

      await test.step('the arrow keys move between cells and rows', async () => {
        await page.keyboard.press('F2');
        await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${changing('category')}`));
        await expect(focused(page)).toHaveRole('button');
        await page.keyboard.press('ArrowDown');
        await expect(rowOf(page, TEA.description).locator(':focus')).toHaveCount(1);
        await page.keyboard.press('End');
        await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${changing('amount')}.*8.00`));
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Home');
        await expect(page.locator('.row-link').first()).toBeFocused();
        await page.keyboard.press(ahead);
        await page.keyboard.press(back);
        await expect(page.locator('.row-link').first()).toBeFocused();
        await page.keyboard.press('End');
        await page.keyboard.press('Escape');
        await expect(page.locator('.row-link').first()).toBeFocused();
        await expect(page.locator('.cell-button')).toHaveCount(0);
      });

      await test.step('Escape leaves the value, and a refused one stays with the message of the form', async () => {
        await page.keyboard.press('F2');
        await expect(page.locator('.cell-button')).toBeFocused();
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await expect(field(page)).toHaveValue('12.50');
        await page.keyboard.type('99');
        await page.keyboard.press('Escape');
        await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${changing('amount')}.*12.50`));
        await page.keyboard.press('F2');
        await page.keyboard.type('twelve');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('alert').filter({ hasText: t('errors:amountNumber') })).toBeVisible();
        await expect(field(page)).toBeFocused();
        await expect(field(page)).toHaveValue('twelve');
        await field(page).fill('1.200');
        await page.keyboard.press('Enter');
        const asked = t('errors:amountAmbiguous', {
          thousands: '1,200.00',
          decimals: '1.20',
          typedThousands: '1200',
          typedDecimals: '1.2',
        });
        await expect(page.getByRole('alert').filter({ hasText: asked })).toBeVisible();
        await expect(field(page)).toHaveValue('1.200');
      });

      await test.step('the row and the totals follow, and the focus stays', async () => {
        await field(page).fill('₪1,234.5');
        await page.keyboard.press('Enter');
        await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(123450));
        await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${changing('amount')}.*1,234.50`));
        await expect(page.locator('.totals')).toContainText(money(124250));
        await expect(toast(page)).toHaveCount(1);
        await expect(toast(page)).toContainText('1,234.50');
        await expect(toast(page)).toContainText('12.50');
      });

      await test.step('Undo stays beside what the cell shows when the arrow keys come back to it', async () => {
        await page.keyboard.press('ArrowDown');
        await expect(rowOf(page, TEA.description).locator('.cell-button')).toBeFocused();
        await page.keyboard.press('ArrowUp');
        await expect(cell(page, COFFEE.description, 'amount').locator('.cell-button')).toBeFocused();
        await expect(cell(page, COFFEE.description, 'amount').locator('> input')).toHaveCount(1);
        await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${changing('amount')}.*1,234.50`));
      });

      await test.step('Undo is the next stop, and sets the old value back', async () => {
        await page.keyboard.press('Tab');
        await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${t('common:undo')}`));
        await page.keyboard.press('Enter');
        await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(1250));
        await expect(page.locator('.totals')).toContainText(money(2050));
        await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${changing('amount')}.*12.50`));
      });

      await test.step('Tab saves and goes on to the next cell', async () => {
        await page.keyboard.press('Home');
        await expect(page.locator('.row-link').first()).toBeFocused();
        await page.keyboard.press('F2');
        await expect(page.locator('.cell-button')).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(field(page)).toBeFocused();
        await page.keyboard.press('ArrowDown');
        const chosen = await field(page).locator('option:checked').textContent();
        await field(page).press('Tab');
        await expect(cell(page, COFFEE.description, 'category')).toHaveText(chosen ?? '');
        await expect(page.locator('.cell-button')).toBeFocused();
        await expect(cell(page, COFFEE.description, 'category').locator('.cell-button')).toHaveCount(0);
        const offer = page.locator('.toast').getByRole('link', { name: t('rules:make') });
        await expect(offer).toHaveAttribute('href', /^\/rules\/new\?from=[\da-f-]{36}$/);
      });
      await expect(page.locator('body[data-same-page]')).toHaveCount(1);
    });

    test('are changed back by a press of the mouse on Undo beside them @once', async ({ page, person }) => {
      await record(person, [COFFEE, TEA]);
      await openByKeyboard(page);
      await page.keyboard.press('F2');
      await expect(page.locator('.cell-button')).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await field(page).fill('15');
      await page.keyboard.press('Enter');
      await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(1500));
      await expect(toast(page)).toHaveCount(1);
      await expect(cell(page, COFFEE.description, 'amount').locator('.cell-button')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(focused(page)).toHaveValue(t('common:undo'));
      await focused(page).click();
      await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(1250));
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('of one row are stored together without a connection @once', async ({ page, person }) => {
      const [coffee] = await record(person, [COFFEE]);
      await openByKeyboard(page);
      await page.route('**/api/v1/transactions/expense/*', (route) => route.abort());
      await page.keyboard.press('F2');
      await expect(page.locator('.cell-button')).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await field(page).fill('14');
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-offline-mark]')).toHaveText(t('offline:mark'));
      await expect(page.locator('.cell-button')).toBeFocused();
      await page.keyboard.press(back);
      await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${changing('category')}`));
      await page.keyboard.press('Enter');
      await field(page).selectOption({ index: 1 });
      await expect(page.locator('.cell-button')).toBeFocused();
      await page.unroute('**/api/v1/transactions/expense/*');
      await expect(page.locator('[data-offline-mark]')).toHaveCount(0);
      const { transaction } = await askApi<{ transaction: object }>(
        person,
        'GET',
        `/transactions/${coffee?.id}`,
      );
      expect(transaction).toMatchObject({ amount: 14, category_id: expect.any(String) });
    });

    test('keep what was entered when it cannot be saved @once', async ({ page, person }) => {
      const [coffee] = await record(person, [COFFEE]);
      await openByKeyboard(page);
      const edit = async (amount: string) => {
        await page.keyboard.press('F2');
        await expect(page.locator('.cell-button')).toBeFocused();
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await field(page).fill(amount);
        await page.keyboard.press('Enter');
      };

      await test.step('without a connection it waits, and is shown once it was sent', async () => {
        await page.route('**/api/v1/transactions/expense/*', (route) => route.abort());
        await edit('14');
        await expect(page.locator('[data-offline-mark]')).toHaveText(t('offline:mark'));
        await expect(page.locator('.cell-button')).toBeFocused();
        await page.unroute('**/api/v1/transactions/expense/*');
        await expect(page.locator('[data-offline-mark]')).toHaveCount(0);
        await page.keyboard.press('Home');
        await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(1400));
      });

      await test.step('when the server fails, at its field', async () => {
        await page.route('**/api/v1/transactions/expense/*', (route) => route.fulfill(OWN_ERROR));
        await edit('15');
        await expect(page.locator('#cell-error')).toHaveText('It failed.');
        await expect(field(page)).toBeFocused();
        await expect(field(page)).toHaveValue('15');
        await page.unroute('**/api/v1/transactions/expense/*');
        await page.keyboard.press('Enter');
        await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(1500));
      });

      await test.step('after a change elsewhere, which the undo leaves alone', async () => {
        await expect(page.locator('.toast-success')).toHaveCount(1);
        await askApi(person, 'PUT', `/transactions/expense/${coffee?.id}`, { amount: 20 });
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(page.locator('.toast-error')).toContainText(
          t('list:inPlace.undoStale', { about: `\u2068${COFFEE.description}\u2069` }),
        );
        await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(2000));
        await expect(page.locator('.cell-button')).toBeFocused();
      });

      await test.step('after a change elsewhere, which the form compares', async () => {
        await page.keyboard.press('Enter');
        await expect(field(page)).toHaveValue('20.00');
        await askApi(person, 'PUT', `/transactions/expense/${coffee?.id}`, { amount: 30 });
        await field(page).fill('25');
        await page.keyboard.press('Enter');
        await expect(page.locator('#cell-error')).toHaveText(t('list:inPlace.conflict'));
        await expect(field(page)).toHaveValue('25');
        await page.keyboard.press('Tab');
        await expect(focused(page)).toHaveText(t('list:inPlace.compare'));
        await page.keyboard.press('Enter');
        const versions = page.getByRole('dialog').locator('.versions');
        await expect(versions).toContainText('30.00');
        await expect(versions).toContainText('25.00');
        await page
          .getByRole('button', { name: t('transactions:conflict.saveMine') })
          .last()
          .click();
        await expect(cell(page, COFFEE.description, 'amount')).toContainText(money(2500));
      });
    });

    test('are changed by a double press, of a series only one @once', async ({ page, person }) => {
      await repeat(person, { name: COFFEE.description, amount: 12.5, interval_type: 'monthly' });
      await page.goto('/transactions?status=upcoming');
      const amount = page.locator('[data-edit=amount]').first();
      // The row's link covers its cells. The script is loaded once it explains a double press.
      await expect(async () => {
        await page.locator('h1').hover();
        await amount.hover({ force: true });
        await expect(page.locator('.row-link[title]')).toHaveCount(1, { timeout: 500 });
      }).toPass();
      await amount.dblclick({ force: true });
      await field(page).fill('15');
      await page.keyboard.press('Enter');
      await expect(amount).toContainText(money(1500));
      await expect(page.locator('[data-edit=amount]').nth(1)).toContainText(money(1250));
      const part = t('list:inPlace.onlyThis', { done: '' });
      await expect(toast(page)).toContainText(part.replace(/^[. ]+/, ''));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await amount.click({ force: true });
      await expect(page.getByRole('dialog')).toBeVisible();
    });

    test('are changed by a slow double press @once', async ({ page, person }) => {
      await record(person, [COFFEE]);
      await page.goto('/transactions');
      const amount = page.locator('[data-edit=amount]');
      await expect(async () => {
        await page.locator('h1').hover();
        await amount.hover({ force: true });
        await expect(page.locator('.row-link[title]')).toHaveCount(1, { timeout: 500 });
      }).toPass();
      const box = await amount.boundingBox();
      if (!box) throw new Error('no cell');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const session = await page.context().newCDPSession(page);
      const start = Date.now() / 1000;
      // At once, because a busy machine would take longer between them than a press waits for the next.
      await Promise.all(
        [0, 0.9].flatMap((seconds, index) =>
          (['mousePressed', 'mouseReleased'] as const).map((type) =>
            session.send('Input.dispatchMouseEvent', {
              type,
              x,
              y,
              button: 'left',
              clickCount: index + 1,
              timestamp: start + seconds,
            }),
          ),
        ),
      );
      await expect(field(page)).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('are selected by dragging @once', async ({ page, person }) => {
      await record(person, [COFFEE]);
      await page.goto('/transactions');
      const name = page.locator('.row-link bdi');
      await expect(async () => {
        await page.locator('h1').hover();
        await page.locator('[data-edit=amount]').hover({ force: true });
        await expect(page.locator('.row-link[title]')).toHaveCount(1, { timeout: 500 });
      }).toPass();
      const isRtl = (await page.evaluate(() => document.dir)) === 'rtl';
      const select = async (text: Locator, beside: number) => {
        const box = await text.boundingBox();
        if (!box) throw new Error('no text');
        const middle = box.y + box.height / 2;
        const [left, right] = [box.x + 1, box.x + box.width - 1];
        await page.mouse.move(isRtl ? left - beside : right + beside, middle);
        await page.mouse.down();
        await page.mouse.move(isRtl ? right : left, middle, { steps: 4 });
        await page.mouse.up();
        const selected = (await page.evaluate(() => getSelection()?.toString())) ?? '';
        expect(selected.trim().length).toBeGreaterThan(3);
        expect(await text.textContent()).toContain(selected.trim());
        await expect(page.getByRole('dialog')).toHaveCount(0);
      };
      await select(page.locator('[data-edit=amount] bdi'), 0);
      // Browsers start no selection on a link itself.
      await select(name, 15);
      const row = await page.locator('.ledger tbody tr:not(.day)').boundingBox();
      const box = await name.boundingBox();
      if (!row || !box) throw new Error('no row');
      await page.mouse.click(isRtl ? box.x - 20 : box.x + box.width + 20, row.y + row.height / 2);
      await expect(page.getByRole('dialog')).toBeVisible();
    });

    test('have the date in the menu of the row @once', async ({ page, person }) => {
      const others = Array.from({ length: 12 }, (_, at) => ({ amount: 1, description: `Tea ${at}` }));
      await record(person, [...others, COFFEE]);
      await page.goto('/transactions');
      await (await rowAction(page, t, COFFEE.description, t('list:bulkShort.date'))).click();
      await expect(field(page)).toHaveValue(written(TODAY));
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto('/transactions');
      await (await rowAction(page, t, COFFEE.description, t('list:bulkShort.date'))).click();
      const keys = page.locator('.cell-keys');
      await expect(keys).toBeVisible();
      await keys.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      const [end, bar] = await Promise.all([
        keys.evaluate((element) => element.getBoundingClientRect().bottom),
        page.locator('.phone-bar').evaluate((element) => element.getBoundingClientRect().top),
      ]);
      expect(end, 'not under the bar').toBeLessThanOrEqual(bar);
      await field(page).fill('');
      await page.keyboard.press('Enter');
      await expect(page.locator('#cell-error')).toHaveText(t('errors:dateRequired'));
      await field(page).fill('1999-01-01');
      await page.keyboard.press('Enter');
      await expect(page.locator('#cell-error')).toHaveText(t('errors:datePast'));
      await page.keyboard.press('Escape');
      await expect(rowOf(page, COFFEE.description).locator(':focus')).toHaveCount(1);
    });
  });
});
