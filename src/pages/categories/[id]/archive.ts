import type { APIRoute } from 'astro';
import { archiveCategory } from '../../../domain/categories/change.ts';
import { categoryName } from '../../../domain/categories/name.ts';
import { pageContext } from '../../../http/pages/submit.ts';

/** Archives a category. */
export const POST: APIRoute = async ({ locals, params, redirect }) => {
  const row = await archiveCategory(pageContext({ locals }), params.id ?? '');
  locals.setFlash('success', locals.t('manager:archived', { name: categoryName(row, locals.locale) }));
  return redirect('/categories', 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
