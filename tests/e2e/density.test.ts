import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import type { Person } from '../support/people.ts';
import { setProfile } from '../support/people.ts';
import { TODAY } from '../support/today.ts';
import { record, repeat } from '../support/transactions.ts';

const ROWS = '.ledger tbody tr:not(.day)';

// Pressed by itself within a row.
const PRESSED = `${ROWS} :is(.row-menu > summary, .cell-select > label)`;

const LISTS = {
  '/transactions?status=any': ROWS,
  '/transactions?status=any&sort=amount': ROWS,
  '/transactions?status=upcoming': ROWS,
  '/categories': '.data-table tbody tr',
  '/recurring': '.data-table tbody tr',
};

const heightsOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .filter({ visible: true })
    .evaluateAll((found) => found.map((element) => element.getBoundingClientRect().height));

async function choose(page: Page, density: string): Promise<void> {
  await page.goto('/preferences');
  await page.locator('#density').selectOption(density);
  await page.locator('form:has(#density) .button-primary').click();
  await expect(page.locator('.flash-success')).toBeVisible();
}

async function recordLists(person: Person, amount = 1_000_000): Promise<void> {
  await record(person, [
    { amount, description: 'קפה', merchant_name: 'Café', date: plusDays(TODAY, -1) },
    { amount: 3, description: 'Coffee', type: 'income' },
  ]);
  await repeat(person, {
    name: 'Rent',
    amount: 3000,
    interval_type: 'weekly',
    start_date: plusDays(TODAY, -1),
  });
}

inEachLanguage(({ t }) => {
  test('compact lists show more rows with a mouse, from the next page on @once', async ({ page, person }) => {
    await recordLists(person);
    await page.goto('/preferences');
    await expect(page.getByLabel(t('accounts:density'), { exact: true })).toHaveAccessibleDescription(
      t('accounts:densityHint'),
    );
    const before: Record<string, number> = {};
    for (const [path, rows] of Object.entries(LISTS)) {
      await page.goto(path);
      const heights = await heightsOf(page, rows);
      before[path] = Math.max(...heights);
      if (path.startsWith('/transactions?status=any'))
        expect(heights.map(Math.round), path).toEqual(heights.map(() => 45));
    }

    await choose(page, 'compact');
    for (const [path, rows] of Object.entries(LISTS)) {
      await page.goto(path);
      const heights = await heightsOf(page, rows);
      expect(heights.length, path).toBeGreaterThan(0);
      expect(Math.max(...heights), path).toBeLessThan((before[path] ?? 0) - 8);
      if (rows === ROWS || path === '/categories') {
        expect(Math.min(...heights), path).toBeGreaterThanOrEqual(33);
        expect(Math.max(...heights), path).toBeLessThanOrEqual(37);
      }
    }

    await choose(page, 'comfortable');
    for (const [path, rows] of Object.entries(LISTS)) {
      await page.goto(path);
      expect(Math.max(...(await heightsOf(page, rows))), path).toBe(before[path]);
    }
  });

  for (const size of [
    { width: 360, height: 740 },
    { width: 820, height: 1180 },
  ]) {
    test.describe(`by touch at ${size.width} @once`, () => {
      test.use({ hasTouch: true, isMobile: true, viewport: size });

      test('compact rows stay as high as a finger needs', async ({ page, person }) => {
        await recordLists(person, 12.5);
        await page.goto('/transactions?status=any');
        const before = await heightsOf(page, ROWS);
        expect(Math.min(...before)).toBeGreaterThanOrEqual(56);
        await choose(page, 'compact');
        for (const path of ['/transactions?status=any', '/transactions?status=upcoming', '/']) {
          await page.goto(path);
          const heights = await heightsOf(page, ROWS);
          expect(Math.min(...heights), path).toBeGreaterThanOrEqual(44);
          if (path === '/transactions?status=any') {
            // Hebrew lines are taller than Latin ones.
            expect(Math.min(...heights)).toBeLessThan(56);
            for (const [row, height] of heights.entries())
              expect(height, `row ${row}`).toBeLessThanOrEqual((before[row] ?? 0) - 7.9);
          }
          for (const height of await heightsOf(page, PRESSED))
            expect(height, path).toBeGreaterThanOrEqual(44);
        }
        for (const path of ['/categories', '/recurring']) {
          await page.goto(path);
          const heights = await heightsOf(page, '.data-table :is(.row-menu > summary, .cell-select > label)');
          expect(Math.min(...heights), path).toBeGreaterThanOrEqual(44);
        }
      });
    });
  }

  test('compact rows grow with the text, and cut nothing off @once', async ({ page, person }) => {
    await setProfile(person, { preferences: { density: 'compact', accessibility: { fontSize: 'xl' } } });
    await recordLists(person);
    for (const [path, rows] of Object.entries(LISTS)) {
      await page.goto(path);
      for (const width of [1280, 800, 360]) {
        await page.setViewportSize({ width, height: 800 });
        expect(
          await page.locator(rows).filter({ visible: true }).evaluateAll(cutOff),
          `${path} at ${width}`,
        ).toEqual([]);
      }
    }
  });
});

function cutOff(rows: Element[]): string[] {
  return rows.flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return [...row.querySelectorAll('bdi, .amount, .category-icon, summary, input')].flatMap((part) => {
      // Not drawn, for screen readers only.
      if (part.closest('.visually-hidden')) return [];
      const box = part.getBoundingClientRect();
      const isOut = box.height > 0 && (box.top < top - 1 || box.bottom > bottom + 1);
      return isOut ? [`${part.localName} ${part.textContent} ${[top, bottom, box.top, box.bottom]}`] : [];
    });
  });
}
