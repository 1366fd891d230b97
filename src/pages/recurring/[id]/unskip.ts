import type { APIRoute } from 'astro';
import { skipSchema } from '../../../domain/recurring/occurrences/occurrence.schema.ts';
import { unskipDates } from '../../../domain/recurring/occurrences/skip-dates.ts';
import { read } from '../../../http/input.ts';
import { returnTo } from '../../../http/pages/return-to.ts';
import { pageContext } from '../../../http/pages/submit.ts';

/** Unskips dates of a template. */
export const POST: APIRoute = async ({ locals, params, redirect }) => {
  const { t, format, form, setFlash } = locals;
  const { dates } = read(skipSchema, { dates: (form?.getAll('dates') ?? []).map(String) });
  const { template, unskipped } = await unskipDates(pageContext({ locals }), params.id ?? '', dates);
  const words = { name: template.name, dates: unskipped.map(format.date).join(', ') };
  if (unskipped.length > 0) setFlash('success', t('recurring:manager.unskipped', words));
  return redirect(returnTo(String(form?.get('return') ?? `/recurring/${params.id}`)), 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ params, redirect }) =>
  redirect(`/recurring/${encodeURIComponent(params.id ?? '')}`, 302);
