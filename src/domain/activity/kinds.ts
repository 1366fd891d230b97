export const USER_ACTS = [
  'block',
  'unblock',
  'restrict',
  'unrestrict',
  'end_sessions',
  'resend_verification',
  'verify_email',
  'send_password_link',
  'set_role',
  'delete',
  'restore',
] as const;

/** All acts of administrators and of the host's tools, by the names under which they are logged. */
const ADMIN_ACTS = [
  ...USER_ACTS,
  'bulk',
  'change_setting',
  'reset_setting',
  'invite',
  'withdraw_invitation',
  'create_owner',
  'set_password',
  'reset_second_factor',
  'make_backup',
  'download_backup',
  'restore_backup',
] as const;

/** Events of an account's security, caused by its owner or by someone who tries to get in. */
const SECURITY_EVENTS = [
  'registered',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes_replaced',
  'token_created',
  'token_revoked',
  'email_verified',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'password_set',
  'email_changed',
  'email_restored',
  'google_linked',
  'google_unlinked',
  'oidc_linked',
  'oidc_unlinked',
  'passkey_added',
  'passkey_removed',
  'exported',
  'imported',
  'import_undone',
  'closed',
  'purged',
] as const;

export type AdminAct = (typeof ADMIN_ACTS)[number];
type SecurityEvent = (typeof SECURITY_EVENTS)[number];
export type ActivityType = AdminAct | SecurityEvent;

export const ACTIVITY_TYPES: readonly ActivityType[] = [...ADMIN_ACTS, ...SECURITY_EVENTS];

export function isAdminAct(type: ActivityType): type is AdminAct {
  return (ADMIN_ACTS as readonly string[]).includes(type);
}
