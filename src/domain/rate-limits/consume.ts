import type { TextKey } from '../../i18n/texts.ts';
import type { Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { addToCounter, deleteCounter } from './rate-limits.queries.ts';
import type { Limit } from './rate-limits.ts';

interface Consumed {
  allowed: boolean;
  /** Seconds until the window ends. */
  retryAfter: number;
}

/** Counts one attempt against a limit that all processes share. */
export async function consume(
  { rootDb, settings, now }: Requesting,
  key: string,
  limit: Limit,
): Promise<Consumed> {
  const time = now.getTime();
  // Outside the caller's transaction: an attempt counts even if its transaction is rolled back.
  const counter = await addToCounter(rootDb, key, 1, limit.window, time);
  return {
    allowed: counter.count <= limit.most * settings.RATE_LIMIT_SCALE,
    retryAfter: Math.max(1, Math.ceil((counter.window_start + limit.window - time) / 1000)),
  };
}

/** Uncounts an attempt that did not fail. */
export async function refund({ rootDb, now }: Requesting, key: string, limit: Limit): Promise<void> {
  await addToCounter(rootDb, key, -1, limit.window, now.getTime());
}

/**
 * Counts one attempt.
 * @throws DomainError RATE_LIMITED (429) with the seconds to wait and, if given, another message
 */
export async function enforceLimit(
  context: Requesting,
  key: string,
  limit: Limit,
  message: TextKey = 'errors:TOO_MANY_REQUESTS',
): Promise<void> {
  const { allowed, retryAfter } = await consume(context, key, limit);
  if (!allowed) throw new DomainError('RATE_LIMITED', 429, { retryAfter, message });
}

/**
 * Runs an attempt that counts against several limits only if it fails: not when it succeeds, nor when it throws, nor
 * when another of the limits was reached. Never inside a database transaction.
 * @param attempt returns whether it succeeded
 * @throws DomainError RATE_LIMITED (429), and what the attempt throws
 */
export async function limitFailures(
  context: Requesting,
  keys: string[],
  limit: Limit,
  attempt: () => Promise<boolean>,
  message?: TextKey,
): Promise<boolean> {
  const consumed: string[] = [];
  let hasFailed = false;
  try {
    for (const key of keys) {
      await enforceLimit(context, key, limit, message);
      consumed.push(key);
    }
    const succeeded = await attempt();
    hasFailed = !succeeded;
    return succeeded;
  } finally {
    if (!hasFailed) for (const key of consumed) await refund(context, key, limit);
  }
}

/** Resets a limit once the owner has proved that the failures were not theirs. */
export async function resetLimit({ rootDb }: Requesting, key: string): Promise<void> {
  await deleteCounter(rootDb, key);
}
