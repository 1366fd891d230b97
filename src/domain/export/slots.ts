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

interface Share {
  add(bytes: number): void;
  taken(bytes: number): void;
  end(): void;
}

/**
 * Counts the bytes that wait for their readers, of all people together: a reader who is slow enough keeps a whole file in
 * memory, and the limit of each person says nothing of how many do.
 */
export function holdBytes(most: number) {
  let held = 0;
  return {
    /** @throws DomainError SERVICE_UNAVAILABLE (503) while more than `most` wait */
    requireRoom(): void {
      if (held > most) throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: 2 * RETRY_AFTER });
    },
    share(): Share {
      let own = 0;
      const add = (bytes: number) => {
        own += bytes;
        held += bytes;
      };
      return { add, taken: (bytes) => add(-bytes), end: () => add(-own) };
    },
  };
}
