import type { TextKey } from './texts.ts';

type Catalogue = Record<string, TextKey>;

/** The messages of a sign-in that got no answer, or a server's own failure. */
export const SIGN_IN_FAILURES = {
  SERVER_ERROR: 'failures:signIn.SERVER_ERROR',
  TIMEOUT_ERROR: 'failures:signIn.TIMEOUT_ERROR',
  NETWORK_ERROR: 'failures:signIn.NETWORK_ERROR',
} satisfies Catalogue;

/** The messages of any other call that failed without words of its own, or takes long (`LATE`). */
export const GENERAL_FAILURES = {
  SERVER_ERROR: 'errors:SERVER_ERROR',
  NETWORK_ERROR: 'failures:NETWORK_ERROR',
  TIMEOUT_ERROR: 'failures:TIMEOUT_ERROR',
  LATE: 'failures:late',
  UNKNOWN_ERROR: 'failures:UNKNOWN_ERROR',
  /** Of a call that changes something. */
  OPERATION_FAILED: 'failures:OPERATION_FAILED',
} satisfies Catalogue;

/** The messages of an operation on an account that failed for an unforeseen reason. */
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

/** The messages about a session, the connection and pictures: in toasts, and in pages without scripts. */
export const SESSION_NOTICES = {
  SESSION_EXPIRED: 'errors:TOKEN_EXPIRED',
  ACCOUNT_LOCKED: 'errors:accountLocked',
  CONNECTION_FAILED: 'failures:connectionFailed',
  LOGOUT_FAILED: 'errors:logoutFailed',
  AVATAR_UPLOAD_FAILED: 'errors:AVATAR_UPLOAD_ERROR',
  AVATAR_TOO_LARGE: 'errors:pictureTooLarge',
} satisfies Catalogue;

/** The messages of the card about the ways to sign in. */
export const SIGN_IN_METHOD_NOTICES = {
  VERIFIED: 'google:verified',
  VERIFICATION_FAILED: 'google:verificationFailed',
  VERIFY_FAILED: 'google:verifyFailed',
} satisfies Catalogue;

/** The messages of the setup guide. */
export const ONBOARDING_NOTICES = {
  PARTIAL: 'onboarding:partial',
  NO_TEMPLATES: 'onboarding:noTemplates',
  SUCCESS: 'onboarding:success',
  COMPLETION_FAILED: 'onboarding:failed',
  FAILED: 'onboarding:failedTitle',
  UNANSWERED: 'onboarding:unanswered',
} satisfies Catalogue;
