import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import { localNow } from '../../domain/calendar.ts';
import type { NewCategoryInput } from '../../domain/categories/schema.ts';
import { newCategorySchema } from '../../domain/categories/schema.ts';
import type { SignedIn } from '../../domain/context.ts';
import type { WizardInput } from '../../domain/recurring/form/schema.ts';
import { FORM_FIELDS, repeats, wizardSchema } from '../../domain/recurring/form/schema.ts';
import { createTransaction } from '../../domain/transactions/create.ts';
import { withNewCategory } from '../../domain/transactions/new-category.ts';
import { createOnce } from '../../door/create-once.ts';
import { type Done, type Refused, submit } from '../../door/page.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type {
  ShownPreview,
  Step,
  WizardProperties,
  WizardValues,
} from '../../islands/recurring/wizard-properties.ts';
import { wizardTexts } from '../../islands/recurring/wizard-texts.ts';
import { backFrom, formProperties, isPreset, presetValues } from '../transactions/_form-page.ts';
import { remarksOn } from '../transactions/_remarks.ts';

/** What the wizard's form holds once it is checked, with a category that is made along. */
export type CheckedWizard = WizardInput & NewCategoryInput;

interface Acts {
  /** What a form holds that nobody has touched. */
  untouched: WizardValues;
  isNew: boolean;
  preview: (input: CheckedWizard) => Promise<ShownPreview>;
  save: (input: CheckedWizard) => Promise<Done>;
  /** What to say when saving fails for a reason nobody foresaw. */
  failure: TextKey;
}

/** The step that a page shows, with everything typed. */
export type Shown = Omit<Refused, 'values'> & { step: Step; preview?: ShownPreview; values: WizardValues };

/**
 * The wizard's POST: the button that was pressed says which step is wanted. Something that does not repeat is saved at
 * once, and faults lead back to the first step, wherever they were found.
 */
export async function takeStep(
  page: AstroGlobal,
  context: SignedIn,
  { untouched, isNew, preview, save, failure }: Acts,
): Promise<Response | Shown> {
  const posted = Object.fromEntries(page.locals.form ?? []);
  const typed = typedValues(page, untouched);
  const wanted = posted.step;
  if (isPreset(page)) return { step: 'setup', values: presetValues(page, context, typed), errors: {} };
  if (wanted === 'setup') return { step: 'setup', values: typed, errors: {} };
  let found: ShownPreview | undefined;
  const form = await submit(page, {
    schema: schemaOf(context, posted, isNew),
    failure,
    async act(input) {
      if (!input.isRecurring) return recordOnce(page, context, input);
      if (wanted === 'save') return save(input);
      found = await preview(input);
      return undefined;
    },
  });
  if (form instanceof Response) return form;
  const errors = Object.fromEntries(
    Object.entries(form.errors).map(([field, message]) => [FORM_FIELDS[field] ?? field, message]),
  );
  const step = found ? (wanted === 'confirm' ? 'confirm' : 'preview') : 'setup';
  return { ...form, step, errors, values: typed, ...(found && { preview: found }) };
}

function schemaOf({ viewer, now }: SignedIn, posted: Record<string, unknown>, isNew: boolean) {
  const { timezone, decimal_separator } = viewer.preferences;
  const means = { today: localNow(now, timezone).date, decimalMark: decimal_separator, isNew };
  return v.object({ ...wizardSchema(posted, means).entries, ...newCategorySchema.entries });
}

// A box without its tick is not sent.
function typedValues({ locals, request }: AstroGlobal, untouched: WizardValues): WizardValues {
  if (request.method !== 'POST') return untouched;
  const { _csrf, ...typed } = Object.fromEntries(
    [...(locals.form ?? [])].map(([name, value]) => [name, String(value)]),
  );
  return { ...untouched, ...typed, isRecurring: repeats(typed) ? 'true' : '' };
}

async function recordOnce(page: AstroGlobal, context: SignedIn, input: CheckedWizard): Promise<Done> {
  const { isRecurring: _once, scope: _scope, ...transaction } = input;
  const id = await createOnce(
    page,
    context,
    async (inside) => (await withNewCategory(inside, transaction, createTransaction)).row.id,
  );
  return {
    to: backFrom(page),
    flash: page.locals.t('transactions:createSuccess'),
    remarks: await remarksOn(page, context, id),
  };
}

/** Where saving a series leads, with a way to it. */
export function doneWith(
  page: AstroGlobal,
  { id, description }: { id: string; description: string },
  flash: TextKey,
): Done {
  const { t } = page.locals;
  const link = { href: `/recurring/${id}`, text: t('recurring:wizard.see') };
  const remarks = id ? [{ text: description, link }] : [];
  return { to: backFrom(page, '/recurring'), flash: t(flash), remarks };
}

/** Everything the wizard takes besides what its step says. */
export async function wizardProperties(
  page: AstroGlobal,
  context: SignedIn,
  mode: WizardProperties['mode'],
  shown: Shown,
) {
  const { step, values, preview, errors } = shown;
  return {
    ...(await formProperties(page, context, mode, values)),
    texts: wizardTexts(context.locale),
    cancelHref: backFrom(page, '/recurring'),
    step,
    values,
    preview,
    errors,
  };
}
