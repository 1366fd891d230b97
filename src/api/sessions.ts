import { Hono } from 'hono';
import * as v from 'valibot';
import { DomainError } from '../domain/error.ts';
import { endSession } from '../domain/sessions/end.ts';
import { listSessions } from '../domain/sessions/list.ts';
import { refreshSession } from '../domain/sessions/refresh.ts';
import { revokeSession } from '../domain/sessions/revoke.ts';
import { refreshSchema, signOutSchema } from '../domain/sessions/schema.ts';
import { ok } from '../door/answer.ts';
import { type CookieNames, clearSessionCookies, setSessionCookies } from '../door/cookies.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { anybody, body, json } from './request.ts';
import { sessionShape, tokens as tokenShapes } from './shapes/accounts.ts';

export function sessions(names: CookieNames): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post(
      '/refresh-token',
      about({
        summary: 'Renew the access token',
        note: 'The refresh token comes from the body or the cookie and is spent. A spent one used again ends the session.',
        open: true,
        body: refreshSchema,
        example: { refreshToken: 'the-refresh-token' },
        data: tokenShapes,
        refuses: { REFRESH_INVALID: 401 },
      }),
      async (call) => {
        const given =
          (await body(call, refreshSchema)).refreshToken ?? call.get('visitor').cookies[names.refresh];
        if (!given) throw new DomainError('REFRESH_INVALID', 401, { details: { requiresLogin: true } });
        const tokens = await refreshSession(anybody(call), given);
        setSessionCookies(call.get('outgoing'), names, tokens, anybody(call).now);
        const { accessToken, refreshToken, expiresIn } = tokens;
        return ok(call, { accessToken, refreshToken, expiresIn });
      },
    )
    .get(
      '/sessions',
      about({ summary: 'Where you are signed in', data: { sessions: v.array(sessionShape) } }),
      async (call) => ok(call, { sessions: await listSessions(signedIn(call)) }),
    )
    .delete('/sessions/:id', about({ summary: 'Sign out somewhere' }), async (call) => {
      const context = signedIn(call);
      await json(call);
      await revokeSession(context, call.req.param('id'));
      return ok(call, {});
    })
    .post(
      '/logout',
      about({
        summary: 'Sign out',
        note: '`everywhere` ends all sessions of the account.',
        open: true,
        body: signOutSchema,
        example: { everywhere: false },
      }),
      async (call) => {
        const { everywhere } = await body(call, signOutSchema);
        await endSession(anybody(call), everywhere, call.get('visitor').tokens);
        clearSessionCookies(call.get('outgoing'), names);
        call.header('clear-site-data', '"cache", "storage"');
        return ok(call, {});
      },
    );
}
