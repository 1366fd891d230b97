import type { APIRoute } from 'astro';
import { DomainError, isThere } from '../../domain/error.ts';
import { restoreSchema } from '../../domain/transactions/bulk/schema.ts';
import { readTransaction } from '../../domain/transactions/read.ts';
import { planRestoring } from '../../domain/transactions/restore.ts';
import { read } from '../../http/input.ts';
import { runForPage } from '../../http/pages/long-work.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { restoredMessage } from './_bulk/messages.ts';

export const POST: APIRoute = async (page) => {
  const { locals, redirect } = page;
  const { t } = locals;
  const fields = Object.fromEntries(locals.form ?? []);
  const context = locals.signedIn;
  const back = returnTo(String(fields.return ?? '/transactions'));
  try {
    const { undoId } = read(restoreSchema, fields);
    const { to } = await runForPage(page, context, await planRestoring(context, undoId), back, {
      messageOf: restoredMessage,
      // What was restored may have been deleted again.
      holds: async (id) => !id || isThere(readTransaction(context, id)),
    });
    return redirect(to, 303);
  } catch (error) {
    if (!(error instanceof DomainError) || ![400, 404, 409].includes(error.status)) throw error;
    locals.setFlash('error', t(error.status === 409 ? 'errors:UNDONE_SINCE' : 'list:undoTooLate'));
    return redirect(back, 303);
  }
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
