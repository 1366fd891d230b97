import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { safeParse } from 'valibot';
import {
  type Errors,
  type FormField,
  type FormValues,
  type NewCategoryValues,
  NO_NEW_CATEGORY,
} from '../../browser/core/forms/form-values.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { readAmount } from '../../domain/amount-text.ts';
import { type WizardInput, wizardSchema } from '../../domain/recurring/templates/wizard.schema.ts';
import { type IslandForm, useFormValues, useIslandForm } from '../form/use-island-form.ts';
import { useWhenReleased } from '../hooks.ts';
import type { DialogExtras } from '../transaction-form/form-properties.ts';
import { previewAsTyped } from './live-preview.ts';
import { requestPreview, templateErrors } from './template-api.ts';
import { startAfter } from './template-values.ts';
import type { ShownPreview, WizardProperties, WizardValues } from './wizard-properties.ts';

const DAYS: FormField[] = ['dayOfMonth', 'dayOfWeek'];
const ENDS: FormField[] = ['recurringEndDate', 'recurringMaxOccurrences'];

/** Fields by the field on which their meaning depends. */
const DEPENDENT: Record<string, FormField[]> = {
  date: ['recurringEndDate'],
  recurringFrequency: DAYS,
  recurringEndType: ENDS,
  isRecurring: ['date', 'name', 'recurringInterval', ...DAYS, ...ENDS],
};

/**
 * The wizard's form with its live preview and the server's step. With scripts all steps are one view; a page from the
 * server keeps its look until hydration.
 */
export function useWizard(properties: WizardProperties & DialogExtras<WizardInput>, t: Translate) {
  const { today, writing, mode, idPrefix = '', onSave } = properties;
  const [step, setStep] = useState(properties.step);
  const schemaOf = (values: FormValues) =>
    wizardSchema(values as object, {
      today,
      style: writing,
      own: mode === 'edit' ? properties.values : undefined,
      isNew: mode !== 'edit',
    });
  const form = useIslandForm<WizardInput>({
    values: { ...NO_NEW_CATEGORY, ...properties.values },
    schemaOf,
    idPrefix,
    inDialog: Boolean(onSave),
    errors: properties.errors,
    save: onSave && ((input) => save(input)),
    onDirty: properties.onDirty,
    t,
  });
  const values = useFormValues(form) as WizardValues & NewCategoryValues;
  const parsedAmount = readAmount(values.amount, writing, { own: values.amount });
  const amount = 'minor' in parsedAmount ? Math.abs(parsedAmount.minor) : 0;
  // A button must not change its meaning while it is pressed, or while it is focused and Enter could press it.
  const isLive = useWhenReleased(form.isReady && step === 'setup', '.wizard .button-primary:focus');
  const check = () => safeParse(schemaOf(values), values);
  const live = useLivePreview(properties, { isLive, values, amount, check });
  useSuggestedStart(form, values, properties);

  const save = async (input: WizardInput): Promise<Errors> => {
    if (input.isRecurring && mode === 'edit' && !live.isCurrent) {
      const answer = await live.refresh(input);
      if (!('preview' in answer)) return answer;
      if (answer.preview.scopes) {
        // The latest figures, which decide how much changes, have not been seen yet.
        document.getElementById(form.idOf('scope'))?.focus();
        return {};
      }
    }
    return (await onSave?.(input)) ?? {};
  };

  // Fields that another choice has made irrelevant have no errors.
  const clearDependentErrors = ({ target }: { target: EventTarget }) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    for (const dependent of DEPENDENT[name] ?? []) if (form.errorOf(dependent)) form.clearError(dependent);
  };

  // Focusing the title of the new step makes it read aloud.
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) document.getElementById(`${idPrefix}step-title`)?.focus();
    before.current = step;
  }, [step, idPrefix]);

  const saves = step === 'preview' || (isLive && (mode !== 'edit' || live.isCurrent));
  return {
    form,
    t,
    values,
    amount,
    scope: values.scope === 'all' ? ('all' as const) : ('future' as const),
    step,
    isLive,
    live,
    /** The action of the main button: a change without figures is previewed by the server first. */
    next: saves ? ('save' as const) : ('preview' as const),
    clearDependentErrors,
    back: () => setStep('setup'),
  };
}

