import type { APIRoute } from 'astro';
import { forgetFileAccount } from '../../../domain/bank-files/file-memory.ts';
import { redirectIfDeleted } from '../../../http/pages/redirect-if-deleted.ts';

export const POST: APIRoute = async (page) => {
  const { t, form, signedIn, setFlash } = page.locals;
  const back = `/accounts/${page.params.id}/edit`;
  const key = String(form?.get('key') ?? '');
  await redirectIfDeleted(page, () => forgetFileAccount(signedIn, key), { gone: 'money:fileGone', back });
  setFlash('success', t('money:fileForgotten'));
  return page.redirect(back, 303);
};

export const GET: APIRoute = ({ params, redirect }) => redirect(`/accounts/${params.id}/edit`, 302);
