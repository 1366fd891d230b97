import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { restoreTransactions } from '../../domain/undo/restore.ts';
import { restoreSchema } from '../../domain/undo/schema.ts';
import { read } from '../../door/input.ts';
import { pageContext } from '../../door/page.ts';
import { returnTo } from '../../door/return-to.ts';

/** Takes a deletion back and returns to where that was asked. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t } = locals;
  const fields = Object.fromEntries(locals.form ?? []);
  try {
    const { undoId } = read(restoreSchema, fields);
    const { restored, failed, templates } = await restoreTransactions(pageContext({ locals }), undoId);
    const lost = failed > 0 ? ` ${t('list:restoreFailed', { count: failed })}` : '';
    const back = templates > 0 ? 'recurring:manager.restored' : 'list:restored';
    locals.leaveFlash('success', t(back, { count: restored }) + lost);
  } catch (error) {
    if (!(error instanceof DomainError) || ![400, 404].includes(error.status)) throw error;
    locals.leaveFlash('error', t('list:undoTooLate'));
  }
  return redirect(returnTo(String(fields.return ?? '/transactions')), 303);
};

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
