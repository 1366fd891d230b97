import type { APIRoute } from 'astro';
import { skipSchema } from '../../../domain/recurring/occurrences/schema.ts';
import { unskipDates } from '../../../domain/recurring/occurrences/skip.ts';
import { readTemplate } from '../../../domain/recurring/templates/read.ts';
import { read } from '../../../http/input.ts';
import { returnTo } from '../../../http/pages/return-to.ts';
import { doOnce } from '../../../http/pages/submit.ts';
import { redirectIfTemplateDeleted } from '../_redirect-if-deleted.ts';

export const POST: APIRoute = async (page) => {
  const { locals, params, redirect } = page;
  const { t, format, form, setFlash, signedIn: context } = locals;
  const { dates } = read(skipSchema, { dates: (form?.getAll('dates') ?? []).map(String) });
  const id = params.id ?? '';
  const { template, unskipped } = await redirectIfTemplateDeleted(page, () =>
    doOnce(page, context, {
      act: (inner) => unskipDates(inner, id, dates),
      async holds({ unskipped }) {
        const { skipped } = await readTemplate(context, id);
        return !unskipped.some((date) => skipped.includes(date));
      },
    }),
  );
  const words = { name: template.name, dates: unskipped.map(format.date).join(', ') };
  if (unskipped.length > 0) setFlash('success', t('recurring:manager.unskipped', words));
  return redirect(returnTo(String(form?.get('return') ?? `/recurring/${params.id}`)), 303);
};

export const GET: APIRoute = ({ params, redirect }) =>
  redirect(`/recurring/${encodeURIComponent(params.id ?? '')}`, 302);
