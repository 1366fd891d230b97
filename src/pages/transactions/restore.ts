import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { restoreSchema } from '../../domain/ledger/schema.ts';
import { restoreTransactions } from '../../domain/transactions/remove.ts';
import { read } from '../../http/input.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { pageContext } from '../../http/pages/submit.ts';

/** Restores a deletion and returns to the page of the button. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t } = locals;
  const fields = Object.fromEntries(locals.form ?? []);
  try {
    const { undoId } = read(restoreSchema, fields);
    const { restored, failed, templates } = await restoreTransactions(pageContext({ locals }), undoId);
    const lost = failed > 0 ? ` ${t('list:restoreFailed', { count: failed })}` : '';
    const back = templates > 0 ? 'recurring:manager.restored' : 'list:restored';
    locals.setFlash('success', t(back, { count: restored }) + lost);
  } catch (error) {
    if (!(error instanceof DomainError) || ![400, 404].includes(error.status)) throw error;
    locals.setFlash('error', t('list:undoTooLate'));
  }
  return redirect(returnTo(String(fields.return ?? '/transactions')), 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
