import { translator } from '../../src/i18n/translate.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, GUEST, test as plain } from '../support/browser.ts';
import { createPerson } from '../support/people.ts';
import { startServer } from '../support/server.ts';

const t = translator('en');

const test = plain.extend({
  server: [
    async ({ browserName: _browserName }, use) => {
      // Browsers make no passkeys for a numeric address.
      const server = await startServer({}, 'localhost');
      await use({ ...server, url: server.config.PUBLIC_URL });
      await server.kill();
    },
    { scope: 'worker' },
  ],
});

test.use({ ...GUEST, locale: 'en-US', provoked: /^request to http:\/\/localhost/ });

test('a passkey of the device is added and signs in @javascript', async ({ page, server }) => {
  const person = await createPerson(server);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/login?return=/profile/security');
  await page.locator('#email').fill(person.email);
  await page.locator('#password').fill(person.password);
  await page.getByRole('button', { name: t('accounts:signIn') }).click();
  await page.getByRole('link', { name: `(${t('passkeys:title')})` }).click();
  // At another address none is made, which is said before anything is typed.
  await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/login/passkey`);
  await expect(page.locator('[data-passkey-host]')).toContainText(server.url);
  await expect(page.getByRole('button', { name: t('accounts:signIn') })).toHaveCount(0);
  await page.goto('/profile/passkeys');
  await expect(page.getByLabel(t('passkeys:name'))).toHaveValue(/Linux/);
  await page.getByLabel(t('passkeys:name')).fill('Laptop');
  await page.locator('#password').fill(person.password);
  // The owner cancels first.
  const verified = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  await verified(false);
  await page.getByRole('button', { name: t('passkeys:continue') }).click();
  const add = page.getByRole('button', { name: 'Add passkey' });
  await expect(add).toBeVisible();
  await expectAccessible(page);
  await expect(page.locator('[data-passkey-error]')).toHaveText(t('passkeys:failed'));
  await verified(true);
  await add.click();
  await expect(page.locator('.flash')).toHaveText(t('passkeys:added'));
  await expect(page.getByText('Laptop').first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login?return=/profile/passkeys');
  await page.getByRole('link', { name: t('passkeys:use') }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('accounts:signIn') }).click();
  await expect(page).toHaveURL('/profile/passkeys');
  await expect(page.getByText('last used')).toBeVisible();
});
