import { describe, expect, test } from 'vitest';
import {
  ACCOUNT_FAILURES,
  GENERAL_FAILURES,
  SESSION_NOTICES,
  SIGN_IN_FAILURES,
  SIGN_IN_METHOD_NOTICES,
} from '../../src/i18n/error-catalogue.ts';
import type { TextKey } from '../../src/i18n/texts.ts';
import { translator } from '../../src/i18n/translate.ts';

// Literally those of the specification.
const SIGN_IN: Record<keyof typeof SIGN_IN_FAILURES, string> = {
  INVALID_CREDENTIALS: 'Invalid email or password. Please check your credentials and try again.',
  USER_NOT_FOUND: 'Account not found. Please check your email or create a new account.',
  EMAIL_NOT_VERIFIED: 'Please verify your email address before logging in.',
  ACCOUNT_BLOCKED: 'Your account has been temporarily blocked. Please contact support.',
  USER_BLOCKED: 'Your account has been temporarily blocked. Please contact support.',
  ACCESS_DENIED: 'Access denied. Please contact support if this persists.',
  RATE_LIMITED: 'Too many login attempts. Please wait a moment and try again.',
  SERVER_ERROR: 'Our server is currently experiencing issues. Please try again in a few moments.',
  TIMEOUT_ERROR: 'Connection timed out. Please check your internet connection and try again.',
  NETWORK_ERROR: 'Unable to connect to our servers. Please check your internet connection.',
  LOGIN_ERROR: 'Login failed',
  GOOGLE_LOGIN_ERROR: 'Google login failed',
  UNKNOWN_SHAPE: 'Invalid response format from server',
};

const GENERAL: Record<keyof typeof GENERAL_FAILURES, string> = {
  SERVER_ERROR: 'Server error occurred',
  NETWORK_ERROR: 'Unable to connect to server. Please check your internet connection.',
  UNKNOWN_ERROR: 'An unexpected error occurred',
  OPERATION_FAILED: 'Operation failed',
  TIMEOUT_ERROR: 'Server is taking too long to respond. Please try again in a moment.',
  LATE: 'Request is taking longer than expected. Please check your connection.',
};

const ACCOUNT: Partial<Record<keyof typeof ACCOUNT_FAILURES, string>> = {
  EMAIL_EXISTS: 'An account with this email already exists',
  REGISTRATION_ERROR: 'Registration failed',
  CURRENT_PASSWORD_WRONG: 'Current password is incorrect',
  CHANGE_PASSWORD_ERROR: 'Failed to change password',
  PROFILE_ERROR: 'Failed to load profile',
  PROFILE_UPDATE_ERROR: 'Profile update failed',
  SET_PASSWORD_ERROR: 'Failed to set password. Please try again.',
  EMAIL_VERIFICATION_ERROR: 'Email verification failed',
  PASSWORD_RESET_ERROR: 'Password reset failed',
  AVATAR_UPLOAD_ERROR: 'Failed to upload profile picture. Please try again.',
  TOKEN_REFRESH_ERROR: 'Your session has expired. Please sign in again.',
  NO_REFRESH_TOKEN: 'Your session has expired. Please sign in again.',
  LOGOUT_ERROR: 'Logout failed',
};

const SESSION: Partial<Record<keyof typeof SESSION_NOTICES, string>> = {
  SESSION_EXPIRED: 'Your session has expired. Please sign in again.',
  ACCESS_DENIED: 'Access denied. Please sign in.',
  ACCOUNT_LOCKED: 'Your account is temporarily locked for security reasons.',
  CONNECTION_FAILED: 'Connection failed. Please check your internet connection.',
  CONNECTION_RESTORED: 'Connection restored',
  AVATAR_TOO_LARGE: 'Profile picture must be smaller than 5MB',
};

const METHODS: Record<keyof typeof SIGN_IN_METHOD_NOTICES, string> = {
  LINKED: 'Google account linked successfully',
  LINK_FAILED: 'Failed to link the Google account. Please try again.',
  VERIFIED: 'Authentication status verified',
  VERIFICATION_FAILED: 'Authentication status verification failed: it has changed',
  VERIFY_FAILED: 'Failed to verify authentication status',
  PICTURE_UPLOADED: 'Profile picture uploaded successfully',
  PICTURE_FAILED: 'Failed to upload profile picture. Please try again.',
  PASSWORD_SET: 'Password set successfully! You can now use both login methods.',
  PASSWORD_FAILED: 'Failed to set password. Please try again.',
  UPLOAD_FAILED: 'Upload failed',
};

const CATALOGUES: [string, Record<string, TextKey>, Record<string, string>][] = [
  ['a sign-in', SIGN_IN_FAILURES, SIGN_IN],
  ['any call', GENERAL_FAILURES, GENERAL],
  ['an account', ACCOUNT_FAILURES, ACCOUNT],
  ['a session', SESSION_NOTICES, SESSION],
  ['the sign-in methods', SIGN_IN_METHOD_NOTICES, METHODS],
];

describe.each(CATALOGUES)('the messages about %s', (_, catalogue, words) => {
  test.each(Object.entries(words))('%s is: %s', (code, text) => {
    expect(translator('en')(catalogue[code] as TextKey)).toBe(text);
  });

  test.each(Object.entries(catalogue))('%s has a Hebrew text', (_code, key) => {
    expect(translator('he')(key, { count: 5 })).toMatch(/[א-ת]/);
  });
});

test('the message before the end of a session has the minutes left', () => {
  const t = translator('en');
  expect(t(SESSION_NOTICES.SESSION_ENDING, { count: 5 })).toBe('Your session expires in 5 minutes.');
  expect(t(SESSION_NOTICES.SESSION_ENDING, { count: 1 })).toBe('Your session expires in one minute.');
});
