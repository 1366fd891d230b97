import type { Locator, Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import type { Person } from '../support/people.ts';
import { setProfile } from '../support/people.ts';
import { TODAY } from '../support/today.ts';
import { makeCategory, record } from '../support/transactions.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';

async function recordYear(person: Person): Promise<void> {
  const category_id = await createCategory(person);
  await record(
    person,
    Array.from({ length: 60 }, (_, place) => ({
      type: place % 10 === 0 ? 'income' : 'expense',
      amount: place % 10 === 0 ? 5000 : 100 + place,
      description: place % 2 === 0 ? HOSTILE : 'קפה',
      date: plusDays(TODAY, -6 * place),
      time: `${String(place % 24).padStart(2, '0')}:30`,
      ...(place % 10 !== 0 && place % 2 === 0 && { category_id }),
    })),
  );
}

async function createCategory(person: Person): Promise<string> {
  const body = { name: HOSTILE, type: 'expense', icon: 'Home', color: '#1d4ed8' };
  return makeCategory(person, body);
}

const sectionOf = (page: Page, id: string) => page.locator(`section[aria-labelledby="${id}"]`);

async function wake(page: Page, id: string): Promise<Locator> {
  const section = sectionOf(page, id);
  await section.locator('.chart-live').first().hover();
  await expect(section.getByRole('slider').first()).toBeVisible();
  return section;
}

const expectSaid = (slider: Locator, text: string) =>
  expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(text);

const rowsOf = (section: Locator) =>
  section.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.querySelector('th')?.textContent.trim() ?? '',
      href: row.dataset.href ?? row.querySelector('a')?.getAttribute('href') ?? '',
      values: [...row.querySelectorAll('td.numeric')].map((cell) => cell.textContent.trim()),
    })),
  );

