import { expect, IN_MOTION, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { rowAction, rowMenu } from '../support/row-menu.ts';
import { categoriesOf, record, repeat } from '../support/transactions.ts';

const NAMES = Array.from({ length: 20 }, (_, index) => `שורה row ${index}`);

test.use(IN_MOTION);

inEachLanguage(({ t }) => {
  test('one menu of a row is open at a time, in view @javascript @once', async ({ page, person }) => {
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

  test('menus of rows are whole on a narrow phone and start in one line', async ({ page, person }) => {
    const [first, second] = await categoriesOf(person);
    await record(person, [
      { amount: 82_080.68, category_id: first?.id },
      { amount: 1234, category_id: second?.id },
    ]);
    await repeat(person, {
      name: 'Rent',
      description: 'Rent',
      amount: 5,
      interval_type: 'monthly',
      start_date: '2026-01-01',
    });
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/categories', '/recurring']) {
      await page.goto(path);
      for (const menu of (await page.locator('main tbody .row-menu').all()).slice(0, 4)) {
        await menu.locator('summary').click();
        const acts = menu.locator('.menu-panel :is(a, button)');
        const starts = await acts.evaluateAll((all) =>
          all.map((act) => {
            const words = document.createRange();
            words.selectNodeContents(act);
            const { left, right } = words.getBoundingClientRect();
            const bar = document.querySelector('.phone-bar')?.getBoundingClientRect().top ?? innerHeight;
            const isAboveBar = act.getBoundingClientRect().bottom <= bar;
            const isWhole = left >= 0 && right <= innerWidth && isAboveBar;
            return isWhole && Math.round(document.dir === 'rtl' ? right : left);
          }),
        );
        expect(new Set(starts).size, path).toBe(1);
        expect(starts).not.toContain(false);
        await menu.locator('summary').press('Enter');
      }
    }
  });
});
