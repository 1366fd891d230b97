import { translator } from '../../src/i18n/translate.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, GUEST, test as plain } from '../support/browser.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { noteTexts, stopClock } from '../support/passing-time.ts';
import { fillNewPassword } from '../support/passwords.ts';
import { startServer } from '../support/server.ts';

const t = translator('en');

const test = plain.extend<object, { provider: IdentityProvider }>({
  provider: [
    async ({ browserName: _browserName }, use) => {
      // A different site, so that cookies and origins behave as with Google.
      const provider = await startIdentityProvider('localhost');
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer(provider.environment);
      await use(server);
      await server.kill();
    },
    { scope: 'worker' },
  ],
});

test.use({ ...GUEST, locale: 'en-US', provoked: /^request to http:\/\/localhost|ERR_FAILED/ });

test('a new person signs in with Google and sets a password @javascript', async ({ page, provider }) => {
  const name = `dana.${process.pid}`;
  provider.person = { sub: name, email: `${name}@example.org`, given_name: 'Dana' };
  await page.goto('/login?return=/profile/security');
  await page.getByRole('button', { name: /^Library/ }).click();
  await expect(page).toHaveURL('/google');
  await expect(page.getByText(String(provider.person.email))).toBeVisible();
  await expectAccessible(page);
  await page.locator('#acceptedTerms').check();
  await page.getByRole('button', { name: t('accounts:createAccount') }).click();
  await expect(page).toHaveURL('/profile/security');
  const card = page.getByRole('region', { name: t('google:methods') });
  await expect(card).toContainText(t('google:methods.google'));
  await card.getByRole('link', { name: t('accounts:setPassword') }).click();
  await fillNewPassword(page, 'Korrekt-Pferd-9');
  await page.getByRole('button', { name: t('common:save') }).click();
  await expect(page.locator('.flash')).toHaveText(t('google:passwordSet'));
  await expect(card).toContainText(t('google:methods.hybrid'));
  const said = await noteTexts(page, '.toast-success');
  await card.getByRole('button', { name: t('google:check') }).click();
  await expect.poll(said).toContain(t('google:verified'));
});

test('a library that does not load is reported @javascript', async ({ page, provider }) => {
  const fault = page.getByRole('alert').filter({ hasText: 'Google' });
  const link = page.getByRole('link', { name: t('google:continue') });
  for (const [way, message] of [
    ['missing', t('google:scriptFailed')],
    ['empty', t('google:libraryMissing')],
    ['slow', t('google:scriptFailed')],
  ] as const) {
    provider.failLibrary(way);
    if (way === 'slow') await stopClock(page);
    await page.goto('/login', { waitUntil: 'domcontentloaded' });
    if (way === 'slow') {
      await expect(fault).toHaveCount(0);
      await page.clock.fastForward(5000);
    }
    await expect(fault).toHaveText(message);
    await expect(link).toBeVisible();
    if (way === 'missing') await expectAccessible(page);
  }
  provider.failLibrary(null);
});

test('sign-in methods that cannot be checked are reported @javascript', async ({ page, login }) => {
  await login();
  await page.goto('/profile/security');
  const check = page
    .getByRole('region', { name: t('google:methods') })
    .getByRole('button', { name: t('google:check'), exact: true });
  await page.route('**/profile/sign-in-methods', (route) => route.abort());
  await check.click();
  await expect(page.locator('.toast-error')).toContainText(t('google:check'));
  await page.unroute('**/profile/sign-in-methods');
  const said = await noteTexts(page, '.toast-success');
  await check.click();
  await expect.poll(said).toContain(t('google:verified'));
});