inEachLanguage(({ t, language }) => {
  test.describe('a chart that was touched', { tag: '@javascript' }, () => {
    test('is drawn again where it was, and says the values of its table @once', async ({ page, person }) => {
      await recordYear(person);
      await page.goto('/analytics');
      const section = sectionOf(page, 'months');
      const placesOf = (drawing: string) =>
        section.locator(`${drawing} rect.plot-bar`).evaluateAll((bars) => {
          const frame = bars[0]?.closest('.plot-frame')?.getBoundingClientRect();
          return bars
            .map((bar) => bar.getBoundingClientRect())
            .filter(({ height }) => height > 1)
            .map(({ left, top, width, height }) =>
              [left - (frame?.left ?? 0), top - (frame?.top ?? 0), width, height].map(Math.round),
            );
        });
      const before = await placesOf('.plot-data');
      const sizeOf = async () => (await section.boundingBox())?.height;
      const size = await sizeOf();
      const slider = section.getByRole('slider');
      const values = section.locator('.chart-values').first();

      await test.step('it is a stop of Tab, and answers to the keys that follow', async () => {
        await expect(page.locator('.island-chart[tabindex]')).toHaveCount(0);
        await expect(page.getByRole('slider')).toHaveCount(0);
        await section.locator('.totals a').nth(-2).focus();
        await page.keyboard.press('Tab');
        await expect(slider).toBeVisible();
        // The series' switches come first.
        const switches = await section.locator('.chart-keys button').count();
        for (let stop = 0; stop <= switches; stop += 1) await page.keyboard.press('Tab');
        await expect(slider).toBeFocused();
        await page.keyboard.press('Home');
        await expect(section.locator('tr[data-highlighted]')).toHaveCount(1);
      });

      await test.step('it is drawn where the server has drawn it', async () => {
        await expect(section.locator('.plot-data')).toBeHidden();
        const after = await placesOf('[data-chart]');
        expect(after).toHaveLength(before.length);
        after.flat().forEach((edge, index) => {
          expect(Math.abs(edge - (before.flat()[index] ?? 0))).toBeLessThanOrEqual(1);
        });
        expect(await sizeOf()).toBe(size);
      });

      const rows = await rowsOf(section);
      const expectAt = async (place: number) => {
        const row = rows.at(place);
        // Said when it gets the focus too, and where announcements are off.
        await expectSaid(slider, `${row?.name}: ${t('common:incomes')} ${row?.values[0]}`);
        // The balance, which is the last, has a drawing of its own.
        for (const value of row?.values.slice(0, -1) ?? []) await expect(values).toContainText(value);
        await expect(values.getByRole('link')).toHaveAttribute('href', row?.href ?? '');
        await expect(section.locator('tr[data-highlighted] th')).toHaveText(row?.name ?? '');
      };
      await test.step('keys and the pointer choose its values', async () => {
        await expect(slider).toHaveAccessibleName(
          t('analytics:chartLabel', { title: t('analytics:title.months') }),
        );
        await expectAt(0);
        // Time runs from left to right in every language.
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await expectAt(2);
        await page.keyboard.press('ArrowLeft');
        await expectAt(1);
        await page.keyboard.press('End');
        await expectAt(-1);
        const { x, width, y } = (await section.locator('[data-chart]').first().boundingBox()) ?? fail();
        await page.mouse.move(x + 3, y + 80);
        await expectAt(0);
        await page.mouse.move(x + width - 3, y + 80);
        await expectAt(-1);
      });

      await test.step('its series are switched off and on, and one is always drawn', async () => {
        const button = (key: 'incomes' | 'expenses' | 'net') =>
          section.getByRole('button', { name: t(`common:${key}`), exact: true });
        await expect(section.locator('[data-chart]')).toHaveCount(1);
        await expect(values).toContainText(t('common:incomes'));
        for (const key of ['incomes', 'expenses'] as const) await button(key).click();
        await expect(button('incomes')).toHaveAttribute('aria-pressed', 'false');
        await expect(section.locator('.dataset-bars')).toHaveCount(0);
        await expect(values).not.toContainText(t('common:expenses'));
        await button('net').click();
        await expect(button('net')).toHaveAttribute('aria-pressed', 'true');
        await button('incomes').click();
        await expect(section.locator('.dataset-bars rect')).toHaveCount(12);
        await button('expenses').click();
      });

      await test.step('Enter leads to what was chosen, and Back to where it was', async () => {
        await slider.focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL((url) => url.pathname + url.search === rows[1]?.href);
        await page.goBack();
        await expect(slider).toBeFocused();
        await expectAt(1);
      });

      await test.step('on paper the drawing of the server and the table are there', async () => {
        await page.emulateMedia({ media: 'print' });
        await expect(section.locator('.plot-data').first()).toBeVisible();
        await expect(section.locator('table')).toBeVisible();
        await expect(section.locator('[data-chart]').first()).toBeHidden();
        const margin = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' };
        const paper = (await page.pdf({ format: 'A4', margin })).toString('latin1');
        expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
      });
    });

    test('is a stop of Tab after a folded table, whose links are none @once', async ({ page, person }) => {
      await recordYear(person);
      await page.goto('/analytics/cash-flow');
      const first = sectionOf(page, 'months');
      const second = page.locator('section:has(.island-chart)').nth(1);
      await first.locator('.chart-values a').focus();
      await page.keyboard.press('Tab');
      await expect(first.locator('.fold > summary')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(sectionOf(page, 'flow').locator('.fold > summary')).toBeFocused();
      await expect(second.getByRole('slider')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(second.getByRole('slider')).toBeFocused();
    });

    test('of the dashboard says its values in the space that it has @once', async ({ page, person }) => {
      await recordYear(person);
      await page.goto('/');
      const months = await rowsOf(sectionOf(page, 'balance'));
      const values = sectionOf(page, 'balance').locator('.chart-values');
      await expect(values).toContainText(`${months.at(-1)?.values[0]}`);
      const balance = await wake(page, 'balance');
      await balance.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await expect(values).toContainText(months[0]?.name ?? '');
      await expect(values.getByRole('link')).toHaveAttribute('href', months[0]?.href ?? '');
      await expect(balance.locator('[data-chart] .plot-line')).toHaveCount(1);
      // Today, although the line of a usual month continues.
      const pace = sectionOf(page, 'month');
      const day = TODAY.slice(8).replace(/^0/, '');
      const row = (await rowsOf(pace)).find(({ name }) => name === day);
      await expect(pace.locator('.chart-values')).toContainText(row?.values[0] ?? '-');
      await expect(pace.locator('.chart-values')).toContainText(
        `${t('dashboard:pace.usually')} ${row?.values[1]}`,
      );
      await wake(page, 'month');
      await expect(pace.locator('[data-chart] .plot-line')).toHaveCount(2);
      await page.mouse.move(0, 0);
      await expectAccessible(page);
    });

    test('of spending says its parts and bands, marks one row alone, and stands still @once', async ({
      page,
      person,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await recordYear(person);
      await page.goto('/analytics/spending');
      const title = await page.title();
      await openMore(page);

      await test.step('the parts of a whole say their rows', async () => {
        const [forward, back] = language === 'he' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
        const section = await wake(page, 'spending');
        const rows = await rowsOf(section);
        const slider = section.getByRole('slider');
        await slider.focus();
        await page.keyboard.press('Home');
        await page.keyboard.press(forward ?? '');
        const saidOf = (place: number) =>
          `${rows[place]?.name}: ${t('transactions:form.amount')} ${rows[place]?.values[0]}`;
        await expectSaid(slider, saidOf(1));
        for (const value of rows[1]?.values ?? [])
          await expect(section.locator('.chart-values')).toContainText(value);
        await expect(section.locator('.chart-values a')).toHaveAttribute('href', rows[1]?.href ?? '');
        await page.keyboard.press(back ?? '');
        await expectSaid(slider, saidOf(0));
        // The largest part begins at the top and runs clockwise.
        const drawing = section.locator('.donut-drawing');
        const { width } = (await drawing.boundingBox()) ?? fail();
        await drawing.hover({ position: { x: width / 2 + 5, y: 8 } });
        const marked = section.locator('tr[data-highlighted]');
        await expect(marked).toHaveText((await section.locator('tbody tr').first().textContent()) ?? '');
        await expect(sectionOf(page, 'payees').locator('tr[data-highlighted]')).toHaveCount(0);
      });

      await test.step('a band of stacked columns is chosen by keys, and leads to its category', async () => {
        const section = await wake(page, 'columns');
        const slider = section.getByRole('slider');
        const readout = section.locator('.chart-values');
        await slider.focus();
        await page.keyboard.press('End');
        const cells = await section
          .locator('tbody tr')
          .last()
          .locator('td.numeric')
          .evaluateAll((all) =>
            all.map((cell) => ({
              text: cell.textContent.trim(),
              href: cell.querySelector('a')?.getAttribute('href') ?? '',
            })),
          );
        // The pointer may have chosen one before: down to the first, which is the lowest.
        for (const _ of cells) await page.keyboard.press('ArrowDown');
        await expect(readout).toContainText(cells[0]?.text ?? '-');
        await expect(readout.getByRole('link')).toHaveAttribute('href', cells[0]?.href ?? '-');
        await expect(section.locator('.chart-band')).toHaveCount(1);
        await page.keyboard.press('ArrowUp');
        await expect(readout).toContainText(cells[1]?.text ?? '-');
        await expectSaid(slider, cells[1]?.text ?? '-');
        await expect(readout.getByRole('link')).toHaveAttribute('href', cells[1]?.href ?? '-');
      });

      await test.step('what is marked in one chart is marked alone, and its name stays text', async () => {
        await wake(page, 'spending');
        await wake(page, 'hours');
        const category = page.locator('tr[data-point^="category:"]').filter({ hasText: HOSTILE });
        await category.first().hover();
        await expect(category.first()).toHaveAttribute('data-highlighted', '');
        await expect(page.locator('main img')).toHaveCount(0);
        await expect(page).toHaveTitle(title);
        await sectionOf(page, 'hours').getByRole('slider').press('Home');
        await expect(page.locator('tr[data-highlighted]')).toHaveCount(1);
      });

      for (const id of ['hours', 'days', 'weekdays', 'spending']) {
        const section = await wake(page, id);
        await expect(section.locator('animate, animateTransform')).toHaveCount(0);
        await expect(section.locator('[aria-hidden=true] [tabindex="0"]')).toHaveCount(0);
      }
    });

    test.describe('by a finger', () => {
      test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

      test('says where it was touched, and stays on the page @once', async ({ page, person }) => {
        await recordYear(person);
        await page.goto('/analytics');
        const section = sectionOf(page, 'months');
        const rows = await rowsOf(section);
        const frame = section.locator('.plot-frame');
        const { width, height } = (await frame.boundingBox()) ?? fail();
        const readout = section.locator('.chart-values');
        const room = await readout.evaluate(({ clientHeight }) => clientHeight);
        // The latest is said before, and the first touch chooses already. Time runs from left to right.
        await expect(readout).toContainText(rows.at(-1)?.values[0] ?? '-');
        for (const [x, place] of [
          [4, 0],
          [width - 4, -1],
          [width / 2 + 4, 6],
        ] as const) {
          await frame.tap({ position: { x, y: height * 0.6 } });
          await expect(readout).toContainText(rows.at(place)?.name ?? '-');
          for (const value of rows.at(place)?.values ?? []) await expect(readout).toContainText(value);
          await expect(page).toHaveURL('/analytics');
          // The first point has no changes, and what is below stays where it is.
          expect(await readout.evaluate(({ clientHeight }) => clientHeight)).toBe(room);
        }
        const gap = await readout
          // The first one says since when too, and may need another line.
          .locator('bdi:has(+ .muted)')
          .last()
          .evaluate((value) => {
            const [one, two] = [value, value.nextElementSibling].map((each) => each?.getBoundingClientRect());
            return Math.max((one?.left ?? 0) - (two?.right ?? 0), (two?.left ?? 0) - (one?.right ?? 0));
          });
        expect(gap, 'pixels between a value and its change').toBeGreaterThan(2);
        await readout.getByRole('link', { name: t('analytics:chartLink') }).tap();
        await expect(page).toHaveURL((url) => url.pathname + url.search === rows[6]?.href);
      });
    });

    test('weeks take the place of months without leaving the page @once', async ({ page, person }) => {
      await recordYear(person);
      await page.goto('/analytics?period=last-6-months');
      await wake(page, 'months');
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await page.getByRole('link', { name: t('analytics:step.weeks'), exact: true }).click();
      await expect(page).toHaveURL('/analytics?period=last-6-months&by=weeks');
      const section = sectionOf(page, 'months');
      await expect(section.locator('tbody tr')).not.toHaveCount(6);
      await expect(page.getByRole('link', { name: t('analytics:step.weeks'), exact: true })).toBeFocused();
      await section.getByRole('slider').scrollIntoViewIfNeeded();
      await expect(section.locator('[data-chart] svg').first()).toBeVisible();
      const count = (await rowsOf(section)).length;
      await expect(section.getByRole('slider').first()).toHaveAttribute('aria-valuemax', String(count));
      expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const show = (step: 'months' | 'weeks') =>
        page.getByRole('link', { name: t(`analytics:step.${step}`), exact: true }).click();
      for (const [step, rows] of [
        ['months', 6],
        ['weeks', count],
        ['months', 6],
      ] as const) {
        await show(step);
        await expect(section.locator('tbody tr')).toHaveCount(rows);
      }
      expect(requests.filter((url) => url.includes('/analytics'))).toHaveLength(1);
      await page.evaluate(() => localStorage.setItem('data-version', 'of another tab'));
      await show('weeks');
      await expect(section.locator('tbody tr')).toHaveCount(count);
      expect(requests.filter((url) => url.includes('/analytics'))).toHaveLength(2);
      // Another period has its weeks too.
      await page.reload();
      await expect(sectionOf(page, 'months').locator('tbody tr')).toHaveCount(count);
      await wake(page, 'months');
      await show('months');
      await expect(section.locator('tbody tr')).toHaveCount(6);
      await show('weeks');
      await expect(section.locator('tbody tr')).toHaveCount(count);
      await page.getByRole('link', { name: t('analytics:period.last-3-months'), exact: true }).click();
      await expect(page).toHaveURL('/analytics?period=last-3-months&by=weeks');
    });
  });

  test.describe('without scripts', () => {
    test('its axes and latest value are there, and its labels never touch @plain', async ({
      page,
      person,
    }) => {
      await recordYear(person);
      await page.goto('/analytics/cash-flow');
      const section = sectionOf(page, 'months');
      const rows = await rowsOf(section);
      const plain = (texts: string[]) => texts.map((text) => text.replace(/[\u2066-\u2069]/g, '').trim());
      const ticks = plain(await section.locator('.plot-tick').allTextContents());
      expect(ticks).toContain('₪0');
      expect(ticks.length).toBeGreaterThan(2);
      for (const tick of ticks) expect(tick).toMatch(/^(−?₪\d+(,000|K)?|−?\d+ אלף\s₪)$/);
      await expect(section.locator('.plot-end')).toContainText(rows.at(-1)?.values[0] ?? '-');
      await expect(section.locator('.chart-values')).toContainText(rows.at(-1)?.name ?? '-');
      await expect(section.locator('.plot a')).toHaveCount(0);
      for (const [width, least] of [
        [320, 2],
        [360, 2],
        [768, 6],
        [1280, 12],
      ] as const) {
        await page.setViewportSize({ width, height: 740 });
        const boxes = await section
          .locator('.plot-frame > svg:first-child > text')
          .evaluateAll((labels) =>
            labels.map((label) => label.getBoundingClientRect()).filter((box) => box.width > 0),
          );
        expect(boxes.length).toBeGreaterThanOrEqual(least);
        // In the order of time, from left to right in every language.
        boxes.slice(1).forEach(({ left }, index) => {
          expect(left).toBeGreaterThan(boxes[index]?.right ?? 0);
        });
        expect(boxes[0]?.left).toBeGreaterThanOrEqual(0);
        expect(boxes.at(-1)?.right).toBeLessThanOrEqual(width);
      }
    });

    test('what is not needed every day is folded, some of it on phones alone, or open as preferred @once', async ({
      page,
      person,
    }) => {
      await recordYear(person);
      await page.goto('/analytics/spending');
      const table = sectionOf(page, 'largest').getByRole('table');
      const hours = sectionOf(page, 'hours');
      await expect(table).toBeHidden();
      await openMore(page);
      await expect(table).toBeVisible();
      await expect(hours.locator('details table')).toHaveCount(0);
      await expect(hours.getByRole('table')).toBeHidden();
      await hours.locator('.fold > summary').click();
      await expect(hours.getByRole('table')).toBeVisible();
      await page.goto('/analytics/cash-flow');
      const income = sectionOf(page, 'earned').getByRole('table');
      await expect(income).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(income).toBeHidden();
      await page.getByText(t('analytics:moreFlow')).click();
      await expect(income).toBeVisible();
      await setProfile(person, { preferences: { chart_tables: 'open' } });
      await page.goto('/analytics/spending');
      await openMore(page);
      await expect(hours.getByRole('table')).toBeVisible();
    });
  });
});

async function openMore(page: Page): Promise<void> {
  for (const summary of await page.locator('.fold-more > summary').all()) await summary.click();
}

function fail(): never {
  throw new Error('The chart has no place on the screen.');
}
