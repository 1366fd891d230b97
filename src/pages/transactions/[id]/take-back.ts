import type { APIRoute } from 'astro';
import { DomainError } from '../../../domain/error.ts';
import { findEntry } from '../../../domain/transactions/read.ts';
import { takeBackTransaction } from '../../../domain/transactions/remove.ts';
import { returnTo } from '../../../http/pages/return-to.ts';
import { doOnce, pageContext } from '../../../http/pages/submit.ts';
import { naming } from '../../../i18n/isolated.ts';

/** Deletes a transaction that was just added and returns to the page of the button, unless it was changed since. */
export const POST: APIRoute = async (page) => {
  const { locals, params, redirect } = page;
  const { t, form, setFlash } = locals;
  const context = pageContext({ locals });
  const id = params.id ?? '';
  const { return: back, basedOn } = Object.fromEntries(form ?? []);
  try {
    const { flash, undoId } = await doOnce(page, context, async (inside) => {
      const { row, undoId } = await takeBackTransaction(inside, { id, basedOn: basedOn?.toString() });
      return { flash: naming(t('transactions:deleteSuccess'), row.description), undoId };
    });
    setFlash('success', flash, { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    const stale = error.status === 409 && (await findEntry(context, id));
    const text = stale
      ? t('transactions:takeBack.changed', { name: stale.row.description })
      : t('transactions:takeBack.gone');
    setFlash('error', text);
  }
  return redirect(returnTo(back?.toString() ?? '/transactions'), 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
