import type { APIContext, AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { readTemplate } from '../../domain/recurring/templates/read.ts';
import { fieldErrorText } from '../../http/error-text.ts';
import { redirectIfDeleted } from '../../http/pages/redirect-if-deleted.ts';
import { returnTo } from '../../http/pages/return-to.ts';

type Page = Pick<APIContext, 'locals' | 'params' | 'redirect' | 'request'>;

/** @throws Response if the template was deleted meanwhile: a redirect to the previous page, with a message */
export async function redirectIfTemplateDeleted<Result>(
  page: Page,
  act: () => Promise<Result>,
): Promise<Result> {
  const { locals, params, redirect, request } = page;
  const back = returnTo(locals.form?.get('return')?.toString() ?? '/recurring');
  const list = back.startsWith(`/recurring/${params.id}`) ? '/recurring' : back;
  try {
    return await redirectIfDeleted(page, act, { gone: 'recurring:manager.gone', back: list });
  } catch (error) {
    if (!(error instanceof DomainError) || request.method !== 'POST') throw error;
    const refused = error.code === 'VALIDATION_ERROR' ? error.extra.fields?.[0] : undefined;
    if (!refused && error.code !== 'UNDONE_SINCE') throw error;
    locals.setFlash('error', refused ? fieldErrorText(refused, locals.t) : locals.t('errors:UNDONE_SINCE'));
    throw redirect(back, 303);
  }
}

/** The template that a page acts on. @throws DomainError NOT_FOUND unless a form was submitted */
export function readForAct(page: AstroGlobal, context: SignedIn) {
  return redirectIfTemplateDeleted(page, () => readTemplate(context, page.params.id ?? ''));
}
