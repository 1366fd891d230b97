import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, makeAccount, record, repeat } from '../support/transactions.ts';

// Large amounts beside words of several lengths, with payees and without.
const ROWS = [
  { amount: 999_999.99, description: 'Building maintenance, invoice' },
  {
    amount: 3907.13,
    type: 'income',
    description: 'משכורת',
    merchant_name: 'Supercalifragilisticexpialidocious',
  },
  { amount: 5, description: 'קפה', merchant_name: 'בית קפה' },
  { amount: 12_345.67, description: 'x'.repeat(40), date: plusDays(TODAY, 2) },
];

const SIZES = [
  { width: 320, size: 'medium', base: 16 },
  { width: 320, size: 'large', base: 16 },
  { width: 320, size: 'xl', base: 16 },
  { width: 390, size: 'xl', base: 16 },
  { width: 320, size: 'medium', base: 32 },
  { width: 320, size: 'xl', base: 32 },
];

inEachLanguage(() => {
  test('a description is never narrower than some letters', async ({ page, person }) => {
    await record(person, ROWS);
    await repeat(person, { name: 'שכירות דירה', amount: 14_800, start_date: plusDays(TODAY, 5) });
    const session = await page.context().newCDPSession(page);
    for (const path of ['/transactions', '/transactions?status=any&sort=amount', '/']) {
      await page.goto(path);
      for (const { width, size, base } of SIZES) {
        await page.setViewportSize({ width, height: 640 });
        await session.send('Page.setFontSizes', { fontSizes: { standard: base, fixed: base } });
        await page.evaluate((name) => {
          document.documentElement.dataset.fs = name;
        }, size);
        const place = `${path} at ${width} with ${size} of ${base}`;
        const narrow = await narrowRows(page);
        expect(narrow, place).toEqual([]);
        expect(await widthOf(page), place).toBeLessThanOrEqual(width);
      }
    }
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    await session.detach();
  });

  test('the sum of a day stands over its amounts, with a sign @once', async ({ page, person }) => {
    await record(person, ROWS.slice(0, 3));
    await page.goto('/transactions');
    await expect(page.locator('.day .numeric bdi').last()).toHaveText(/^[+−]₪/);
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const edges = await page.locator('.day > .numeric > bdi, .row-link').evaluateAll((all) =>
        all.map((one) => {
          const amount = one.closest('tr')?.querySelector('.amount') ?? one;
          return Math.round(amount.getBoundingClientRect().right);
        }),
      );
      expect(edges.length).toBeGreaterThan(3);
      expect(new Set(edges).size, `${edges} at ${width}`).toBe(1);
    }
  });

  test('a tablet shows the menu of each row, also of a day that goes on on the next page', async ({
    page,
    person,
  }) => {
    const [category] = await categoriesOf(person);
    const accountId = await makeAccount(person, { name: 'Hapoalim 1234' });
    const row = {
      amount: 13_305.58,
      description: 'Cappuccino and a croissant',
      merchant_name: 'Café Louise',
    };
    await record(
      person,
      Array.from({ length: 5 }, () => ({
        ...row,
        type: category?.type,
        categoryId: category?.id,
        accountId,
      })),
    );
    await page.goto('/transactions?limit=3');
    for (const width of [768, 800, 820]) {
      await page.setViewportSize({ width, height: 800 });
      const rows = await page.locator('.row-menu > summary').evaluateAll((all) =>
        all.map((menu) => {
          menu.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = menu.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          const rest = menu.closest('tr')?.querySelector('.cell-main')?.getBoundingClientRect().width ?? 0;
          return { isHit: menu.contains(hit), isWide: rest > 200 };
        }),
      );
      expect(rows, `${width} pixels`).toEqual(rows.map(() => ({ isHit: true, isWide: true })));
      expect(rows).toHaveLength(3);
    }
  });

  test('the line of quick entry stands in one row with the buttons beside it @once', async ({
    page,
    person,
  }) => {
    await makeAccount(person, { name: 'Wallet' });
    await record(person, ROWS.slice(0, 1));
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto('/transactions');
    const middles = await page
      .locator('.page-head > h1, .page-head > .button, .page-head .search-bar .button')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map((box) => box.top + box.height / 2),
      );
    expect(middles.length).toBe(5);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
  });

  test('a row of a phone is 56 to 60 pixels high', async ({ page, person }) => {
    await record(person, [
      { amount: 12_345.67, description: 'Weekly groceries', merchant_name: 'Market' },
      { amount: 345.67, description: 'זיתים, תבלינים ופיצוחים' },
      { amount: 5, description: 'קפה', merchant_name: 'בית קפה' },
      { amount: 3907.13, description: 'Website maintenance, invoice paid', merchant_name: 'Nordlicht' },
      { amount: 3907.13, description: 'תחזוקת האתר, לפי חשבונית ששולמה לפני חודש' },
    ]);
    await repeat(person, { name: 'שכירות דירה', amount: 4800, start_date: TODAY });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/transactions', '/transactions?status=upcoming']) {
      await page.goto(path);
      const rows = page.locator('.ledger tr:has(.row-link:visible)');
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(0);
      expect(Math.min(...heights), path).toBeGreaterThanOrEqual(56);
      expect(Math.max(...heights), path).toBeLessThanOrEqual(60);
    }
    await page.goto('/transactions');
    const link = page.getByRole('link', { name: 'Website maintenance' });
    const isCut = () =>
      link.locator('..').evaluate((text) => text.scrollHeight > text.clientHeight && text.clientHeight > 0);
    expect(await isCut()).toBe(true);
    await page.keyboard.press('Tab');
    await link.focus();
    expect(await isCut()).toBe(false);
  });

  test('the second line of a row is whole while it has space, and says no name twice', async ({
    page,
    person,
  }) => {
    const categories = await categoriesOf(person);
    const categoryId = categories.find(({ type }) => type === 'expense')?.id;
    const accountId = await makeAccount(person, { name: 'Hapoalim 1234' });
    await record(person, [
      { amount: 90, description: 'Trail gear', merchant_name: 'TRAIL GEAR' },
      { amount: 90, description: 'Market Tel Aviv', merchant_name: 'market', accountId, categoryId },
      { amount: 1204.33, description: 'קפה', merchant_name: 'בית קפה', accountId, categoryId },
      { amount: 5, description: 'קפה', merchant_name: 'x'.repeat(60), accountId, categoryId },
      {
        amount: 201.66,
        description: 'Gasthaus Kastanie Wien',
        originalAmount: 48.2,
        originalCurrency: 'EUR',
        accountId,
        categoryId,
      },
    ]);
    await askApi(person, 'POST', '/transfers', {
      fromAccountId: FIRST_ACCOUNT,
      toAccountId: accountId,
      amount: 500,
    });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/transactions', `/transactions?account=${accountId}`, `/accounts/${accountId}`]) {
      await page.goto(path);
      await expect(
        page.locator('.ledger tr:has(.row-link)').filter({ hasText: /gear.*gear|market.*market/i }),
        path,
      ).toHaveCount(0);
      expect(await page.locator('.ledger tr:has(.row-link:visible)').evaluateAll(unevenIn), path).toEqual([]);
      // Beside an account, the payee gives way rather than leave three stumps.
      const cut = await page
        .locator('.ledger .cell-below > bdi:visible')
        .evaluateAll((all) =>
          all.flatMap((one) => (one.scrollWidth > one.clientWidth + 1 ? one.textContent : [])),
        );
      expect(cut, path).toEqual([]);
    }
    await expect(page.locator('.ledger .amount', { hasText: /[+]₪500/ })).toHaveCount(1);
  });

  test('on paper the sums of days end where the amounts end @once', async ({ page, person }) => {
    await record(person, ROWS);
    await page.emulateMedia({ media: 'print' });
    const list = `/transactions?status=any&dateFrom=${TODAY}&dateTo=${plusDays(TODAY, 2)}`;
    for (const path of [list, `${list}&select=page`]) {
      await page.goto(path);
      for (const width of [794, 718]) {
        await page.setViewportSize({ width, height: 1000 });
        const ends = await page
          .locator('.ledger tr:has(.numeric bdi) .numeric')
          .filter({ visible: true })
          .evaluateAll((cells) =>
            cells.map((cell) => {
              const figure = cell.querySelector('.amount, bdi:last-child');
              return Math.round(figure?.getBoundingClientRect().right ?? 0);
            }),
          );
        expect(ends.length).toBeGreaterThan(ROWS.length);
        expect(new Set(ends).size, `${ends} at ${width}`).toBe(1);
        expect(await widthOf(page)).toBeLessThanOrEqual(width);
      }
    }
    await expect(page.locator('#quick-entry')).toBeHidden();
    await page.goto('/');
    await expect(page.locator('#quick-entry')).toBeHidden();
  });
});

