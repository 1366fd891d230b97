import type { TextKey } from './texts.ts';

type Catalogue = Record<string, TextKey>;

export const SIGN_IN_FAILURES = {
  SERVER_ERROR: 'failures:signIn.SERVER_ERROR',
  TIMEOUT_ERROR: 'failures:signIn.TIMEOUT_ERROR',
  NETWORK_ERROR: 'failures:signIn.NETWORK_ERROR',
} satisfies Catalogue;

/** For any other call that failed without a message of its own, or that takes long (`LATE`). */
export const GENERAL_FAILURES = {
  SERVER_ERROR: 'errors:SERVER_ERROR',
  NETWORK_ERROR: 'failures:NETWORK_ERROR',
  TIMEOUT_ERROR: 'failures:TIMEOUT_ERROR',
  LATE: 'failures:late',
  UNKNOWN_ERROR: 'failures:UNKNOWN_ERROR',
  OPERATION_FAILED: 'failures:OPERATION_FAILED',
} satisfies Catalogue;

/** For an operation on an account that failed for an unforeseen reason. */
export const ACCOUNT_FAILURES = {
  PROFILE_UPDATE_ERROR: 'failures:PROFILE_UPDATE_ERROR',
  REGISTRATION_ERROR: 'failures:REGISTRATION_ERROR',
  EMAIL_VERIFICATION_ERROR: 'failures:EMAIL_VERIFICATION_ERROR',
  RESEND_VERIFICATION_ERROR: 'failures:RESEND_VERIFICATION_ERROR',
  PASSWORD_RESET_REQUEST_ERROR: 'failures:PASSWORD_RESET_REQUEST_ERROR',
  PASSWORD_RESET_ERROR: 'failures:PASSWORD_RESET_ERROR',
  SET_PASSWORD_ERROR: 'failures:SET_PASSWORD_ERROR',
  CHANGE_PASSWORD_ERROR: 'failures:CHANGE_PASSWORD_ERROR',
} satisfies Catalogue;

export const SESSION_NOTICES = {
  SESSION_EXPIRED: 'errors:TOKEN_EXPIRED',
  ACCOUNT_LOCKED: 'errors:accountLocked',
  CONNECTION_FAILED: 'failures:connectionFailed',
  LOGOUT_FAILED: 'errors:logoutFailed',
  AVATAR_UPLOAD_FAILED: 'errors:AVATAR_UPLOAD_ERROR',
  AVATAR_TOO_LARGE: 'errors:pictureTooLarge',
} satisfies Catalogue;

export const ONBOARDING_NOTICES = {
  PARTIAL: 'onboarding:partial',
  NO_TEMPLATES: 'onboarding:noTemplates',
  SUCCESS: 'onboarding:success',
  COMPLETION_FAILED: 'onboarding:failed',
  FAILED: 'onboarding:failedTitle',
  UNANSWERED: 'onboarding:unanswered',
} satisfies Catalogue;
