import type { Context } from '../context.ts';
import { DomainError } from '../error.ts';
import type { Limit } from './limits.ts';
import { addToCounter } from './queries.ts';

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

/** Counts one try. @throws DomainError RATE_LIMITED (429) with the seconds to wait */
export async function takeOrRefuse(context: Context, key: string, limit: Limit): Promise<void> {
  const { allowed, retryAfter } = await take(context, key, limit);
  if (!allowed) throw new DomainError('RATE_LIMITED', 429, { retryAfter });
}
