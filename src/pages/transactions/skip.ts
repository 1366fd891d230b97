import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { skipUpcoming } from '../../domain/recurring/occurrences/remove-occurrence.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { pageContext } from '../../http/pages/submit.ts';

const UPCOMING = '/transactions?status=upcoming';

/** Leaves out one occurrence that is still to come, and returns to where that was asked. */
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

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect(UPCOMING, 302);
