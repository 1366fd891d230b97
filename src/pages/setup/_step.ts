import type { AstroGlobal } from 'astro';
import type { UserRow } from '../../db/tables.ts';
import type { SignedIn } from '../../domain/context.ts';
import { furthestStep, type Step } from '../../domain/onboarding/progress.ts';
import { readOwn } from '../../domain/users/profile.ts';

export function stepHref(step: Step, isPreview: boolean): string {
  return isPreview ? `/setup/${step}?preview` : `/setup/${step}`;
}

export function isPreview({ url }: Pick<AstroGlobal, 'url'>): boolean {
  return url.searchParams.has('preview');
}

interface OpenStep {
  context: SignedIn;
  user: UserRow;
  furthest: Step;
  isPreview: boolean;
}

/**
 * Opens a step of the setup guide. The steps have an order: a later one redirects to the first that is not done. A
 * preview opens every step, and its forms are not read.
 * @param next the page after the step
 */
export async function openStep(page: AstroGlobal, step: Step, next: string): Promise<OpenStep> {
  const { signedIn: context } = page.locals;
  const looksOnly = isPreview(page);
  const user = await readOwn(context);
  const furthest = furthestStep(user);
  const isSent = page.request.method === 'POST';
  if (looksOnly && isSent && !page.locals.form?.has('intent')) throw page.redirect(next, 303);
  if (!looksOnly && step > furthest) {
    const { t } = page.locals;
    // Submitting a later step means completing the guide.
    const message = isSent
      ? t('onboarding:requiredStep', { title: t(`onboarding:step.${furthest}`) })
      : t('onboarding:currentFirst');
    page.locals.setFlash('error', message);
    throw page.redirect(stepHref(furthest, false), 303);
  }
  return { context, user, furthest, isPreview: looksOnly };
}
