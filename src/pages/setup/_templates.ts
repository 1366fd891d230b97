import type { AstroGlobal } from 'astro';
import { amountStyle } from '../../domain/amount-text.ts';
import { readBudgets } from '../../domain/budgets/budgets.ts';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { type AddedTemplates, addChosen } from '../../domain/onboarding/add-templates.ts';
import { type Choice, CUSTOM, readChoices } from '../../domain/onboarding/choices.ts';
import { listBudgetPresets, listExisting } from '../../domain/onboarding/existing.ts';
import { completeOnboarding } from '../../domain/onboarding/onboarding.ts';
import { frequencyWords } from '../../domain/recurring/schedule/frequency.ts';
import { listTemplates } from '../../domain/recurring/templates/read.ts';
import { type Done, doOnce, FORM_KEY, formKey } from '../../http/pages/submit.ts';
import { ONBOARDING_NOTICES } from '../../i18n/error-catalogue.ts';
import type { TemplatesContent } from '../../stores/setup-guide.ts';

/** What exists already, and the budgets that are offered. */
type Offers = Awaited<ReturnType<typeof readOffers>>;

export async function readOffers(context: SignedIn) {
  return { templates: await listExisting(context), budgets: await listBudgetPresets(context) };
}

interface TypedChoices {
  typed: Record<string, string>;
  choices: Choice[];
}

/** The choices on the last step as typed, without what exists already. */
export function chosenOn(
  page: AstroGlobal,
  { viewer }: SignedIn,
  { templates, budgets }: Offers,
): TypedChoices {
  const typed = Object.fromEntries(
    [...(page.locals.form ?? [])].map(([name, value]) => [name, String(value)]),
  );
  const existingFields = new Set(
    [...templates, ...budgets.filter(({ budget }) => budget)].map(({ field }) => field),
  );
  return {
    typed,
    choices: readChoices(typed, { t: page.locals.t, style: amountStyle(viewer), taken: existingFields }),
  };
}

/**
 * Creates the chosen templates and budgets, once per form, and completes the guide. If some could not be created, they are returned
 * and the guide is not completed; if the storage failed, it is completed all the same.
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
      act: (inner) => addChosen(inner, choices),
      async holds({ ids }) {
        const templates = (await listTemplates(context)).map(({ row }) => row);
        const present = new Set([...templates, ...(await readBudgets(context))].map(({ id }) => id));
        return ids.every((id) => present.has(id));
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

interface StepContent extends TypedChoices {
  added: AddedTemplates | undefined;
  offers: Offers;
  /** Whether the form only requests the preview of a month. */
  asksMonth: boolean;
}

export function templatesOf(
  page: AstroGlobal,
  { typed: sent, choices, added, offers, asksMonth }: StepContent,
): TemplatesContent {
  const { t, locale } = page.locals;
  const typed = { ...sent };
  if (added) {
    // What was created must not be created again when the rest is corrected.
    for (const field of added.created) delete typed[field];
    if (added.created.includes(CUSTOM.amount)) delete typed[CUSTOM.name];
    page.locals.form?.delete(FORM_KEY);
  }
  const namesOf = (fields: string[]) =>
    new Intl.ListFormat(locale).format(
      choices.filter(({ field }) => fields.includes(field)).map(({ name }) => name),
    );
  const hints = offers.templates.flatMap(({ field, row }) =>
    field ? [[field, frequencyWords(row, t, locale)]] : [],
  );
  return {
    formKey: formKey(page),
    typed,
    hints: Object.fromEntries(hints),
    budgets: offers.budgets.map(({ field }) => field),
    existing: [
      ...offers.templates.map(({ row: { id, name, type, amount }, monthly, field }) => ({
        href: `/recurring/${id}/edit`,
        field,
        name,
        type,
        amount,
        monthly,
      })),
      ...offers.budgets.flatMap(({ field, budget, preset: { name, type } }) => {
        if (!budget) return [];
        const amount = budget.amounts.at(-1)?.amount ?? 0;
        return { href: `/budgets/${budget.id}`, field, name: t(name), type, amount, monthly: amount };
      }),
    ],
    asksMonth,
    added: added && {
      fields: added.failed,
      failed: t('onboarding:templates.failed', { names: namesOf(added.failed) }),
      created:
        added.created.length > 0 ? t('onboarding:templates.created', { names: namesOf(added.created) }) : '',
    },
  };
}
