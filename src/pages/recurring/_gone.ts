import type { APIContext, AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { readTemplate } from '../../domain/recurring/templates/read-templates.ts';
import { returnTo } from '../../http/pages/return-to.ts';

type Page = Pick<APIContext, 'locals' | 'params' | 'redirect' | 'request'>;

/** The result of what a form asks for; for a template that has been deleted since, its page before says so. */
export async function orGone<Result>(page: Page, act: () => Promise<Result>): Promise<Result | Response> {
  const { locals, params, redirect, request } = page;
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof DomainError) || request.method !== 'POST') throw error;
    const back = returnTo(locals.form?.get('return')?.toString() ?? '/recurring');
    if (error.code === 'UNDONE_SINCE') {
      locals.setFlash('error', locals.t('errors:UNDONE_SINCE'));
      return redirect(back, 303);
    }
    if (error.status !== 404) throw error;
    locals.setFlash('error', locals.t('recurring:manager.gone'));
    return redirect(back.startsWith(`/recurring/${params.id}`) ? '/recurring' : back, 303);
  }
}

/** The template that a page acts on. @throws DomainError NOT_FOUND unless a form was submitted */
export function readForAct(page: AstroGlobal, context: SignedIn) {
  return orGone(page, () => readTemplate(context, page.params.id ?? ''));
}
