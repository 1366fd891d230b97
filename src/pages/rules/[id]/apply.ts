import type { APIRoute } from 'astro';
import { isDate } from '../../../domain/calendar.ts';
import { applyRule } from '../../../domain/rules/apply.ts';

/** Runs a rule over past transactions. */
export const POST: APIRoute = async ({ params, locals, redirect }) => {
  const { t, form, format, signedIn: context } = locals;
  const { id = '' } = params;
  const from = String(form?.get('dateFrom') ?? '');
  const { updated, undoId } = await applyRule(context, id, isDate(from) ? { from } : {});
  const text =
    updated === 0
      ? t('rules:appliedNone')
      : t('rules:applied', { count: updated, shown: format.count(updated) });
  locals.setFlash('success', text, { undoId });
  return redirect(`/rules/${id}`, 303);
};

export const GET: APIRoute = ({ params, redirect }) => redirect(`/rules/${params.id}`, 302);
