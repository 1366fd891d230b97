import { Hono } from 'hono';
import * as v from 'valibot';
import { analyseCategories, analyseCategory } from '../domain/categories/analytics.ts';
import { changeCategory } from '../domain/categories/change.ts';
import { createCategory } from '../domain/categories/create.ts';
import { listCategories } from '../domain/categories/list.ts';
import { nameOf } from '../domain/categories/name.ts';
import { presentAnalytics, presentCategory } from '../domain/categories/present.ts';
import { readCategory } from '../domain/categories/read.ts';
import { removeCategory } from '../domain/categories/remove.ts';
import {
  categoryChangesSchema,
  categoryFilterSchema,
  categoryMonthsSchema,
  categorySchema,
  categorySearchSchema,
  removalSchema,
  suggestionSchema,
} from '../domain/categories/schema.ts';
import { searchCategories } from '../domain/categories/search.ts';
import { suggestCategories } from '../domain/categories/suggest.ts';
import { ok } from '../door/answer.ts';
import { read } from '../door/input.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { body, create, json, query } from './request.ts';
import { categoryAnalyticsShape, categoryShape, suggestionShape } from './shapes/categories.ts';
import { countShape } from './shapes/values.ts';

export function categories(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .get(
      '/',
      about({
        summary: 'Your categories',
        note: 'Archived ones and hidden defaults come along only when asked for.',
        query: categoryFilterSchema,
        data: { categories: v.array(categoryShape) },
      }),
      async (call) =>
        ok(call, { categories: await listCategories(signedIn(call), query(call, categoryFilterSchema)) }),
    )
    .post(
      '/',
      about({
        summary: 'Make a category',
        note: 'A missing icon or colour is derived from the name.',
        body: categorySchema,
        example: { name: 'Pottery', type: 'expense' },
        creates: true,
        data: { category: categoryShape },
        refuses: { CATEGORY_EXISTS: 409 },
      }),
      async (call) => {
        signedIn(call);
        const input = await body(call, categorySchema);
        return create(call, async (context) => ({
          category: presentCategory(await createCategory(context, input), context.locale, 0),
        }));
      },
    )
    .get(
      '/search',
      about({
        summary: 'Categories with every word in a name or the description',
        query: categorySearchSchema,
        data: { categories: v.array(categoryShape) },
      }),
      async (call) => {
        const context = signedIn(call);
        return ok(call, { categories: await searchCategories(context, query(call, categorySearchSchema).q) });
      },
    )
    .get(
      '/suggestions',
      about({
        summary: 'Categories that a transaction may belong to',
        note: 'What you chose for the like before comes first, common words after it.',
        query: suggestionSchema,
        data: { suggestions: v.array(suggestionShape) },
      }),
      async (call) => {
        const context = signedIn(call);
        const found = await suggestCategories(context, query(call, suggestionSchema));
        const suggestions = found.map(({ category, confidence }) => ({
          category_id: category.id,
          category_name: nameOf(category, context.locale),
          confidence,
        }));
        return ok(call, { suggestions });
      },
    )
    .get(
      '/analytics',
      about({
        summary: 'What each category came to in the last months, the largest first',
        note: 'The present month is the last one and counts whole.',
        query: categoryMonthsSchema,
        data: { months: countShape, categories: v.array(categoryAnalyticsShape) },
      }),
      async (call) => {
        const context = signedIn(call);
        const { months } = query(call, categoryMonthsSchema);
        const found = await analyseCategories(context, months);
        return ok(call, { months, categories: found.map((one) => presentAnalytics(one, context.locale)) });
      },
    )
    .get(
      '/:id/analytics',
      about({
        summary: 'What a category came to in the last months',
        query: categoryMonthsSchema,
        data: { months: countShape, ...categoryAnalyticsShape.entries },
      }),
      async (call) => {
        const context = signedIn(call);
        const { months } = query(call, categoryMonthsSchema);
        const found = await analyseCategory(context, call.req.param('id'), months);
        return ok(call, { months, ...presentAnalytics(found, context.locale) });
      },
    )
    .get('/:id', about({ summary: 'One category', data: { category: categoryShape } }), async (call) => {
      const context = signedIn(call);
      const { row, count } = await readCategory(context, call.req.param('id'));
      return ok(call, { category: presentCategory(row, context.locale, count) });
    })
    .put(
      '/:id',
      about({
        summary: 'Change a category',
        note: 'What is missing stays. `is_archived: false` brings a hidden default back too.',
        body: categoryChangesSchema,
        example: { name: 'Ceramics', color: '#EC4899' },
        data: { category: categoryShape },
        refuses: { CATEGORY_EXISTS: 409, CATEGORY_IN_USE: 409, CONFLICT: 409 },
      }),
      async (call) => {
        const context = signedIn(call);
        const changes = await body(call, categoryChangesSchema);
        const { row, count } = await changeCategory(context, call.req.param('id'), changes);
        return ok(call, { category: presentCategory(row, context.locale, count) });
      },
    )
    .delete(
      '/:id',
      about({
        summary: 'Delete a category, or hide a default',
        note: 'Its transactions go to `moveTo` (in the address or the body), or stay without a category.',
        query: removalSchema,
        data: { deleted_count: countShape, moved_count: countShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const sent = await json(call);
        const given = typeof sent === 'object' ? { ...sent, ...call.req.query() } : call.req.query();
        const { moveTo } = read(removalSchema, given);
        const { moved } = await removeCategory(context, call.req.param('id'), moveTo);
        return ok(call, { deleted_count: 1, moved_count: moved });
      },
    );
}
