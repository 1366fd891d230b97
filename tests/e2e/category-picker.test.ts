import type { Page } from '@playwright/test';
import { addCookies, expect, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';
import { categoryIn, chooseAppearance, pickerIn, wakePicker } from '../support/category.ts';
import { expectError, openByEvent } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { stopClock } from '../support/passing-time.ts';
import { categoriesOf, countTransactions, makeCategory, record } from '../support/transactions.ts';

const POTTERY = 'חוג Pottery';
/** Fits two categories equally. */
const UNSURE = 'bus gym';

inEachLanguage(({ t, language }) => {
  const coffee = t('categories:default.coffee');
  const groceries = t('categories:default.groceries');
  const salary = t('categories:default.salary');
  const sport = t('categories:default.sport');
  // Part of a name in the other language.
  const otherWord = language === 'he' ? 'GROCER' : 'בסופר';

  test('a category is created together with the first transaction in it @javascript @once', async ({
    page,
    person,
  }) => {
    await page.goto('/transactions/new');
    const details = page.locator('details.new-category');
    const picker = await wakePicker(page, t);
    await picker.fill(POTTERY);
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      t('transactions:picker.create', { name: POTTERY }),
    ]);
    await picker.press('Enter');
    await expect(page.getByLabel(t('transactions:picker.newName'))).toBeFocused();
    await expect(page.getByLabel(t('transactions:picker.newName'))).toHaveValue(POTTERY);
    await chooseAppearance(page, t('categories:color.green'));
    await chooseAppearance(page, t('icons:Palette'));
    await details.getByRole('button', { name: t('transactions:picker.createButton') }).click();
    await expect(pickerIn(page)).toHaveValue(POTTERY);
    await expect(pickerIn(page)).toBeFocused();
    await expect(details).not.toHaveAttribute('open');
    await page.getByLabel(t('transactions:form.amount')).fill('40');
    await page.getByLabel(t('transactions:form.description')).fill('חימר');
    await save(page);
    await expect(page.locator('.data-table')).toContainText(POTTERY);
    expect(await categoriesOf(person, '?user_only=true')).toMatchObject([
      { name: POTTERY, color: '#16A34A', icon: 'Palette' },
    ]);
    expect(await countTransactions(person)).toBe(1);
  });

  test.describe('the picker', { tag: '@javascript' }, () => {
    test('opens over its dialog, which does not move @once', async ({ page }) => {
      await page.goto('/transactions');
      const dialog = page.getByRole('dialog');
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 360, height: 640 },
      ]) {
        await page.setViewportSize(viewport);
        await openByEvent(page, 'add', {});
        await expect(dialog.locator('form.form')).toBeVisible();
        const combobox = dialog.getByRole('combobox');
        await combobox.scrollIntoViewIfNeeded();
        const body = dialog.locator('.dialog-body');
        const figures = () => body.evaluate((element) => [element.scrollTop, element.scrollHeight]);
        const before = await figures();
        await combobox.click();
        const list = dialog.getByRole('listbox');
        await expect(list).toBeInViewport({ ratio: 1 });
        expect(await figures()).toEqual(before);
        expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(120);
        for (const open of [list, dialog]) {
          await page.keyboard.press('Escape');
          await expect(open).toBeHidden();
        }
      }
    });

    test('does not move Save away while it is being pressed @once', async ({ page }) => {
      const arrive = Promise.withResolvers<void>();
      await page.route(`**${builtScript('FormOfPage')}`, async (route) => {
        await arrive.promise;
        await route.continue();
      });
      await page.goto('/transactions/new');
      await page.locator('details.new-category > summary').click();
      await page.getByLabel(t('transactions:picker.newName')).fill(POTTERY);
      await page.getByLabel(t('transactions:form.amount')).fill('3');
      await page.getByLabel(t('transactions:form.description')).fill('bowl');
      await page.locator('form.form .button-primary').hover();
      await page.mouse.down();
      arrive.resolve();
      await expect(page.locator('.form-summary dd').first()).toBeVisible();
      await page.mouse.up();
      await expect(page.locator('.data-table')).toContainText(POTTERY);
    });

    test('can be used by keyboard alone @once', async ({ page }) => {
      await page.goto('/transactions/new');
      const picker = await wakePicker(page, t);
      await expect(picker).toHaveAccessibleName(
        `${t('transactions:form.category')} ${t('transactions:form.optional')}`,
      );
      const active = page.locator('[role=option][aria-selected=true]');
      const list = page.getByRole('listbox');

      await picker.focus();
      await expect(list).toBeHidden();
      await expect(picker).toHaveAttribute('aria-expanded', 'false');
      await page.keyboard.press('ArrowDown');
      await expect(picker).toHaveAttribute('aria-expanded', 'true');
      await expect(active).toHaveText(t('transactions:picker.none'));
      await page.keyboard.press('ArrowDown');
      await expect(active).toHaveText(groceries);
      await expect(picker).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
      await page.keyboard.press('End');
      await expect(active).toHaveText(t('categories:default.other_expense'));
      await expect(active).toBeInViewport();
      await page.keyboard.press('Home');
      await expect(active).toHaveText(t('transactions:picker.none'));
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();

      await page.keyboard.type(otherWord);
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
        groceries,
        t('transactions:picker.create', { name: otherWord }),
      ]);
      await expect(page.locator('.picker [aria-live]')).toHaveText(
        t('transactions:picker.found', { count: 1 }),
      );
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/transactions/new');
      await expect(picker).toHaveValue(groceries);
      await expect(categoryIn(page).locator('option:checked')).toHaveText(groceries);

      await picker.fill(coffee.slice(0, 3));
      await page.keyboard.press('Tab');
      await expect(picker).toHaveValue(coffee);
      await expect(page.locator('details.new-category > summary')).toBeFocused();

      await picker.fill('');
      await page.keyboard.press('Tab');
      await expect(picker).toHaveValue('');
      await expect(categoryIn(page)).toHaveValue('');

      await test.step('an unknown name changes nothing, and that is said', async () => {
        await picker.fill(coffee);
        await page.keyboard.press('Tab');
        await picker.fill('qqq');
        await page.getByLabel(t('transactions:form.description')).focus();
        await expect(picker).toHaveValue(coffee);
        await expect(page.locator('.picker [aria-live]')).toHaveText(
          t('transactions:picker.unknown', { name: 'qqq' }),
        );
        await expect(list).toBeHidden();
      });

      await test.step('a category of the other type is deselected and not offered', async () => {
        await picker.fill(groceries);
        await page.keyboard.press('Enter');
        await expect(picker).toHaveValue(groceries);
        await page.getByLabel(t('transactions:form.income')).check();
        await expect(picker).toHaveValue('');
        await picker.click();
        await expect(list.getByRole('option', { name: salary, exact: true })).toBeVisible();
        await expect(list.getByRole('option', { name: groceries, exact: true })).toHaveCount(0);
      });
    });

    test('reports why a category cannot be created, and chooses one created elsewhere @once', async ({
      page,
      person,
    }) => {
      await page.goto('/transactions/new');
      const picker = await wakePicker(page, t);
      const name = page.getByLabel(t('transactions:picker.newName'));
      const create = page.getByRole('button', { name: t('transactions:picker.createButton') });
      await picker.fill('x'.repeat(101));
      await page.keyboard.press('Enter');
      await create.click();
      await expectError(page, 'newCategoryName', t('errors:nameMax'));
      await expect(name).toBeFocused();
      await name.fill('');
      await create.click();
      await expectError(page, 'newCategoryName', t('transactions:picker.nameRequired'));
      const id = await makeCategory(person, { name: POTTERY });
      await name.fill(POTTERY.toUpperCase());
      await create.click();
      await expect(picker).toHaveValue(POTTERY);
      await expect(categoryIn(page)).toHaveValue(id);
      expect(await categoriesOf(person, '?user_only=true')).toHaveLength(1);
    });

    test('fills in the category of earlier transactions @once', async ({ page, person }) => {
      const pottery = await makeCategory(person, { name: POTTERY });
      await record(person, [{ amount: 9, description: 'Pango Haifa', categoryId: pottery }]);
      await page.goto('/transactions/new');
      const picker = await wakePicker(page, t);
      const description = page.getByLabel(t('transactions:form.description'));
      const suggestions = page.getByRole('group', { name: t('transactions:picker.suggestions') });
      const filled = page.getByText(t('transactions:picker.filled', { name: POTTERY }));
      await description.pressSequentially('pango');
      await expect(picker).toHaveValue(POTTERY);
      await expect(categoryIn(page)).toHaveValue(pottery);
      await expect(filled).toBeVisible();
      await expect(description).toBeFocused();

      await description.fill('coffee');
      await expect(picker, 'as the quick line chooses').toHaveValue(coffee);
      await description.fill(UNSURE);
      await expect(picker).toHaveValue('');
      await expect(suggestions.getByRole('button', { name: sport })).toBeVisible();
      await description.fill('pango');
      await expect(picker).toHaveValue(POTTERY);

      // After a removal others are offered, and nothing is filled in any more.
      await page.getByRole('button', { name: t('transactions:picker.remove') }).focus();
      await page.keyboard.press('Enter');
      await expect(picker).toHaveValue('');
      await expect(picker).toBeFocused();
      await expect(filled).toHaveCount(0);
      const suggested = suggestions.getByRole('button', { name: POTTERY });
      await expect(suggested).toBeVisible();
      await description.fill('Pango');
      await expect(suggested).toBeVisible();
      await expect(picker).toHaveValue('');
      await suggested.click();
      await expect(picker).toHaveValue(POTTERY);
      await expect(filled).toHaveCount(0);
      await expect(page).toHaveURL('/transactions/new');

      await page.goto('/transactions/new');
      await wakePicker(page, t);
      await picker.fill(coffee);
      await page.keyboard.press('Tab');
      const answer = page.waitForResponse(/suggestions/);
      await description.fill('pango');
      await answer;
      await expect(picker, 'what a person has chosen is not replaced').toHaveValue(coffee);
      await picker.fill('');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: POTTERY })).toBeVisible();
      await expect(picker).toHaveValue('');
    });

    test('is filled in before the dialog saves by Enter @once', async ({ page, person }) => {
      await record(person, [
        { amount: 9, description: 'Pango Haifa', categoryId: await makeCategory(person, { name: POTTERY }) },
      ]);
      await page.goto('/transactions');
      await page.locator('[data-transaction=add]:visible').first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('transactions:form.amount')).fill('12');
      const description = dialog.getByLabel(t('transactions:form.description'));
      await description.fill('pango');
      await expect(pickerIn(dialog)).toHaveValue(POTTERY);
      await description.fill(UNSURE);
      await expect(pickerIn(dialog)).toHaveValue('');
      // Saving waits for the category half a second at most.
      await stopClock(page);
      await description.evaluate((field: HTMLInputElement, text) => {
        const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        native?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.form?.requestSubmit();
      }, 'Pango Haifa');
      await expect(dialog.locator('.success-panel')).toBeVisible();
      await page.clock.resume();
      await expect(dialog).toBeHidden();
      await expect(page.locator('tbody tr').filter({ hasText: POTTERY })).toHaveCount(2);
    });

    test('chooses the first suggestion by Enter, and saves by the next @once', async ({ page }) => {
      await page.goto('/transactions/new');
      const picker = await wakePicker(page, t);
      await page.getByLabel(t('transactions:form.amount')).fill('12');
      await page.getByLabel(t('transactions:form.description')).pressSequentially(UNSURE);
      const suggestions = page.getByRole('group', { name: t('transactions:picker.suggestions') });
      await expect(suggestions.getByRole('button', { name: sport })).toBeVisible();
      const first = (await suggestions.getByRole('button').first().textContent()) ?? '';
      await expect(picker).toHaveValue('');
      await picker.focus();
      await page.keyboard.press('Enter');
      await expect(picker).toHaveValue(first);
      await expect(picker).toBeFocused();
      await expect(page.getByText(t('transactions:picker.taken', { name: first }))).toBeVisible();
      await expect(page).toHaveURL('/transactions/new');
      await page.keyboard.press('Enter');
      await expect(page.locator('.flash')).toContainText(t('transactions:createSuccess'));
      await expect(page.locator('tbody tr').filter({ hasText: first })).toHaveCount(1);
    });

    test('closes only its list by Escape in the dialog @once', async ({ page, person }) => {
      await page.goto('/transactions');
      await page.locator('[data-transaction=add]:visible').first().click();
      const dialog = page.getByRole('dialog');
      const picker = pickerIn(dialog);
      await picker.click();
      await expect(dialog.getByRole('listbox')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('listbox')).toBeHidden();
      await expect(dialog).toBeVisible();

      await dialog.getByLabel(t('transactions:form.amount')).fill('40');
      await dialog.getByLabel(t('transactions:form.description')).fill('חימר');
      await picker.fill(POTTERY);
      await page.keyboard.press('Enter');
      await dialog.getByRole('radio', { name: t('icons:Palette'), exact: true }).check();
      await dialog.locator('form .button-primary').click();
      await expect(page.locator('.data-table')).toContainText(POTTERY);
      expect(await categoriesOf(person, '?user_only=true')).toMatchObject([
        { name: POTTERY, icon: 'Palette' },
      ]);
      expect(await countTransactions(person)).toBe(1);

      await page.locator('[data-transaction=add]:visible').first().click();
      await picker.fill(POTTERY);
      await expect(dialog.getByRole('listbox').getByRole('option')).toHaveText([POTTERY]);
    });

    test('can be used by touch @once', async ({ browser, server, person }) => {
      const touch = await browser.newContext({
        hasTouch: true,
        viewport: { width: 360, height: 740 },
      });
      await addCookies(touch, server.url, person.cookies);
      const phone = await touch.newPage();
      await phone.goto(`${server.url}/transactions/new`);
      await phone.getByLabel(t('transactions:form.amount')).tap();
      await phone.getByRole('button', { name: t('transactions:picker.show') }).tap();
      await phone.getByRole('listbox').getByRole('option', { name: groceries, exact: true }).tap();
      await expect(pickerIn(phone)).toHaveValue(groceries);
      await expect(phone.getByRole('listbox')).toBeHidden();
      await touch.close();
    });
  });
});

async function save(page: Page): Promise<void> {
  await page.locator('form.form .button-primary').click();
  await expect(page).toHaveURL('/transactions');
}
