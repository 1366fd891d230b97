import type { AstroGlobal } from 'astro';
import { localNow } from '../../domain/calendar.ts';
import { withNewCategory } from '../../domain/categories/create.ts';
import type { SignedIn } from '../../domain/context.ts';
import { isThere } from '../../domain/error.ts';
import { catchUp } from '../../domain/recurring/generation/catch-up.ts';
import { changeTemplate } from '../../domain/recurring/templates/change-template.ts';
import { createTemplate } from '../../domain/recurring/templates/create-template.ts';
import {
  previewChange,
  previewTemplate,
  type ScopePreview,
} from '../../domain/recurring/templates/preview-template.ts';
import { changesOf, templateOf } from '../../domain/recurring/templates/wizard.schema.ts';
import { backFrom } from '../../http/pages/return-to.ts';
import { createOnce, type Done, idIn } from '../../http/pages/submit.ts';
import type { ShownPreview, WizardValues } from '../../islands/recurring-wizard/wizard-properties.ts';
import { type CheckedInput, readCreated, submitWizard, type WizardState } from './_wizard-page.ts';

/** Handles the wizard's form, which may also create a single transaction. */
export function submitNewTemplate(
  page: AstroGlobal,
  context: SignedIn,
  initial: WizardValues,
): Promise<WizardState> {
  return submitWizard(page, context, {
    initial,
    isNew: true,
    preview: (input) => previewNew(context, input),
    save: (input) => saveNew(page, context, input),
    failure: 'recurring:notifications.recurringCreateFailed',
  });
}

async function previewNew(context: SignedIn, input: CheckedInput): Promise<ShownPreview> {
  const { date: today } = localNow(context.now, input.timezone ?? context.viewer.preferences.timezone);
  const { dates, monthlyEquivalent, past } = await previewTemplate(context, {
    ...templateOf(input),
    from: today,
  });
  return { dates, monthlyEquivalent, past };
}

async function saveNew(page: AstroGlobal, context: SignedIn, input: CheckedInput): Promise<Done> {
  const address = await createOnce(page, context, {
    async act(inner) {
      const { template } = await withNewCategory(inner, input, (innermost, complete) =>
        createTemplate(innermost, templateOf(complete)),
      );
      return `/recurring/${template.id}`;
    },
    holds: (first) => isThere(readCreated(context, first)),
  });
  await catchUp(context.db, context.viewer.id, context.now);
  const template = { id: idIn(address), name: input.name ?? input.description };
  return { ...savedTemplate(page, template, 'recurring:wizard.created'), addedTemplateId: template.id };
}

export function submitTemplateChanges(
  page: AstroGlobal,
  context: SignedIn,
  initial: WizardValues,
): Promise<WizardState> {
  const id = page.params.id ?? '';
  return submitWizard(page, context, {
    initial,
    isNew: false,
    preview: (input) => previewChanges(context, id, input),
    save: (input) => saveChanges(page, context, id, input),
    failure: 'recurring:notifications.recurringUpdateFailed',
  });
}

async function previewChanges(context: SignedIn, id: string, input: CheckedInput): Promise<ShownPreview> {
  const { future, all, needsScope, monthlyEquivalent } = await previewChange(context, id, changesOf(input));
  const shown = ({ updated, occurrences }: ScopePreview) => ({ updated, ...shownOf(occurrences) });
  return {
    ...shownOf(future.occurrences),
    monthlyEquivalent,
    past: 0,
    scopes: needsScope ? { future: shown(future), all: shown(all) } : undefined,
  };
}

export const shownOf = (occurrences: ScopePreview['occurrences']) => ({
  dates: occurrences.map(({ date }) => date),
  amounts: Object.fromEntries(occurrences.map(({ date, ...shown }) => [date, shown])),
});

async function saveChanges(
  page: AstroGlobal,
  context: SignedIn,
  id: string,
  input: CheckedInput,
): Promise<Done> {
  const { template } = await withNewCategory(context, input, (inner, complete) =>
    changeTemplate(inner, id, changesOf(complete)),
  );
  return savedTemplate(page, template, 'recurring:wizard.updated');
}

function savedTemplate(
  page: AstroGlobal,
  { id, name }: { id: string; name: string },
  flash: 'recurring:wizard.created' | 'recurring:wizard.updated',
): Done {
  const { t } = page.locals;
  const link = { href: `/recurring/${id}`, text: t('recurring:wizard.see') };
  return { to: backFrom(page.url, '/recurring'), flash: t(flash, { name }), remarks: [{ text: name, link }] };
}
