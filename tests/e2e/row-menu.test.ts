import { expect, IN_MOTION, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { rowAction, rowMenu } from '../support/row-menu.ts';
import { record } from '../support/transactions.ts';

const NAMES = Array.from({ length: 20 }, (_, index) => `שורה row ${index}`);

test.use(IN_MOTION);

inEachLanguage(({ t }) => {
  test('one menu of a row is open at a time, in view @javascript', async ({ page, person }) => {
    await record(
      person,
      NAMES.map((description) => ({ amount: 5, description })),
    );
    await page.goto('/transactions');
    const [first, last] = await page
      .locator('.row-link')
      .evaluateAll((links) => [links[0], links.at(-1)].map((link) => link?.textContent?.trim() ?? ''));
    const edit = (of = '') => rowAction(page, t, of, t('transactions:dialog.editAction'));
    const shown = await edit(first);
    await expect(shown).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
    await expect(rowMenu(page, t, first ?? '')).toBeFocused();
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await rowMenu(page, t, last ?? '').evaluate((button) => button.scrollIntoView({ block: 'end' }));
      const remove = await rowAction(page, t, last ?? '', t('common:delete'));
      await remove.click({ trial: true });
      await expect(remove).toBeInViewport({ ratio: 1 });
      const other = await edit(first);
      await expect(other).toBeVisible();
      await expect(remove).toBeHidden();
      await page.locator('h1').click();
      await expect(other).toBeHidden();
    }
  });
});
