import type { Page } from '@playwright/test';
import { translator } from '../../src/i18n/translate.ts';
import { addCookies, expect, test } from '../support/browser.ts';
import { isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile, signIn } from '../support/people.ts';

inEachLanguage(({ t, language }) => {
  const other = language === 'he' ? 'en' : 'he';
  const switchTo = { en: 'English', he: 'עברית' }[other];

  test('theme and language apply to this browser session', async ({ page }) => {
    await page.goto('/transactions?status=upcoming');
    await page.getByRole('button', { name: t('common:switchToDark') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page).toHaveURL('/transactions?status=upcoming');
    await page.locator('.header').getByRole('button', { name: switchTo }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(page).toHaveURL('/transactions?status=upcoming');
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('dir', other === 'he' ? 'rtl' : 'ltr');
    expect(await openingTag(page, '/')).toBe(
      `lang="${other}" dir="${other === 'he' ? 'rtl' : 'ltr'}" data-theme="dark"`,
    );
  });

  test('a new session has the account’s settings', async ({ page, person, server, browser }, { project }) => {
    await setProfile(person, {
      theme_preference: 'light',
      preferences: { accessibility: { contrast: 'high', fontSize: 'xl', reducedMotion: true } },
    });
    await page.goto('/');
    await page.getByRole('button', { name: t('common:switchToDark') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    const visit = await browser.newContext({ javaScriptEnabled: !isPlain(project), baseURL: server.url });
    await addCookies(visit, server.url, (await signIn(server, person)).cookies);
    const fresh = await visit.newPage();
    const tag = `lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}" data-theme="light"`;
    expect(await openingTag(fresh, '/')).toBe(
      `${tag} data-contrast="high" data-fs="xl" data-motion="reduced"`,
    );
    await fresh.goto('/');
    await expect(fresh.locator('html')).toHaveAttribute('data-theme', 'light');
    await visit.close();
  });

  test('a language chosen for the visit is named in the preferences, and can be kept', async ({ page }) => {
    await page.goto('/preferences');
    const kept = translator(other);
    const chosen = kept(`accounts:language.${other}`);
    const saved = kept(`accounts:language.${language}`);
    const keep = page.getByRole('button', { name: kept('accounts:languageKeep', { chosen }) });
    await expect(page.locator('.remark')).toHaveCount(0);
    await page.locator('.header').getByRole('button', { name: switchTo }).click();
    await expect(page.locator('.remark')).toContainText(kept('accounts:languageVisit', { chosen, saved }));
    await expect(page.locator('#language_preference')).toHaveValue(language);
    await keep.click();
    await expect(page.locator('.flash')).toHaveText(kept('accounts:preferencesSaved'));
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(page.locator('#language_preference')).toHaveValue(other);
    await expect(page.locator('.remark')).toHaveCount(0);
  });

  test('a theme chosen for the visit is named, and can be kept', async ({ page, person }) => {
    await setProfile(person, { theme_preference: 'light' });
    await page.goto('/preferences');
    await expect(page.locator('.remark')).toHaveCount(0);
    await page.getByRole('button', { name: t('common:switchToDark') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const [chosen, saved] = [t('accounts:theme.dark'), t('accounts:theme.light')];
    await expect(page.locator('.remark')).toContainText(t('accounts:themeVisit', { chosen, saved }));
    await expect(page.locator('#theme_preference')).toHaveValue('light');
    await page.getByRole('button', { name: t('accounts:themeKeep') }).click();
    await expect(page.locator('.flash')).toHaveText(t('accounts:preferencesSaved'));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('#theme_preference')).toHaveValue('dark');
    await expect(page.locator('.remark')).toHaveCount(0);
  });

  test('signing out leads to the sign-in page and deletes the choices', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: t('common:switchToDark') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.locator('details > summary:visible', { hasText: t('common:userMenu') }).click();
    await page.getByRole('button', { name: t('common:signOut') }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.locator('.flash')).toHaveText(t('accounts:signedOut'));
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
    await page.goto('/transactions');
    await expect(page).toHaveURL('/login?return=%2Ftransactions');
    await page.goBack();
    await expect(page.locator('main')).not.toContainText(t('common:balance'));
  });
});

// As the server sent it, before any script could change it.
async function openingTag(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  return /<html ([^>]*)>/.exec(html)?.[1] ?? '';
}
