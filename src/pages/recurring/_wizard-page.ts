import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import { localNow, todayOf } from '../../domain/calendar.ts';
import { withNewCategory } from '../../domain/categories/create.ts';
import { type NewCategoryInput, newCategorySchema } from '../../domain/categories/schema.ts';
import { chargedAmount } from '../../domain/charged.ts';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError, isThere } from '../../domain/error.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { catchUp } from '../../domain/recurring/generation/catch-up.ts';
import { changeTemplate } from '../../domain/recurring/templates/change.ts';
import { createTemplate } from '../../domain/recurring/templates/create.ts';
import {
  type NextOccurrence,
  previewChange,
  previewTemplate,
  previewUnchanged,
  type ScopePreview,
} from '../../domain/recurring/templates/preview.ts';
import { presentTemplate, readTemplate, type TemplateEntry } from '../../domain/recurring/templates/read.ts';
import {
  changesOf,
  FORM_FIELDS,
  repeats,
  templateOf,
  type WizardInput,
  wizardSchema,
} from '../../domain/recurring/templates/wizard.schema.ts';
import {
  previewAsTyped,
  type ShownPreview,
  type WizardValues,
  wizardValues,
} from '../../domain/recurring/templates/wizard-values.ts';
import { createTransaction } from '../../domain/transactions/create.ts';
import { readTransaction } from '../../domain/transactions/read.ts';
import { undoAdding } from '../../http/pages/flash.ts';
import { backFrom } from '../../http/pages/return-to.ts';
import { createOnce, type Done, type FormState, idIn, submit } from '../../http/pages/submit.ts';
import { FETCHED_TEXTS, FORM_TEXTS, textsFor } from '../../i18n/needed-texts.ts';
import type { WizardProperties } from '../../islands/recurring-wizard/use-wizard.ts';
import { addedMessage, remarksOn } from '../transactions/_added.ts';
import {
  formProperties,
  isPreset,
  presetValues,
  sentTexts,
  styleIn,
  typedOver,
  writerOf,
} from '../transactions/_form-page.ts';

/** The values with which the form starts, of a template or for a new one. */
export async function startOf(context: SignedIn, entry: TemplateEntry | null = null): Promise<WizardValues> {
  const template = entry ? presentTemplate(entry, context.locale) : undefined;
  return wizardValues(template, todayOf(context), await writerOf(context));
}

/** The validated values of the wizard, with a new category to create together with the template. */
type CheckedInput = WizardInput & NewCategoryInput;

type WizardState = Omit<FormState, 'values'> &
  Pick<WizardProperties, 'step' | 'preview'> & { values: WizardValues };

/**
 * Handles the POST of the wizard. The pressed button decides the next step. A single transaction is saved at once, and
 * errors in any field lead back to the first step.
 * @param id the edited template
 */
export async function submitWizard(
  page: AstroGlobal,
  context: SignedIn,
  initial: WizardValues,
  id?: string,
): Promise<WizardState> {
  const typed = typedValues(page, initial);
  // Who confirms has been asked when it was to be saved.
  const step = context.confirmLocked ? 'save' : page.locals.form?.get('step');
  if (isPreset(page)) return { step: 'setup', values: presetValues(page, context, typed), errors: {} };
  if (step === 'setup') return { step: 'setup', values: typed, errors: {} };
  let preview: ShownPreview | undefined;
  const form = await submit(page, {
    schema: await schemaOf(context, sentTexts(page), id === undefined ? undefined : initial),
    failure: `recurring:notifications.recurring${id === undefined ? 'Create' : 'Update'}Failed`,
    async handle(input) {
      if (!input.isRecurring) return createSingle(page, context, input);
      if (step !== 'save') preview = await previewOf(context, id, input);
      // What would be added to the past is shown before it is.
      if (step !== 'save' && !(step === 'create' && preview?.past === 0)) return undefined;
      try {
        return await (id === undefined
          ? saveNew(page, context, input)
          : saveChanges(page, context, id, input));
      } catch (error) {
        // The step that is sent again with the confirmation.
        if (error instanceof DomainError && error.code === 'LOCKED')
          preview = await previewOf(context, id, input);
        throw error;
      }
    },
  });
  const errors = Object.fromEntries(
    Object.entries(form.errors).map(([field, message]) => [FORM_FIELDS[field] ?? field, message]),
  );
  return { ...form, step: preview ? 'preview' : 'setup', errors, values: typed, preview };
}

async function schemaOf(context: SignedIn, posted: Record<string, string>, current?: WizardValues) {
  const today = todayOf(context);
  const accountId = posted.accountId || current?.accountId;
  const options = { today, style: await styleIn(context, accountId), current, isNew: current === undefined };
  return v.object({ ...wizardSchema(posted, options).entries, ...newCategorySchema.entries });
}

