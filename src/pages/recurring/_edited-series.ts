import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { changeTemplate } from '../../domain/recurring/change.ts';
import { changesOf } from '../../domain/recurring/form/schema.ts';
import type { TemplateEntry } from '../../domain/recurring/present.ts';
import { previewChange } from '../../domain/recurring/preview-change.ts';
import { readTemplate } from '../../domain/recurring/read.ts';
import { withNewCategory } from '../../domain/transactions/new-category.ts';
import type { Done } from '../../door/page.ts';
import type { ShownPreview, WizardValues } from '../../islands/recurring/wizard-properties.ts';
import { type CheckedWizard, doneWith, type Shown, takeStep } from './_wizard-page.ts';

/**
 * The series that a page edits as it is now; null when it was deleted while its form was being filled in, so that what
 * was typed can be saved all the same.
 * @throws DomainError NOT_FOUND where nothing was typed
 */
export async function editedSeries(
  { locals, params }: AstroGlobal,
  context: SignedIn,
): Promise<TemplateEntry | null> {
  try {
    return (await readTemplate(context, params.id ?? '')).template;
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'NOT_FOUND';
    if (!isMissing || !locals.form?.has('basedOn')) throw error;
    return null;
  }
}

/** The wizard's POST where it changes a series. */
export function takeEditStep(
  page: AstroGlobal,
  context: SignedIn,
  untouched: WizardValues,
): Promise<Response | Shown> {
  const id = page.params.id ?? '';
  return takeStep(page, context, {
    untouched,
    isNew: false,
    preview: (input) => previewOf(context, id, input),
    save: (input) => saveChange(page, context, id, input),
    failure: 'recurring:notifications.recurringUpdateFailed',
  });
}

async function previewOf(context: SignedIn, id: string, input: CheckedWizard): Promise<ShownPreview> {
  const { future, all, needsScope, monthlyEquivalent } = await previewChange(context, id, changesOf(input));
  return {
    dates: future.dates,
    monthlyEquivalent,
    past: 0,
    scopes: needsScope ? { future, all } : undefined,
  };
}

async function saveChange(
  page: AstroGlobal,
  context: SignedIn,
  id: string,
  input: CheckedWizard,
): Promise<Done> {
  const { template } = await withNewCategory(context, input, (inside, given) =>
    changeTemplate(inside, id, changesOf(given)),
  );
  return doneWith(page, template, 'recurring:wizard.updated');
}
