import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../../domain/context.ts';
import { DomainError } from '../../../domain/error.ts';
import { skipUpcoming } from '../../../domain/recurring/occurrences/remove-occurrence.ts';
import { doOnce } from '../../../http/pages/submit.ts';

/** Names the button of a row, with the row's id. */
export const SKIP = 'skip:';

/** Skips one upcoming occurrence and returns to the list. */
export async function skipRow(
  page: AstroGlobal,
  context: SignedIn,
  id: string,
  back: string,
): Promise<Response> {
  const { t, format, setFlash } = page.locals;
  try {
    const { name, date, undoId } = await doOnce(page, context, async (inside) => {
      const { row, undoId } = await skipUpcoming(inside, id);
      return { name: row.description, date: row.date, undoId };
    });
    setFlash('success', t('recurring:upcoming.skipped', { name, date: format.date(date) }), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 404) throw error;
    setFlash('error', t('recurring:upcoming.skipGone'));
  }
  return page.redirect(back, 303);
}
