import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { restoreSchema } from '../../domain/ledger/schema.ts';
import { type Restored, restoreTransactions } from '../../domain/transactions/remove.ts';
import { read } from '../../http/input.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { pageContext } from '../../http/pages/submit.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Restores a deletion and returns to the page of the button. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t } = locals;
  const fields = Object.fromEntries(locals.form ?? []);
  try {
    const { undoId } = read(restoreSchema, fields);
    locals.setFlash('success', messageOf(await restoreTransactions(pageContext({ locals }), undoId), t));
  } catch (error) {
    if (!(error instanceof DomainError) || ![400, 404].includes(error.status)) throw error;
    locals.setFlash('error', t('list:undoTooLate'));
  }
  return redirect(returnTo(String(fields.return ?? '/transactions')), 303);
};

function messageOf(done: Restored, t: Translate): string {
  if (done.categories > 0) return categoriesMessage(done, t);
  const back = done.templates > 0 ? 'recurring:manager.restored' : 'list:restored';
  const parts = [t(back, { count: done.restored })];
  if (done.failed > 0) parts.push(t('list:restoreFailed', { count: done.failed }));
  return parts.join(' ');
}

function categoriesMessage({ categories, moved, renamed }: Restored, t: Translate): string {
  const parts = [t('manager:undone', { count: categories })];
  if (moved > 0) parts.push(t('manager:moved', { count: moved }));
  for (const name of renamed) parts.push(t('manager:undoneRenamed', { name }));
  return parts.join(' ');
}

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
