import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t }) => {
  test('help leads to the guide without its consequences, and says what else there is', async ({ page }, {
    project,
  }) => {
    await page.goto('/');
    await page.locator('.header summary', { hasText: t('common:userMenu') }).click();
    await page.getByRole('link', { name: t('help:title'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('help:title'));
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      t('help:guide'),
      t('transactions:line.label'),
      t('help:more'),
      t('help:offline'),
      t('shortcuts:title'),
    ]);
    await expect(page.getByRole('main').getByRole('link').first()).toHaveText(t('help:tour'));
    await page
      .getByRole('main')
      .getByRole('link', { name: t('help:tour') })
      .click();
    await expect(page.getByText(t('onboarding:preview'))).toBeVisible();
    if (project.name.startsWith('without')) await expect(page).toHaveURL('/setup/1?preview');
    else {
      await expect(page).toHaveURL('/help');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('link', { name: t('help:tour') })).toBeFocused();
    }
  });

  test('the side menu takes the tour @javascript @once', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/transactions');
    const more = page.locator('.phone-bar summary');
    await more.click();
    await page
      .locator('.drawer')
      .getByRole('link', { name: t('help:tour') })
      .click();
    await expect(page.getByRole('dialog').locator('.remark')).toBeVisible();
    await expect(page.locator('.drawer')).not.toHaveAttribute('open');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(more).toBeFocused();
  });

  test('the footer has no second menu, and the display settings remain in it @once', async ({ page }) => {
    await page.goto('/');
    const links = page.getByRole('contentinfo').getByRole('link');
    await expect(links).toHaveText([
      t('common:support'),
      t('common:accessibility'),
      t('common:accessibilityStatement'),
      t('common:privacy'),
      t('common:terms'),
      t('common:privacyLaw'),
      t('common:source'),
    ]);
    const underlined = await links.evaluateAll((all) =>
      all.filter((link) => getComputedStyle(link).textDecorationLine === 'underline'),
    );
    expect(underlined).toHaveLength(0);
    await links.first().focus();
    await page.keyboard.press('Tab');
    await expect(links.nth(1)).toHaveCSS('text-decoration-line', 'underline');
  });
});
