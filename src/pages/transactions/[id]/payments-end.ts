import type { APIRoute } from 'astro';
import { endInstallments } from '../../../domain/transactions/installments.ts';
import { redirectIfDeleted } from '../../../http/pages/redirect-if-deleted.ts';
import { returnTo } from '../../../http/pages/return-to.ts';

export const POST: APIRoute = async (page) => {
  const { t, form, signedIn, setFlash } = page.locals;
  const back = returnTo(String(form?.get('return') ?? '/transactions'));
  const isEnded = form?.get('payments_end') === 'true';
  const { name, undoId } = await redirectIfDeleted(
    page,
    () => endInstallments(signedIn, page.params.id ?? '', isEnded),
    { gone: 'list:gone', back },
  );
  const text = t(isEnded ? 'money:paymentsEnded' : 'money:paymentsExpected', { name });
  setFlash('success', text, { undoId });
  return page.redirect(back, 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ params, redirect }) => redirect(`/transactions/${params.id}`, 302);
