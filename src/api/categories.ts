import * as v from 'valibot';
import {
  analyseCategories,
  analyseCategory,
  presentAnalytics,
} from '../domain/categories/analytics/analyse.ts';
import { changeCategory } from '../domain/categories/change.ts';
import { createCategory } from '../domain/categories/create.ts';
import { listCategories, presentCategory, searchCategories } from '../domain/categories/list.ts';
import { categoryName } from '../domain/categories/name.ts';
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
import { findFittingCategory } from '../domain/categories/suggestions/fitting.ts';
import { suggestCategories } from '../domain/categories/suggestions/suggest.ts';
import { ofAccounts } from '../domain/ledger/of-accounts.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { categoryAnalyticsShape, categoryShape, suggestionShape } from './shapes/categories.ts';
import { countShape, idShape } from './shapes/values.ts';

export const categories: Endpoints = {
  'GET /': endpoint({
    summary: 'List your categories',
    note: 'Archived categories and hidden defaults are included only on request.',
    query: categoryFilterSchema,
    data: { categories: v.array(categoryShape) },
    answer: async (context, input) => ({ categories: await listCategories(context, input) }),
  }),
  'POST /': endpoint({
    summary: 'Create a category',
    note: 'A missing icon or colour is derived from the name.',
    body: categorySchema,
    example: { name: 'Pottery', type: 'expense' },
    creates: true,
    data: { category: categoryShape },
    refuses: { CATEGORY_EXISTS: 409 },
    answer: async (context, input) => ({
      category: presentCategory(await createCategory(context, input), context.locale, 0),
    }),
  }),
  'GET /search': endpoint({
    summary: 'Search categories',
    note: 'Finds categories whose names and description contain every word.',
    query: categorySearchSchema,
    data: { categories: v.array(categoryShape) },
    answer: async (context, input) => ({ categories: await searchCategories(context, input.q) }),
  }),
  'GET /suggestions': endpoint({
    summary: 'Suggest categories for a transaction',
    note: 'Categories of your similar transactions come first, then matches of common words. `certain` is the id of the category that the form fills in and a line of words gets: that of a rule, or of a suggestion without a rival.',
    query: suggestionSchema,
    data: { suggestions: v.array(suggestionShape), certain: v.nullable(idShape) },
    answer: async (context, input) => {
      const matches = await suggestCategories(context, input);
      const suggestions = matches.map(({ category, confidence }) => ({
        category_id: category.id,
        category_name: categoryName(category, context.locale),
        confidence,
      }));
      const { type, description = '', amount = 0 } = input;
      const certain = await findFittingCategory(context, { type, description, amount: Math.abs(amount) });
      return { suggestions, certain: certain?.id ?? null };
    },
  }),
  'GET /analytics': endpoint({
    summary: 'Sum each category over the last months, largest first',
    note: 'The last month is the current one, up to today. `trend` compares the complete months since the first use, the later half with the earlier one; null with fewer than two of them, or fewer than three transactions, as `trend_reason` says. `commonDescriptions` are those of your latest 2,000 transactions of the period up to today.',
    query: categoryMonthsSchema,
    data: { months: countShape, categories: v.array(categoryAnalyticsShape) },
    answer: async (context, { months, account }) => {
      const analytics = await analyseCategories(ofAccounts(context, account), months);
      return { months, categories: analytics.map((analysis) => presentAnalytics(analysis, context.locale)) };
    },
  }),
  'GET /:id/analytics': endpoint({
    summary: 'Sum a category over the last months',
    note: 'As in the list of all. `commonDescriptions` are of the whole period up to today, unless that is too much to read: then of its latest days.',
    refuses: { SERVICE_UNAVAILABLE: 503 },
    query: categoryMonthsSchema,
    data: { months: countShape, ...categoryAnalyticsShape.entries },
    answer: async (context, { months, account }, { id }) => {
      const analysis = await analyseCategory(ofAccounts(context, account), id, months);
      return { months, ...presentAnalytics(analysis, context.locale) };
    },
  }),
  'GET /:id': endpoint({
    summary: 'Get a category',
    data: { category: categoryShape },
    answer: async (context, _input, { id }) => {
      const { row, count } = await readCategory(context, id);
      return { category: presentCategory(row, context.locale, count) };
    },
  }),
  'PUT /:id': endpoint({
    summary: 'Update a category',
    note: 'Missing fields stay unchanged. `is_archived: false` also shows a hidden default again.',
    body: categoryChangesSchema,
    example: { name: 'Ceramics', color: '#EC4899' },
    data: { category: categoryShape },
    refuses: { CATEGORY_EXISTS: 409, CATEGORY_IN_USE: 409, CONFLICT: 409 },
    answer: async (context, changes, { id }) => {
      const { row, count } = await changeCategory(context, id, changes);
      return { category: presentCategory(row, context.locale, count) };
    },
  }),
  'DELETE /:id': endpoint({
    summary: 'Delete a category or hide a default',
    note: 'Its transactions move to the category `moveTo` (in the query or the body), or to no category. The answer is sent once all of them are moved; CONFLICT means that the person stopped it, or deleted the other category, before. POST /transactions/restore with `undo_id` undoes it within an hour.',
    query: removalSchema,
    refuses: { CONFLICT: 409 },
    data: { deleted_count: countShape, moved_count: countShape, undo_id: idShape },
    answer: async (context, { moveTo }, { id }) => {
      const { moved, undoId } = await removeCategory(context, id, moveTo);
      return { deleted_count: 1, moved_count: moved, undo_id: undoId };
    },
  }),
};
