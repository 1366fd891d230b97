/**
 * What a restoration empties: access that was revoked after the backup must not work again. The last two belong to nodes.
 */
export const ENDED_BY_RESTORATION = [
  'spent_tokens',
  'sessions',
  'mail_tokens',
  'invitations',
  'api_tokens',
  'challenges',
  'passkeys',
  'calendar_feeds',
  'push_subscriptions',
  'leases',
  'backup_runs',
] as const;
