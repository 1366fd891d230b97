import { Hono } from 'hono';
import { readAuthStatus } from '../domain/google/auth-status.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { authStatusShape } from './shapes/accounts.ts';

export function authStatus(): Hono<DoorEnv> {
  const data = authStatusShape.entries;
  return new Hono<DoorEnv>()
    .get('/', about({ summary: 'How you can sign in', data }), async (call) =>
      ok(call, await readAuthStatus(signedIn(call))),
    )
    .get(
      '/verify',
      about({
        summary: 'How you can sign in, looked up anew',
        note: 'The same as without `verify`: nothing of it is ever kept.',
        data,
      }),
      async (call) => ok(call, await readAuthStatus(signedIn(call))),
    );
}