// Browsers do not send an unchecked checkbox.
function typedValues(page: AstroGlobal, initial: WizardValues): WizardValues {
  if (page.request.method !== 'POST') return initial;
  const { _csrf, ...typed } = sentTexts(page);
  return { ...typedOver(initial, typed), isRecurring: repeats(typed) ? 'true' : '' };
}

function previewOf(context: SignedIn, id: string | undefined, input: CheckedInput): Promise<ShownPreview> {
  return id === undefined ? previewNew(context, input) : previewChanges(context, id, input);
}

async function previewNew(context: SignedIn, input: CheckedInput): Promise<ShownPreview> {
  const { date: from } = localNow(context.now, input.timezone ?? context.viewer.preferences.timezone);
  const { dates, past } = await previewTemplate(context, { ...templateOf(input), from });
  return { occurrences: dates.map((date) => ({ date })), past };
}

async function previewChanges(context: SignedIn, id: string, input: CheckedInput): Promise<ShownPreview> {
  const { needsScope, ...scopes } = await previewChange(context, id, changesOf(input));
  const shown = ({ past, coming, occurrences }: ScopePreview) => ({
    past,
    coming,
    occurrences: occurrences.map((one) => shownOccurrence(context, one)),
  });
  const [future, all] = [shown(scopes.future), shown(scopes.all)];
  return { occurrences: future.occurrences, past: 0, scopes: needsScope ? { future, all } : undefined };
}

/** The preview of a template as it is. */
export async function unchangedPreview(context: SignedIn, id: string): Promise<ShownPreview> {
  const occurrences = await previewUnchanged(context, id);
  return { occurrences: occurrences.map((one) => shownOccurrence(context, one)), past: 0 };
}

function shownOccurrence(
  { viewer }: SignedIn,
  { date, type, account, ...money }: NextOccurrence,
): ShownPreview['occurrences'][number] {
  return { date, type, amount: chargedAmount(money), currency: currencyOf(account, viewer) };
}

async function createSingle(page: AstroGlobal, context: SignedIn, input: CheckedInput): Promise<Done> {
  const { isRecurring: _isRecurring, scope: _scope, ...transaction } = input;
  const address = await createOnce(page, context, {
    act: async (inner) =>
      `/transactions/${(await withNewCategory(inner, transaction, createTransaction)).row.id}`,
    holds: (first) => isThere(readCreated(context, first)),
  });
  const id = idIn(address);
  return {
    to: backFrom(page.url),
    flash: await addedMessage(page, context, await readTransaction(context, id)),
    remarks: await remarksOn(page, context, id),
  };
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
  return { ...savedTemplate(page, template, 'recurring:wizard.created'), undo: undoAdding(address) };
}

/** Reads what the wizard has created, a template or a transaction, by its address. @throws DomainError NOT_FOUND */
function readCreated(context: SignedIn, address: string): Promise<object> {
  const readEntry = address.startsWith('/recurring/') ? readTemplate : readTransaction;
  return readEntry(context, idIn(address));
}

async function saveChanges(page: AstroGlobal, context: SignedIn, id: string, input: CheckedInput) {
  const { template, undoId, from } = await withNewCategory(context, input, (inner, complete) =>
    changeTemplate(inner, id, changesOf(complete)),
  );
  const { t, format } = page.locals;
  const flash = from && {
    flash: t('recurring:wizard.updatedFrom', { name: template.name, date: format.date(from) }),
  };
  return {
    ...savedTemplate(page, template, 'recurring:wizard.updated'),
    ...flash,
    ...(undoId && { undoId }),
  };
}

function savedTemplate(
  { url, locals: { t } }: AstroGlobal,
  { id, name }: { id: string; name: string },
  flash: 'recurring:wizard.created' | 'recurring:wizard.updated',
): Done {
  const see = { href: `/recurring/${id}`, text: t('recurring:wizard.see') };
  return { to: backFrom(url, '/recurring'), flash: t(flash, { name }), see };
}

export async function wizardProperties(
  page: AstroGlobal,
  context: SignedIn,
  mode: WizardProperties['mode'],
  { step, values, preview, errors }: WizardState,
) {
  const isNew = mode !== 'edit' && step === 'setup';
  return {
    ...(await formProperties(page, context, mode, values)),
    texts: textsFor(context.locale, FORM_TEXTS, FETCHED_TEXTS.wizard),
    cancelHref: backFrom(page.url, '/recurring'),
    step,
    values,
    ...(isNew && { ahead: await aheadOf(context, values) }),
    preview,
    errors,
  };
}

// Undefined if a field of the schedule is invalid.
async function aheadOf(context: SignedIn, values: WizardValues): Promise<ShownPreview | undefined> {
  const style = await styleIn(context, values.accountId);
  const preview = previewAsTyped(values, { today: todayOf(context), now: context.now, style });
  return 'error' in preview ? undefined : preview;
}
