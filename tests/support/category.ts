import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect } from './browser.ts';

export function categoryIn(form: Page | Locator): Locator {
  return form.locator('select[name=categoryId]');
}

/** The search field that scripts put before the list. */
export function pickerIn(form: Page | Locator): Locator {
  return form.locator('input[role=combobox]');
}

/** Chooses from the list, or in the picker if scripts run; an empty name chooses none. */
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

/** Touches the form, which loads its scripts; returns the rendered picker. */
export async function wakePicker(page: Page, t: Translate): Promise<Locator> {
  // The initial focus loads nothing.
  await page.getByLabel(t('transactions:form.amount')).press('Shift');
  await expect(pickerIn(page)).toBeVisible();
  return pickerIn(page);
}

/** Chooses a colour or icon from the list, or by a button if scripts run. */
export async function chooseAppearance(page: Page, name: string): Promise<void> {
  const option = page.locator('option').filter({ hasText: new RegExp(`^${name}$`) });
  if (await isPlainPage(page))
    await page.locator('select').filter({ has: option }).selectOption({ label: name });
  else await page.getByRole('radio', { name, exact: true }).check();
}

export async function expectAppearance(page: Page, name: string): Promise<void> {
  const option = page.locator('option:checked').filter({ hasText: new RegExp(`^${name}$`) });
  await expect(page.getByRole('radio', { name, exact: true, checked: true }).or(option)).toHaveCount(1);
}

function isPlainPage(page: Page): Promise<boolean> {
  return page.evaluate(() => matchMedia('(scripting: none)').matches);
}
