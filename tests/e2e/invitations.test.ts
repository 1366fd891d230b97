import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile } from '../support/people.ts';

inEachLanguage(({ t, language }) => {
  test('the link of an invitation is copied from its field @javascript @once', async ({
    page,
    context,
    login,
    owner,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await setProfile(owner, { language_preference: language });
    await login(owner);
    await page.goto('/admin');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('site:invitations'), exact: true })
      .click();
    await page.getByRole('button', { name: t('site:invite') }).click();
    await page.getByRole('button', { name: t('site:copyLink') }).click();
    await expect(page.getByText(t('site:linkCopied'))).toBeVisible();
    const link = await page.getByLabel(t('site:inviteLink')).inputValue();
    expect(link).toMatch(/\/register\?invitation=[\w-]{32}$/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });
});
