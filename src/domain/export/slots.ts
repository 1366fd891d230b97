import { DomainError } from '../error.ts';

/** Exports of a person that are sent at the same time. */
export const CONCURRENT_EXPORTS = 2;

const RETRY_AFTER = 5;

const running = new Map<string, number>();

/** Begins an export of a person; the returned function ends it. @throws DomainError RATE_LIMITED (429) */
export function takeSlot(userId: string): () => void {
  const before = running.get(userId) ?? 0;
  if (before >= CONCURRENT_EXPORTS)
    throw new DomainError('RATE_LIMITED', 429, {
      retryAfter: RETRY_AFTER,
      message: 'errors:TOO_MANY_REQUESTS',
    });
  running.set(userId, before + 1);
  return () => {
    const now = (running.get(userId) ?? 1) - 1;
    if (now === 0) running.delete(userId);
    else running.set(userId, now);
  };
}
