import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t, language }) => {
  const other = language === 'he' ? 'en' : 'he';
  const switchTo = { en: 'English', he: 'עברית' }[other];

  test('theme and language apply to this visit, which signing out ends @javascript @once', async ({
    page,
  }) => {
    const html = page.locator('html');
    await page.goto('/transactions?status=upcoming');
    await page.getByRole('button', { name: t('common:switchToDark') }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    for (const name of [other, language]) {
      await page
        .locator('.header')
        .getByRole('button', { name: name === other ? switchTo : { en: 'English', he: 'עברית' }[language] })
        .click();
      await expect(html).toHaveAttribute('lang', name);
      await expect(html).toHaveAttribute('dir', name === 'he' ? 'rtl' : 'ltr');
      await expect(html).toHaveAttribute('data-theme', 'dark');
      await expect(page).toHaveURL('/transactions?status=upcoming');
    }
    await page.locator('details > summary:visible', { hasText: t('common:userMenu') }).click();
    await page.getByRole('button', { name: t('common:signOut') }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.locator('.flash')).toHaveText(t('accounts:signedOut'));
    await expect(html).not.toHaveAttribute('data-theme', 'dark');
    await page.goto('/transactions');
    await expect(page).toHaveURL('/login?return=%2Ftransactions');
    await page.goBack();
    await expect(page.locator('main')).not.toContainText(t('common:balance'));
  });
});
