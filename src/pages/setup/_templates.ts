import type { AstroGlobal } from 'astro';
import { amountStyle } from '../../domain/amount-text.ts';
import { localNow } from '../../domain/calendar.ts';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { type AddedTemplates, addTemplates } from '../../domain/onboarding/add-templates.ts';
import { amountField, type Choice, CUSTOM, readChoices } from '../../domain/onboarding/choices.ts';
import type { Existing } from '../../domain/onboarding/existing.ts';
import { completeOnboarding } from '../../domain/onboarding/onboarding.ts';
import { PRESETS } from '../../domain/onboarding/presets.ts';
import { frequencyWords } from '../../domain/recurring/schedule/frequency.ts';
import { ruleFrom } from '../../domain/recurring/schedule/rule-fields.ts';
import { listTemplates } from '../../domain/recurring/templates/read-templates.ts';
import { type Done, doOnce, FORM_KEY, formKey } from '../../http/pages/submit.ts';
import { ONBOARDING_NOTICES } from '../../i18n/error-catalogue.ts';
import type { TemplatesContent } from '../../stores/setup-guide.ts';

interface Chosen {
  typed: Record<string, string>;
  choices: Choice[];
}

/** What a person chose on the last step, as it was typed, besides what is there already. */
export function chosenOn(page: AstroGlobal, { viewer }: SignedIn, existing: readonly Existing[]): Chosen {
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

interface Shown extends Chosen {
  /** What the form has just created, and what it could not. */
  added: AddedTemplates | undefined;
  /** What is there by now. */
  existing: readonly Existing[];
  /** Whether the form only asks what the month looks like. */
  asksMonth: boolean;
}

/** What the last step shows. */
export function templatesOf(
  page: AstroGlobal,
  { viewer, now }: SignedIn,
  { typed: sent, choices, added, existing, asksMonth }: Shown,
): TemplatesContent {
  const { t, locale } = page.locals;
  const typed = { ...sent };
  if (added) {
    // What was created is not created again, and the rest can be mended.
    for (const field of added.created) delete typed[field];
    if (added.created.includes(CUSTOM.amount)) delete typed[CUSTOM.name];
    page.locals.form?.delete(FORM_KEY);
  }
  const namesOf = (fields: string[]) =>
    new Intl.ListFormat(locale).format(
      choices.filter(({ field }) => fields.includes(field)).map(({ name }) => name),
    );
  const { date: today } = localNow(now, viewer.preferences.timezone);
  const hints = PRESETS.map((preset) => {
    const field = amountField(preset);
    const row = existing.find((one) => one.field === field)?.row;
    return [field, frequencyWords(row ?? ruleFrom(today, preset.rule), t, locale)];
  });
  return {
    formKey: formKey(page),
    typed,
    hints: Object.fromEntries(hints),
    existing: existing.map(({ row: { id, name, type, amount }, monthly, field }) => ({
      id,
      field,
      name,
      type,
      amount,
      monthly,
    })),
    asksMonth,
    added: added && {
      fields: added.failed,
      failed: t('onboarding:templates.failed', { names: namesOf(added.failed) }),
      created:
        added.created.length > 0 ? t('onboarding:templates.created', { names: namesOf(added.created) }) : '',
    },
  };
}
