import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, IN_MOTION, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

test.use(IN_MOTION);

inEachLanguage(({ t }) => {
  const link = (page: Page) =>
    page.getByRole('contentinfo').getByRole('link', { name: t('common:privacy'), exact: true });

  test('a legal text is a page without scripts @once', async ({ page, context }) => {
    await context.clearCookies();
    await page.goto('/register');
    await page.locator('#firstName').fill('נועה');
    const beside = page.waitForEvent('popup');
    await page.locator('#acceptedTerms-label a').first().click();
    await expect(await beside).toHaveURL('/legal/terms');
    await expect(page.locator('#firstName')).toHaveValue('נועה');
    await expect(page.getByText(t('accounts:consent.newTab'))).toBeVisible();
    await link(page).click();
    await expect(page).toHaveURL('/legal/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('legal-privacy:title'));
    // The footer could take a sheet of its own.
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.footer')).toBeHidden();
  });

  test('a legal text opens over the page @javascript @once', async ({ page, context }) => {
    await context.clearCookies();
    await page.goto('/register');
    await page.locator('#firstName').fill('נועה');
    await link(page).click();
    const dialog = page.getByRole('dialog', { name: t('legal-privacy:title') });
    await expect(dialog.locator('[data-panel-title]')).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: t('legal-privacy:rights'), exact: true }).click();
    await expect(dialog.locator('#legal-rights')).toBeFocused();
    await expect(dialog.locator('#legal-rights')).toBeInViewport();
    await expect(page).toHaveURL('/register');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(t('accounts:consent.newTab'))).toBeHidden();
    await page.locator('#acceptedTerms-label a').first().click();
    const terms = page.getByRole('dialog', { name: t('legal-terms:title') });
    await terms.getByRole('link', { name: t('legal:privacy'), exact: true }).click();
    await expect(dialog.locator('[data-panel-title]')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/register');
    await expect(page.locator('#acceptedTerms')).not.toBeChecked();
    await expect(page.locator('#firstName')).toHaveValue('נועה');
  });

  test('an open legal text is printed whole, and alone @javascript @once', async ({ page }) => {
    await page.goto('/legal/privacy');
    const sheets = await sheetsOf(page);
    // Opened on a phone, where it slides in from below: paper is wider than that.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/analytics');
    await link(page).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('[data-panel-title]')).toBeFocused();
    expect(await sheetsOf(page)).toBeLessThanOrEqual(sheets);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 794, height: 1123 });
    // A restarted animation would print its first frame, which is transparent.
    await expect(dialog).toHaveCSS('animation-name', 'none');
    await expect(dialog.locator('.legal-text section').last()).toBeVisible();
    await expect(dialog.locator('[data-panel-title]')).toBeVisible();
    await expect(dialog.locator('.dialog-header > :not(h2)').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('main')).toBeHidden();
  });
});

async function sheetsOf(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'A4' })).toString('latin1');
  return file.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}
