import type { AstroGlobal } from 'astro';
import { localNow } from '../../domain/calendar.ts';
import type { SignedIn } from '../../domain/context.ts';
import { createTemplate } from '../../domain/recurring/create.ts';
import { templateOf } from '../../domain/recurring/form/schema.ts';
import { previewTemplate } from '../../domain/recurring/preview.ts';
import { withNewCategory } from '../../domain/transactions/new-category.ts';
import { createOnce } from '../../door/create-once.ts';
import type { Done } from '../../door/page.ts';
import type { ShownPreview, WizardValues } from '../../islands/recurring/wizard-properties.ts';
import { type CheckedWizard, doneWith, type Shown, takeStep } from './_wizard-page.ts';

/** The wizard's POST where it makes a new series. */
export function takeNewStep(
  page: AstroGlobal,
  context: SignedIn,
  untouched: WizardValues,
): Promise<Response | Shown> {
  return takeStep(page, context, {
    untouched,
    isNew: true,
    preview: (input) => previewOf(context, input),
    save: (input) => saveOnce(page, context, input),
    failure: 'recurring:notifications.recurringCreateFailed',
  });
}

async function previewOf(context: SignedIn, input: CheckedWizard): Promise<ShownPreview> {
  const { date: today } = localNow(context.now, input.timezone ?? context.viewer.preferences.timezone);
  const { dates, monthlyEquivalent, past } = await previewTemplate(context, {
    ...templateOf(input),
    from: today,
  });
  return { dates, monthlyEquivalent, past };
}

async function saveOnce(page: AstroGlobal, context: SignedIn, input: CheckedWizard): Promise<Done> {
  const id = await createOnce(page, context, async (inside) => {
    const { template } = await withNewCategory(inside, input, (deeper, given) =>
      createTemplate(deeper, templateOf(given)),
    );
    return template.id;
  });
  return doneWith(page, { id, description: input.description }, 'recurring:wizard.created');
}
