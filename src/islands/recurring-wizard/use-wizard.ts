import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { repeats, type WizardInput, wizardSchema } from '../../domain/recurring/templates/wizard.schema.ts';
import { type FormField, NO_NEW_CATEGORY } from '../form/form-values.ts';
import { type Save, useFormValues, useIslandForm } from '../form/use-island-form.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import type { Translate } from '../translate.ts';
import { requestPreview, templateFaults } from './template-api.ts';
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
 * The behaviour of the wizard: its form, and its current step. All fields stay in the form at every step, so that going
 * back shows them unchanged and posting sends them.
 */
export function useWizard({ idPrefix, inDialog, onSave, onDirty, t, ...given }: Given) {
  const { today, writing, mode, id } = given;
  const [shown, setShown] = useState({ step: given.step, preview: given.preview });
  const { step } = shown;

  const showPreview = async (input: WizardInput) => {
    const asked = JSON.stringify(form.values());
    try {
      const preview = await requestPreview(input, mode === 'edit' ? id : undefined, today);
      // A preview of outdated values does not interrupt a person who continues typing.
      if (JSON.stringify(form.values()) === asked) setShown({ step: 'preview', preview });
      return {};
    } catch (error) {
      return templateFaults(error, 'transactions:form.submitFailed');
    }
  };
  const save = async (input: WizardInput) => {
    if (input.isRecurring && step !== 'confirm') return showPreview(input);
    const faults = (await onSave?.(input)) ?? {};
    // The invalid fields belong to the first step, and must be rendered before one of them is focused.
    if (faults.fields?.length) flushSync(() => setShown((before) => ({ ...before, step: 'setup' })));
    return faults;
  };

  const form = useIslandForm<WizardInput>({
    values: { ...NO_NEW_CATEGORY, ...given.values },
    schemaOf: (values) =>
      wizardSchema(values, { today, decimalMark: writing.decimal_separator, isNew: mode !== 'edit' }),
    idPrefix,
    inDialog,
    errors: given.errors,
    save,
    posts: (values) => !onSave && (step === 'confirm' || !repeats(values)),
    onDirty,
    t,
  });
  const values = useFormValues(form) as WizardValues;

  // Fields that another choice has made irrelevant have no errors.
  const clearDependentErrors = ({ target }: { target: EventTarget }) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    for (const dependent of DEPENDENT[name] ?? []) if (form.errorOf(dependent)) form.clearError(dependent);
  };

  return {
    form,
    values,
    scope: values.scope === 'all' ? ('all' as const) : ('future' as const),
    clearDependentErrors,
    ...useFocusOnStep(useWhenReleased(shown), `${idPrefix}step-title`),
    go: (next: Step) => setShown((before) => ({ ...before, step: next })),
  };
}

// The title of the new step is focused, so that it is read aloud.
function useFocusOnStep<Shown extends { step: Step }>(shown: Shown, titleId: string): Shown {
  const before = useRef(shown.step);
  useEffect(() => {
    if (before.current === shown.step) return;
    before.current = shown.step;
    document.getElementById(titleId)?.focus();
  }, [shown.step, titleId]);
  return shown;
}
