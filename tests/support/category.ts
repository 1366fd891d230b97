import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect } from './browser.ts';

/** The element with the chosen category of a form, with scripts and without. */
export function categoryIn(form: Page | Locator): Locator {
  return form.locator('select[name=categoryId]');
}

/** The field to search a category in, if scripts have put it before the list. */
export function pickerIn(form: Page | Locator): Locator {
  return form.locator('input[role=combobox]');
}

/** Chooses a category by its name, or none for an empty one: from the list, or in the picker if scripts run. */
export async function chooseCategory(page: Page, t: Translate, name: string): Promise<void> {
  if (await isPlainPage(page)) {
    await categoryIn(page).selectOption(name ? { label: name } : { index: 0 });
    return;
  }
  const picker = await wakePicker(page, t);
  await picker.click();
  await page.getByRole('option', { name: name || t('transactions:picker.none'), exact: true }).click();
  await expect(picker).toHaveValue(name);
}

/** Touches the form of a page, which loads its scripts, and returns the picker once it is rendered. */
export async function wakePicker(page: Page, t: Translate): Promise<Locator> {
  // The focus with which a page begins loads nothing yet.
  await page.getByLabel(t('transactions:form.amount')).press('Shift');
  await expect(pickerIn(page)).toBeVisible();
  return pickerIn(page);
}

/** Chooses a colour or an icon by its name: from the lists, or from the buttons if scripts run. */
export async function chooseAppearance(page: Page, name: string): Promise<void> {
  const option = page.locator('option').filter({ hasText: new RegExp(`^${name}$`) });
  if (await isPlainPage(page))
    await page.locator('select').filter({ has: option }).selectOption({ label: name });
  else await page.getByRole('radio', { name, exact: true }).check();
}

/** Fails unless a colour or an icon is the chosen one. */
export async function expectAppearance(page: Page, name: string): Promise<void> {
  const option = page.locator('option:checked').filter({ hasText: new RegExp(`^${name}$`) });
  await expect(page.getByRole('radio', { name, exact: true, checked: true }).or(option)).toHaveCount(1);
}

function isPlainPage(page: Page): Promise<boolean> {
  return page.evaluate(() => matchMedia('(scripting: none)').matches);
}
