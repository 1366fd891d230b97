import { describe, expect, test } from 'vitest';
import * as catalogues from '../../src/i18n/error-catalogue.ts';
import type { TextKey } from '../../src/i18n/texts.ts';
import { translator } from '../../src/i18n/translate.ts';

// Literally as clients of the API and people know them.
const WORDS: [about: string, words: Partial<Record<TextKey, string>>][] = [
  [
    'a sign-in',
    {
      'errors:INVALID_CREDENTIALS': 'Invalid email or password. Please check your credentials and try again.',
      'errors:EMAIL_NOT_VERIFIED': 'Please verify your email address before logging in.',
      'errors:USER_BLOCKED': 'Your account has been temporarily blocked. Please contact support.',
      'errors:RATE_LIMITED': 'Too many login attempts. Please wait a moment and try again.',
      'failures:signIn.SERVER_ERROR':
        'Our server is currently experiencing issues. Please try again in a few moments.',
      'failures:signIn.TIMEOUT_ERROR':
        'Connection timed out. Please check your internet connection and try again.',
      'failures:signIn.NETWORK_ERROR':
        'Unable to connect to our servers. Please check your internet connection.',
      'errors:GOOGLE_LOGIN_ERROR': 'Google login failed',
    },
  ],
  [
    'any call',
    {
      'errors:SERVER_ERROR': 'Server error occurred',
      'failures:NETWORK_ERROR': 'Unable to connect to server. Please check your internet connection.',
      'failures:UNKNOWN_ERROR': 'An unexpected error occurred',
      'failures:OPERATION_FAILED': 'Operation failed',
      'failures:TIMEOUT_ERROR': 'Server is taking too long to respond. Please try again in a moment.',
      'failures:late': 'Request is taking longer than expected. Please check your connection.',
    },
  ],
  [
    'an account',
    {
      'errors:EMAIL_EXISTS': 'An account with this email already exists',
      'failures:REGISTRATION_ERROR': 'Registration failed',
      'errors:CURRENT_PASSWORD_WRONG': 'Current password is incorrect',
      'failures:CHANGE_PASSWORD_ERROR': 'Failed to change password',
      'failures:PROFILE_UPDATE_ERROR': 'Profile update failed',
      'failures:SET_PASSWORD_ERROR': 'Failed to set password. Please try again.',
      'failures:EMAIL_VERIFICATION_ERROR': 'Email verification failed',
      'failures:PASSWORD_RESET_ERROR': 'Password reset failed',
      'errors:AVATAR_UPLOAD_ERROR': 'Failed to upload profile picture. Please try again.',
      'errors:REFRESH_INVALID': 'Your session has expired. Please sign in again.',
    },
  ],
  [
    'a session',
    {
      'errors:TOKEN_EXPIRED': 'Your session has expired. Please sign in again.',
      'errors:UNAUTHENTICATED': 'Access denied. Please sign in.',
      'errors:accountLocked': 'Your account is temporarily locked for security reasons.',
      'errors:logoutFailed': 'Logout failed',
      'failures:connectionFailed': 'Connection failed. Please check your internet connection.',
      'failures:connectionRestored': 'Connection restored',
      'errors:pictureTooLarge': 'Profile picture must be smaller than 5MB',
    },
  ],
  [
    'the sign-in methods',
    {
      'google:linked': 'Google account linked successfully',
      'google:linkFailed': 'Failed to link the Google account. Please try again.',
      'google:verified': 'Authentication status verified',
      'google:verificationFailed': 'Authentication status verification failed: it has changed',
      'google:verifyFailed': 'Failed to verify authentication status',
      'accounts:picture.uploaded': 'Profile picture uploaded successfully',
      'google:passwordSet': 'Password set successfully! You can now use both login methods.',
      'errors:uploadFailed': 'Upload failed',
    },
  ],
];

describe.each(WORDS)('the messages about %s', (_, words) => {
  test.each(Object.entries(words))('%s is: %s', (key, text) => {
    expect(translator('en')(key as TextKey)).toBe(text);
    expect(translator('he')(key as TextKey)).toMatch(/[א-ת]/);
  });
});

test.each(Object.values(catalogues).flatMap((catalogue) => Object.entries(catalogue)))(
  '%s has a Hebrew text',
  (_code, key) => {
    expect(translator('he')(key)).toMatch(/[א-ת]/);
  },
);

test('the message before the end of a session has the minutes left', () => {
  const t = translator('en');
  expect(t('sessions:ending', { count: 5 })).toBe('Your session expires in 5 minutes.');
  expect(t('sessions:ending', { count: 1 })).toBe('Your session expires in one minute.');
});
