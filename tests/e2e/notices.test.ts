import type { Page } from '@playwright/test';
import { askApi } from '../support/ask-api.ts';
import { expect, IN_MOTION, test } from '../support/browser.ts';
import { isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts, stopClock } from '../support/passing-time.ts';
import { rowAction } from '../support/row-menu.ts';
import { countTransactions, record, repeat, transactionsOf } from '../support/transactions.ts';

const NAMES = ['קפה cappuccino', 'Noa לחם'];

test.use(IN_MOTION);

inEachLanguage(({ t, language }) => {
  const undo = (page: Page) => page.getByRole('button', { name: t('common:undo'), exact: true });
  const retry = (page: Page) =>
    page.locator('.toast-error').getByRole('button', { name: t('common:retry'), exact: true });
  const stay = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  const samePage = (page: Page) => page.locator('body[data-same-page]');
  const skip = async (page: Page, name: string) =>
    (await rowAction(page, t, name, t('recurring:skip'))).click();
  const removeAtOnce = async (page: Page, name: string) => {
    await (await rowAction(page, t, name, t('common:delete'))).press('Enter');
    await expect(undo(page)).toBeVisible();
  };

  test.describe('a notice', { tag: '@javascript' }, () => {
    test('covers no control at any size of screen and text', async ({ page, person }) => {
      const many = Array.from({ length: 8 }, (_, at) => ({ amount: 5, description: `שורה row ${at}` }));
      await record(person, many);
      await page.goto('/transactions');
      await removeAtOnce(page, 'שורה row 4');
      for (const [width, height, text] of [
        [1280, 800, '100%'],
        [360, 740, '100%'],
        [320, 640, '100%'],
        [320, 640, '200%'],
        [768, 500, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(async (size) => {
          document.documentElement.style.fontSize = size;
          // The room for the notice follows after the screen has been drawn.
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        }, text);
        const place = `${width}×${height}, ${text}`;
        expect(await page.evaluate(coveredControls), place).toEqual([]);
        await page.locator('h1').evaluate((title) => title.scrollIntoView());
        await page.locator('h1').click();
        for (let stop = 0; stop < 40; stop += 1) {
          await page.keyboard.press('Tab');
          expect(await page.evaluate(focusedIsCovered), place).toBeNull();
        }
      }
      await expect(undo(page)).toBeVisible();
    });

    test('widens no page of a narrow phone, and has a short button', async ({ page, person }) => {
      const width = 320;
      await page.setViewportSize({ width, height: 740 });
      await repeat(person, { name: 'שכירות Rent', amount: 12.5, interval_type: 'monthly' });
      await record(person, [
        { amount: 5, description: 'Tea' },
        { amount: 6, description: 'קפה' },
      ]);
      const expectFits = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      };
      const expectShortButton = async () => {
        await page.keyboard.press('Tab');
        const near = page.locator('[data-near]:focus');
        await expect(near).toHaveValue(t('common:undo'));
        await expect(near).toHaveAccessibleName(new RegExp(`^${t('common:undo')}: .+`));
        const { x, width: wide } = (await near.boundingBox()) ?? { x: -1, width: 0 };
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
        await expectFits();
      };
      await page.goto('/recurring');
      await (await rowAction(page, t, 'שכירות Rent', t('recurring:manager.pause'))).click();
      await expect(undo(page)).toBeVisible();
      await expectFits();
      await expectShortButton();
      await page.goto('/transactions');
      await removeAtOnce(page, 'Tea');
      await expectFits();
      await expectShortButton();
    });

    test('stands at the end of a wide page, and in the middle of a phone, above its bar', async ({
      page,
      person,
    }) => {
      await record(person, [{ amount: 5, description: 'Tea' }]);
      await page.goto('/transactions');
      await removeAtOnce(page, 'Tea');
      const places = async () => {
        const toast = await page.locator('.toast').boundingBox();
        const { x = 0, y = 0, width = 0, height = 0 } = toast ?? {};
        return { left: x, right: (page.viewportSize()?.width ?? 0) - x - width, bottom: y + height };
      };
      await page.setViewportSize({ width: 1280, height: 800 });
      const wide = await places();
      expect(language === 'he' ? wide.left : wide.right).toBeLessThan(100);
      await page.setViewportSize({ width: 600, height: 740 });
      await expect.poll(places).toMatchObject({ bottom: expect.any(Number) });
      const { left, right, bottom } = await places();
      expect(Math.abs(left - right)).toBeLessThan(2);
      expect(bottom).toBeLessThanOrEqual((await page.locator('.phone-bar').boundingBox())?.y ?? 0);
    });

    test('has its cross in the corner, and few lines', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 740 });
      await page.goto('/transactions');
      await page.locator('#quick-entry').fill('45.90 coffee yesterday');
      await page.locator('#quick-entry').press('Enter');
      const notice = page.locator('.toast');
      await expect(notice).toContainText('−\u2060₪45.90');
      const cross = notice.getByRole('button', { name: t('common:close') });
      const [box, corner] = await Promise.all([notice.boundingBox(), cross.boundingBox()]);
      if (!box || !corner) throw new Error('The notice is not shown.');
      expect(corner.y - box.y).toBeLessThan(8);
      expect(box.height).toBeLessThan(150);
    });

    test('stays as long as its kind @once', async ({ page }) => {
      await page.goto('/');
      await stopClock(page);
      const say = (kind: string, text = kind) =>
        page.evaluate((detail) => dispatchEvent(new CustomEvent('toast', { detail })), { kind, text });
      const shown = page.locator('.toast-text');
      const kinds = ['success', 'info', 'warning', 'error'];
      for (const kind of kinds) await say(kind);
      await expect(shown).toHaveCount(4);
      await page.clock.runFor(2000);
      await expect(shown.filter({ hasText: 'success' })).toHaveCount(0);
      await expect(shown).toHaveCount(3);
      await page.clock.runFor(2000);
      await page.clock.runFor(60_000);
      await expect(shown).toHaveCount(2);
      // A toast replaces an earlier one of its kind.
      for (let more = 0; more < 25; more += 1) await say('error', `error ${more}`);
      await expect(shown).toHaveText(['warning', 'error 24']);
      // On a phone, one is shown at a time: the latest, and then the one before.
      await page.setViewportSize({ width: 360, height: 640 });
      await expect(shown.filter({ visible: true })).toHaveText(['error 24']);
      await page.locator('.toast:visible .button-icon').click();
      await expect(shown.filter({ visible: true })).toHaveText(['warning']);
    });

    test('says what is waited for, and after 30 s that it takes long @once', async ({ page, person }) => {
      const id = await repeat(person, { name: 'Rent', amount: 12.5, interval_type: 'monthly' });
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/pause', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`/recurring/${id}`);
      await stopClock(page);
      const pause = page.getByRole('button', { name: t('recurring:manager.pause'), exact: true });
      await pause.click();
      await expect(page.locator('form[aria-busy=true]')).toHaveCount(1);
      await page.clock.runFor(2000);
      await expect(page.locator('.toast-loading')).toContainText(t('recurring:manager.pause'));
      await page.clock.runFor(30_000);
      await expect(page.locator('.toast-text')).toHaveText(t('failures:late'));
      await expect(page.locator('[data-toasts] [role=alert] .toast-warning')).toHaveCount(1);
      release();
      await expect(page.locator('.toast-text')).toContainText('Rent');
      await expect(page.locator('.toast-text')).toHaveCount(1);
    });

    test('is a flash where a script has led to another page @once', async ({ page, person }) => {
      const many = Array.from({ length: 12 }, (_, at) => ({ amount: 5, description: `row ${at}` }));
      await record(person, many);
      await page.goto('/transactions');
      await page.getByLabel(t('list:selectPage'), { exact: true }).click();
      await page.getByRole('button', { name: t('list:bulkOperation.delete'), exact: true }).click();
      await page.getByRole('button', { name: t('list:bulkConfirm.delete') }).click();
      await expect(page).toHaveURL('/transactions');
      await expect(page.locator('.flash > p')).toHaveText(t('transactions:bulkDeleteSuccess', { count: 12 }));
      await expect(page.locator('.flash')).toBeFocused();
      await expect(page.locator('.toast')).toHaveCount(0);
      await stay(page);
      const said = await noteTexts(page, '.toast-text');
      await undo(page).click();
      await expect.poll(said).toContain(t('list:restored', { count: 12 }));
      await expect(page.locator('.flash')).toHaveCount(0);
      await expect(samePage(page)).toHaveCount(1);
      expect(await countTransactions(person)).toBe(12);
    });
  });

  test('a sentence has the direction of the page', async ({ page, person }, { project }) => {
    for (const name of NAMES) await repeat(person, { name, amount: 12.5, interval_type: 'monthly' });
    for (const name of NAMES) {
      await page.goto('/transactions?status=upcoming');
      await skip(page, name);
      const words = page.locator(isPlain(project) ? '.flash > p' : '.toast-text');
      await expect(words).toContainText(`\u2068${name}\u2069`);
      await expect(words).toHaveCSS('direction', language === 'he' ? 'rtl' : 'ltr');
      await undo(page).click();
      await expect(words).toHaveText(t('list:restoredNamed', { name, count: 1 }));
    }
  });

  test.describe('without leaving the page', { tag: '@javascript' }, () => {
    test.use({ provoked: /ERR_FAILED|409/ });

    test('what a flash offers is undone @once', async ({ page, person }) => {
      const [coffee] = await record(person, [{ amount: 5, description: 'קפה' }]);
      await page.goto(`/transactions/${coffee?.id}/delete`);
      await page.getByRole('button', { name: t('common:delete') }).click();
      await expect(page.locator('.flash')).toBeFocused();
      await stay(page);
      await page.keyboard.press('Tab');
      await expect(undo(page)).toBeFocused();
      const said = await noteTexts(page, '.toast-text');
      await page.keyboard.press('Enter');
      await expect.poll(said).toContain(t('list:restoredNamed', { name: 'קפה', count: 1 }));
      await expect(page.locator('.row-link')).toHaveText(['קפה']);
      await expect(page.locator('.flash')).toHaveCount(0);
      await expect(page.locator('main')).toBeFocused();
      await expect(samePage(page)).toHaveCount(1);
    });

    test('what was changed since is not taken back @once', async ({ page, person }) => {
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=amount]').fill('5');
      await dialog.locator('[name=description]').fill('קפה Noa');
      await dialog.getByRole('button', { name: t('transactions:form.saveAnother') }).click();
      await expect(dialog.getByRole('status')).toContainText('קפה Noa');
      const [added] = await transactionsOf(person);
      await askApi(person, 'PUT', `/transactions/expense/${added?.id}`, { type: 'income' });
      await dialog.getByRole('button', { name: t('common:undo') }).click();
      await expect(dialog.getByRole('status')).toHaveText(
        t('transactions:undoAdd.changed', { name: 'קפה Noa' }),
      );
      expect(await countTransactions(person)).toBe(1);
    });

    for (const lost of ['request', 'answer'] as const)
      test(`an act whose ${lost} is lost is done once @once`, async ({ page, person }) => {
        await repeat(person, { name: 'שכירות Rent', amount: 12.5, interval_type: 'monthly' });
        await page.goto('/transactions?status=upcoming');
        const rows = page.locator('.row-link');
        const ahead = await rows.count();
        await stay(page);
        await page.route('**/transactions/bulk', async (route) => {
          if (lost === 'answer') await route.fetch({ maxRedirects: 0 });
          await route.abort();
        });
        await skip(page, 'שכירות Rent');
        await expect(page.locator('.toast-error')).toContainText(t('failures:connectionFailed'));
        await expect(page.locator('.toast-error')).toContainText('שכירות Rent');
        await expect(rows).toHaveCount(ahead);
        await expect(page.locator('.row-panel :focus')).toHaveCount(1);
        await page.keyboard.press('Tab');
        await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${t('common:retry')}: `));
        await page.keyboard.press('Enter');
        await expect(retry(page)).toHaveCount(1);
        await page.unroute('**/transactions/bulk');
        await retry(page).click();
        const [, said = ''] = t('recurring:upcoming.skipped', { name: '', date: '|' }).split('\u2069');
        await expect(page.locator('.toast-text')).toContainText(said.split('|')[0] ?? '');
        await expect(page.locator('.toast-error')).toHaveCount(0);
        await expect(rows).toHaveCount(ahead - 1);
        await expect(samePage(page)).toHaveCount(1);
        await undo(page).click();
        await expect(rows).toHaveCount(ahead);
        await expect(page.locator('.row-link:focus')).toHaveCount(1);
      });
  });

  test('what is said on another page is still said there @javascript @once', async ({ page, person }) => {
    const id = await repeat(person, { name: 'Rent', amount: 12.5, interval_type: 'monthly' });
    await page.goto(`/recurring/${id}`);
    await askApi(person, 'DELETE', `/transactions/templates/${id}`);
    await page.getByRole('button', { name: t('recurring:manager.pause'), exact: true }).click();
    await expect(page).toHaveURL('/recurring');
    await expect(page.locator('.flash > p')).toHaveText(t('recurring:manager.gone'));
    await expect(page.locator('.toast')).toHaveCount(0);
  });

  test('undoing a skip says when its series has been deleted since', async ({ page, person }, {
    project,
  }) => {
    const name = 'שכירות Rent';
    const id = await repeat(person, { name, amount: 12.5, interval_type: 'monthly' });
    await page.goto('/transactions?status=upcoming');
    await skip(page, name);
    const words = page.locator(isPlain(project) ? '.flash > p' : '.toast-text');
    await expect(words).toContainText(name);
    await askApi(person, 'DELETE', `/transactions/templates/${id}`);
    await undo(page).click();
    await expect(words).toHaveText(
      `${t('list:restoredNamed', { name, count: 1 })}. ${t('list:restoredLeft')}`,
    );
    await expect(page.locator('.row-link')).toHaveText([name]);
  });
});

/** Runs in the page: controls whose start cannot be scrolled out from under a notice. */
function coveredControls(): string[] {
  const region = document.querySelector('[data-toasts]');
  const controls = [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')];
  const visible = controls.filter(
    (one) =>
      !region?.contains(one) && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  return visible.flatMap((one) => {
    one.scrollIntoView({ block: 'start', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
    return over?.closest('.toast') ? [one.outerHTML.slice(0, 200)] : [];
  });
}

/**
 * Runs in the page: the focus, if a notice covers any of it, or all of it where it is taller than the rest of the
 * screen.
 */
function focusedIsCovered(): string | null {
  const { activeElement: focused } = document;
  const region = document.querySelector('[data-toasts]');
  if (!focused || !region || focused === document.body || region.contains(focused)) return null;
  const [box, over] = [focused.getBoundingClientRect(), region.getBoundingClientRect()];
  const isBeside = box.right <= over.left || box.left >= over.right;
  if (isBeside || box.bottom <= over.top || box.top >= over.bottom) return null;
  const above = over.top - Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  return box.height <= above || box.top >= over.top ? focused.outerHTML.slice(0, 200) : null;
}
