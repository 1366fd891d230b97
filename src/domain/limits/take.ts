import type { TextKey } from '../../i18n/texts.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../error.ts';
import type { Limit } from './limits.ts';
import { addToCounter, deleteCounter } from './queries.ts';

interface Taken {
  allowed: boolean;
  /** Seconds until the window ends. */
  retryAfter: number;
}

/** Counts one try against a limit that all processes share. */
export async function take({ app, now }: Context, key: string, limit: Limit): Promise<Taken> {
  const time = now.getTime();
  // Not part of the caller's transaction: a try counts even if what it tried is undone.
  const counter = await addToCounter(app.database.db, key, 1, limit.window, time);
  return {
    allowed: counter.count <= limit.most * app.config.RATE_LIMIT_SCALE,
    retryAfter: Math.max(1, Math.ceil((counter.window_start + limit.window - time) / 1000)),
  };
}

/** Gives a try back that turned out not to count. */
export async function giveBack({ app, now }: Context, key: string, limit: Limit): Promise<void> {
  await addToCounter(app.database.db, key, -1, limit.window, now.getTime());
}

/** Counts one try. @throws DomainError RATE_LIMITED (429) with the seconds to wait and, if given, other words */
export async function takeOrRefuse(
  context: Context,
  key: string,
  limit: Limit,
  message: TextKey = 'errors:TOO_MANY_REQUESTS',
): Promise<void> {
  const { allowed, retryAfter } = await take(context, key, limit);
  if (!allowed) throw new DomainError('RATE_LIMITED', 429, { retryAfter, message });
}

/**
 * Makes a try that counts against each of some limits only if it fails: not when it succeeds, nor when the server had
 * no time for it or another of the limits was reached. Never inside a database transaction.
 * @param attempt says whether the try succeeded
 * @throws DomainError RATE_LIMITED (429), and what the attempt throws
 */
export async function countFailure(
  context: Context,
  keys: string[],
  limit: Limit,
  attempt: () => Promise<boolean>,
  message?: TextKey,
): Promise<boolean> {
  const taken: string[] = [];
  let hasFailed = false;
  try {
    for (const key of keys) {
      await takeOrRefuse(context, key, limit, message);
      taken.push(key);
    }
    const succeeded = await attempt();
    hasFailed = !succeeded;
    return succeeded;
  } finally {
    if (!hasFailed) for (const key of taken) await giveBack(context, key, limit);
  }
}

/** Begins a limit anew for whoever has proved that the failures were not theirs. */
export async function forgetTries({ app }: Context, key: string): Promise<void> {
  await deleteCounter(app.database.db, key);
}
