import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { createMember, newEmail, PASSWORD, registration } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';

const SIGN_IN = '/users/login';

forAppOnSqlite({ environment: { RATE_LIMIT_SCALE: '1' } }, (testApp, engine) => {
  describe.each(LOCALES)('asked in %s', (language) => {
    const t = translator(language);
    let asked = 0;
    // From different networks, so that no other limit applies.
    const ask = (path: string, body: unknown, as?: Parameters<typeof testApp.call>[2]) => {
      asked += 1;
      const from = `10.${LOCALES.indexOf(language)}.${engine.name.length}.${asked}`;
      return testApp.call('POST', path, { body, from, headers: { 'accept-language': language }, ...as });
    };

    test('a refused sign-in has the messages of the catalogue', async () => {
      const { email } = await createMember(testApp);
      const unproved = await createMember(testApp, { verified: false });
      const blocked = await createMember(testApp);
      await restrict(engine.db, blocked.id);
      for (const [code, body] of [
        ['INVALID_CREDENTIALS', { email, password: 'Falsches-Pferd-9' }],
        ['INVALID_CREDENTIALS', { email: newEmail(), password: PASSWORD }],
        ['EMAIL_NOT_VERIFIED', { email: unproved.email, password: PASSWORD }],
        ['USER_BLOCKED', { email: blocked.email, password: PASSWORD }],
      ] as const) {
        const { error } = await ask(SIGN_IN, body);
        expect([error.code, error.message]).toEqual([code, t(`errors:${code}`)]);
      }
      for (let tries = 0; tries < 10; tries += 1) await ask(SIGN_IN, { email, password: 'Falsches-Pferd-9' });
      const late = await ask(SIGN_IN, { email, password: PASSWORD });
      expect([late.error.code, late.error.message]).toEqual(['RATE_LIMITED', t('errors:RATE_LIMITED')]);
    });

    test('so do accounts: a taken address, a wrong password', async () => {
      const member = await createMember(testApp, { locale: language });
      const taken = await ask('/users/register', registration({ email: member.email }));
      expect(taken.error.message).toBe(t('errors:EMAIL_EXISTS'));
      const body = { currentPassword: 'Falsches-Pferd-9', newPassword: 'Anderes-Pferd-9' };
      const wrong = await ask('/users/change-password', body, { as: member });
      expect(wrong.error.message).toBe(t('errors:CURRENT_PASSWORD_WRONG'));
    });
  });
});
