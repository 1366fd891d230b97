import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../../domain/context.ts';
import { DomainError } from '../../../domain/error.ts';
import { skipUpcoming } from '../../../domain/recurring/occurrences/remove-occurrence.ts';

/**
 * The name of a row's button is this and the row's id: text browsers show the value of a button, and send only the
 * form around it.
 */
export const SKIP = 'skip:';

/** The id of the row whose button was pressed; undefined if it was another button. */
export function skippedRow(form: FormData | null | undefined): string | undefined {
  const name = [...(form?.keys() ?? [])].find((key) => key.startsWith(SKIP));
  return name?.slice(SKIP.length);
}

/** Skips one upcoming occurrence and returns to the list. */
export async function skipRow(
  page: AstroGlobal,
  context: SignedIn,
  id: string,
  back: string,
): Promise<Response> {
  const { t, setFlash } = page.locals;
  try {
    const { undoId } = await skipUpcoming(context, id);
    setFlash('success', t('recurring:upcoming.skipped'), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 404) throw error;
    setFlash('error', t('recurring:upcoming.skipGone'));
  }
  return page.redirect(back, 303);
}
