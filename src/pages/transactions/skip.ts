import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { skipUpcoming } from '../../domain/recurring/occurrences/remove-occurrence.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { pageContext } from '../../http/pages/submit.ts';

const UPCOMING = '/transactions?status=upcoming';

/** Skips one upcoming occurrence and returns to the page of the button. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t } = locals;
  const { id = '', return: back = UPCOMING } = Object.fromEntries(locals.form ?? []);
  try {
    const { undoId } = await skipUpcoming(pageContext({ locals }), String(id));
    locals.setFlash('success', t('recurring:upcoming.skipped'), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 404) throw error;
    locals.setFlash('error', t('recurring:upcoming.skipGone'));
  }
  return redirect(returnTo(String(back)), 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect(UPCOMING, 302);