/** Rows of another height than 56 to 60 pixels, or whose second line wraps, has a hole, or cuts a text beside free space. */
function unevenIn(rows: Element[]): object[] {
  const at = (one: Element) => one.getBoundingClientRect();
  return rows.flatMap((row) => {
    const texts = [...row.querySelectorAll('.small, .cell-below, .cell-below-end')].filter(
      (one) => at(one).width > 0,
    );
    texts.sort((one, other) => at(one).left - at(other).left);
    const [first, ...others] = texts;
    const isOneLine = !first || others.every((other) => Math.abs(at(other).bottom - at(first).bottom) < 4);
    const holes = others.map((other, index) => at(other).left - at(texts[index] ?? other).right);
    const isCut = [...row.querySelectorAll('.small, .cell-below > bdi')].some(
      (one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1,
    );
    const atEnd = row.querySelectorAll('.cell-end > .small, .cell-below-end').length;
    const widest = holes.filter((space) => space > 16).length;
    const { height } = at(row);
    const isEven = height >= 56 && height <= 60 && isOneLine && widest <= (isCut ? 0 : atEnd);
    return isEven ? [] : [{ text: row.textContent, height, isOneLine, isCut, holes }];
  });
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Descriptions narrower than six letters, although their row has more space. */
function narrowRows(page: Page): Promise<object[]> {
  return page.locator('.ledger .row-link:visible').evaluateAll((links) =>
    links.flatMap((link) => {
      const row = link.closest('tr');
      const text = link.parentElement;
      if (!row || !text) return [];
      const { fontSize } = getComputedStyle(text);
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(row);
      const room =
        row.getBoundingClientRect().width -
        Number.parseFloat(paddingInlineStart) -
        Number.parseFloat(paddingInlineEnd);
      const letters = text.getBoundingClientRect().width / Number.parseFloat(fontSize);
      const possible = Math.min(6, room / Number.parseFloat(fontSize));
      return letters < possible - 0.1 ? [{ text: text.textContent, letters, possible }] : [];
    }),
  );
}
