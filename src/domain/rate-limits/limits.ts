import type { TextKey } from '../../i18n/texts.ts';
import type { Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { HOUR, MINUTE } from '../instants.ts';
import { addToCounter } from './rate-limits.queries.ts';

export interface Limit {
  most: number;
  /** Milliseconds. */
  window: number;
}

/** `RATE_LIMIT_SCALE` multiplies all limits; those of wrong passwords and codes are in `sign-in.ts`. */
export const LIMITS = {
  register: { most: 20, window: HOUR },
  mailForAccount: { most: 5, window: HOUR },
  mailForAddress: { most: 20, window: HOUR },
  mailsByAdmin: { most: 1000, window: HOUR },
  invitations: { most: 100, window: HOUR },
  upload: { most: 20, window: HOUR },
  /** Files of banks: people import the years of several accounts at once. */
  bankFile: { most: 100, window: HOUR },
  /** For a calendar feed: programs fetch it every few minutes at most. */
  calendar: { most: 120, window: HOUR },
  refresh: { most: 60, window: MINUTE },
  failedRefresh: { most: 60, window: MINUTE },
  anyForUser: { most: 1200, window: MINUTE },
  anyForAddress: { most: 300, window: MINUTE },
} satisfies Record<string, Limit>;

/** Counts one attempt against a limit shared by all processes; `retryAfter` is in seconds. */
export async function consume(
  { rootDb, settings, now }: Requesting,
  key: string,
  limit: Limit,
): Promise<{ allowed: boolean; retryAfter: number }> {
  const time = now.getTime();
  // Outside the caller's transaction, so that an attempt counts even after a rollback.
  const counter = await addToCounter(rootDb, key, 1, limit.window, time);
  return {
    allowed: counter.count <= limit.most * settings.RATE_LIMIT_SCALE,
    retryAfter: Math.max(1, Math.ceil((counter.window_start + limit.window - time) / 1000)),
  };
}

/** Counts one event, and says whether it is the one that fills the limit: no other one in its time does. */
export async function fillsLimit({ rootDb, now }: Requesting, key: string, limit: Limit): Promise<boolean> {
  const { count } = await addToCounter(rootDb, key, 1, limit.window, now.getTime());
  return count === limit.most;
}

/** Counts one attempt. @throws DomainError RATE_LIMITED (429) with the seconds to wait */
export async function enforceLimit(
  context: Requesting,
  key: string,
  limit: Limit,
  message: TextKey = 'errors:TOO_MANY_REQUESTS',
): Promise<void> {
  const { allowed, retryAfter } = await consume(context, key, limit);
  if (!allowed) throw new DomainError('RATE_LIMITED', 429, { retryAfter, message });
}

/** An IPv6 network (/64) counts as one address, because a household gets a whole one. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = plain.includes('::')
    ? [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
