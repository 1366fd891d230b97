import { Hono } from 'hono';
import * as v from 'valibot';
import { checkTransaction } from '../domain/insights/check.ts';
import { forgetNotDuplicates, noteNotDuplicates } from '../domain/insights/not-duplicates.ts';
import { presentCheck, presentInsights } from '../domain/insights/present.ts';
import { readInsights } from '../domain/insights/read-insights.ts';
import { checkSchema, insightsSchema, notDuplicatesSchema } from '../domain/insights/schema.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { HttpEnv } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { formatter } from '../i18n/format.ts';
import { translator } from '../i18n/translate.ts';
import { about } from './description/about.ts';
import { body, query, todayOf } from './request.ts';
import { checkShape, insightsShape } from './shapes/insights.ts';

const TWO = {
  transactionId: '0197a000-0000-7000-8000-000000000000',
  duplicateOf: '0197a000-0000-7000-8000-000000000001',
};

/** Findings of simple rules about transactions: estimates. */
export function insights(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(
      '/insights',
      about({
        summary: 'List what is unusual in the latest transactions',
        note: 'Looks at no more than 200 transactions, of the last 90 days by default. The results are estimates by simple rules.',
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
      '/insights/not-duplicates',
      about({
        summary: 'Say that two transactions are not duplicates',
        note: 'Neither these two nor the next two of the same payee, or description where none is named, and the same amount are reported again. Idempotent.',
        body: notDuplicatesSchema,
        example: TWO,
        data: { message: v.string() },
        refuses: { NOT_FOUND: 404 },
      }),
      async (call) => {
        const context = signedIn(call);
        await noteNotDuplicates(context, await body(call, notDuplicatesSchema));
        return ok(call, { message: translator(context.locale)('insights:notDuplicateNoted') });
      },
    )
    .delete(
      '/insights/not-duplicates',
      about({
        summary: 'Take that back',
        note: 'Also for the next two like them.',
        body: notDuplicatesSchema,
        example: TWO,
        data: { message: v.string() },
        refuses: { NOT_FOUND: 404 },
      }),
      async (call) => {
        const context = signedIn(call);
        await forgetNotDuplicates(context, await body(call, notDuplicatesSchema));
        return ok(call, { message: translator(context.locale)('insights:notDuplicateForgotten') });
      },
    )
    .post(
      '/check',
      about({
        summary: 'Check a transaction against the recent history',
        note: 'Saves nothing. Pass the `id` of an existing transaction so that it is not reported as its own duplicate.',
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
