import type { Page } from '@playwright/test';
import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { expectFitDoubled } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

const WIDTHS = [320, 360, 640, 768, 1024, 1280, 1920];

const YEAR = Array.from({ length: 40 }, (_, place) => ({
  amount: 40 + place,
  description: `Shop ${place}`,
  date: plusDays(TODAY, -9 * place),
}));

inEachLanguage(({ t }) => {
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  test.describe('the dashboard', () => {
    test('takes a new transaction in place @javascript @once', async ({ page, person }) => {
      await record(person, YEAR);
      await page.goto('/');
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
      const day = card(page, t('dashboard:day')).getByRole('row', { name: t('dashboard:day.daily') });
      await expect(day).toContainText('₪40.00');
      await page.locator('#day').fill(plusMonths(TODAY, -1));
      await page.locator('#quick-entry').fill('1000 זברה');
      await page.locator('#quick-entry').press('Enter');
      await expect(card(page, t('dashboard:latest')).locator('.row-link').first()).toHaveText('זברה');
      await expect(day).toContainText('₪1,040.00');
      await expect(card(page, t('dashboard:spending')).locator('tbody .numeric').first()).toContainText(
        '₪1,',
      );
      await expect(card(page, t('dashboard:pace'))).toContainText(t('dashboard:pace.ahead'));
      await expect(card(page, t('dashboard:attention'))).toContainText('12');
      await expect(page.locator('#day')).toHaveValue(plusMonths(TODAY, -1));
      await expect(page.locator('body[data-same-page]')).toHaveCount(1);
    });

    test('leads from a chosen day to its list and back to today', async ({ page, person }) => {
      await record(person, YEAR);
      await page.goto('/');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1200);
      const panel = card(page, t('dashboard:day'));
      await page.locator('#day').fill(plusDays(TODAY, -9));
      await panel.getByRole('button', { name: t('common:show') }).click();
      await expect(page).toHaveURL(new RegExp(`date=${plusDays(TODAY, -9)}`));
      const day = panel.getByRole('row', { name: t('dashboard:day.daily') });
      await expect(day.getByRole('link')).toHaveText(['₪0.00', '₪41.00', '−₪41.00']);
      await day.getByRole('link').nth(1).click();
      await expect(page.locator('.row-link')).toHaveText(['Shop 1']);
      await page.goBack();
      await panel.getByRole('link', { name: t('dashboard:day.today') }).click();
      await expect(page.locator('#day')).toHaveValue(TODAY);
      await expect(day.getByRole('link')).toHaveText(['₪0.00', '₪40.00', '−₪40.00']);
    });

    test('and the analytics have room for doubled text @javascript', async ({ page, person }) => {
      await record(person, [...YEAR, { amount: 987_654.32, description: 'דירה', date: plusDays(TODAY, 3) }]);
      for (const path of [
        '/',
        '/analytics',
        '/analytics/spending',
        '/analytics/cash-flow',
        '/analytics/health',
      ]) {
        await page.goto(path);
        await expectFitDoubled(page);
      }
    });

    test('has no holes and nothing beside the page at any width', async ({ page, person }) => {
      await record(person, [
        ...YEAR,
        ...Array.from({ length: 12 }, () => ({ amount: 987_654.32, type: 'income', description: 'ירושה' })),
        { amount: 987_654.32, description: 'דירה' },
      ]);
      await page.goto('/');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const found = await page.evaluate(() => {
          const text = document.createRange();
          const amounts = document.querySelectorAll('.amount-hero bdi, .home-periods td bdi');
          const broken = [...amounts].flatMap((amount) => {
            text.selectNodeContents(amount);
            const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
            return lines.size > 1 ? [amount.textContent] : [];
          });
          const cards = [...document.querySelectorAll('.home .card')];
          const wide = Math.max(...cards.map((one) => one.scrollWidth - one.clientWidth));
          return { wide, broken, page: document.documentElement.scrollWidth - innerWidth };
        });
        expect(found, `${width} pixels`).toEqual({ wide: 0, broken: [], page: 0 });
        await expectCovered(page);
      }
    });

    for (const count of [0, 1, 3])
      test(`has no holes with ${count} transactions`, async ({ page, person }) => {
        await record(person, YEAR.slice(0, count));
        await page.goto('/');
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await expectCovered(page);
          const empty = await page
            .locator('main .card')
            .filter({ has: page.locator('.home-latest, ol') })
            .evaluateAll((cards) =>
              cards.map((one) => {
                const [last] = [...one.querySelectorAll('tr, li')].reverse();
                return one.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0);
              }),
            );
          expect(empty).toHaveLength(Math.min(count, 1) + 1);
          expect(Math.max(...empty), `${width} pixels`).toBeLessThan(80);
        }
      });
  });
});

/** Cards and the gaps beside them must cover the whole dashboard. */
async function expectCovered(page: Page): Promise<void> {
  const GAP = 8;
  const holes = await page.locator('.home').evaluate((home, gap) => {
    const cards = [...home.querySelectorAll('.card')].map((one) => one.getBoundingClientRect());
    const { left, right, top, bottom } = home.getBoundingClientRect();
    const gaps: string[] = [];
    for (let x = left + gap; x < right; x += 40)
      for (let y = top + gap; y < bottom; y += 40)
        if (
          !cards.some(
            (card) =>
              x >= card.left - gap - 1 &&
              x <= card.right + gap + 1 &&
              y >= card.top - gap - 1 &&
              y <= card.bottom + gap + 1,
          )
        )
          gaps.push(`${x}, ${y}`);
    return gaps;
  }, GAP);
  expect(holes, `${page.viewportSize()?.width} pixels`).toEqual([]);
}
