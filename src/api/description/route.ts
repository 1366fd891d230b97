import { Hono } from 'hono';
import * as v from 'valibot';
import type { HttpEnv } from '../../http/call.ts';
import { about } from './about.ts';
import type { OpenApi } from './document.ts';

/** Serves the description as JSON; it is built on the first request. */
export function description(document: () => Promise<OpenApi>): Hono<HttpEnv> {
  let text: string | undefined;
  return new Hono<HttpEnv>().get(
    '/openapi.json',
    about({
      summary: 'Get this description as OpenAPI 3.1',
      open: true,
      sends: { type: 'application/json', shape: v.looseObject({ openapi: v.string() }) },
    }),
    async (call) => {
      text ??= JSON.stringify(await document());
      // The same for all people, but different after an upgrade.
      return call.body(text, 200, {
        'content-type': 'application/json',
        'cache-control': 'public, no-cache',
      });
    },
  );
}
