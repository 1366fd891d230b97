import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { DIALOG_MODES } from '../../src/stores/transaction-dialog.ts';
import { thinOut } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { openByEvent } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile } from '../support/people.ts';
import { recordExamples } from '../support/screens.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('the first press of Tab offers to skip to the content', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: t('common:skipToContent') });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus')).toHaveCount(1);
  });

  // The last two are a small window with large zoom: 1280 × 900 at 200 %, and 1280 × 1024 at 400 %.
  // Each in one language and mode: the stops are the same in all, and what covers them depends on the size.
  for (const { fontSize, mode, ...size } of [
    { width: 1280, height: 800, fontSize: 'medium', mode: '@javascript @once' },
    { width: 360, height: 640, fontSize: 'medium', mode: '@once' },
    { width: 320, height: 640, fontSize: 'xl', mode: '@javascript @once' },
    { width: 640, height: 450, fontSize: 'medium', mode: '@javascript @once' },
    { width: 320, height: 256, fontSize: 'medium', mode: '@javascript @once' },
  ]) {
    test(`every stop is visible at ${size.width}×${size.height} ${mode}`, async ({
      page,
      login,
      owner,
      person,
    }) => {
      test.slow();
      await setProfile(person, { preferences: { accessibility: { fontSize } } });
      await recordExamples(person);
      // With two months, Home has a chart of them and their lowest balance.
      await record(person, [{ amount: 5, date: plusDays(TODAY, -40) }]);
      await page.setViewportSize(size);
      if (size.height > 500) {
        await expectVisibleStops(page, ['/', '/transactions?page=2', '/transactions/new'], ['Tab']);
        return;
      }
      const paths = ['/', '/transactions', '/analytics/spending', '/profile', '/transactions/new'];
      await expectVisibleStops(page, paths);
      // Where there is the least room.
      if (size.width > 320) return;
      await login(owner);
      await expectVisibleStops(page, ['/admin', '/admin/activity', '/admin/settings']);
    });
  }

  // The second is 1280 × 1024 with zoom of 400 %.
  for (const [width, height] of [
    [1280, 800],
    [320, 256],
  ] as const)
    test(`every focus stop in a dialog is inside and visible at ${width}×${height} @javascript @once`, async ({
      page,
      person,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height });
      const [recorded] = await record(person, [{ amount: 10, description: 'מקלדת' }]);
      await page.goto('/');
      const opener = page.locator('[data-transaction=add]:visible').first();
      for (const mode of DIALOG_MODES) {
        await opener.focus();
        await openByEvent(page, mode, mode === 'add' ? null : { id: recorded?.id });
        const dialog = page.getByRole('dialog', { name: t(`transactions:dialog.${mode}`) });
        await expect(dialog.locator(FIRST_FOCUS[mode])).toBeFocused();
        await dialog
          .getByRole('button', { name: t('transactions:dialog.close') })
          .first()
          .focus();
        await test.step(mode, () => expectStopsWithin(page));
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(opener).toBeFocused();
      }
    });
});

// The field or button most likely wanted, but never one that deletes.
const FIRST_FOCUS = {
  add: '[name=amount]',
  edit: '[name=amount]',
  duplicate: '[name=amount]',
  view: '.button-primary',
  delete: '.dialog-footer .button-quiet',
  recurring: '[name=amount]',
};

const MOST_STOPS = 60;

// Once through the dialog, or until the focus leaves for the browser's own controls.
async function expectStopsWithin(page: Page): Promise<void> {
  let stops = 0;
  const first = await page.evaluateHandle(() => document.activeElement);
  for (; stops < MOST_STOPS; stops += 1) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeStop);
    if (!stop) break;
    expect(await page.evaluate(() => document.activeElement?.closest('dialog')?.open), stop.name).toBe(true);
    const errorNow = async () => (await page.evaluate(describeStop))?.error;
    if (stop.error) await expect.poll(errorNow, stop.name).toBeNull();
    const isRound = await page.evaluate(
      ([start, last]) => document.activeElement === start && last !== start,
      [first, before] as const,
    );
    if (isRound) break;
  }
  expect(stops).toBeGreaterThan(0);
  expect(stops, 'the focus never returned to the start').toBeLessThan(MOST_STOPS);
}

interface Stop {
  name: string;
  isInMain: boolean;
  error: string | null;
}

/**
 * From one end of the first page to the other, and back; of the others only the content, because all pages have the
 * same header and footer.
 */
async function expectVisibleStops(page: Page, paths: string[], keys = ['Tab', 'Shift+Tab']): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await page.goto(path);
    await thinOut(page);
    for (const key of keys) {
      if (index > 0)
        await page
          .locator(key === 'Tab' ? 'main' : '.footer a')
          .first()
          .focus();
      let stops = 0;
      for (; ; stops += 1) {
        await page.keyboard.press(key);
        const stop = await page.evaluate(describeStop);
        if (!stop || (index > 0 && !stop.isInMain)) break;
        // The page may still be scrolling to the focus.
        const errorNow = async () => (await page.evaluate(describeStop))?.error;
        if (stop.error) await expect.poll(errorNow, `${stop.name} on ${path} by ${key}`).toBeNull();
        expect(stops, 'the focus never left the page').toBeLessThan(400);
      }
      expect(stops, path).toBeGreaterThan(index > 0 ? 2 : 10);
    }
  }
}

function describeStop(): Stop | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const isInMain = element.closest('main') !== null;
  const name = `${element.localName} ${element.id || element.className} ${element.textContent?.trim().slice(0, 40)}`;
  const elementBox = element.getBoundingClientRect();
  if (elementBox.width < 2 || elementBox.height < 2)
    return { name, isInMain, error: 'too small to be visible' };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
    return { name, isInMain, error: 'without a ring' };
  // An element too tall for the space between the window's edges cannot be visible as a whole.
  const fits = elementBox.height < innerHeight - 120;
  const isCut =
    elementBox.left < -1 ||
    elementBox.top < -1 ||
    elementBox.right > innerWidth + 1 ||
    elementBox.bottom > innerHeight + 1;
  if (innerHeight > 500 && fits && isCut) return { name, isInMain, error: 'not wholly in view' };
  for (const { left, right, top, bottom } of element.getClientRects()) {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const [aside, above] = [Math.min(4, x - left), Math.min(4, y - top)];
    // The middle of the box and, in a small window, of each side: corners may be round.
    const sides = [
      [left + aside, y],
      [right - aside, y],
      [x, top + above],
      [x, bottom - above],
    ] as const;
    for (const [x_, y_] of innerHeight > 500 ? ([[x, y]] as const) : ([[x, y], ...sides] as const)) {
      const position = `at ${Math.round(x_)}, ${Math.round(y_)}`;
      const isOut = x_ < 0 || y_ < 0 || x_ > innerWidth || y_ > innerHeight;
      if (isOut && fits) return { name, isInMain, error: `outside the view ${position}` };
      const over = document.elementFromPoint(x_, y_);
      // A field may contain a button.
      const isOwn = element.matches('input') && element.parentElement?.contains(over);
      if (over && !element.contains(over) && !over.contains(element) && !isOwn)
        return { name, isInMain, error: `under ${over.localName} ${over.className} ${position}` };
    }
  }
  return { name, isInMain, error: null };
}
