import type { AstroGlobal } from 'astro';
import type { UserRow } from '../../db/tables.ts';
import type { SignedIn } from '../../domain/context.ts';
import { readProgress } from '../../domain/onboarding/onboarding.ts';
import { furthestStep, type Step } from '../../domain/onboarding/progress.ts';
import { pageContext } from '../../http/pages/submit.ts';

/** The address of a step; in a preview it changes nothing. */
export function stepHref(step: Step, isPreview: boolean): string {
  return isPreview ? `/setup/${step}?preview` : `/setup/${step}`;
}

/** Whether the guide is only looked at. */
export function isPreview({ url }: Pick<AstroGlobal, 'url'>): boolean {
  return url.searchParams.has('preview');
}

interface OpenStep {
  context: SignedIn;
  /** The account of the person. */
  user: UserRow;
  furthest: Step;
  isPreview: boolean;
}

/**
 * Opens a step of the setup guide. Steps are done in order: whoever jumps ahead is led to the first one that is not
 * done. In a preview all are open, and a form leads on without being read.
 * @param next the page after the step
 */
export async function openStep(page: AstroGlobal, step: Step, next: string): Promise<Response | OpenStep> {
  const context = pageContext(page);
  const looksOnly = isPreview(page);
  const user = await readProgress(context);
  const furthest = furthestStep(user);
  const isSent = page.request.method === 'POST';
  if (looksOnly && isSent && !page.locals.form?.has('intent')) return page.redirect(next, 303);
  if (!looksOnly && step > furthest) {
    const { t } = page.locals;
    // A form of a later step means to complete the guide.
    const message = isSent
      ? t('onboarding:requiredStep', { title: t(`onboarding:step.${furthest}`) })
      : t('onboarding:currentFirst');
    page.locals.setFlash('error', message);
    return page.redirect(stepHref(furthest, false), 303);
  }
  return { context, user, furthest, isPreview: looksOnly };
}
