import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';

/** The menu button of the first row with this name. */
export function rowMenu(page: Page, t: Translate, of: string): Locator {
  return page.getByLabel(`${t('common:actions')}: ${of}`, { exact: true }).first();
}

export async function rowAction(page: Page, t: Translate, of: string, action: string): Promise<Locator> {
  const menu = page
    .locator('.row-menu', { has: page.getByLabel(`${t('common:actions')}: ${of}`, { exact: true }) })
    .first();
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
  return menu.getByLabel(`${action}: ${of}`, { exact: true });
}
