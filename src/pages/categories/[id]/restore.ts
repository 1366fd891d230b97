import type { APIRoute } from 'astro';
import { restoreCategory } from '../../../domain/categories/change.ts';
import { categoryName } from '../../../domain/categories/name.ts';
import { DomainError } from '../../../domain/error.ts';
import { pageContext } from '../../../http/pages/submit.ts';

/** Restores an archived or hidden category. */
export const POST: APIRoute = async ({ locals, params, redirect }) => {
  const { t, locale, setFlash } = locals;
  try {
    const row = await restoreCategory(pageContext({ locals }), params.id ?? '');
    setFlash('success', t('manager:restored', { name: categoryName(row, locale) }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'CATEGORY_EXISTS') throw error;
    setFlash('error', t('manager:restoreTaken'));
  }
  return redirect('/categories', 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
