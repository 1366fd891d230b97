import type { Act } from '../../../../domain/admin/acts/schema.ts';
import type { AdminUser } from '../../../../domain/admin/users/present.ts';

export const ACT_PATHS: Readonly<Record<Act, string>> = {
  block: 'block',
  unblock: 'unblock',
  restrict: 'restrict',
  unrestrict: 'unrestrict',
  end_sessions: 'end-sessions',
  resend_verification: 'resend-verification',
  verify_email: 'verify-email',
  send_password_link: 'password-link',
  set_role: 'role',
  delete: 'delete',
  restore: 'restore',
};

export function actsFor({ status, restrictions, email_verified }: AdminUser, sessions: number): Act[] {
  const isRestricted = (kind: string) =>
    restrictions.some(({ restriction_type }) => restriction_type === kind);
  if (status === 'deleted') return ['restore'];
  // Blocked people get no link by mail.
  const isMailed = !isRestricted('blocked');
  return [
    isRestricted('blocked') ? 'unblock' : 'block',
    isRestricted('other') ? 'unrestrict' : 'restrict',
    ...(sessions > 0 ? (['end_sessions'] as const) : []),
    ...(email_verified || !isMailed ? [] : (['resend_verification'] as const)),
    ...(email_verified ? [] : (['verify_email'] as const)),
    ...(isMailed ? (['send_password_link'] as const) : []),
    'set_role',
    'delete',
  ];
}

/** Acts with a red button, because they take something from a person. */
export const GRAVE: readonly Act[] = ['block', 'restrict', 'delete'];
