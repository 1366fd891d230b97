import type { APIRoute } from 'astro';
import { bringDatesBack } from '../../../domain/recurring/bring-dates-back.ts';
import { skipSchema } from '../../../domain/recurring/schema.ts';
import { read } from '../../../door/input.ts';
import { pageContext } from '../../../door/page.ts';
import { returnTo } from '../../../door/return-to.ts';

/** Takes skipped dates back. */
export const POST: APIRoute = async ({ locals, params, redirect }) => {
  const { t, format, form, leaveFlash } = locals;
  const { dates } = read(skipSchema, { dates: (form?.getAll('dates') ?? []).map(String) });
  const { brought } = await bringDatesBack(pageContext({ locals }), params.id ?? '', dates);
  if (brought.length > 0)
    leaveFlash('success', t('recurring:manager.broughtBack', { dates: brought.map(format.date).join(', ') }));
  return redirect(returnTo(String(form?.get('return') ?? `/recurring/${params.id}`)), 303);
};

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ params, redirect }) => redirect(`/recurring/${params.id}`, 302);
