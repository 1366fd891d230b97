import { Hono } from 'hono';
import * as v from 'valibot';
import { DomainError } from '../../domain/error.ts';
import { endSession, revokeSession } from '../../domain/sessions/end.ts';
import { listSessions } from '../../domain/sessions/list.ts';
import { refreshSession } from '../../domain/sessions/refresh.ts';
import { refreshSchema, signOutSchema } from '../../domain/sessions/schema.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import {
  type CookieNames,
  clearSessionCookies,
  setSessionCookies,
} from '../../http/authentication/cookies.ts';
import type { HttpEnv } from '../../http/call.ts';
import { ok } from '../../http/delivery/json.ts';
import { about } from '../description/about.ts';
import { body, contextOf, json } from '../request.ts';
import { sessionShape, tokens as tokenShapes } from '../shapes/accounts.ts';

export function sessions(names: CookieNames): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .post(
      '/refresh-token',
      about({
        summary: 'Renew the access token',
        note: 'Takes the refresh token from the body or the cookie; it works once. Using it a second time ends the session.',
        open: true,
        body: refreshSchema,
        example: { refreshToken: 'the-refresh-token' },
        data: tokenShapes,
        refuses: { REFRESH_INVALID: 401 },
      }),
      async (call) => {
        const given =
          (await body(call, refreshSchema)).refreshToken ?? call.get('caller').cookies[names.refresh];
        if (!given) throw new DomainError('REFRESH_INVALID', 401, { details: { requiresLogin: true } });
        const tokens = await refreshSession(contextOf(call), given);
        setSessionCookies(call.get('setCookies'), names, tokens, contextOf(call).now);
        const { accessToken, refreshToken, expiresIn } = tokens;
        return ok(call, { accessToken, refreshToken, expiresIn });
      },
    )
    .get(
      '/sessions',
      about({ summary: 'List your sessions', data: { sessions: v.array(sessionShape) } }),
      async (call) => ok(call, { sessions: await listSessions(signedIn(call)) }),
    )
    .delete('/sessions/:id', about({ summary: 'End one of your sessions' }), async (call) => {
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
        await endSession(contextOf(call), everywhere, call.get('caller').tokens);
        clearSessionCookies(call.get('setCookies'), names);
        call.header('clear-site-data', '"cache", "storage"');
        return ok(call, {});
      },
    );
}
