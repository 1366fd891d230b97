import type { Page } from '@playwright/test';
import { DIALOG_MODES } from '../../src/stores/transaction-dialog.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile } from '../support/people.ts';
import { recordExamples } from '../support/screens.ts';
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

  for (const { fontSize, ...size } of [
    { width: 1280, height: 800, fontSize: 'medium' },
    { width: 360, height: 640, fontSize: 'medium' },
    { width: 320, height: 640, fontSize: 'xl' },
  ]) {
    test(`every focus stop is visible at a width of ${size.width} @javascript`, async ({ page, person }) => {
      await setProfile(person, { preferences: { accessibility: { fontSize } } });
      await recordExamples(person);
      await page.setViewportSize(size);
      for (const path of ['/', '/transactions?page=2', '/transactions/new']) {
        await page.goto(path);
        await expectVisibleStops(page);
      }
    });
  }
});

inEachLanguage(({ t }) => {
  test('every focus stop in a dialog lies inside and is visible, and Escape returns the focus @javascript', async ({
    page,
    person,
  }) => {
    const [recorded] = await record(person, [{ amount: 10, description: 'מקלדת' }]);
    await page.goto('/');
    const opener = page.getByRole('link', { name: t('common:addTransaction'), exact: true });
    for (const mode of DIALOG_MODES) {
      await opener.focus();
      await openDialog(page, mode, recorded?.id ?? '');
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

// The field or button that is most likely wanted, but never one that deletes.
const FIRST_FOCUS = {
  add: '[name=amount]',
  edit: '[name=amount]',
  duplicate: '[name=amount]',
  view: '.button-primary',
  delete: '.dialog-footer .button-quiet',
  recurring: '[name=amount]',
};

function openDialog(page: Page, mode: string, id: string): Promise<void> {
  return page.evaluate(
    ([name, about]) => {
      dispatchEvent(
        new CustomEvent(`transaction:${name}`, { detail: name === 'add' ? null : { id: about } }),
      );
    },
    [mode, id] as const,
  );
}

const MOST_STOPS = 60;

// Once through the dialog, or until the focus leaves the page for the browser's own controls.
async function expectStopsWithin(page: Page): Promise<void> {
  let stops = 0;
  const first = await page.evaluateHandle(() => document.activeElement);
  for (; stops < MOST_STOPS; stops += 1) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeStop);
    if (!stop) break;
    expect(await page.evaluate(() => document.activeElement?.closest('dialog')?.open), stop.name).toBe(true);
    const faultNow = async () => (await page.evaluate(describeStop))?.fault;
    if (stop.fault) await expect.poll(faultNow, stop.name).toBeNull();
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
  fault: string | null;
}

// Walks once through the page, until the focus leaves it.
async function expectVisibleStops(page: Page): Promise<void> {
  const most = (await page.locator('a, button, input, select, textarea, summary').count()) + 5;
  const names: string[] = [];
  while (names.length < most) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeStop);
    if (!stop) break;
    names.push(stop.name);
    // The page may still be scrolling to the focus.
    const faultNow = async () => (await page.evaluate(describeStop))?.fault;
    if (stop.fault) await expect.poll(faultNow, `${stop.name} on ${page.url()}`).toBeNull();
  }
  expect(names.at(-1), 'the last stop').toMatch(/^a /);
  expect(names.length, names.join('\n')).toBeGreaterThan(10);
  expect(names.length, 'the focus never left the page').toBeLessThan(most);
}

function describeStop(): Stop | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const name = `${element.localName} ${element.id} ${element.textContent?.trim().slice(0, 40)}`;
  if (right - left < 2 || bottom - top < 2) return { name, fault: 'too small to be visible' };
  if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
    return { name, fault: `outside the view at ${[left, top, right, bottom].map(Math.round)}` };
  }
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
    return { name, fault: 'without a ring' };
  const covering = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const seen = covering && (element.contains(covering) || covering.contains(element));
  // The middle of a link over several lines may lie beside its text.
  const broken = element.getClientRects().length > 1;
  return { name, fault: seen || broken ? null : `covered by ${covering?.className}` };
}
