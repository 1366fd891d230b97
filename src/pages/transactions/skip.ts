import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { skipUpcoming } from '../../domain/recurring/remove-occurrence.ts';
import { pageContext } from '../../door/page.ts';
import { returnTo } from '../../door/return-to.ts';

const UPCOMING = '/transactions?status=upcoming';

/** Leaves out one occurrence that is still to come, and returns to where that was asked. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t } = locals;
  const { id = '', return: back = UPCOMING } = Object.fromEntries(locals.form ?? []);
  try {
    const { undoId } = await skipUpcoming(pageContext({ locals }), String(id));
    locals.leaveFlash('success', t('recurring:upcoming.skipped'), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 404) throw error;
    locals.leaveFlash('error', t('recurring:upcoming.skipGone'));
  }
  return redirect(returnTo(String(back)), 303);
};

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect(UPCOMING, 302);
