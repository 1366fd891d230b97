import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

// Not the month, of which little may be left.
const LIST = `/transactions?status=any&dateFrom=${plusDays(TODAY, -31)}&dateTo=${plusDays(TODAY, 31)}`;

const links = (page: Page) => page.locator('.ledger .row-link');

inEachLanguage(({ t, language }) => {
  test('what is later is folded into one line, which says how much there is @once', async ({
    page,
    person,
  }) => {
    await record(person, [
      { amount: 7, description: 'Rent', date: plusDays(TODAY, 2) },
      { amount: 5, description: 'מחר', date: plusDays(TODAY, 1) },
      { amount: 3, description: 'Coffee', date: TODAY },
    ]);
    await page.goto(LIST);
    const [rent, tomorrow, coffee] = ['Rent', 'מחר', 'Coffee'].map((name) =>
      links(page).filter({ hasText: name }),
    ) as [ReturnType<typeof links>, ReturnType<typeof links>, ReturnType<typeof links>];
    const fold = page.locator('.later > summary');
    await expect(fold).toContainText(t('list:laterDates', { count: 2, shown: '2' }));
    await expect(fold).toContainText('−₪12.00');
    await expect(coffee).toBeVisible();
    await expect(rent).toBeHidden();
    await expect(tomorrow).toBeHidden();

    await test.step('opens and closes by the keyboard, with everything below it', async () => {
      await fold.focus();
      await page.keyboard.press('Enter');
      await expect(rent).toBeVisible();
      await expect(tomorrow).toBeVisible();
      await expect(page.locator('.day').filter({ hasText: t('transactions:preset.tomorrow') })).toBeVisible();
      await expect(fold).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(rent).toBeHidden();
      await expect(coffee).toBeVisible();
    });

    await test.step('is open for people who search, unless something of today is found', async () => {
      await page.goto(`${LIST}&search=Rent`);
      await expect(rent).toBeVisible();
      await page.goto(`${LIST}&search=e`);
      await expect(coffee).toBeVisible();
      await expect(rent).toBeHidden();
    });
  });

  test('the headings of days never lie over what has the focus @once', async ({ page, person }) => {
    const days = Array.from({ length: 6 }, (_, ago) => plusDays(TODAY, -ago));
    const rows = days.flatMap((date) =>
      ['קפה', 'Tea'].map((description) => ({ amount: 4, description, date })),
    );
    await record(person, rows);
    for (const size of [
      { width: 1280, height: 600 },
      { width: 360, height: 640 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(LIST);
      await links(page).last().focus();
      for (let row = rows.length - 1; row > 0; ) {
        await page.keyboard.press('Shift+Tab');
        await expect.poll(() => page.evaluate(coveredFocus), `row ${row} at ${size.width}`).toBeNull();
        if (await page.evaluate(() => document.activeElement?.matches('.row-link'))) row -= 1;
      }
      await expect(links(page).first()).toBeFocused();
    }
  });

  test('no heading of a day lies over a row by arrow keys @javascript @once', async ({ page, person }) => {
    const days = Array.from({ length: 16 }, (_, ago) => plusDays(TODAY, -ago));
    await record(
      person,
      days.map((date) => ({ amount: 4, description: 'קפה', date })),
    );
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto(LIST);
    await links(page).last().focus();
    await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight');
    await expect(page.locator('.cell-button')).toBeFocused();
    const rows = page.locator('.ledger tr:has(.row-link)');
    for (let row = days.length - 2; row >= 0; row -= 1) {
      await page.keyboard.press('ArrowUp');
      await expect(rows.nth(row).locator(':focus')).toHaveCount(1);
      await expect.poll(() => page.evaluate(coveredFocus), `row ${row}`).toBeNull();
    }
  });

  test('on paper every row is printed, and nothing that is pressed @once', async ({ page, person }) => {
    const names = ['Rent', 'מחר', 'Coffee', 'לחם'];
    await record(
      person,
      names.map((description, index) => ({ amount: 5, description, date: plusDays(TODAY, 2 - index) })),
    );
    await page.goto(LIST);
    await expect(links(page).filter({ visible: true })).toHaveCount(2);
    await page.emulateMedia({ media: 'print' });
    // Sheets of A4 and A6 without their margins.
    for (const width of [718, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(links(page).filter({ visible: true })).toHaveText(names);
      await expect(page.locator('.ledger .amount').filter({ visible: true })).toHaveCount(names.length);
      await expect(page.locator('.ledger .day').filter({ visible: true })).toHaveCount(names.length + 1);
      for (const part of [
        '.row-menu',
        '.cell-select',
        '.ledger summary .icon',
        '.phone-bar',
        '.header',
        'search',
      ])
        await expect(page.locator(part).filter({ visible: true }), part).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    }
  });
});

/** What covers the upper or lower edge of the focus, if anything does. */
function coveredFocus(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing has the focus';
  const { left, right, top, bottom } = element.getBoundingClientRect();
  for (const y of [top + 2, bottom - 2]) {
    const hit = document.elementFromPoint((left + right) / 2, y);
    if (!hit || hit.closest('.day')) return `${element.textContent} at ${y}: ${hit?.className}`;
  }
  return null;
}
