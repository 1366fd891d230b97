import type { TextKey } from './texts.ts';

type Catalogue = Record<string, TextKey>;

/**
 * The messages of a sign-in that failed, by code (specification, section 8). An unknown address is answered like a
 * wrong password, so that the row for it never shows; a block carries the code of the contract, USER_BLOCKED.
 */
export const SIGN_IN_FAILURES = {
  INVALID_CREDENTIALS: 'errors:INVALID_CREDENTIALS',
  USER_NOT_FOUND: 'failures:signIn.USER_NOT_FOUND',
  EMAIL_NOT_VERIFIED: 'errors:EMAIL_NOT_VERIFIED',
  ACCOUNT_BLOCKED: 'errors:USER_BLOCKED',
  USER_BLOCKED: 'errors:USER_BLOCKED',
  ACCESS_DENIED: 'failures:signIn.ACCESS_DENIED',
  RATE_LIMITED: 'errors:RATE_LIMITED',
  SERVER_ERROR: 'failures:signIn.SERVER_ERROR',
  TIMEOUT_ERROR: 'failures:signIn.TIMEOUT_ERROR',
  NETWORK_ERROR: 'failures:signIn.NETWORK_ERROR',
  LOGIN_ERROR: 'failures:signIn.LOGIN_ERROR',
  GOOGLE_LOGIN_ERROR: 'errors:GOOGLE_LOGIN_ERROR',
  UNKNOWN_SHAPE: 'failures:signIn.unknownShape',
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
  PROFILE_ERROR: 'failures:PROFILE_ERROR',
  PROFILE_UPDATE_ERROR: 'failures:PROFILE_UPDATE_ERROR',
  REGISTRATION_ERROR: 'failures:REGISTRATION_ERROR',
  EMAIL_EXISTS: 'errors:EMAIL_EXISTS',
  EMAIL_VERIFICATION_ERROR: 'failures:EMAIL_VERIFICATION_ERROR',
  RESEND_VERIFICATION_ERROR: 'failures:RESEND_VERIFICATION_ERROR',
  PASSWORD_RESET_REQUEST_ERROR: 'failures:PASSWORD_RESET_REQUEST_ERROR',
  PASSWORD_RESET_ERROR: 'failures:PASSWORD_RESET_ERROR',
  SET_PASSWORD_ERROR: 'failures:SET_PASSWORD_ERROR',
  CHANGE_PASSWORD_ERROR: 'failures:CHANGE_PASSWORD_ERROR',
  CURRENT_PASSWORD_WRONG: 'errors:CURRENT_PASSWORD_WRONG',
  AVATAR_UPLOAD_ERROR: 'errors:AVATAR_UPLOAD_ERROR',
  NO_REFRESH_TOKEN: 'errors:REFRESH_INVALID',
  TOKEN_REFRESH_ERROR: 'errors:REFRESH_INVALID',
  NO_TOKEN: 'errors:UNAUTHENTICATED',
  LOGOUT_ERROR: 'errors:logoutFailed',
} satisfies Catalogue;

/** The messages about a session and the connection: in toasts, and in pages without scripts. */
export const SESSION_NOTICES = {
  SESSION_EXPIRED: 'errors:TOKEN_EXPIRED',
  SESSION_ENDING: 'sessions:ending',
  ACCESS_DENIED: 'errors:UNAUTHENTICATED',
  ACCOUNT_LOCKED: 'errors:accountLocked',
  NETWORK_ERROR: 'failures:NETWORK_ERROR',
  CONNECTION_FAILED: 'failures:connectionFailed',
  CONNECTION_RESTORED: 'failures:connectionRestored',
  LOGOUT_FAILED: 'errors:logoutFailed',
  GOOGLE_SIGN_IN_FAILED: 'errors:GOOGLE_LOGIN_ERROR',
  EMAIL_VERIFICATION_FAILED: 'failures:EMAIL_VERIFICATION_ERROR',
  PASSWORD_RESET_FAILED: 'failures:PASSWORD_RESET_ERROR',
  AVATAR_UPLOAD_FAILED: 'errors:AVATAR_UPLOAD_ERROR',
  AVATAR_TOO_LARGE: 'errors:pictureTooLarge',
  PROFILE_UPDATE_FAILED: 'failures:PROFILE_UPDATE_ERROR',
} satisfies Catalogue;

/** The messages of the card about the ways to sign in, and of the pages it links to. */
export const SIGN_IN_METHOD_NOTICES = {
  LINKED: 'google:linked',
  LINK_FAILED: 'google:linkFailed',
  VERIFIED: 'google:verified',
  VERIFICATION_FAILED: 'google:verificationFailed',
  VERIFY_FAILED: 'google:verifyFailed',
  PICTURE_UPLOADED: 'picture:uploaded',
  PICTURE_FAILED: 'errors:AVATAR_UPLOAD_ERROR',
  PASSWORD_SET: 'google:passwordSet',
  PASSWORD_FAILED: 'failures:SET_PASSWORD_ERROR',
  UPLOAD_FAILED: 'errors:uploadFailed',
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
