import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { endOfMonth, plusDays } from '../../src/domain/calendar.ts';
import { recordRun } from '../../src/domain/instance/job-runs.ts';
import { expectLargeTargets, expectNoSidewaysScroll, expectRoomAround } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { LARGEST_TEXT, setProfile } from '../support/people.ts';
import { rowAction, rowMenu } from '../support/row-menu.ts';
import { recordExamples } from '../support/screens.ts';
import { TODAY } from '../support/today.ts';
import {
  categoriesOf,
  makeAccount,
  makeCategory,
  occurrencesOf,
  record,
  repeat,
} from '../support/transactions.ts';

const PHONE = { width: 360, height: 640 };
const TABLET = { width: 768, height: 800 };

const RENT = { name: 'שכירות', amount: 120, start_date: '2026-01-01' };

const LARGE = { amount: 987_654.32, description: 'ירושה' };

inEachLanguage(({ t }) => {
  test.describe('the layout', { tag: '@javascript' }, () => {
    test('large totals stay whole, with their minus, within their card @once', async ({ page, person }) => {
      await record(person, [LARGE, { ...LARGE, description: 'דירה' }]);
      await page.goto('/transactions');
      await expect(page.locator('.totals bdi', { hasText: '−₪1,975,308.64' })).toHaveCount(1);
      for (const size of [PHONE, TABLET]) {
        await page.setViewportSize(size);
        const totals = await boxOf(page.locator('.totals').first());
        for (const amount of await page.locator('.totals bdi').all()) {
          const { left, right, height } = await boxOf(amount);
          expect(left).toBeGreaterThanOrEqual(totals.left);
          expect(right).toBeLessThanOrEqual(totals.right);
          expect(height, 'two lines').toBeLessThan(40);
        }
      }
      const wages = Array.from({ length: 13 }, () => ({ ...LARGE, type: 'income' }));
      await record(person, wages);
      await doubleText(page);
      for (const path of ['/transactions', '/analytics']) {
        await page.goto(path);
        const broken = await page.locator('main .totals dd:not(.small) bdi').evaluateAll((amounts) => {
          const text = document.createRange();
          return amounts.flatMap((amount) => {
            text.selectNodeContents(amount);
            const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
            // Words beside a figure may have their own line.
            if (/\p{L}/u.test(amount.textContent)) return [];
            return lines.size > 1 ? [amount.textContent] : [];
          });
        });
        expect(broken, path).toEqual([]);
      }
    });

    test('the administration fits a tablet, with its jobs @once', async ({ page, login, owner, server }) => {
      const { db } = await server.database();
      const now = new Date();
      for (const job of ['backup', 'clean_up', 'generation']) await recordRun(db, job, now, now);
      await login(owner);
      await page.goto('/admin');
      await expect(page.locator('[aria-labelledby="jobs"] tbody tr')).toHaveCount(4);
      await page.locator('[aria-labelledby="jobs"] summary').click();
      for (const width of [768, 900, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
      }
    });

    test('no line ends between a sign and its amount @once', async ({ page, person }) => {
      await record(person, [
        { amount: 1242.1, description: 'תה', date: TODAY },
        { amount: 242.1, description: 'קפה', date: endOfMonth(TODAY) },
        { amount: 98.76, description: 'Tea', date: plusDays(TODAY, -40) },
      ]);
      await page.goto('/transactions');
      const signed = page.locator('main bdi').filter({ hasText: /^\u2212/ });
      expect(await signed.count()).toBeGreaterThan(2);
      for (let width = 320; width <= 480; width += 8) {
        await page.setViewportSize({ width, height: 740 });
        const lines = await signed.evaluateAll((all) => all.map((one) => one.getClientRects().length));
        expect(Math.max(...lines), `${width} pixels`).toBe(1);
      }
    });

    test('an added row is highlighted, if motion is welcome @once', async ({ page, person }) => {
      await record(person, [{ amount: 5, description: 'תה' }]);
      const changed = page.locator('tr.highlight-changed');
      for (const [motion, animation] of [
        ['reduce', 'none'],
        ['no-preference', 'highlight-changed'],
      ] as const) {
        await page.emulateMedia({ reducedMotion: motion });
        await page.goto('/transactions');
        await page.locator('#quick-entry').fill(`7 ${motion}`);
        await page.keyboard.press('Enter');
        await expect(changed).toHaveText(new RegExp(motion));
        await expect(changed).toHaveCSS('animation-name', animation);
      }
      await expect(changed).toHaveCount(0);
    });

    test('what counts stands in the upper half of the screen', async ({ page, person }) => {
      await record(person, [{ amount: 5, description: 'Tea' }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/transactions');
      expect((await boxOf(page.locator('tr:has(.row-link)').first())).top).toBeLessThan(260);
      await recordExamples(person);
      await repeat(person, { ...RENT, start_date: undefined, interval_type: 'daily' });
      for (const [path, width, height, most] of [
        ['/transactions', 1280, 800, 560],
        ['/transactions', 360, 740, 300],
        // Below the balance that is projected.
        ['/transactions?status=upcoming', 360, 740, 560],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        const row = page.locator('tr', { has: page.locator('.row-link:visible') }).first();
        expect((await boxOf(row)).top, `${path} at ${width}`).toBeLessThan(most);
      }
      await expect(page.getByRole('heading', { name: t('recurring:upcoming.title') })).toBeVisible();
      const { left, right, height } = await boxOf(page.locator('.series-link').first());
      expect(Math.min(right - left, height), 'wide enough for a finger').toBeGreaterThanOrEqual(24);

      await page.goto('/');
      const balance = await boxOf(page.locator('.amount-hero'));
      expect(balance.top + balance.height).toBeLessThan(370);
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const size of [TABLET, { width: 1280, height: 800 }]) {
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

    test('the periods of a category stand above its chart on a phone @once', async ({ page, person }) => {
      const category = await makeCategory(person, { name: 'Tea' });
      await record(person, [{ amount: 5, description: 'Tea', category_id: category }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`/categories/${category}`);
      const { top, height } = await boxOf(page.locator('.period-chips'));
      expect(top + height).toBeLessThanOrEqual((await boxOf(page.locator('main .card').first())).top);
    });

    test('the search is one press away on a phone @once', async ({ page, person }) => {
      await record(person, [{ amount: 1, description: 'קפה' }]);
      await page.setViewportSize(PHONE);
      await page.goto('/transactions');
      const field = page.getByRole('searchbox', { name: t('list:search') });
      await field.click();
      await expect(field).toBeFocused();
      await expect(page.locator('.filter-panel')).not.toHaveAttribute('open');
      await expect(field).toHaveAttribute('placeholder', t('list:search'));
      const { left, right } = await boxOf(field);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(PHONE.width);
      await field.fill('לא כאן');
      await field.press('Enter');
      await expect(page.locator('.chip').first()).toContainText('לא כאן');
    });

    test('fields of preferences are aligned, and no arrow touches its border', async ({ page }) => {
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
      const field = page.locator('#theme_preference');
      const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
      const isRtl = await field.evaluate((select) => getComputedStyle(select).direction === 'rtl');
      const contrastAtEnd = async (pixels: number) => {
        const clip = {
          x: isRtl ? x + 2 : x + width - 2 - pixels,
          y: y + 4,
          width: pixels,
          height: height - 8,
        };
        const { channels } = await sharp(await page.screenshot({ clip })).stats();
        return Math.max(...channels.map(({ min, max }) => max - min));
      };
      expect(await contrastAtEnd(10)).toBe(0);
      expect(await contrastAtEnd(30)).toBeGreaterThan(100);
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await contrastAtEnd(30)).toBeGreaterThan(100);
    });

    test('what belongs to a series is aligned, and in view @once', async ({ page, person }) => {
      const name = RENT.name;
      const series = await repeat(person, RENT);
      for (const viewport of [PHONE, TABLET]) {
        await page.setViewportSize(viewport);
        await page.goto('/recurring');
        const remove = await rowAction(page, t, name, t('common:delete'));
        const actions = page.locator('.row-panel :is(a, button)');
        await expect(actions).toHaveCount(6);
        await remove.click({ trial: true });
        await expect(remove).toBeInViewport({ ratio: 1 });
        const [button, link] = [await boxOf(rowMenu(page, t, name)), await boxOf(page.locator('.row-link'))];
        expect(button.top).toBeLessThan(link.top + link.height);
        expect(button.top + button.height).toBeGreaterThan(link.top);
      }
      const [headers, cells] = await Promise.all(
        ['thead th', 'tbody :is(th, td)'].map((part) => starts(page, part)),
      );
      expect(cells?.slice(0, 3)).toEqual(headers?.slice(0, 3));
      await repeat(person, { ...RENT, name: 'Gym' });
      await page.goto('/recurring/calendar?view=list');
      const ends = await endsOf(page.locator('.calendar-list > li').first().locator('.amount'));
      expect(ends).toHaveLength(3);
      expect(new Set(ends).size, 'the sum of a day ends where its amounts end').toBe(1);

      await page.goto(`/recurring/${series}`);
      const table = page.locator('.data-table').first();
      await expect(table.locator('thead th')).toHaveCount(3);
      await table.locator('tbody tr').first().getByRole('button').click();
      await expect(table.locator('thead th')).toHaveCount(4);

      await page.goto(`/recurring/${series}/delete`);
      expect((await boxOf(page.locator('.dialog-subject .amount'))).height).toBeLessThan(32);

      const [occurrence] = await occurrencesOf(person, series);
      await page.goto(`/transactions/${occurrence}/edit`);
      const setUp = await boxOf(page.locator('.foot-scopes .hint').last());
      const save = await boxOf(page.locator('.foot-scopes ~ .button-row'));
      expect(save.top - (setUp.top + setUp.height)).toBeGreaterThanOrEqual(8);
    });

    test('what a category is chosen and named by is whole, and in line', async ({ page, person }) => {
      const [category] = await categoriesOf(person);
      await page.goto(`/categories/${category?.id}/merge`);
      const [title, count] = await Promise.all(
        ['.category', ':scope > :last-child'].map((part) =>
          boxOf(page.locator('.dialog-subject').locator(part)),
        ),
      );
      expect(middle(count)).toBeCloseTo(middle(title), 0);

      await page.setViewportSize(PHONE);
      await page.goto('/categories');
      const row = page.locator('tbody tr').first();
      const [icon, box] = [await boxOf(row.locator('.category-icon')), await boxOf(row.locator('input'))];
      expect(Math.abs((icon.left + icon.right - box.left - box.right) / 2)).toBeLessThan(3);
      expect(box.top).toBeGreaterThan(icon.top);
      expect(box.top + box.height).toBeLessThan(icon.top + icon.height);

      await page.goto('/accessibility');
      expect(await brokenIn(page.locator('.segment'))).toEqual([]);

      const categoryId = await makeCategory(person, { name: 'Supercalifragilisticexpialidocious' });
      const [recorded] = await record(person, [{ amount: 5, description: 'x', categoryId }]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/transactions/${recorded?.id}/edit`);
      const labels = page.locator('.form-summary dt bdi');
      await page.locator('#description').focus();
      await expect(labels).toHaveCount(2);
      const lines = await labels.evaluateAll((all) =>
        all.map((label) => {
          const range = document.createRange();
          range.selectNodeContents(label);
          return range.getClientRects().length;
        }),
      );
      expect(lines[0]).toBe(1);
    });

    test('words that a phone shortens are spaced as one text', async ({ page, person }) => {
      const rows = Array.from({ length: 26 }, (_, at) => ({ amount: 1, description: `Tea ${at}` }));
      await record(person, rows);
      await page.setViewportSize(TABLET);
      await page.goto('/transactions?limit=25');
      await page.locator('.cell-select input').first().check();
      const parts = page.locator('.selection-bar :is(a, .button):visible');
      await expect(parts).toHaveCount(6);
      const widths = await parts.evaluateAll((all) =>
        all.map((part) => {
          const shown = part.getBoundingClientRect().width;
          part.textContent = (part.textContent ?? '').replace(/\s+/g, ' ').trim();
          return [part.textContent, Math.round(shown - part.getBoundingClientRect().width)];
        }),
      );
      expect(widths.filter(([, difference]) => difference !== 0)).toEqual([]);
    });

    test('the icon of a row with one line stays within its row @once', async ({ page, person }) => {
      const [category] = await categoriesOf(person);
      await record(person, [{ amount: 3, description: 'Tea', category_id: category?.id }]);
      await page.setViewportSize(PHONE);
      const rows = page.locator('.data-table:visible tbody tr:has(.category-icon)');
      const hanging = () =>
        rows.evaluateAll((all) =>
          all.map((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            const icon = row.querySelector('.category-icon')?.getBoundingClientRect();
            return icon ? Math.max(0, top - icon.top, icon.bottom - bottom) : Number.NaN;
          }),
        );
      await page.goto('/categories/clean-up');
      expect(new Set(await hanging())).toEqual(new Set([0]));
      await page.goto('/');
      await page.locator('[data-panel][href="/categories"]').first().dispatchEvent('click');
      await expect(page.locator('dialog[open] tbody tr')).toHaveCount(1);
      expect(await hanging()).toContain(0);
      expect(new Set(await hanging()).size).toBe(1);
    });

    test('the names of colours stay within their chips', async ({ page }) => {
      const over = () =>
        page.locator('.swatch').evaluateAll((chips) =>
          chips
            .filter((chip) => {
              const range = document.createRange();
              for (const node of chip.childNodes)
                if (node.nodeType === Node.TEXT_NODE) range.selectNode(node);
              const { left, right } = chip.getBoundingClientRect();
              return [...range.getClientRects()].some(
                (text) => text.left < left + 4 || text.right > right - 4,
              );
            })
            .map((chip) => `${chip.textContent} at ${innerWidth}`),
        );
      for (const path of ['/categories/new', '/transactions/new']) {
        await page.goto(path);
        if (path.startsWith('/transactions')) await page.locator('details.new-category > summary').click();
        // The same chips in a narrower part of the page.
        const step = path.startsWith('/transactions') ? 48 : 24;
        for (let width = 320; width <= 1280; width += step) {
          await page.setViewportSize({ width, height: 800 });
          expect(await over(), path).toEqual([]);
        }
      }
    });

    test('the largest and doubled text fit a narrow screen', async ({ page, person }) => {
      await recordExamples(person);
      await repeat(person, RENT);
      await doubleText(page);
      for (const path of ['/transactions', '/recurring', '/recurring/new', '/categories', '/']) {
        await page.goto(path);
        const tops = await page
          .locator('.phone-place')
          .evaluateAll((all) => all.map((place) => Math.round(place.getBoundingClientRect().top)));
        expect(tops).toHaveLength(5);
        expect(new Set(tops).size, path).toBe(1);
        expect((await boxOf(page.locator('.header'))).height, path).toBeLessThan(150);
        // Here it comes last in the header for the keyboard; elsewhere it floats.
        await expect(page.locator('.header-tools > :last-child')).toHaveClass(/display-button/);
        const bar = page.getByRole('navigation', { name: t('common:mainNavigation') });
        await expect(bar.getByRole('link', { name: t('common:transactions') })).toBeVisible();
        // From a million on, an amount of a row breaks.
        const amounts = page.locator('.ledger .cell-end').filter({ hasNotText: /,\d{3},/ });
        expect(await brokenIn(amounts), path).toEqual([]);
        const whole = 'h1, .amount-hero, #home-spending tbody th, .wizard .button-primary span';
        expect(await brokenIn(page.locator(whole)), path).toEqual([]);
        const cut = await page
          .locator('.picker > .input:visible')
          .evaluateAll((fields: HTMLInputElement[]) =>
            fields.filter((field) => field.scrollWidth > field.clientWidth).map(({ name }) => name),
          );
        expect(cut, path).toEqual([]);
        const small = await amounts.evaluateAll((all) =>
          all
            .map((amount) => Number.parseFloat(getComputedStyle(amount).fontSize))
            .filter((size) => size < 20),
        );
        expect(small, path).toEqual([]);
      }
      await setProfile(person, LARGEST_TEXT);
      for (const path of ['/transactions', '/transactions?recurring=true', '/transactions?status=upcoming']) {
        await page.goto(path);
        const outside = await page
          .locator('.header a, .header button, .phone-place, .page-sizes a, .series-mark, .series-link')
          .evaluateAll((all) =>
            all
              .filter((element) => {
                const { left, right, width } = element.getBoundingClientRect();
                return element.checkVisibility() && width > 0 && (left < 0 || right > 320);
              })
              .map(({ outerHTML }) => outerHTML.slice(0, 80)),
          );
        expect(outside, path).toEqual([]);
      }
      for (const path of ['/transactions', '/categories']) {
        await page.goto(path);
        for (const bar of await page.locator('.search-bar').all()) {
          const field = await boxOf(bar.locator('.input'));
          const button = await boxOf(bar.locator('.button'));
          expect(field.top + field.height, path).toBeLessThanOrEqual(button.top);
        }
        expect(
          await brokenIn(
            page.locator('.phone-place, .page-head .button-primary:visible, .filter-panel > summary'),
          ),
        ).toEqual([]);
      }
      await page.goto('/transactions');
      await page.evaluate(() => scrollTo(0, 9999));
      await expect(page.locator('.fab')).toBeHidden();
      await expect(page.locator('.phone-bar')).not.toBeInViewport();
    });

    test('text that a person doubles by a style leaves amounts whole and fields in view @once', async ({
      page,
      person,
    }) => {
      await recordExamples(person);
      await repeat(person, { ...RENT, amount: 5900, type: 'expense' });
      await page.setViewportSize({ width: 320, height: 640 });
      const open = async (path: string) => {
        await page.goto(path);
        await page.evaluate(() =>
          document.documentElement.style.setProperty('font-size', '200%', 'important'),
        );
      };
      await open('/recurring');
      expect(await brokenIn(page.locator('.cell-end bdi'))).toEqual([]);
      await open('/transactions');
      const amounts = page.locator('.ledger .cell-end').filter({ hasNotText: /,\d{3},/ });
      expect(await brokenIn(amounts)).toEqual([]);
      const sizes = await amounts.evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
      for (const size of sizes) expect(Number.parseFloat(size)).toBeGreaterThan(20);
      for (const tab of await page
        .getByRole('navigation', { name: t('list:tabs') })
        .locator('> *')
        .all())
        await expect(tab).toBeInViewport({ ratio: 0.9 });
      await open('/recurring/new');
      await expect(page.locator('form.wizard .button-row .button-primary')).not.toBeInViewport();
    });

    test('links in rows and beside figures are 24 pixels high, or stand apart @once', async ({
      page,
      person,
    }) => {
      const months = Array.from({ length: 6 }, (_, at) => ({
        type: 'income',
        amount: 5 + at,
        description: `שורה row ${at}`,
        date: plusDays(TODAY, -30 * at),
      }));
      await record(person, months);
      await page.goto('/transactions/opening-balance');
      await page.locator('main form [name=amount]').fill('1000');
      await page.locator('main form .button-primary').click();
      await expect(page).not.toHaveURL(/opening-balance/);
      for (const path of ['/', '/transactions', '/recurring']) {
        await page.goto(path);
        for (const width of [320, 768, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await expectRoomAround(page);
        }
      }
    });

    test('the bar of a phone leaves targets and the end free @once', async ({ page, person }) => {
      const many = Array.from({ length: 20 }, (_, at) => ({ amount: 5, description: `שורה row ${at}` }));
      await record(person, many);
      await page.setViewportSize({ width: 360, height: 740 });
      const card = await makeAccount(person, { name: 'כרטיס Visa', kind: 'credit_card' });
      await page.goto(`/accounts/${card}/edit#pays_from`);
      await expect(page.locator('label[for=pays_from]')).toBeInViewport({ ratio: 1 });
      await page.goto('/transactions');
      // Over the height of a row, each of its parts passes under the bar once.
      for (let step = 0; step < 6; step += 1) {
        await expectLargeTargets(page);
        await page.evaluate(() => scrollBy({ top: 10, behavior: 'instant' }));
      }
      const last = page.locator('.footer a').last();
      const bar = page.locator('.phone-bar');
      for (const width of [240, 320, 412])
        for (const size of ['100%', '125%', '200%']) {
          await page.setViewportSize({ width, height: 640 });
          await page.evaluate((text) => {
            document.documentElement.style.fontSize = text;
            scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
          }, size);
          const [link, over] = [await boxOf(last), await boxOf(bar)];
          expect(over.top + over.height, `${width} and ${size}`).toBe(640);
          expect(link.top + link.height, `${width} and ${size}`).toBeLessThanOrEqual(over.top);
        }
    });

    test('with doubled text each amount is whole, apart from the menu, and as large as words @once', async ({
      page,
      person,
    }) => {
      await doubleText(page);
      const first = { amount: 130_772.42, description: 'תחזוקת האתר', type: 'income' };
      await record(person, [first, { amount: 342, description: 'Lunch with colleagues' }]);
      await makeAccount(person, { name: 'Dollar account' });
      await repeat(person, { name: 'Music subscription', amount: 5900, start_date: TODAY });
      for (const path of ['/transactions', '/accounts', '/recurring']) {
        await page.goto(path);
        const rows = page.locator('main tbody tr:has(.cell-menu)');
        expect(await brokenIn(rows), path).toEqual([]);
        const parts = await rows.evaluateAll((all) =>
          all.map((row) => {
            const boxOf = (selector: string) => {
              const range = document.createRange();
              range.selectNodeContents(row.querySelector(selector) ?? row);
              return range.getBoundingClientRect();
            };
            const [amount, menu] = [boxOf('.cell-end bdi'), boxOf('.row-menu > summary')];
            const isApart = amount.right <= menu.left || menu.right <= amount.left;
            const isBelow = boxOf('.cell-main :is(a, bdi)').bottom <= amount.top + 4;
            const size = Number.parseFloat(getComputedStyle(row.querySelector('.cell-end') ?? row).fontSize);
            return { isApart, isBelow, isLarge: size > 25 };
          }),
        );
        expect(parts.length).toBeGreaterThan(0);
        expect(parts, path).toEqual(parts.map(() => ({ isApart: true, isBelow: true, isLarge: true })));
      }
    });

    test('amounts of lists are below each other on a phone, on the line of what they are for', async ({
      page,
      person,
    }) => {
      const [category, other] = await categoriesOf(person);
      await record(person, [
        { amount: 1234.5, description: 'Tea', category_id: category?.id },
        { amount: 7, description: 'שתי ארוחות צהריים עם חברים מהעבודה', category_id: other?.id },
      ]);
      await makeAccount(person, { name: 'מזומן' });
      await repeat(person, { name: 'Music subscription', amount: 15, start_date: TODAY });
      await repeat(person, { name: 'שכירות', amount: 5900, start_date: TODAY });
      await page.setViewportSize({ width: 360, height: 740 });
      for (const path of ['/transactions', '/accounts', '/categories', '/recurring']) {
        await page.goto(path);
        const rows = await page.locator('main tbody tr:has(.cell-end):has(.cell-menu)').evaluateAll((all) =>
          all.map((row) => {
            const boxOf = (selector: string) => {
              const range = document.createRange();
              range.selectNodeContents(row.querySelector(selector) ?? row);
              return range.getClientRects()[0] ?? new DOMRect();
            };
            const [name, amount] = [boxOf('.cell-main :is(a bdi, bdi)'), boxOf('.cell-end bdi')];
            const menu = row.querySelector('summary .icon')?.getBoundingClientRect() ?? new DOMRect();
            const isBeside = amount.right <= menu.left || menu.right <= amount.left;
            return [Math.round(amount.right), Math.abs(name.bottom - amount.bottom) < 4, isBeside];
          }),
        );
        expect(rows.length, path).toBeGreaterThan(1);
        expect(rows, path).toEqual(rows.map(() => [rows[0]?.[0], true, true]));
      }
    });

    test('the filters fit doubled text, and their button covers no field @once', async ({ page, person }) => {
      await recordExamples(person);
      await doubleText(page);
      await page.goto('/transactions');
      await page.locator('[data-filter-panel] > summary').click();
      await expect(page.getByRole('textbox', { name: t('manager:search') })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expect(page.locator('.filter-foot')).toHaveCSS('position', 'static');
    });

    test('with doubled text words have room in their buttons, which stay in their card @once', async ({
      page,
    }) => {
      await doubleText(page);
      await page.goto('/recurring/new');
      const padding = await page
        .locator('main .button:not(.button-icon):visible')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).paddingInlineStart)));
      expect(Math.min(...padding)).toBeGreaterThanOrEqual(12);
      await page.evaluate(() =>
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
      );
      const [card, foot] = [
        await boxOf(page.locator('.form-page')),
        await boxOf(page.locator('.wizard-foot')),
      ];
      expect(foot.top + foot.height).toBeLessThanOrEqual(card.top + card.height);
      const words = page.locator('.phone-place').first();
      expect(
        await words.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
      ).toBeGreaterThan(10);
    });

    test('an empty box has the colour of what it is on @once', async ({ page }) => {
      for (const path of ['/categories/new', '/accessibility']) {
        await page.goto(path);
        for (const theme of ['light', 'dark']) {
          await page.evaluate((name) => {
            document.documentElement.dataset.theme = name;
          }, theme);
          const box = page.locator(':is(.segment, .choice) input:not(:checked)').last();
          await box.scrollIntoViewIfNeeded();
          const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
          expect(width).toBe(20);
          const clip = { x: x + width / 2 - 3, y: y + height / 2 - 3, width: 6, height: 6 };
          const { channels } = await sharp(await page.screenshot({ clip })).stats();
          const [red = 0, , blue = 0] = channels.map(({ mean }) => mean);
          expect(blue, `${path}, ${theme}`).toBeGreaterThanOrEqual(theme === 'dark' ? red + 10 : 250);
        }
      }
    });
  });
});

async function doubleText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

// Texts of elements that have more lines than words.
function brokenIn(elements: Locator): Promise<object[]> {
  return elements.evaluateAll((all) =>
    all
      .flatMap((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const broken: { words: string; lines: number }[] = [];
        while (walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          broken.push({ words: String(range).trim(), lines: range.getClientRects().length });
        }
        return broken;
      })
      .filter(({ words, lines }) => lines > words.split(/\s+/).length),
  );
}

const middle = (box: Box | undefined) => (box ? box.top + box.height / 2 : Number.NaN);

// Where elements end, by the direction of the page.
function endsOf(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) =>
    all.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return Math.round(document.dir === 'rtl' ? left : right);
    }),
  );
}

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

function starts(page: Page, cells: string): Promise<number[]> {
  return page.locator(cells).evaluateAll((all) =>
    all.map((cell) => {
      const { left, right } = cell.getBoundingClientRect();
      return Math.round(getComputedStyle(cell).direction === 'rtl' ? right : left);
    }),
  );
}
