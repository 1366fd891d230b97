import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import { amountStyle, readAmount } from '../../domain/amount-text.ts';
import { todayOf } from '../../domain/calendar.ts';
import { withNewCategory } from '../../domain/categories/create.ts';
import type { NewCategoryInput } from '../../domain/categories/schema.ts';
import { newCategorySchema } from '../../domain/categories/schema.ts';
import type { SignedIn } from '../../domain/context.ts';
import { isThere } from '../../domain/error.ts';
import { readTemplate } from '../../domain/recurring/templates/read-templates.ts';
import type { WizardInput } from '../../domain/recurring/templates/wizard.schema.ts';
import { FORM_FIELDS, repeats, wizardSchema } from '../../domain/recurring/templates/wizard.schema.ts';
import { createTransaction } from '../../domain/transactions/create.ts';
import { readTransaction } from '../../domain/transactions/read.ts';
import { backFrom } from '../../http/pages/return-to.ts';
import { createOnce, type Done, type FormState, idIn, submit } from '../../http/pages/submit.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { wizardTexts } from '../../islands/page-texts.ts';
import { previewAsTyped } from '../../islands/recurring-wizard/live-preview.ts';
import type {
  ShownPreview,
  Step,
  WizardProperties,
  WizardValues,
} from '../../islands/recurring-wizard/wizard-properties.ts';
import { addedMessage, remarksOn } from '../transactions/_added.ts';
import { formProperties, isPreset, presetValues, typedOver } from '../transactions/_form-page.ts';

/** The validated values of the wizard, with a new category to create together with the template. */
export type CheckedInput = WizardInput & NewCategoryInput;

interface WizardForm {
  initial: WizardValues;
  isNew: boolean;
  preview: (input: CheckedInput) => Promise<ShownPreview>;
  save: (input: CheckedInput) => Promise<Done>;
  failure: TextKey;
}

export type WizardState = Omit<FormState, 'values'> & {
  step: Step;
  preview?: ShownPreview;
  values: WizardValues;
};

/**
 * Handles the POST of the wizard. The pressed button decides the next step. A single transaction is saved at once, and
 * errors in any field lead back to the first step.
 */
export async function submitWizard(
  page: AstroGlobal,
  context: SignedIn,
  { initial, isNew, preview, save, failure }: WizardForm,
): Promise<WizardState> {
  const posted = Object.fromEntries(page.locals.form ?? []);
  const typed = typedValues(page, initial);
  const { step } = posted;
  if (isPreset(page)) return { step: 'setup', values: presetValues(page, context, typed), errors: {} };
  if (step === 'setup') return { step: 'setup', values: typed, errors: {} };
  let shown: ShownPreview | undefined;
  const form = await submit(page, {
    schema: schemaOf(context, posted, { initial, isNew }),
    failure,
    async handle(input) {
      if (!input.isRecurring) return createSingle(page, context, input);
      if (step === 'save') return save(input);
      shown = await preview(input);
      return undefined;
    },
  });
  const errors = Object.fromEntries(
    Object.entries(form.errors).map(([field, message]) => [FORM_FIELDS[field] ?? field, message]),
  );
  return {
    ...form,
    step: shown ? 'preview' : 'setup',
    errors,
    values: typed,
    ...(shown && { preview: shown }),
  };
}

function schemaOf(
  { viewer, now }: SignedIn,
  posted: Record<string, unknown>,
  { initial, isNew }: Pick<WizardForm, 'initial' | 'isNew'>,
) {
  const today = todayOf({ viewer, now });
  const options = { today, style: amountStyle(viewer), own: isNew ? undefined : initial, isNew };
  return v.object({ ...wizardSchema(posted, options).entries, ...newCategorySchema.entries });
}

// Browsers do not send an unchecked checkbox.
function typedValues({ locals, request }: AstroGlobal, initial: WizardValues): WizardValues {
  if (request.method !== 'POST') return initial;
  const { _csrf, ...typed } = Object.fromEntries(
    [...(locals.form ?? [])].map(([name, value]) => [name, String(value)]),
  );
  return { ...typedOver(initial, typed), isRecurring: repeats(typed) ? 'true' : '' };
}

async function createSingle(page: AstroGlobal, context: SignedIn, input: CheckedInput): Promise<Done> {
  const { isRecurring: _isRecurring, scope: _scope, ...transaction } = input;
  const address = await createOnce(page, context, {
    act: async (inner) =>
      `/transactions/${(await withNewCategory(inner, transaction, createTransaction)).row.id}`,
    holds: (first) => isThere(readCreated(context, first)),
  });
  return {
    to: backFrom(page.url),
    flash: addedMessage(page, transaction),
    remarks: await remarksOn(page, context, idIn(address)),
  };
}

/** Reads what the wizard has created, a template or a transaction, by its address. @throws DomainError NOT_FOUND */
export function readCreated(context: SignedIn, address: string): Promise<object> {
  const readEntry = address.startsWith('/recurring/') ? readTemplate : readTransaction;
  return readEntry(context, idIn(address));
}

export async function wizardProperties(
  page: AstroGlobal,
  context: SignedIn,
  mode: WizardProperties['mode'],
  state: WizardState,
) {
  const { step, values, preview, errors } = state;
  const isNew = mode !== 'edit' && step === 'setup';
  return {
    ...(await formProperties(page, context, mode, values)),
    texts: wizardTexts(context.locale),
    cancelHref: backFrom(page.url, '/recurring'),
    step,
    values,
    ...(isNew && { ahead: aheadOf(context, values) }),
    preview,
    errors,
  };
}

// Undefined if a field of the schedule is invalid.
function aheadOf({ viewer, now }: SignedIn, values: WizardValues): ShownPreview | undefined {
  const today = todayOf({ viewer, now });
  const parsedAmount = readAmount(values.amount, amountStyle(viewer), { own: values.amount });
  const amount = 'minor' in parsedAmount ? Math.abs(parsedAmount.minor) : 0;
  const preview = previewAsTyped(values, { today, amount, now, currency: viewer.currency });
  return 'error' in preview ? undefined : preview;
}
