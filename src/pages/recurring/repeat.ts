import type { APIRoute } from 'astro';
import { repeat } from '../../domain/insights/repeat.ts';
import { catchUp } from '../../domain/recurring/generation/catch-up.ts';
import { undoAdding } from '../../http/pages/flash.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { isolated } from '../../i18n/isolated.ts';

/** Makes recurring what comes every month already. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { signedIn: context, form, t, format } = locals;
  const template = await repeat(context, String(form?.get('transactionId') ?? ''));
  if (template) {
    await catchUp(context.db, context.viewer.id, context.now);
    const flash = t('recurring:manager.repeats', {
      name: isolated(template.name),
      date: isolated(format.date(template.start_date)),
    });
    locals.setFlash('success', flash, { undo: undoAdding(`/recurring/${template.id}`) });
  } else locals.setFlash('info', t('recurring:manager.repeatsNoMore'));
  return redirect(returnTo(String(form?.get('return') ?? '/recurring')), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/recurring', 302);
