import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../../domain/context.ts';
import { DomainError, isThere } from '../../../domain/error.ts';
import { skipUpcoming } from '../../../domain/recurring/occurrences/remove-occurrence.ts';
import { readTransaction } from '../../../domain/transactions/read.ts';
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
    const { name, date, undoId } = await doOnce(page, context, {
      async act(inside) {
        const { row, undoId } = await skipUpcoming(inside, id);
        return { name: row.description, date: row.date, undoId };
      },
      holds: async () => !(await isThere(readTransaction(context, id))),
    });
    setFlash('success', t('recurring:upcoming.skipped', { name, date: format.date(date) }), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    setFlash('error', t(error.status === 404 ? 'recurring:upcoming.skipGone' : 'errors:UNDONE_SINCE'));
  }
  return page.redirect(back, 303);
}
