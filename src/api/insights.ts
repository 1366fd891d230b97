import { Hono } from 'hono';
import { checkTransaction } from '../domain/insights/check.ts';
import { presentCheck, presentInsights } from '../domain/insights/present.ts';
import { readInsights } from '../domain/insights/read-insights.ts';
import { checkSchema, insightsSchema } from '../domain/insights/schema.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { formatter } from '../i18n/format.ts';
import { about } from './description/about.ts';
import { body, query, todayOf } from './request.ts';
import { checkShape, insightsShape } from './shapes/insights.ts';

/** What simple rules say of transactions: estimates, and nothing is written. */
export function insights(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .get(
      '/insights',
      about({
        summary: 'What stands out in the newest transactions',
        note: 'Of the last 90 days up to today, unless told otherwise: at most 200. Estimates by simple rules.',
        query: insightsSchema,
        data: insightsShape.entries,
      }),
      async (call) => {
        const context = signedIn(call);
        const { locale, viewer } = context;
        const found = await readInsights(context, query(call, insightsSchema));
        return ok(call, presentInsights(found, locale, formatter(viewer.currency, viewer.preferences)));
      },
    )
    .post(
      '/check',
      about({
        summary: 'Judge a transaction by the recent history, before it is recorded or after',
        note: 'Writes nothing. With the `id` of a recorded one, that one is not found to be its own duplicate.',
        body: checkSchema,
        example: { amount: 12.5, description: 'Bread', type: 'expense' },
        data: checkShape.entries,
        refuses: { NOT_FOUND: 404 },
      }),
      async (call) => {
        const context = signedIn(call);
        const found = await checkTransaction(context, await body(call, checkSchema(todayOf(context))));
        return ok(call, presentCheck(found, context.locale));
      },
    );
}
