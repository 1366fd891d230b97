import type { Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import { expectFieldError, isPlain, send } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import { fillNewPassword } from '../support/passwords.ts';
import { signIn } from '../support/people.ts';

const NEXT = 'Neues-Pferd-10';

inEachLanguage(({ t }) => {
  test('a forgotten password is set anew', async ({ page, context, server, newPerson }, { project }) => {
    await context.clearCookies();
    const { email } = await newPerson();
    await page.goto('/login');
    await page.getByRole('link', { name: t('accounts:forgotLink') }).click();
    await page.getByLabel(t('accounts:email')).fill(email);
    await page.getByRole('button', { name: t('accounts:forgot') }).click();
    await expect(page.locator('.flash')).toHaveText(t('accounts:resetMailed'));
    const subject = t('mail:reset.subject', { siteName: 'Pruta' });
    await expect.poll(async () => (await outboxMessageTo(server.dataDir, email)).subject).toBe(subject);
    const link = `/reset-password/${tokenIn(await outboxMessageTo(server.dataDir, email), 'reset-password')}`;
    await page.goto(link);
    await choose(page, t, 'password1');
    await expectFieldError(page, 'newPassword', t('errors:passwordCommon'));
    await fillNewPassword(page, NEXT, 'another-one-1');
    await send(page, page.getByRole('button', { name: t('accounts:setPassword') }));
    await expectFieldError(page, 'confirmPassword', t('errors:passwordsDiffer'));
    await choose(page, t, NEXT);
    const flash = page.locator('.flash');
    await expect(flash).toHaveText(t('accounts:passwordReset'));
    if (!isPlain(project)) await expect(flash).toBeFocused();
    await expect(page.getByLabel(t('accounts:email'))).toHaveValue(email);
    const password = page.getByLabel(t('accounts:password'));
    await expect(password).toHaveAccessibleDescription(t('accounts:passwordReset'));
    await password.fill(NEXT);
    await page.getByRole('button', { name: t('accounts:signIn') }).click();
    await expect(page).toHaveURL('/');
    await page.goto(link);
    await choose(page, t, 'Drittes-Pferd-11');
    await expect(page.getByText(t('accounts:resetFailedText'))).toBeVisible();
    await expect(page.getByRole('link', { name: t('accounts:forgot') })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  test('a password is changed only with the current one @once', async ({ page, person, server }) => {
    await page.goto('/profile/security');
    await page.getByRole('link', { name: t('accounts:changePassword') }).click();
    await page.getByLabel(t('accounts:currentPassword')).fill('not it');
    await fillNewPassword(page, NEXT);
    const refused = await send(page, page.getByRole('button', { name: t('common:save') }));
    expect(refused.status()).toBe(400);
    await expectFieldError(page, 'currentPassword', t('errors:CURRENT_PASSWORD_WRONG'));
    await page.getByLabel(t('accounts:currentPassword')).fill(person.password);
    await fillNewPassword(page, NEXT);
    await page.getByRole('button', { name: t('common:save') }).click();
    await expect(page.locator('.flash')).toHaveText(t('accounts:passwordChanged'));
    await signIn(server, { ...person, password: NEXT });
    await page.getByRole('link', { name: t('accounts:sessions') }).click();
    await expect(page.locator('tbody tr')).toHaveCount(2);
    await page
      .getByRole('button', { name: t('accounts:endSession') })
      .last()
      .click();
    await expect(page.locator('.flash')).toHaveText(t('accounts:sessionEnded'));
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.getByRole('button', { name: t('accounts:signOutEverywhere') }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login\?return=/);
  });

  test('a person exports everything and closes the account @once', async ({ page, person }) => {
    await page.goto('/export');
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: t('accounts:exportAccount') }).click();
    expect((await file).suggestedFilename()).toMatch(/^pruta-account-\d{4}-\d\d-\d\d\.json$/);
    await page.getByRole('link', { name: t('accounts:closeAccount') }).click();
    const leave = page.getByRole('button', { name: t('accounts:closeAccount') });
    await page.getByLabel(t('accounts:currentPassword')).fill('not it');
    expect((await send(page, leave)).status()).toBe(400);
    await expectFieldError(page, 'password', t('errors:CURRENT_PASSWORD_WRONG'));
    await page.getByLabel(t('accounts:currentPassword')).fill(person.password);
    await leave.click();
    await expect(page.locator('.flash')).toHaveText(t('accounts:closed'));
    await page.getByLabel(t('accounts:email')).fill(person.email);
    await page.getByLabel(t('accounts:password')).fill(person.password);
    const refused = await send(page, page.getByRole('button', { name: t('accounts:signIn') }));
    expect(refused.status()).toBe(401);
  });
});

async function choose(page: Page, t: Translate, password: string): Promise<void> {
  await fillNewPassword(page, password);
  await send(page, page.getByRole('button', { name: t('accounts:setPassword') }));
}
