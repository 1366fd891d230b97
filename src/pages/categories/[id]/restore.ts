import type { APIRoute } from 'astro';
import { nameOf } from '../../../domain/categories/name.ts';
import { restoreCategory } from '../../../domain/categories/restore.ts';
import { DomainError } from '../../../domain/error.ts';
import { pageContext } from '../../../door/page.ts';

/** Brings back what was archived or hidden. */
export const POST: APIRoute = async ({ locals, params, redirect }) => {
  const { t, locale, leaveFlash } = locals;
  try {
    const row = await restoreCategory(pageContext({ locals }), params.id ?? '');
    leaveFlash('success', t('manager:restored', { name: nameOf(row, locale) }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'CATEGORY_EXISTS') throw error;
    leaveFlash('error', t('manager:restoreTaken'));
  }
  return redirect('/categories', 303);
};

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
