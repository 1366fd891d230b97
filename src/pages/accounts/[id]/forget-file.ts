import type { APIRoute } from 'astro';
import { forgetFileAccount, restoreFileAccount } from '../../../domain/bank-files/file-memory.ts';
import { redirectIfDeleted } from '../../../http/pages/redirect-if-deleted.ts';

export const POST: APIRoute = async (page) => {
  const { t, form, signedIn, setFlash } = page.locals;
  const { id = '' } = page.params;
  const action = `/accounts/${id}/forget-file`;
  const back = `/accounts/${id}/edit`;
  const key = String(form?.get('key') ?? '');
  const isUndo = form?.has('undo');
  await redirectIfDeleted(
    page,
    () => (isUndo ? restoreFileAccount(signedIn, id, key) : forgetFileAccount(signedIn, key)),
    { gone: 'money:fileGone', back },
  );
  if (isUndo) setFlash('success', t('money:fileRestored'));
  else setFlash('success', t('money:fileForgotten'), { undo: { action, fields: { key, undo: 'true' } } });
  return page.redirect(back, 303);
};

export const GET: APIRoute = ({ params, redirect }) => redirect(`/accounts/${params.id}/edit`, 302);
