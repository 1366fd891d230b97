import type { APIContext } from 'astro';
import { archiveCategory, restoreCategory } from '../../domain/categories/change.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { DomainError } from '../../domain/error.ts';
import { redirectIfDeleted } from '../../http/pages/redirect-if-deleted.ts';
import { pageContext } from '../../http/pages/submit.ts';

/** Name the buttons of a row, with the id of its category. */
export const RESTORE = 'restore:';
export const ARCHIVE = 'archive:';

/** Archives a category, and returns to a page. */
export async function archive(page: APIContext, id: string, back: string): Promise<Response> {
  const { locals, redirect } = page;
  const row = await redirectIfDeleted(page, () => archiveCategory(pageContext({ locals }), id), {
    gone: 'manager:gone',
    back,
  });
  if (row instanceof Response) return row;
  locals.setFlash('success', locals.t('manager:archived', { name: categoryName(row, locals.locale) }));
  return redirect(back, 303);
}

/** Restores an archived or hidden category, and returns to a page. */
export async function restore(page: APIContext, id: string, back: string): Promise<Response> {
  const { locals, redirect } = page;
  const { t, locale, setFlash } = locals;
  try {
    const row = await redirectIfDeleted(page, () => restoreCategory(pageContext({ locals }), id), {
      gone: 'manager:gone',
      back,
    });
    if (row instanceof Response) return row;
    setFlash('success', t('manager:restored', { name: categoryName(row, locale) }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'CATEGORY_EXISTS') throw error;
    setFlash('error', t('manager:restoreTaken'));
  }
  return redirect(back, 303);
}