/** How long typing must pause before the server is asked, in ms. */
const PAUSE = 400;

/** Stands for the initial values, whose preview is part of the page. */
const AS_OPENED = '';

interface Current {
  isLive: boolean;
  values: WizardValues & NewCategoryValues;
  amount: number;
  check: () => ReturnType<typeof safeParse<ReturnType<typeof wizardSchema>>>;
}

export interface LivePreview {
  /** The latest preview of valid values. */
  preview: ShownPreview | undefined;
  isCurrent: boolean;
  /** What is missing or invalid: a text key or a text. */
  error: string | undefined;
  refresh: (input: WizardInput) => Promise<{ preview: ShownPreview } | Errors>;
}

/**
 * The live preview. For a new template it is computed at each key. For a change it is requested when typing pauses,
 * because only the server knows the skipped dates and the number of changed transactions.
 */
function useLivePreview(
  properties: WizardProperties,
  { isLive, values, amount, check }: Current,
): LivePreview {
  const { mode, basedOn, today, ahead, writing } = properties;
  const id = mode === 'edit' ? properties.id : undefined;
  // The initial preview stays visible until the server has answered about the current values.
  const [latest, setLatest] = useState(ahead && { of: AS_OPENED, preview: ahead });
  const [refused, setRefused] = useState<{ of: string; error: string }>();
  const { scope: _scope, ...typed } = values;
  const typedKey = JSON.stringify(typed);
  const current = useRef(typedKey);
  current.current = typedKey;

  const ask = async (input: WizardInput) => {
    try {
      const preview = await requestPreview(input, { id: id ?? '', basedOn });
      // Ignores answers about earlier values. Synchronous, so that what depends on it can be focused.
      if (current.current === typedKey) flushSync(() => setLatest({ of: typedKey, preview }));
      return { preview };
    } catch (error) {
      const errors = templateErrors(error, 'transactions:form.submitFailed');
      setRefused({ of: typedKey, error: errors.fields?.[0]?.message ?? errors.form ?? '' });
      return errors;
    }
  };
  const askSoon = useEffectEvent(() => {
    const checked = check();
    return checked.success
      ? setTimeout(() => void ask(checked.output), latest && latest.of !== AS_OPENED ? PAUSE : 0)
      : undefined;
  });
  useEffect(() => {
    if (!isLive || !id || !typedKey) return;
    const timer = askSoon();
    return () => clearTimeout(timer);
  }, [isLive, id, typedKey]);

  if (id) {
    const checked = isLive ? check() : undefined;
    const invalid = checked?.success === false ? checked.issues[0].message : undefined;
    return {
      preview: latest?.preview,
      isCurrent: latest?.of === typedKey,
      error: invalid ?? (refused?.of === typedKey ? refused.error : undefined),
      refresh: ask,
    };
  }
  const now = isLive
    ? previewAsTyped(values, { today, amount, now: new Date(), currency: writing.currency })
    : undefined;
  const isValid = now !== undefined && !('error' in now);
  if (isValid && latest?.of !== typedKey) setLatest({ of: typedKey, preview: now });
  return {
    preview: isValid ? now : latest?.preview,
    isCurrent: isValid,
    error: now && 'error' in now ? now.error : undefined,
    refresh: async () => ({ preview: now as ShownPreview }),
  };
}

// A template made from a transaction starts on the next date after it, for any frequency.
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
    // A date that the person chose stays.
    if (!start || values.date !== suggested.current || start === values.date) return;
    suggested.current = start;
    form.fill('date', start);
  });
  useEffect(() => suggest(recurringFrequency, recurringInterval), [recurringFrequency, recurringInterval]);
}
