import { expect, test } from 'vitest';
import { createContext } from '../../../../src/app.ts';
import { isAuthority, providerOf } from '../../../../src/domain/users/google/provider.ts';
import { joinByIdentity } from '../../../../src/domain/users/identities/join.ts';
import { forEachApp } from '../../../support/app.ts';
import { outboxMessageTo } from '../../../support/mailbox.ts';
import { createMember, newEmail } from '../../../support/members.ts';

const GOOGLE = {
  GOOGLE_CLIENT_ID: 'x',
  GOOGLE_ISSUER: 'https://accounts.google.com',
  GOOGLE_JWKS_URL: 'https://www.googleapis.com/oauth2/v3/certs',
};

test('Google is trusted only for mailboxes that it runs, another provider for all addresses', () => {
  const google = providerOf(GOOGLE) ?? expect.fail();
  expect(isAuthority(google, 'dana@gmail.com', {})).toBe(true);
  expect(isAuthority(google, 'dana@company.example', 'company.example')).toBe(true);
  expect(isAuthority(google, 'dana@company.example', {})).toBe(false);
  expect(isAuthority(google, 'dana@gmail.com.evil.example', '')).toBe(false);
  const own = providerOf({ ...GOOGLE, GOOGLE_ISSUER: 'https://notgoogle.com' }) ?? expect.fail();
  expect(isAuthority(own, 'dana@company.example', {})).toBe(true);
});

test('without a client id there is no provider', () => {
  expect(providerOf({ ...GOOGLE, GOOGLE_CLIENT_ID: undefined })).toBeNull();
});

forEachApp((testApp) => {
  const context = () => createContext(testApp.app);
  const identity = (email: string, isSure: boolean) => ({
    provider: 'google' as const,
    subject: `subject of ${email}`,
    email,
    firstName: 'Dana',
    lastName: 'Cohen',
    isAuthority: isSure,
  });

  test('an address that Google does not run is not linked automatically', async () => {
    await createMember(testApp);
    for (const verified of [true, false]) {
      const { email } = await createMember(testApp, { verified });
      const joining = joinByIdentity(context(), identity(email, false), {});
      await expect(joining).rejects.toMatchObject({ code: 'GOOGLE_AUTH_ERROR', status: 400 });
    }
  });

  test('an identity that another account got meanwhile is refused', async () => {
    const [holder, { email }] = [await createMember(testApp), await createMember(testApp)];
    const taken = identity(email, true);
    const { db } = testApp.app.database;
    await db.updateTable('users').set({ google_id: taken.subject }).where('id', '=', holder.id).execute();
    await expect(joinByIdentity(context(), taken, {})).rejects.toMatchObject({
      code: 'GOOGLE_AUTH_ERROR',
      extra: { message: 'errors:googleTaken' },
    });
  });

  test('a new account with such an address must verify it by mail, and its owner can take the address over', async () => {
    await joinByIdentity(context(), identity(newEmail(), true), {});
    const email = newEmail();
    const row = await joinByIdentity(context(), identity(email, false), { timezone: 'Asia/Jerusalem' });
    expect(row).toMatchObject({ email_verified: 0, preferences: '{"timezone":"Asia/Jerusalem"}' });
    expect((await outboxMessageTo(testApp.dataDir, email)).text).toContain('/verify-email/');
    const sure = { ...identity(email, true), subject: `another subject of ${email}` };
    expect(await joinByIdentity(context(), sure, {})).toMatchObject({
      id: row.id,
      email_verified: 1,
      google_id: sure.subject,
    });
  });
});
