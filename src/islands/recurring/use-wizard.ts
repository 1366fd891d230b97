import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { repeats, type WizardInput, wizardSchema } from '../../domain/recurring/form/schema.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import type { FormField } from '../transaction/form-properties.ts';
import type { Say } from '../transaction/say.ts';
import { type Fields, type Save, useTransactionForm } from '../transaction/use-transaction-form.ts';
import { faultsOf, requestPreview } from './request-preview.ts';
import type { Step, WizardProperties } from './wizard-properties.ts';

type Given = WizardProperties & {
  idPrefix: string;
  /** Saves without leaving the page; without it the browser posts the form. */
  onSave: Save<WizardInput> | undefined;
  say: Say;
};

const DAYS: FormField[] = ['dayOfMonth', 'dayOfWeek'];
const ENDS: FormField[] = ['recurringEndDate', 'recurringMaxOccurrences'];

/** Which fields mean something else, or nothing, once another one is changed. */
const DEPENDENT: Record<string, FormField[]> = {
  date: ['recurringEndDate'],
  recurringFrequency: DAYS,
  recurringEndType: ENDS,
  isRecurring: ['date', 'name', 'recurringInterval', ...DAYS, ...ENDS],
};

/**
 * The behaviour of the wizard: its form, and which step of it is shown. All fields stay in the form at every step, so
 * that going back shows them as they were left and posting sends them.
 */
export function useWizard({ idPrefix, onSave, say, ...given }: Given) {
  const { today, writing, mode, id } = given;
  const [shown, setShown] = useState({ step: given.step, preview: given.preview, values: given.values });
  const [scope, setScope] = useState<'future' | 'all'>(given.values.scope === 'all' ? 'all' : 'future');
  const { step } = shown;
  const {
    newCategoryName: _name,
    newCategoryColor: _color,
    newCategoryIcon: _icon,
    ...errors
  } = given.errors;
  const isLast = (fields: Fields) => step === 'confirm' || !repeats(fields);

  const showPreview = async (input: WizardInput) => {
    const typed = typedIn(form.element.current);
    try {
      const preview = await requestPreview(input, mode === 'edit' ? id : undefined, today);
      // Whoever types on meanwhile is not led away from it, to numbers of what stood there before.
      const isStill = JSON.stringify(typedIn(form.element.current)) === JSON.stringify(typed);
      if (isStill) setShown({ step: 'preview', preview, values: { ...given.values, ...typed } });
      return {};
    } catch (error) {
      return faultsOf(error, 'transactions:form.submitFailed');
    }
  };
  const save = async (input: WizardInput) => {
    if (input.isRecurring && step !== 'confirm') return showPreview(input);
    const faults = (await onSave?.(input)) ?? {};
    // The fields that are faulty stand in the first step, and have to be there before the focus goes to them.
    if (faults.fields?.length) flushSync(() => setShown((before) => ({ ...before, step: 'setup' })));
    return faults;
  };

  const form = useTransactionForm<WizardInput>({
    schemaOf: (fields) =>
      wizardSchema(fields, { today, decimalMark: writing.decimal_separator, isNew: mode !== 'edit' }),
    idPrefix,
    errors,
    save,
    posts: (fields) => !onSave && isLast(fields),
    say,
  });

  // What another choice has made meaningless is no fault any more.
  const forgive = ({ target }: { target: EventTarget }) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    for (const dependent of DEPENDENT[name] ?? []) if (form.errorOf(dependent)) form.forgive(dependent);
  };

  return {
    form,
    forgive,
    ...useFocusOnStep(useWhenReleased(shown), `${idPrefix}step-title`),
    go: (next: Step) => setShown((before) => ({ ...before, step: next })),
    scope,
    setScope,
  };
}

// Whoever goes on to another step hears and sees which one it is.
function useFocusOnStep<Shown extends { step: Step }>(shown: Shown, titleId: string): Shown {
  const before = useRef(shown.step);
  useEffect(() => {
    if (before.current === shown.step) return;
    before.current = shown.step;
    document.getElementById(titleId)?.focus();
  }, [shown.step, titleId]);
  return shown;
}

function typedIn(form: HTMLFormElement | null): Record<string, string> {
  if (!form) return {};
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
