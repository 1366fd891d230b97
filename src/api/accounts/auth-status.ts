import { Hono } from 'hono';
import { readAuthStatus } from '../../domain/accounts/google/auth-status.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import type { HttpEnv } from '../../http/call.ts';
import { ok } from '../../http/delivery/json.ts';
import { about } from '../description/about.ts';
import { authStatusShape } from '../shapes/accounts.ts';

export function authStatus(): Hono<HttpEnv> {
  const data = authStatusShape.entries;
  return new Hono<HttpEnv>()
    .get('/', about({ summary: 'List your ways to sign in', data }), async (call) =>
      ok(call, await readAuthStatus(signedIn(call))),
    )
    .get(
      '/verify',
      about({
        summary: 'List your ways to sign in, without a cache',
        note: 'The same as without `verify`, because this answer is never cached.',
        data,
      }),
      async (call) => ok(call, await readAuthStatus(signedIn(call))),
    );
}
