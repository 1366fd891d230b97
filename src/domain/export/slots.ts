import { DomainError } from '../error.ts';

/** Exports of a person that are sent at the same time. */
export const CONCURRENT_EXPORTS = 2;

const RETRY_AFTER = 5;

const running = new Map<string, number>();

/**
 * The pieces of an export of a person, which takes a place from its first piece to its end, or until its reader leaves.
 * @throws DomainError RATE_LIMITED (429) from the first piece, while there is no place
 */
export async function* inSlot<Piece>(
  userId: string,
  pieces: () => AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  const leave = takeSlot(userId);
  try {
    yield* pieces();
  } finally {
    leave();
  }
}

/** Takes a place; the returned function gives it back. */
function takeSlot(userId: string): () => void {
  const before = running.get(userId) ?? 0;
  if (before >= CONCURRENT_EXPORTS)
    throw new DomainError('RATE_LIMITED', 429, {
      retryAfter: RETRY_AFTER,
      message: 'export:busy',
    });
  running.set(userId, before + 1);
  return () => {
    const now = (running.get(userId) ?? 1) - 1;
    if (now === 0) running.delete(userId);
    else running.set(userId, now);
  };
}
