import type { APIRoute } from 'astro';
import { changeTransaction } from '../../../domain/transactions/change.ts';
import { redirectIfDeleted } from '../../../http/pages/redirect-if-deleted.ts';
import { returnTo } from '../../../http/pages/return-to.ts';

export const POST: APIRoute = async (page) => {
  const { t, form, signedIn, setFlash } = page.locals;
  const back = returnTo(String(form?.get('return') ?? '/transactions'));
  const payments_end = form?.get('payments_end') === 'true';
  const { row, undoId } = await redirectIfDeleted(
    page,
    () => changeTransaction(signedIn, { id: page.params.id ?? '' }, { payments_end }),
    { gone: 'list:gone', back },
  );
  const text = t(payments_end ? 'money:paymentsEnded' : 'money:paymentsExpected', { name: row.description });
  setFlash('success', text, undoId ? { undoId } : {});
  return page.redirect(back, 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ params, redirect }) => redirect(`/transactions/${params.id}`, 302);
