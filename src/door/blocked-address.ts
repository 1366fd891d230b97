import type { Block } from '../domain/restrictions/block.ts';

const REASON_MAX = 300;

/** The page that tells somebody why they are blocked and until when. */
export function blockedAddress({ reason, expires_at }: Block): string {
  const query = new URLSearchParams();
  if (reason) query.set('reason', reason.slice(0, REASON_MAX));
  if (expires_at) query.set('expires_at', expires_at);
  return query.size > 0 ? `/blocked?${query}` : '/blocked';
}

// Marks of direction could turn what stands around the reason too.
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** What such an address says: anybody may have written it, so it is cut to length and an impossible end is none. */
export function blockFrom(query: URLSearchParams): Block {
  const reason = query.get('reason')?.replace(UNSEEN, ' ').trim().slice(0, REASON_MAX);
  const end = new Date(query.get('expires_at') ?? '');
  const isPossible = /^\d{4}-\d\d-\d\dT/.test(query.get('expires_at') ?? '') && !Number.isNaN(end.getTime());
  return { reason: reason || null, expires_at: isPossible ? end.toISOString() : null };
}
