import { beforeEach, describe, expect, test } from 'vitest';
import { forEachApp, START } from '../support/app.ts';
import { createMember, type Member, PASSWORD } from '../support/members.ts';

interface Status {
  onboarding_completed: boolean;
  completed_at: string | null;
  version: string | null;
  steps_completed: number;
  current_step: number;
  skipped: boolean;
  dismissed_until: string | null;
  should_show: boolean;
}

interface Answer {
  user: Record<string, unknown>;
}

forEachApp((testApp, engine) => {
  let as: Member;

  beforeEach(async () => {
    testApp.setClock(START);
    as = await createMember(testApp);
  });

  const post = <Data = Status>(name: string, body: unknown = {}) =>
    testApp.call<Data>('POST', `/onboarding/${name}`, { as, body });

  const status = async () => (await testApp.call<Status>('GET', '/onboarding/status', { as })).data;

  const withoutPassword = () =>
    engine.db.updateTable('users').set({ password_hash: null }).where('id', '=', as.id).execute();

  test('a new account has not begun, and its guide opens by itself', async () => {
    expect(await status()).toEqual({
      onboarding_completed: false,
      completed_at: null,
      version: null,
      steps_completed: 0,
      current_step: 1,
      skipped: false,
      skipped_at: null,
      dismissed_until: null,
      should_show: true,
    });
  });

  describe('completing', () => {
    test('stores the time and the version, once', async () => {
      const body = {
        steps_completed: 3,
        completion_time: '2020-01-01T00:00:00Z',
        user_id: 'another',
        templates_count: 2,
      };
      const first = await post('complete', body);
      expect(first.status).toBe(200);
      expect(first.data).toMatchObject({ onboarding_completed: true, completed_at: START, version: '4.0.0' });
      testApp.advance(60);
      expect((await post('complete')).data.completed_at).toBe(START);
      const { data } = await testApp.call<Answer>('GET', '/users/profile', { as });
      expect(data.user.onboarding_completed).toBe(true);
    });

    test('clears that the guide was closed and skipped', async () => {
      await post('skip');
      await post('skip', { dismiss: true });
      await post('complete');
      expect(await status()).toMatchObject({ skipped: false, dismissed_until: null, should_show: false });
    });

    test('is the same through the profile, which can also begin again', async () => {
      const put = (onboarding_completed: boolean) =>
        testApp.call('PUT', '/users/profile', { as, body: { onboarding_completed } });
      await put(true);
      expect(await status()).toMatchObject({ completed_at: START, version: '4.0.0', current_step: 3 });
      await put(false);
      expect(await status()).toMatchObject({ completed_at: null, version: null, should_show: true });
    });
  });

  describe('leaving', () => {
    test('skipping keeps it from opening by itself', async () => {
      const { data } = await post('skip');
      expect(data).toMatchObject({ skipped: true, onboarding_completed: false, should_show: false });
    });

    test('closing suppresses it for a day', async () => {
      const { data } = await post('skip', { dismiss: true });
      expect(data).toMatchObject({
        dismissed_until: '2026-06-16T09:00:00.000Z',
        skipped: false,
        should_show: false,
      });
    });

    test('does nothing to a guide that is completed', async () => {
      await post('complete');
      await post('skip');
      expect(await status()).toMatchObject({ onboarding_completed: true, skipped: false });
    });
  });

  describe('the first step', () => {
    test('saves names, language, currency and theme', async () => {
      const body = { firstName: 'דנה', language: 'he', currency: 'EUR', theme: 'dark' };
      const { status: code, data } = await post<Answer>('preferences', body);
      expect(code).toBe(200);
      expect(data.user).toMatchObject({
        firstName: 'דנה',
        lastName: 'Levi',
        language_preference: 'he',
        currency_preference: 'EUR',
        theme_preference: 'dark',
      });
      expect(await status()).toMatchObject({ steps_completed: 1, current_step: 2 });
    });

    test('takes the names of the account as well', async () => {
      const body = { language_preference: 'he', currencyPreference: 'USD', theme_preference: 'light' };
      expect((await post<Answer>('preferences', body)).data.user).toMatchObject({
        language_preference: 'he',
        currency_preference: 'USD',
        theme_preference: 'light',
      });
    });

    test('needs a language and a currency', async () => {
      const { status: code, error } = await post('preferences');
      expect(code).toBe(400);
      expect(error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [
          { field: 'language', message: 'Choose English or Hebrew' },
          { field: 'currency', message: 'Choose a supported currency' },
        ],
      });
      expect((await status()).steps_completed).toBe(0);
    });

    test.each([
      ['', '', 'password', 'Password is required for hybrid authentication'],
      ['Kor9', 'Kor9', 'password', 'Password must be at least 8 characters'],
      ['Korrektes', 'Korrektes', 'password', 'Password must include at least one letter and one number'],
      ['Korrekt-Pferd-7', 'Korrekt-Pferd-8', 'confirmPassword', 'Passwords do not match'],
      ['Korrekt-Pferd-7', undefined, 'confirmPassword', 'Passwords do not match'],
    ])('refuses the first password %j repeated as %j', async (password, confirmPassword, field, message) => {
      await withoutPassword();
      const body = { language: 'en', currency: 'ILS', password, confirmPassword };
      const { status: code, error } = await post('preferences', body);
      expect(code).toBe(400);
      expect(error.details).toEqual([{ field, message }]);
    });

    test('sets a first password, and never another one', async () => {
      const body = { language: 'en', currency: 'ILS', password: PASSWORD, confirmPassword: PASSWORD };
      const other = await post('preferences', { ...body, firstName: 'Other', currency: 'USD' });
      expect(other.error.code).toBe('PASSWORD_EXISTS');
      const { data: own } = await testApp.call<{ user: object }>('GET', '/users/profile', { as });
      expect(own.user).toMatchObject({ firstName: 'Noa', currency_preference: 'ILS' });
      await withoutPassword();
      const { data } = await post<Answer>('preferences', body);
      expect(data.user.has_password).toBe(true);
    });
  });
});
