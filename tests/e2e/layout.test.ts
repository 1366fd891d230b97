import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { recordExamples } from '../support/screens.ts';
import { record, repeat } from '../support/transactions.ts';

const PHONE = { width: 360, height: 640 };
const TABLET = { width: 768, height: 800 };

inEachLanguage(({ t }) => {
  test('large totals stay within their card on a phone', { tag: '@javascript' }, async ({
    page,
    login,
    server,
  }) => {
    await record(server, await login(), [
      { amount: 987_654.32, type: 'income', description: 'ירושה' },
      { amount: 987_654.32, type: 'income', description: 'דירה' },
    ]);
    await page.setViewportSize(PHONE);
    await page.goto('/transactions');
    const totals = await boxOf(page.locator('.totals').first());
    for (const amount of await page.locator('.totals bdi').all()) {
      const { left, right, height } = await boxOf(amount);
      expect(left).toBeGreaterThanOrEqual(totals.left);
      expect(right).toBeLessThanOrEqual(totals.right);
      expect(height, 'two lines').toBeLessThan(40);
    }
  });

  test('the label of the search is visible in full on a phone', { tag: '@javascript' }, async ({
    page,
    login,
    server,
  }) => {
    await record(server, await login(), [{ amount: 1, description: 'קפה' }]);
    await page.setViewportSize(PHONE);
    await page.goto('/transactions');
    const label = page.locator('label', { hasText: t('list:search') });
    await expect(label).toBeVisible();
    const { left, right, height } = await boxOf(label);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(PHONE.width);
    expect(height, 'two lines').toBeLessThan(40);
    await expect(page.getByRole('searchbox', { name: t('list:search') })).toBeVisible();
  });

  test('the arrow of a list does not touch its border', { tag: '@javascript' }, async ({ page, login }) => {
    await login();
    await page.goto('/preferences');
    const field = page.locator('#theme_preference');
    const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
    const isRtl = await field.evaluate((select) => getComputedStyle(select).direction === 'rtl');
    // How far the colours of the last pixels within the border differ.
    const contrastAtEnd = async (pixels: number) => {
      const clip = { x: isRtl ? x + 2 : x + width - 2 - pixels, y: y + 4, width: pixels, height: height - 8 };
      const { channels } = await sharp(await page.screenshot({ clip })).stats();
      return Math.max(...channels.map(({ min, max }) => max - min));
    };
    expect(await contrastAtEnd(10)).toBe(0);
    expect(await contrastAtEnd(30)).toBeGreaterThan(100);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await contrastAtEnd(30)).toBeGreaterThan(100);
  });

  test('the floating button appears when the button of the page is out of view', {
    tag: '@javascript',
  }, async ({ page, login, server }) => {
    await recordExamples(server, await login());
    for (const size of [PHONE, TABLET]) {
      await page.setViewportSize(size);
      await page.goto('/transactions');
      const floating = page.locator('.fab');
      await expect(floating).toBeHidden();
      await page.evaluate(() => scrollTo(0, 9999));
      await expect(floating).toBeVisible();
      await floating.focus();
      await page.evaluate(() => scrollTo(0, 0));
      await expect(page.locator('.page-head .button-primary')).toBeInViewport();
      await expect(floating).toBeFocused();
    }
  });

  test('the actions of a recurring transaction are in one line at 768', { tag: '@javascript' }, async ({
    page,
    login,
    server,
  }) => {
    await repeat(server, await login(), { name: 'שכירות', amount: 4800, start_date: '2026-01-01' });
    await page.setViewportSize(TABLET);
    await page.goto('/recurring');
    const actions = page.locator('.cell-actions').getByRole('button').or(page.locator('.cell-actions a'));
    await expect(actions).toHaveCount(4);
    const tops = await Promise.all((await actions.all()).map(async (action) => (await boxOf(action)).top));
    expect(new Set(tops.map(Math.round)).size, tops.join(', ')).toBe(1);
    const [headers, cells] = await Promise.all(
      ['thead th', 'tbody :is(th, td)'].map((part) => starts(page, part)),
    );
    expect(cells?.slice(0, 3)).toEqual(headers?.slice(0, 3));
  });

  test('labels and lists of preferences are aligned, with hints or without', { tag: '@javascript' }, async ({
    page,
    login,
  }) => {
    await login();
    await page.goto('/preferences');
    const tops = async (name: string) => {
      const field = page.locator('.field').filter({ has: page.locator(`#${name}`) });
      return [(await boxOf(field.locator('.label'))).top, (await boxOf(field.locator('select'))).top];
    };
    await expect(
      page
        .locator('.field')
        .filter({ has: page.locator('#currency_preference') })
        .locator('.hint'),
    ).toBeVisible();
    expect(await tops('currency_preference')).toEqual(await tops('symbol_position'));
  });
});

interface Box {
  left: number;
  right: number;
  top: number;
  height: number;
}

function boxOf(element: Locator): Promise<Box> {
  return element.evaluate((found) => {
    const { left, right, top, height } = found.getBoundingClientRect();
    return { left, right, top, height };
  });
}

// Where the cells of a row begin.
function starts(page: Page, cells: string): Promise<number[]> {
  return page.locator(cells).evaluateAll((all) =>
    all.map((cell) => {
      const { left, right } = cell.getBoundingClientRect();
      return Math.round(getComputedStyle(cell).direction === 'rtl' ? right : left);
    }),
  );
}
