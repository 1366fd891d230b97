import { Hono } from 'hono';
import * as v from 'valibot';
import { type Body, wholeBody } from '../../door/deliver.ts';
import type { DoorEnv } from '../../door/visitor.ts';
import { about } from './about.ts';
import type { OpenApi } from './document.ts';

/** Hands the description out as JSON; it is made once, when somebody first asks. */
export function description(document: () => OpenApi): Hono<DoorEnv> {
  let body: Body | undefined;
  return new Hono<DoorEnv>().get(
    '/openapi.json',
    about({
      summary: 'This description, as OpenAPI 3.1',
      open: true,
      sends: { type: 'application/json', shape: v.looseObject({ openapi: v.string() }) },
    }),
    async (call) => {
      body ??= await wholeBody(Response.json(document()));
      call.set('body', body);
      // The same for everybody, but another one after each upgrade.
      return call.body('', 200, { 'content-type': 'application/json', 'cache-control': 'public, no-cache' });
    },
  );
}
