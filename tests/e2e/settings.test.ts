import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t }) => {
  test('all settings are one page with sections, reached by one entry', async ({ page }) => {
    await page.goto('/');
    await page.locator('.header summary', { hasText: t('common:userMenu') }).click();
    await page
      .locator('.header .menu-panel')
      .getByRole('link', { name: t('common:settings'), exact: true })
      .click();
    const sections = page.getByRole('navigation', { name: t('settings:sections') }).getByRole('link');
    for (const [name, path] of [
      [t('accounts:profile'), '/profile'],
      [t('accounts:preferences'), '/preferences'],
      [t('settings:display'), '/accessibility'],
      [t('accounts:security'), '/profile/security'],
      [t('settings:data'), '/export'],
    ] as const) {
      await sections.filter({ hasText: name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:settings'));
      await expect(page.locator('main .tabs [aria-current]')).toHaveText(name);
      await expectAccessible(page);
    }
  });
});
