import type { AstroGlobal } from 'astro';
import { amountStyle } from '../../domain/amount-text.ts';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { type AddedTemplates, addTemplates } from '../../domain/onboarding/add-templates.ts';
import { type Choice, readChoices } from '../../domain/onboarding/choices.ts';
import type { Existing } from '../../domain/onboarding/existing.ts';
import { completeOnboarding } from '../../domain/onboarding/onboarding.ts';
import { listTemplates } from '../../domain/recurring/templates/read-templates.ts';
import { type Done, doOnce } from '../../http/pages/submit.ts';
import { ONBOARDING_NOTICES } from '../../i18n/error-catalogue.ts';

/** What a person chose on the last step, as it was typed, besides what is there already. */
export function chosenOn(page: AstroGlobal, { viewer }: SignedIn, existing: readonly Existing[]) {
  const typed = Object.fromEntries(
    [...(page.locals.form ?? [])].map(([name, value]) => [name, String(value)]),
  );
  const taken = new Set(existing.map(({ field }) => field));
  return { typed, choices: readChoices(typed, { t: page.locals.t, style: amountStyle(viewer), taken }) };
}

/**
 * Creates the chosen templates, once for a form, and completes the guide. Where some could not be created, they are
 * returned, and the guide is not completed yet; where the storage failed, it is completed all the same.
 */
export async function finish(
  page: AstroGlobal,
  context: SignedIn,
  choices: readonly Choice[],
): Promise<{ done: Done; added?: never } | { done?: never; added: AddedTemplates }> {
  const added = await addOnce(page, context, choices);
  if (added && added.failed.length > 0) return { added };
  await completeOnboarding(context);
  const { t } = page.locals;
  const remarks = added ? [] : [{ text: t(ONBOARDING_NOTICES.NO_TEMPLATES) }];
  return { done: { to: '/', flash: t(ONBOARDING_NOTICES.SUCCESS), remarks } };
}

async function addOnce(
  page: AstroGlobal,
  context: SignedIn,
  choices: readonly Choice[],
): Promise<AddedTemplates | null> {
  try {
    return await doOnce(page, context, {
      act: (inside) => addTemplates(inside, choices),
      async holds({ ids }) {
        const there = new Set((await listTemplates(context)).map(({ row }) => row.id));
        return ids.every((id) => there.has(id));
      },
      undone: 'errors:addedThenDeleted',
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    page.locals.context.log.error(
      { request_id: page.locals.requestId, err: error },
      'the templates of the setup guide could not be created',
    );
    return null;
  }
}
