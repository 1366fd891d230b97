import type { Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect, GUEST, test } from '../support/browser.ts';
import { send } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import { fillNewPassword } from '../support/passwords.ts';
import { untilQuiet } from '../support/quiet.ts';

const PASSWORD = 'Korrekt-Pferd-9';

let counter = 0;

inEachLanguage(({ t, language }) => {
  test.use(GUEST);

  test('others confirm the address first @javascript @once', async ({ page, server, timezoneId }) => {
    const email = newAddress();
    await page.goto('/register');
    await register(page, t, email);
    await expect(page).toHaveURL('/login');
    await expect(page.locator('.flash')).toHaveText(t('accounts:checkAdministrator', { email }));

    const refusal = await signIn(page, t, email);
    expect(refusal.status()).toBe(403);
    await expect(page.locator('.error-summary')).toContainText(t('accounts:unconfirmed', { email }));
    await expect(page.locator('.error-summary')).toBeFocused();

    const mail = await outboxMessageTo(server.dataDir, email);
    expect(mail.subject).toBe(t('mail:verification.subject', { siteName: 'Pruta' }));
    const link = `/verify-email/${tokenIn(mail, 'verify-email')}`;
    await page.goto(link);
    expect((await signInElsewhere(server.url, email)).status).toBe(403);
    await page.getByRole('button', { name: t('accounts:verify') }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.locator('.flash')).toHaveText(t('accounts:verified'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts:signIn'));
    await signInAgain(page, t, email);
    await expect(page).toHaveURL('/');
    await page.goto('/preferences');
    await expect(page.getByLabel(t('accounts:timezone'))).toHaveValue(timezoneId ?? '');
    const dates = language === 'he' ? 'DD.MM.YYYY' : 'MM/DD/YYYY';
    await expect(page.getByLabel(t('accounts:dateFormat'))).toHaveValue(dates);
  });

  test('a registration keeps what was typed in another language @javascript @once', async ({ page }) => {
    await page.goto('/register');
    await untilQuiet(page, () => page.locator('#firstName').fill('נעה'));
    await page.locator('#currency_preference').selectOption('JPY');
    await page.locator('#password').fill('short-1');
    await page.locator('#acceptedTerms').check();
    const other = language === 'he' ? 'en' : 'he';
    await page.locator(`.header [name="language=${other}"]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(page.locator('#firstName')).toHaveValue('נעה');
    await expect(page.locator('#currency_preference')).toHaveValue('JPY');
    await expect(page.locator('#language_preference')).toHaveValue(other);
    await expect(page.locator('#acceptedTerms')).toBeChecked();
    await expect(page.locator('#password')).toHaveValue('');

    const answer = await send(page, page.locator('main form.form [type=submit]'));
    expect(answer.status()).toBe(400);
    await expect(page.locator('.error-summary li')).toHaveCount(3);
    await page.locator('.error-summary a[href="#password"]').click();
    await expect(page.locator('#password')).toBeFocused();
    await page.locator('#email').fill(newAddress());
    await expect(page.locator('#email-error')).toHaveCount(0);
    await expect(page.locator('#email')).not.toHaveAttribute('aria-invalid');
    await expect(page.locator('.error-summary li')).toHaveCount(2);
    await page.locator('#password').fill('x');
    await expect(page.locator('#password-error')).toHaveCount(0);
    await page.locator('#lastName').fill('Levi');
    await expect(page.locator('.error-summary')).toHaveCount(0);
  });

  test('the address to sign in with stays in another language @javascript @once', async ({ page }) => {
    const [other, html] = [language === 'he' ? 'en' : 'he', page.locator('html')];
    const email = newAddress();
    await page.goto('/login');
    await untilQuiet(page, () => page.locator('#email').fill(email));
    await page.locator('#password').fill(PASSWORD);
    await page.getByRole('button', { name: t('common:switchToDark') }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('#email')).toHaveValue(email);
    await page.locator(`.header [name="language=${other}"]`).click();
    await expect(html).toHaveAttribute('lang', other);
    await expect(page.locator('#email')).toHaveValue(email);
    await expect(page.locator('#password')).toHaveValue('');
    await page.locator(`.header [name="language=${language}"]`).click();
    await expect(html).toHaveAttribute('lang', language);
    await expect(page.locator('#email')).toHaveValue(email);
    // The next page alone shows it.
    await page.reload();
    await expect(page.locator('#email')).toHaveValue('');

    await page.goto('/register');
    await untilQuiet(page, () => register(page, t, email));
    await expect(page).toHaveURL('/login');
    await expect(page.locator('#email')).toHaveValue(email);
    await page.locator(`.header [name="language=${other}"]`).click();
    await expect(html).toHaveAttribute('lang', other);
    await expect(page.locator('#email')).toHaveValue(email);
  });

  test('a box that is not ticked does not cost the passwords @javascript @once', async ({ page }) => {
    await page.goto('/register');
    const typed = { firstName: 'נעה', lastName: 'Levi', email: newAddress(), password: PASSWORD };
    for (const [name, text] of Object.entries({ ...typed, confirmPassword: PASSWORD }))
      await untilQuiet(page, () => page.locator(`#${name}`).fill(text));
    const create = page.getByRole('button', { name: t('accounts:createAccount') });
    await create.click();
    await expect(page.getByRole('alert').filter({ hasText: t('errors:termsRequired') })).toBeVisible();
    await expect(page.locator('#acceptedTerms')).toBeFocused();
    await expect(page.locator('#password')).toHaveValue(PASSWORD);
    await page.locator('#acceptedTerms').check();
    await expect(page.getByText(t('errors:termsRequired'))).toHaveCount(0);
    await create.click();
    await expect(page).toHaveURL('/login');
  });
});

function newAddress(): string {
  counter += 1;
  return `visitor.${process.pid}.${counter}@example.org`;
}

async function register(page: Page, t: Translate, email: string): Promise<void> {
  await page.getByLabel(t('accounts:firstName')).fill('נעה');
  await page.getByLabel(t('accounts:lastName')).fill('Levi');
  await page.getByLabel(t('accounts:email')).fill(email);
  await fillNewPassword(page, PASSWORD);
  await page.locator('#acceptedTerms').check();
  await page.getByRole('button', { name: t('accounts:createAccount') }).click();
}

async function signIn(page: Page, t: Translate, email: string) {
  await page.getByLabel(t('accounts:email')).fill(email);
  await page.getByLabel(t('accounts:password')).fill(PASSWORD);
  return send(page, page.getByRole('button', { name: t('accounts:signIn') }));
}

/** The form already has the address. */
async function signInAgain(page: Page, t: Translate, email: string) {
  await expect(page.getByLabel(t('accounts:email'))).toHaveValue(email);
  expect(new URL(page.url()).search).toBe('');
  await expect(page.locator('.flash')).toBeFocused();
  const text = await page.locator('.flash').textContent();
  await expect(page.getByLabel(t('accounts:password'))).toHaveAccessibleDescription(text?.trim() ?? '');
  await page.getByLabel(t('accounts:password')).fill(PASSWORD);
  return send(page, page.getByRole('button', { name: t('accounts:signIn') }));
}

async function signInElsewhere(url: string, email: string): Promise<Response> {
  return fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
}
