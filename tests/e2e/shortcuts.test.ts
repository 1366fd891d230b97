import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile } from '../support/people.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  const help = (page: Page) => page.getByRole('dialog', { name: t('shortcuts:title') });

  test('the shortcuts have a page of their own, which says how to switch them off @once', async ({
    page,
  }) => {
    await page.goto('/shortcuts');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shortcuts:title'));
    await expect(page.getByRole('row')).toHaveCount(9);
    await page.getByRole('link', { name: t('shortcuts:turnOff') }).click();
    await page.locator('#shortcuts').selectOption('off');
    await page.locator('form:has(#shortcuts) .button-primary').click();
    await expect(page.locator('.flash')).toHaveText(t('accounts:preferencesSaved'));
    await page.goto('/shortcuts');
    await expect(page.locator('.remark').first()).toHaveText(t('shortcuts:isOff'));
  });

  test('a question mark shows the shortcuts over the page @javascript @once', async ({ page }) => {
    await page.goto('/analytics');
    const link = page.locator('.header a[href="/profile"]');
    await page.locator('.header .menu > summary').last().press('Enter');
    await link.focus();
    await page.keyboard.press('Shift+?');
    await expect(help(page).getByRole('row')).toHaveCount(9);
    await expect(help(page).locator('[data-panel-title]')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('.header .menu > summary').last()).toBeFocused();
  });

  test('what a key has added has the focus afterwards @javascript @once', async ({ page }) => {
    await page.goto('/transactions');
    for (const name of ['קפה', 'Tea']) {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=amount]').fill('5');
      await dialog.locator('[name=description]').fill(name);
      await page.keyboard.press('Enter');
      await expect(page.locator('.row-link:focus')).toHaveText(name);
    }
    await page.locator('main').focus();
    await expect(page.locator('main')).toHaveCSS('outline-style', 'none');
  });

  test('single keys act on Latin and Hebrew keyboards @javascript @once', async ({ page, person }) => {
    await record(person, [{ amount: 5, description: 'Tea' }]);
    await page.goto('/');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
    await expect(dialog.getByRole('radio', { name: t('common:expense') })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(page).toHaveURL('/transactions#filter-search');
    await expect(page.locator('#filter-search')).toBeFocused();
    for (const [keys, address] of [
      ['ga', '/analytics'],
      ['gc', '/categories'],
      ['gr', '/recurring'],
      ['gd', '/'],
      ['gt', '/transactions'],
      ['עש', '/analytics'],
      ['ער', '/recurring'],
      ['עא', '/transactions'],
    ] as const) {
      await page.locator('main').focus();
      // At once, because `g` waits for the next key two seconds at most.
      await Promise.all([...keys].map((key) => pressKey(page, key)));
      await expect(page).toHaveURL(address);
      // Before its scripts run, a page has no shortcuts.
      await page.waitForLoadState();
    }
    await pressKey(page, '.');
    await expect(page.locator('#filter-search')).toBeFocused();
    await page.locator('main').focus();
    await pressKey(page, 'מ');
    await expect(dialog.getByLabel(t('transactions:form.amount'))).toBeFocused();
  });

  test('keys are letters in a field, and can be off @javascript @once', async ({ page, person }) => {
    await record(person, [{ amount: 5, description: 'Tea' }]);
    await page.goto('/transactions');
    await page.locator('#filter-search').pressSequentially('n/?gd');
    await expect(page.locator('#filter-search')).toHaveValue('n/?gd');
    await page.locator('main').focus();
    for (const keys of ['Shift+N', 'Alt+n', 'Control+/']) await page.keyboard.press(keys);
    await expectNothing(page);
    await setProfile(person, { preferences: { shortcuts: 'off' } });
    await page.goto('/analytics');
    for (const key of ['n', '/', '?', 'g', 'd']) await page.keyboard.press(key);
    await expectNothing(page);
    await expect(page).toHaveURL('/analytics');
  });
});

// Anything that a press loads would arrive before a later answer of the server.
async function expectNothing(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/health')).text());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('#filter-search:focus')).toHaveCount(0);
}

/** A Hebrew keyboard's keys, by what they write. */
const HEBREW_KEYS: Record<string, string> = {
  ע: 'KeyG',
  ש: 'KeyA',
  ר: 'KeyR',
  א: 'KeyT',
  מ: 'KeyN',
  '.': 'Slash',
};

// The browser under test has only a Latin keyboard.
async function pressKey(page: Page, key: string): Promise<void> {
  const code = HEBREW_KEYS[key];
  if (!code) return page.keyboard.press(key);
  await page.evaluate(
    (pressed) => {
      const event = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    },
    { key, code },
  );
}
