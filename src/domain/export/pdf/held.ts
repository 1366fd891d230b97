import { DomainError } from '../../error.ts';

const RETRY_AFTER = 10;

/** What one statement holds. */
interface Share {
  add(bytes: number): void;
  taken(bytes: number): void;
  /** Gives back all that is left of it. */
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
      if (held > most) throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: RETRY_AFTER });
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
