import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, IN_MOTION, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';
import { inEachLanguage } from '../support/languages.ts';
import { makeCategory, record } from '../support/transactions.ts';

test.use(IN_MOTION);

inEachLanguage(({ t }) => {
  const link = (page: Page) =>
    page
      .getByRole('navigation', { name: t('common:mainNavigation') })
      .getByRole('link', { name: t('common:manageCategories') });
  const more = (page: Page) => page.locator('.main-nav summary');
  const panel = (page: Page) => page.getByRole('dialog');
  const nameIn = (place: Locator) => place.getByRole('textbox', { name: t('common:name'), exact: true });

  async function openPanel(page: Page): Promise<void> {
    await more(page).click();
    await link(page).click();
    await expect(
      panel(page).getByRole('heading', { name: t('common:categories'), exact: true }),
    ).toBeFocused();
  }

  test('a category is added inside, and the panel shows it @javascript @once', async ({ page, person }) => {
    const id = await makeCategory(person, { name: 'Clay' });
    await record(person, [{ amount: 5, description: 'Red clay', category_id: id }]);
    await page.goto('/transactions');
    await openPanel(page);
    await expect(page).toHaveURL('/transactions');
    await expect(panel(page)).toHaveAccessibleName(t('common:categories'));
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(more(page)).toBeFocused();
    await openPanel(page);
    await expect(panel(page).locator('tbody tr')).toHaveCount(1);
    await expect(panel(page).locator('tbody tr')).toContainText('Clay');
    const add = panel(page).getByRole('link', { name: t('categories:new') });
    await add.click();
    await expect(panel(page).getByRole('heading', { name: t('categories:new') })).toBeFocused();
    // Typed values are discarded only after a question.
    await panel(page)
      .getByRole('link', { name: t('common:cancel') })
      .click();
    await add.click();
    await nameIn(panel(page)).fill('Cl');
    const question = page.getByRole('alertdialog', { name: t('transactions:dialog.discardQuestion') });
    const keep = question.getByRole('button', { name: t('transactions:dialog.keepEditing') });
    await page.keyboard.press('Escape');
    await expect(keep).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(nameIn(panel(page))).toBeFocused();
    await panel(page)
      .getByRole('link', { name: t('common:cancel') })
      .click();
    await keep.click();
    await expect(nameIn(panel(page))).toHaveValue('Cl');
    await panel(page)
      .getByRole('button', { name: t('common:close') })
      .click();
    await question.getByRole('button', { name: t('transactions:dialog.discard'), exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(more(page)).toBeFocused();
    await openPanel(page);
    await add.click();
    await panel(page)
      .getByRole('button', { name: t('transactions:picker.createButton') })
      .click();
    await expect(panel(page).locator('.error-summary')).toBeFocused();
    await panel(page)
      .getByRole('link', { name: t('errors:categoryNameRequired') })
      .click();
    await expect(nameIn(panel(page))).toBeFocused();
    await page.keyboard.type('Porcelain');
    await page.keyboard.press('Enter');
    await expect(panel(page).locator('.flash')).toHaveText(t('manager:created', { name: 'Porcelain' }));
    await expect(panel(page).getByRole('link', { name: 'Porcelain' })).toBeVisible();
    await expect(page).toHaveURL(/\/transactions/);
    await panel(page)
      .getByRole('button', { name: t('common:close') })
      .click();
    await expect(more(page)).toBeFocused();
  });

  test('it opens from the side menu on a phone @javascript @once', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.locator('[data-drawer] > summary').click();
    await page
      .locator('.drawer')
      .getByRole('link', { name: t('common:exchange') })
      .click();
    await expect(panel(page)).toHaveAccessibleName(t('exchange:title'));
    await expect(panel(page).getByRole('heading', { name: t('exchange:title') })).toBeFocused();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
  });

  test('it leads to its page, and its rows to theirs @javascript @once', async ({ page, person }) => {
    const id = await makeCategory(person, { name: 'Clay' });
    await page.goto('/transactions');
    await openPanel(page);
    await panel(page)
      .getByRole('link', { name: t('common:openPage') })
      .click();
    await expect(page).toHaveURL('/categories');
    await page.goto('/transactions');
    await openPanel(page);
    await panel(page).getByRole('link', { name: 'Clay' }).click();
    await expect(page).toHaveURL(`/categories/${id}`);
    await page.goto('/transactions');
    await openPanel(page);
    await panel(page)
      .getByRole('link', { name: t('categories:new') })
      .click();
    await nameIn(panel(page)).fill('Cl');
    await panel(page)
      .getByRole('link', { name: t('common:openPage') })
      .click();
    const question = page.getByRole('alertdialog', { name: t('transactions:dialog.discardQuestion') });
    await question.getByRole('button', { name: t('transactions:dialog.discard'), exact: true }).click();
    await expect(page).toHaveURL('/categories/new');
    await expect(nameIn(page.locator('main'))).toHaveValue('');
  });

  test('a press is answered before the panel is there @javascript @once', async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${builtScript('panel')}`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/transactions');
    const bar = page.locator('[data-loading-bar]');
    await expect(bar).toBeHidden();
    await more(page).click();
    await link(page).click();
    await expect(bar).toBeVisible();
    release();
    await expect(panel(page)).toBeVisible();
    await expect(bar).toBeHidden();
  });

  test('on its own pages the link is an ordinary one @javascript @once', async ({ page }) => {
    await page.goto('/categories/new');
    await more(page).click();
    await link(page).click();
    await expect(page).toHaveURL('/categories');
    await expect(panel(page)).toHaveCount(0);
  });

  test('after its session the panel leads to sign in @javascript @once', async ({ page, context }) => {
    await page.goto('/transactions');
    await context.clearCookies();
    await more(page).click();
    await link(page).click();
    await expect(page).toHaveURL(/\/login/);
  });
});
