import type { Page } from '@playwright/test';
import { localNow, plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { expectAccessible, expectFitDoubled } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

const WIDTHS = [320, 360, 640, 768, 1024, 1280, 1920];
// Where the browser is.
const today = localNow(new Date(), 'Asia/Jerusalem').date;

/** A year with a purchase every nine days. */
const YEAR = Array.from({ length: 40 }, (_, place) => ({
  amount: 40 + place,
  description: `Shop ${place}`,
  date: plusDays(today, -9 * place),
}));

inEachLanguage(({ t }) => {
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  test.describe('the dashboard', () => {
    test('takes a new transaction and all of its figures in place', {
      tag: ['@javascript', '@once'],
    }, async ({ page, login, server }) => {
      const person = await login();
      await record(server, person, YEAR);
      await page.goto('/');
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
      const day = card(page, t('dashboard:day')).getByRole('row', { name: t('dashboard:day.daily') });
      await expect(day).toContainText('₪40.00');
      await page.locator('#day').fill(plusMonths(today, -1));
      await page.locator('#quick-entry').fill('1000 זברה');
      await page.locator('#quick-entry').press('Enter');
      await expect(card(page, t('dashboard:latest')).locator('.row-link').first()).toHaveText('זברה');
      await expect(day).toContainText('₪1,040.00');
      await expect(card(page, t('dashboard:spending')).locator('tbody .numeric').first()).toContainText(
        '₪1,',
      );
      await expect(card(page, t('dashboard:pace'))).toContainText(t('dashboard:pace.ahead'));
      await expect(card(page, t('dashboard:attention'))).toContainText('12');
      await expect(page.locator('#day')).toHaveValue(plusMonths(today, -1));
      await expect(page.locator('body[data-same-page]')).toHaveCount(1);
    });

    test('leads from a chosen day to its list and back to today', async ({ page, login, server }) => {
      await record(server, await login(), YEAR);
      await page.goto('/');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1200);
      const panel = card(page, t('dashboard:day'));
      await page.locator('#day').fill(plusDays(today, -9));
      await panel.getByRole('button', { name: t('dashboard:day.show') }).click();
      await expect(page).toHaveURL(new RegExp(`date=${plusDays(today, -9)}`));
      const day = panel.getByRole('row', { name: t('dashboard:day.daily') });
      await expect(day.getByRole('link')).toHaveText(['₪0.00', '₪41.00', '−₪41.00']);
      await day.getByRole('link').nth(1).click();
      await expect(page.locator('.row-link')).toHaveText(['Shop 1']);
      await page.goBack();
      await panel.getByRole('link', { name: t('dashboard:day.today') }).click();
      await expect(page.locator('#day')).toHaveValue(today);
      await expect(day.getByRole('link')).toHaveText(['₪0.00', '₪40.00', '−₪40.00']);
    });

    test('has no accessibility violation, with its months and a wrong date', {
      tag: '@javascript',
    }, async ({ page, login, server }) => {
      await record(server, await login(), YEAR);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      for (const [width, path] of [
        [1280, '/'],
        [1024, '/?date=2026-02-31'],
        [360, '/'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await page.getByText(t('dashboard:allMonths')).click();
        await expectAccessible(page);
      }
    });

    test('and the analytics have room for text of twice the size on a wide screen', {
      tag: '@javascript',
    }, async ({ page, login, server }) => {
      await record(server, await login(), [
        ...YEAR,
        { amount: 987_654.32, description: 'דירה', date: plusDays(today, 3) },
      ]);
      for (const path of ['/', '/analytics']) {
        await page.goto(path);
        await expectFitDoubled(page);
      }
    });

    test('has no holes and nothing beside the page at any width', async ({ page, login, server }) => {
      await record(server, await login(), [
        ...YEAR,
        ...Array.from({ length: 12 }, () => ({ amount: 987_654.32, type: 'income', description: 'ירושה' })),
        { amount: 987_654.32, description: 'דירה' },
      ]);
      await page.goto('/');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const found = await page.evaluate(() => {
          const home = document.querySelector('.home')?.getBoundingClientRect();
          const cards = [...document.querySelectorAll('.home .card')].map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return { left, right, top, bottom, wide: one.scrollWidth - one.clientWidth };
          });
          const text = document.createRange();
          const amounts = document.querySelectorAll('.amount-hero bdi, .home-periods td bdi');
          const broken = [...amounts].flatMap((amount) => {
            text.selectNodeContents(amount);
            const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
            return lines.size > 1 ? [amount.textContent] : [];
          });
          return { home, cards, broken, page: document.documentElement.scrollWidth - innerWidth };
        });
        expect(found.page, `${width} pixels`).toBeLessThanOrEqual(0);
        expect(Math.max(...found.cards.map(({ wide }) => wide)), `${width} pixels`).toBeLessThanOrEqual(0);
        expect(found.broken, `${width} pixels`).toEqual([]);
        const { cards, home } = found;
        if (!home) throw new Error('There is a grid.');
        // Cards and the gaps between them cover all of it.
        const GAP = 8;
        for (let x = home.left + GAP; x < home.right; x += 40)
          for (let y = home.top + GAP; y < home.bottom; y += 40)
            expect(
              cards.some(
                ({ left, right, top, bottom }) =>
                  x >= left - GAP - 1 && x <= right + GAP + 1 && y >= top - GAP - 1 && y <= bottom + GAP + 1,
              ),
              `${width} pixels: nothing at ${x}, ${y}`,
            ).toBe(true);
      }
    });
  });
});
