import type { APIRoute } from 'astro';
import { archiveCategory } from '../../../domain/categories/archive.ts';
import { nameOf } from '../../../domain/categories/name.ts';
import { pageContext } from '../../../door/page.ts';

/** Puts a category aside. */
export const POST: APIRoute = async ({ locals, params, redirect }) => {
  const row = await archiveCategory(pageContext({ locals }), params.id ?? '');
  locals.leaveFlash('success', locals.t('manager:archived', { name: nameOf(row, locals.locale) }));
  return redirect('/categories', 303);
};

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
