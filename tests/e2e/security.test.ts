import type { Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import { expectFieldError, send } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import { fillNewPassword } from '../support/passwords.ts';

const NEXT = 'Neues-Pferd-10';

inEachLanguage(({ t }) => {
  test('a forgotten password is set anew @javascript @once', async ({ page, context, server, newPerson }) => {
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
    await expect(flash).toBeFocused();
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
});

async function choose(page: Page, t: Translate, password: string): Promise<void> {
  await fillNewPassword(page, password);
  await send(page, page.getByRole('button', { name: t('accounts:setPassword') }));
}
