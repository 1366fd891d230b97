import * as v from 'valibot';
import { DomainError } from '../../domain/error.ts';
import { canonicalJson } from '../../domain/idempotency/idempotent.ts';
import { listApiTokens, revokeApiToken } from '../../domain/sessions/api-tokens.ts';
import { refreshSession } from '../../domain/sessions/refresh.ts';
import { refreshSchema, signOutSchema } from '../../domain/sessions/schema.ts';
import { endSession, listSessions, revokeSession } from '../../domain/sessions/sessions.ts';
import { createApiToken, createApiTokenOnce } from '../../domain/users/create-api-token.ts';
import { listPasskeys, removePasskey } from '../../domain/users/passkeys/manage.ts';
import { createApiTokenSchema } from '../../domain/users/schema.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import {
  type CookieNames,
  clearSessionCookies,
  setSessionCookies,
} from '../../http/authentication/cookies.ts';
import { ok } from '../../http/delivery/json.ts';
import { type Endpoints, endpoint, plainEndpoint } from '../endpoint.ts';
import { body, created, idempotencyKey, textOf, withConfirmation } from '../request.ts';
import { apiTokenShape, passkeyShape, sessionShape, tokens as tokenShapes } from '../shapes/users.ts';

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
    'GET /tokens': endpoint({
      summary: 'List your access tokens',
      data: { tokens: v.array(apiTokenShape) },
      answer: async (context) => ({ tokens: await listApiTokens(context) }),
    }),
    'POST /tokens': plainEndpoint({
      summary: 'Make an access token for a program',
      note: 'Requires the password. `secret` is shown this once; send it as `Authorization: Bearer <secret>`. It may use what its scope names, but nothing under `/users` except `GET /users/profile`, and nothing under `/admin`.',
      body: createApiTokenSchema,
      example: { name: 'Bank', scope: 'import', expiresInDays: 90, password: 'correct-horse-9' },
      creates: true,
      data: { token: apiTokenShape, secret: v.string() },
      refuses: { CURRENT_PASSWORD_WRONG: 400, PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 },
      async respond(call) {
        const context = await withConfirmation(call, signedIn(call));
        const input = await body(call, createApiTokenSchema);
        const key = idempotencyKey(call);
        if (!key) return ok(call, await createApiToken(context, input), 201);
        const { password: _, ...fields } = input;
        const attempt = { path: call.req.path, key, body: canonicalJson(JSON.stringify(fields)) };
        const { replayed, ...made } = await createApiTokenOnce(context, input, attempt);
        return created(call, { text: textOf(made), replayed });
      },
    }),
    'DELETE /tokens/:id': endpoint({
      summary: 'Revoke one of your access tokens',
      answer: async (context, _input, { id }) => revokeApiToken(context, id),
    }),
    'GET /passkeys': endpoint({
      summary: 'List your passkeys',
      note: 'Passkeys are made and used on pages, because only browsers ask devices for them.',
      data: { passkeys: v.array(passkeyShape) },
      answer: async (context) => ({ passkeys: await listPasskeys(context) }),
    }),
    'DELETE /passkeys/:id': endpoint({
      summary: 'Remove one of your passkeys',
      answer: async (context, _input, { id }) => removePasskey(context, id),
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
