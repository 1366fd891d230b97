import { busy, DomainError } from '../error.ts';

/** Per person. */
export const CONCURRENT_EXPORTS = 2;

const RETRY_AFTER = 5;

const running = new Map<string, number>();

/**
 * Passes on the chunks of an export, which takes a slot of the person from its first chunk to its end, or until its
 * reader leaves.
 * @throws DomainError RATE_LIMITED (429) from the first chunk, while no slot is free
 */
export async function* inSlot<Chunk>(
  userId: string,
  chunks: () => AsyncGenerator<Chunk>,
): AsyncGenerator<Chunk> {
  const leave = takeSlot(userId);
  try {
    yield* chunks();
  } finally {
    leave();
  }
}

function takeSlot(userId: string): () => void {
  const count = running.get(userId) ?? 0;
  if (count >= CONCURRENT_EXPORTS)
    throw new DomainError('RATE_LIMITED', 429, {
      retryAfter: RETRY_AFTER,
      message: 'export:busy',
    });
  running.set(userId, count + 1);
  return () => {
    const remaining = (running.get(userId) ?? 1) - 1;
    if (remaining === 0) running.delete(userId);
    else running.set(userId, remaining);
  };
}

interface Share {
  add(bytes: number): void;
  taken(bytes: number): void;
  end(): void;
}

/**
 * Limits the bytes that wait for their readers, of all people together: a slow reader keeps a whole file in memory, and
 * the limit per person does not bound how many do.
 */
export function reserveBytes(most: number) {
  let total = 0;
  return {
    /** @throws DomainError SERVICE_UNAVAILABLE (503) while more than `most` wait */
    requireRoom(): void {
      if (total > most) throw busy(2 * RETRY_AFTER);
    },
    share(): Share {
      let shareBytes = 0;
      const add = (bytes: number) => {
        shareBytes += bytes;
        total += bytes;
      };
      return { add, taken: (bytes) => add(-bytes), end: () => add(-shareBytes) };
    },
  };
}
