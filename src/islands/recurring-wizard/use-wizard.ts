import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Faults } from '../../browser/core/forms/form-values.ts';
import {
  type FormField,
  type FormValues,
  type NewCategoryValues,
  NO_NEW_CATEGORY,
} from '../../browser/core/forms/form-values.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { type AmountStyle, readAmount } from '../../domain/amount-text.ts';
import { type WizardInput, wizardSchema } from '../../domain/recurring/templates/wizard.schema.ts';
import { type IslandForm, type Save, useFormValues, useIslandForm } from '../form/use-island-form.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import { startAfter } from './template-values.ts';
import { useLivePreview } from './use-live-preview.ts';
import type { Step, WizardProperties, WizardValues } from './wizard-properties.ts';

type Given = WizardProperties & {
  idPrefix: string;
  inDialog: boolean;
  /** Saves without leaving the page; without it the browser posts the form. */
  onSave: Save<WizardInput> | undefined;
  onDirty: ((isDirty: boolean) => void) | undefined;
  t: Translate;
};

const DAYS: FormField[] = ['dayOfMonth', 'dayOfWeek'];
const ENDS: FormField[] = ['recurringEndDate', 'recurringMaxOccurrences'];

/** The fields whose meaning depends on another one, by that one. */
const DEPENDENT: Record<string, FormField[]> = {
  date: ['recurringEndDate'],
  recurringFrequency: DAYS,
  recurringEndType: ENDS,
  isRecurring: ['date', 'name', 'recurringInterval', ...DAYS, ...ENDS],
};

/**
 * The behaviour of the wizard: its form, the preview beside it, and the step at which the server shows it. With scripts
 * there is only one look, in which nothing is missing; a page from the server is left as it is until then.
 */
export function useWizard({ idPrefix, inDialog, onSave, onDirty, t, ...given }: Given) {
  const { today, writing, mode } = given;
  const [step, setStep] = useState(given.step);
  const schemaOf = (values: FormValues) =>
    wizardSchema(values as object, {
      today,
      style: writing,
      own: mode === 'edit' ? given.values : undefined,
      isNew: mode !== 'edit',
    });

  const form = useIslandForm<WizardInput>({
    values: { ...NO_NEW_CATEGORY, ...given.values },
    schemaOf,
    idPrefix,
    inDialog,
    errors: given.errors,
    save: onSave && ((input) => save(input)),
    onDirty,
    t,
  });
  const values = useFormValues(form) as WizardValues & NewCategoryValues;
  const amount = minorOf(values.amount, writing);
  const isLive = useLive(form, step);
  const live = useLivePreview({ ...given, isLive, values, amount, schemaOf });
  useSuggestedStart(form, values, given);

  const save = async (input: WizardInput): Promise<Faults> => {
    const isKnown = !input.isRecurring || mode !== 'edit' || live.isCurrent;
    const answer = isKnown ? {} : await live.refresh(input);
    if (!('preview' in answer)) return isKnown ? ((await onSave?.(input)) ?? {}) : answer;
    if (!answer.preview.scopes) return (await onSave?.(input)) ?? {};
    // The figures of what was typed last have not been seen yet, and they decide how much changes.
    document.getElementById(form.idOf('scope'))?.focus();
    return {};
  };

  // Fields that another choice has made irrelevant have no errors.
  const clearDependentErrors = ({ target }: { target: EventTarget }) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    for (const dependent of DEPENDENT[name] ?? []) if (form.errorOf(dependent)) form.clearError(dependent);
  };

  useFocusOnStep(step, `${idPrefix}step-title`);
  return {
    form,
    values,
    amount,
    scope: values.scope === 'all' ? ('all' as const) : ('future' as const),
    step,
    isLive,
    live,
    /** What the main button does: without the figures of a change the server shows them first. */
    next: step === 'preview' || (isLive && (mode !== 'edit' || live.isCurrent)) ? SAVE : PREVIEW,
    clearDependentErrors,
    back: () => setStep('setup'),
  };
}

const SAVE = 'save' as const;
const PREVIEW = 'preview' as const;

// A button must not change its meaning while it is being pressed, or while it is the next thing that Enter presses.
function useLive(form: IslandForm, step: Step): boolean {
  return useWhenReleased(form.isReady && step === 'setup', '.wizard .button-primary:focus');
}

// A template that was made from a transaction starts on the next date after it, of whichever frequency.
function useSuggestedStart(
  form: IslandForm,
  values: WizardValues,
  { like, today }: Pick<WizardProperties, 'like' | 'today'>,
): void {
  const { recurringFrequency, recurringInterval } = values;
  const suggested = useRef(like && startAfter(like.date, today, values));
  const suggest = useEffectEvent((frequency: string, interval: string) => {
    const start =
      like && startAfter(like.date, today, { recurringFrequency: frequency, recurringInterval: interval });
    // A date of the person's own stays.
    if (!start || values.date !== suggested.current || start === values.date) return;
    suggested.current = start;
    form.fill('date', start);
  });
  useEffect(() => suggest(recurringFrequency, recurringInterval), [recurringFrequency, recurringInterval]);
}

function minorOf(amount: string, style: AmountStyle): number {
  const read = readAmount(amount, style, { own: amount });
  return 'minor' in read ? Math.abs(read.minor) : 0;
}

// The title of the new step is focused, so that it is read aloud.
function useFocusOnStep(step: Step, titleId: string): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    document.getElementById(titleId)?.focus();
  }, [step, titleId]);
}
