import { Hono } from 'hono';
import * as v from 'valibot';
import { analyseCategories, analyseCategory } from '../domain/categories/analytics/analyse.ts';
import { presentAnalytics } from '../domain/categories/analytics/present.ts';
import { changeCategory } from '../domain/categories/change.ts';
import { createCategory } from '../domain/categories/create.ts';
import { listCategories, searchCategories } from '../domain/categories/list.ts';
import { categoryName } from '../domain/categories/name.ts';
import { presentCategory } from '../domain/categories/present.ts';
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
import { suggestCategories } from '../domain/categories/suggestions/suggest.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { HttpEnv } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { read } from '../http/input.ts';
import { about } from './description/about.ts';
import { body, create, json, query } from './request.ts';
import { categoryAnalyticsShape, categoryShape, suggestionShape } from './shapes/categories.ts';
import { countShape, idShape } from './shapes/values.ts';

export function categories(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(
      '/',
      about({
        summary: 'List your categories',
        note: 'Archived categories and hidden defaults are included only on request.',
        query: categoryFilterSchema,
        data: { categories: v.array(categoryShape) },
      }),
      async (call) =>
        ok(call, { categories: await listCategories(signedIn(call), query(call, categoryFilterSchema)) }),
    )
    .post(
      '/',
      about({
        summary: 'Create a category',
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
        summary: 'Search categories',
        note: 'Finds categories whose names and description contain every word.',
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
        summary: 'Suggest categories for a transaction',
        note: 'Categories of your similar transactions come first, then matches of common words.',
        query: suggestionSchema,
        data: { suggestions: v.array(suggestionShape) },
      }),
      async (call) => {
        const context = signedIn(call);
        const found = await suggestCategories(context, query(call, suggestionSchema));
        const suggestions = found.map(({ category, confidence }) => ({
          category_id: category.id,
          category_name: categoryName(category, context.locale),
          confidence,
        }));
        return ok(call, { suggestions });
      },
    )
    .get(
      '/analytics',
      about({
        summary: 'Sum each category over the last months, largest first',
        note: 'The last month is the current one, including its upcoming days. `trend` compares the complete months since the first use, the later half with the earlier one; null with fewer than two of them, or fewer than three transactions, as `trend_reason` says. `commonDescriptions` are those of your latest 2,000 transactions of the period up to today.',
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
        summary: 'Sum a category over the last months',
        note: 'As in the list of all. `commonDescriptions` are of the whole period up to today, unless that is too much to read: then of its latest days.',
        refuses: { SERVICE_UNAVAILABLE: 503 },
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
    .get('/:id', about({ summary: 'Get a category', data: { category: categoryShape } }), async (call) => {
      const context = signedIn(call);
      const { row, count } = await readCategory(context, call.req.param('id'));
      return ok(call, { category: presentCategory(row, context.locale, count) });
    })
    .put(
      '/:id',
      about({
        summary: 'Update a category',
        note: 'Missing fields stay unchanged. `is_archived: false` also shows a hidden default again.',
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
        summary: 'Delete a category or hide a default',
        note: 'Its transactions move to the category `moveTo` (in the query or the body), or to no category. The answer is sent once all of them are moved; CONFLICT means that the person stopped it, or deleted the other category, before. POST /transactions/restore with `undo_id` undoes it within an hour.',
        query: removalSchema,
        refuses: { CONFLICT: 409 },
        data: { deleted_count: countShape, moved_count: countShape, undo_id: idShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const given = { ...(await json(call)), ...call.req.query() };
        const { moveTo } = read(removalSchema, given);
        const { moved, undoId } = await removeCategory(context, call.req.param('id'), moveTo);
        return ok(call, { deleted_count: 1, moved_count: moved, undo_id: undoId });
      },
    );
}
