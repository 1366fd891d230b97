import type { Context as HonoContext } from 'hono';
import type { App } from '../domain/context.ts';
import type { CookieNames } from './cookies.ts';
import { FORM_TOKEN, isFormToken } from './form-token.ts';
import { provenanceOf } from './origin.ts';
import { type DoorEnv, isApi } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

/** Whom a form was written for: the session, or the guest before it. */
export function formOwner(call: Call, names: CookieNames): string {
  const { viewer, cookies } = call.get('visitor');
  return viewer?.sessionId ?? cookies[names.guest] ?? '';
}

/** Whether a request that changes something comes from our own pages; bearers of a token need no such proof. */
export function comesFromUs(call: Call, app: App, names: CookieNames): boolean {
  if (isApi(call) && call.get('visitor').byBearer) return true;
  const provenance = provenanceOf(
    {
      origin: call.req.header('origin'),
      fetchSite: call.req.header('sec-fetch-site'),
      host: call.req.header('host'),
    },
    app.config.PUBLIC_URL,
  );
  if (provenance !== 'silent') return provenance === 'own';
  if (isApi(call) && !call.get('visitor').byCookie) return true;
  const token = call.get('form')?.get(FORM_TOKEN) ?? call.req.header('x-csrf-token');
  return isFormToken(app.config.APP_SECRET, formOwner(call, names), token);
}
