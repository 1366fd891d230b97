import { createHmac } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import type { App } from '../domain/context.ts';
import type { CookieNames } from './cookies.ts';
import { formOwner } from './from-us.ts';
import type { DoorEnv } from './visitor.ts';

/**
 * What a Google token must say that was asked for in this browser: bound to the session, or to the guest before it, so
 * that a token that was overheard is of no use in another. Null for programs, which Google gives tokens without.
 */
export function googleNonce(call: HonoContext<DoorEnv>, app: App, names: CookieNames): string | null {
  const owner = call.get('visitor').byBearer ? '' : formOwner(call, names);
  if (!owner) return null;
  return createHmac('sha256', app.config.APP_SECRET).update(`google:${owner}`).digest('base64url');
}
