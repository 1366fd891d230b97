import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { start } from '../../domain/ledger/in-pieces.ts';
import { restoreSchema } from '../../domain/ledger/schema.ts';
import { planRestoring } from '../../domain/transactions/remove.ts';
import { read } from '../../http/input.ts';
import { addOutcome, outcomeOrProgress } from '../../http/pages/bulk-change.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { pageContext } from '../../http/pages/submit.ts';

/** Restores a deletion and returns to the page of the button. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t } = locals;
  const fields = Object.fromEntries(locals.form ?? []);
  const context = pageContext({ locals });
  const back = returnTo(String(fields.return ?? '/transactions'));
  try {
    const { undoId } = read(restoreSchema, fields);
    const plan = await planRestoring(context, undoId);
    const outcome = await outcomeOrProgress(context, await start(context, plan), back);
    if ('to' in outcome) return redirect(outcome.to, 303);
    addOutcome({ locals }, { ...outcome, kind: 'restore', others: plan.content });
  } catch (error) {
    if (!(error instanceof DomainError) || ![400, 404].includes(error.status)) throw error;
    locals.setFlash('error', t('list:undoTooLate'));
  }
  return redirect(back, 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
