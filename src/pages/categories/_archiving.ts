import type { APIContext } from 'astro';
import { archiveCategory, restoreCategory } from '../../domain/categories/change.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { DomainError } from '../../domain/error.ts';
import { pageContext } from '../../http/pages/submit.ts';

/** Name the buttons of a row, with the id of its category. */
export const RESTORE = 'restore:';
export const ARCHIVE = 'archive:';

/** Archives a category, and returns to a page. */
export async function archive({ locals, redirect }: APIContext, id: string, back: string): Promise<Response> {
  const row = await archiveCategory(pageContext({ locals }), id);
  locals.setFlash('success', locals.t('manager:archived', { name: categoryName(row, locals.locale) }));
  return redirect(back, 303);
}

/** Restores an archived or hidden category, and returns to a page. */
export async function restore({ locals, redirect }: APIContext, id: string, back: string): Promise<Response> {
  const { t, locale, setFlash } = locals;
  try {
    const row = await restoreCategory(pageContext({ locals }), id);
    setFlash('success', t('manager:restored', { name: categoryName(row, locale) }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'CATEGORY_EXISTS') throw error;
    setFlash('error', t('manager:restoreTaken'));
  }
  return redirect(back, 303);
}
