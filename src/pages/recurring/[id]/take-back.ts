import type { APIRoute } from 'astro';
import { DomainError } from '../../../domain/error.ts';
import { readTemplate } from '../../../domain/recurring/templates/read-templates.ts';
import { takeBackTemplate } from '../../../domain/recurring/templates/remove-template.ts';
import { returnTo } from '../../../http/pages/return-to.ts';
import { doOnce, pageContext } from '../../../http/pages/submit.ts';

/** Deletes a template that was just added and returns to the page of the button, unless it was changed since. */
export const POST: APIRoute = async (page) => {
  const { locals, params, redirect } = page;
  const { t, form, setFlash } = locals;
  const context = pageContext({ locals });
  const id = params.id ?? '';
  const { return: back, basedOn } = Object.fromEntries(form ?? []);
  try {
    const { name, undoId } = await doOnce(page, context, (inside) =>
      takeBackTemplate(inside, { id, basedOn: basedOn?.toString() }),
    );
    setFlash('success', t('recurring:manager.deleted', { name }), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    const stale = error.status === 409 && (await readTemplate(context, id));
    const text = stale
      ? t('transactions:takeBack.changed', { name: stale.row.name })
      : t('recurring:manager.gone');
    setFlash('error', text);
  }
  return redirect(returnTo(back?.toString() ?? '/recurring'), 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/recurring', 302);
