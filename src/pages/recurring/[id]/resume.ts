import type { APIRoute } from 'astro';
import { resumeTemplate } from '../../../domain/recurring/templates/pause.ts';
import { requireTemplate } from '../../../domain/recurring/templates/read.ts';
import { returnTo } from '../../../http/pages/return-to.ts';
import { doOnce } from '../../../http/pages/submit.ts';
import { redirectIfTemplateDeleted } from '../_redirect-if-deleted.ts';

export const POST: APIRoute = async (page) => {
  const { locals, params, redirect } = page;
  const context = locals.signedIn;
  const id = params.id ?? '';
  const { template, generated } = await redirectIfTemplateDeleted(page, () =>
    doOnce(page, context, {
      act: (inner) => resumeTemplate(inner, id),
      holds: async () => (await requireTemplate(context, id)).is_active === 1,
    }),
  );
  const message = locals.t('recurring:manager.resumed', { name: template.name, count: generated });
  const ends = template.end_type === 'never' ? ` ${locals.t('recurring:manager.endless')}` : '';
  const fields = { resumed: template.updated_at, return: `/recurring/${id}` };
  const undo = generated > 0 ? { action: `/recurring/${id}/pause`, fields } : undefined;
  locals.setFlash('success', message + ends, { undo });
  return redirect(returnTo(String(locals.form?.get('return') ?? '/recurring')), 303);
};

export const GET: APIRoute = ({ params, redirect }) =>
  redirect(`/recurring/${encodeURIComponent(params.id ?? '')}`, 302);
