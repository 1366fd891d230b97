import type { APIContext } from 'astro';
import { archiveCategory, restoreCategory } from '../../domain/categories/change.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { DomainError } from '../../domain/error.ts';
import { redirectIfDeleted } from '../../http/pages/redirect-if-deleted.ts';

const CHANGES = {
  archive: { change: archiveCategory, done: 'manager:archived' },
  restore: { change: restoreCategory, done: 'manager:restored' },
} as const;

export async function setArchived(
  page: APIContext,
  action: keyof typeof CHANGES,
  { id, back }: { id: string; back: string },
): Promise<Response> {
  const { t, locale, setFlash } = page.locals;
  const { change, done } = CHANGES[action];
  try {
    const gone = { gone: 'manager:gone', back } as const;
    const row = await redirectIfDeleted(page, () => change(page.locals.signedIn, id), gone);
    setFlash('success', t(done, { name: categoryName(row, locale) }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'CATEGORY_EXISTS') throw error;
    setFlash('error', t('manager:restoreTaken'));
  }
  return page.redirect(back, 303);
}
