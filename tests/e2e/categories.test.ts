import type { Locator, Page } from '@playwright/test';
import { isolated } from '../../src/i18n/isolated.ts';
import { expect, test } from '../support/browser.ts';
import { chooseAppearance, expectAppearance, pickerIn } from '../support/category.ts';
import { expectFieldError, isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts } from '../support/passing-time.ts';
import { makeCategory, record } from '../support/transactions.ts';

const POTTERY = 'קדרות & clay <b>50%</b>';

inEachLanguage(({ t }) => {
  const flash = (page: Page) => page.locator('.flash p');
  const rowOf = (page: Page, name: string): Locator =>
    page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  const nameIn = (page: Page) => page.getByRole('textbox', { name: t('common:name'), exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const tick = (page: Page, name: string) =>
    page.getByRole('checkbox', { name: `${t('common:select')}: ${name}`, exact: true }).check();
  const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();

  test.describe('when no script arrives', () => {
    test.use({ provoked: /net::ERR_FAILED/ });

    test('a category still gets its colour and icon @javascript @once', async ({ page }) => {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto('/categories/new');
      await nameIn(page).fill(POTTERY);
      await page.getByLabel(t('transactions:picker.color')).selectOption(t('categories:color.teal'));
      await page.getByLabel(t('transactions:picker.icon')).selectOption(t('icons:Palette'));
      await press(page, t('transactions:picker.createButton'));
      await expect(flash(page)).toHaveText(t('manager:created', { name: POTTERY }));
    });
  });

  test('a colour chosen before the scripts arrive is kept @javascript @once', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/categories/new', { waitUntil: 'commit' });
    const color = page.getByRole('combobox', { name: t('transactions:picker.color') });
    await color.selectOption(t('categories:color.teal'));
    release();
    await page.waitForLoadState();
    await expect(color).toHaveValue('#0D9488');
  });

  test('an error is reported at its field, and the typed values stay @javascript @once', async ({
    page,
    person,
  }) => {
    await makeCategory(person, { name: 'Taken' });
    await page.goto('/categories/new');
    await page.getByLabel(t('transactions:form.description')).fill('kept');
    await chooseAppearance(page, t('categories:color.pink'));
    await press(page, t('transactions:picker.createButton'));
    await expectFieldError(page, 'category-name', t('errors:categoryNameRequired'));
    await nameIn(page).fill('tAKEN');
    await press(page, t('transactions:picker.createButton'));
    await expectFieldError(page, 'category-name', t('errors:CATEGORY_EXISTS'));
    await expect(nameIn(page)).toHaveValue('tAKEN');
    await expect(page.getByLabel(t('transactions:form.description'))).toHaveValue('kept');
    await expectAppearance(page, t('categories:color.pink'));
    await choose(page, t('common:income'));
    await press(page, t('transactions:picker.createButton'));
    await expect(flash(page)).toHaveText(t('manager:created', { name: 'tAKEN' }));
  });

  test('how many are selected is said on a phone too', async ({ page, person }, { project }) => {
    for (const name of ['One', 'Two', 'Three']) await makeCategory(person, { name });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/categories');
    for (const name of ['One', 'Three']) await tick(page, name);
    const bar = page.locator('.selection-bar');
    await expect(bar).toBeInViewport({ ratio: 1 });
    if (!isPlain(project))
      await expect(bar.locator('.selection-count')).toHaveText(t('list:selected', { count: 2 }));
    const [clear, merge, remove] = await bar.getByRole('button').all();
    await expect(merge as Locator).toHaveAttribute('name', 'merge');
    await expect(remove as Locator).toHaveAttribute('name', 'delete');
    await expect(clear as Locator).toHaveText(t('list:selectNone'));
    await (clear as Locator).click();
    await expect(bar).toBeHidden();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
    if (!isPlain(project)) await expect(page.locator('.cell-select :focus')).toHaveCount(1);
  });

  test('two chosen ones are merged, and that is undone @javascript @once', async ({ page, person }) => {
    const tea = await makeCategory(person, { name: 'Tea' });
    const coffee = await makeCategory(person, { name: 'Drinks' });
    await record(person, [
      { amount: 1, description: 'Mint', category_id: tea },
      { amount: 2, description: 'Espresso', category_id: coffee },
      { amount: 4, description: 'Milk', category_id: coffee },
      { amount: 1, description: 'Latte', category_id: coffee },
    ]);
    const merge = (number: number) => press(page, t('manager:mergeCounted', { number }));
    await page.goto('/categories');
    await expect(rowOf(page, 'Drinks').locator('.badge')).toHaveCount(0);
    await tick(page, 'Tea');
    await merge(1);
    await expect(flash(page)).toHaveText(t('manager:mergeFew'));
    await tick(page, 'Tea');
    await tick(page, t('categories:default.salary'));
    await merge(2);
    await expect(flash(page)).toHaveText(t('manager:mergeTypes'));
    await tick(page, 'Tea');
    await tick(page, 'Drinks');
    await merge(2);
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio', { name: 'Drinks' })).toBeChecked();
    const outcome = (count: number, from: string, into: string) =>
      page
        .locator('.remark')
        .filter({
          hasText: t('manager:mergeMoves', {
            count,
            shown: count,
            names: isolated(from),
            into: isolated(into),
          }),
        })
        .filter({ hasText: t('manager:mergeDeletes', { count: 1, names: isolated(from) }) });
    await expect(outcome(1, 'Tea', 'Drinks')).toBeVisible();
    await expect(outcome(3, 'Drinks', 'Tea')).toBeHidden();
    await page.getByRole('radio', { name: 'Tea' }).check();
    await expect(outcome(1, 'Tea', 'Drinks')).toBeHidden();
    await expect(outcome(3, 'Drinks', 'Tea')).toBeVisible();
    await press(page, t('manager:mergeCounted', { number: 2 }));
    const merged = t('manager:merged', { from: 'Drinks', into: 'Tea' });
    await expect(flash(page)).toContainText(`${merged}. ${t('manager:moved', { count: 3 })}`);
    await expect(rowOf(page, 'Drinks')).toHaveCount(0);
    await expect(rowOf(page, 'Tea')).toContainText('₪8.00');
    // Beside or below a long message, never squeezed to a letter per line.
    await page.setViewportSize({ width: 320, height: 640 });
    const undo = page.getByRole('button', { name: t('common:undo'), exact: true });
    expect((await undo.boundingBox())?.height).toBeLessThan(60);
    const said = await noteTexts(page, '.toast-text');
    await undo.click();
    const undone = t('manager:undoneNamed', { count: 1, names: isolated('Drinks') });
    await expect.poll(said).toContain(`${undone} ${t('manager:moved', { count: 3 })}`);
    await expect(rowOf(page, 'Drinks')).toContainText('₪7.00');
    await expect(rowOf(page, 'Tea')).toContainText('₪1.00');
  });

  test('the dialog keeps an archived category @javascript @once', async ({ page, person }) => {
    const id = await makeCategory(person, { name: 'Old hobby' });
    await record(person, [{ amount: 3, description: 'Clay', category_id: id }]);
    await page.goto(`/categories/${id}/edit`);
    await press(page, t('manager:archive'));
    await expect(flash(page)).toBeVisible();
    await page.goto('/transactions');
    await page.getByRole('link', { name: 'Clay', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(pickerIn(dialog)).toHaveValue('Old hobby');
    await dialog.getByLabel(t('transactions:form.amount')).fill('4');
    await dialog.locator('form .button-primary').click();
    await expect(page.locator('tbody tr:not(.day)')).toContainText('₪4.00');
    await expect(dialog).toHaveCount(0);
    await page.goto(`/transactions?category=${id}`);
    await expect(page.locator('tbody tr:not(.day)')).toContainText('₪4.00');
  });
});
