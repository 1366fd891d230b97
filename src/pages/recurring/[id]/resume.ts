import type { APIRoute } from 'astro';
import { resumeTemplate } from '../../../domain/recurring/resume.ts';
import { pageContext } from '../../../door/page.ts';
import { returnTo } from '../../../door/return-to.ts';

/** Lets a stopped template go on. */
export const POST: APIRoute = async ({ locals, params, redirect }) => {
  const { template, generated } = await resumeTemplate(pageContext({ locals }), params.id ?? '');
  const said = locals.t('recurring:manager.resumed', { name: template.name, count: generated });
  locals.leaveFlash('success', said);
  return redirect(returnTo(String(locals.form?.get('return') ?? '/recurring')), 303);
};

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ params, redirect }) => redirect(`/recurring/${params.id}`, 302);
