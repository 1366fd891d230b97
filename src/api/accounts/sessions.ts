import * as v from 'valibot';
import { DomainError } from '../../domain/error.ts';
import { refreshSession } from '../../domain/sessions/refresh.ts';
import { refreshSchema, signOutSchema } from '../../domain/sessions/schema.ts';
import { endSession, listSessions, revokeSession } from '../../domain/sessions/sessions.ts';
import {
  type CookieNames,
  clearSessionCookies,
  setSessionCookies,
} from '../../http/authentication/cookies.ts';
import { type Endpoints, endpoint } from '../endpoint.ts';
import { sessionShape, tokens as tokenShapes } from '../shapes/accounts.ts';

export function sessions(names: CookieNames): Endpoints {
  return {
    'POST /refresh-token': endpoint({
      summary: 'Renew the access token',
      note: 'Takes the refresh token from the body or the cookie; it works once. Using it a second time ends the session.',
      open: true,
      body: refreshSchema,
      example: { refreshToken: 'the-refresh-token' },
      data: tokenShapes,
      refuses: { REFRESH_INVALID: 401 },
      answer: async (context, input, { call }) => {
        const sentToken = input.refreshToken ?? call.get('caller').cookies[names.refresh];
        if (!sentToken) throw new DomainError('REFRESH_INVALID', 401, { details: { requiresLogin: true } });
        const tokens = await refreshSession(context, sentToken);
        setSessionCookies(call.get('setCookies'), names, tokens, context.now);
        const { accessToken, refreshToken, expiresIn } = tokens;
        return { accessToken, refreshToken, expiresIn };
      },
    }),
    'GET /sessions': endpoint({
      summary: 'List your sessions',
      data: { sessions: v.array(sessionShape) },
      answer: async (context) => ({ sessions: await listSessions(context) }),
    }),
    'DELETE /sessions/:id': endpoint({
      summary: 'End one of your sessions',
      answer: async (context, _input, { id }) => revokeSession(context, id),
    }),
    'POST /logout': endpoint({
      summary: 'Sign out',
      note: '`everywhere` ends all sessions of the account.',
      open: true,
      body: signOutSchema,
      example: { everywhere: false },
      answer: async (context, { everywhere }, { call }) => {
        await endSession(context, everywhere, call.get('caller').tokens);
        clearSessionCookies(call.get('setCookies'), names);
        call.header('clear-site-data', '"cache", "storage"');
      },
    }),
  };
}
