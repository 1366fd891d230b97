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
  const read = readAmount(values.amount, writing, { own: values.amount });
  const amount = 'minor' in read ? Math.abs(read.minor) : 0;
  // A button must not change its meaning while it is being pressed, or while it is the next thing that Enter presses.
  const isLive = useWhenReleased(form.isReady && step === 'setup', '.wizard .button-primary:focus');
  const check = () => safeParse(schemaOf(values), values);
  const live = useLivePreview(properties, { isLive, values, amount, check });
  useSuggestedStart(form, values, properties);

  const save = async (input: WizardInput): Promise<Errors> => {
    if (input.isRecurring && mode === 'edit' && !live.isCurrent) {
      const answer = await live.refresh(input);
      if (!('preview' in answer)) return answer;
      if (answer.preview.scopes) {
        // The figures of what was typed last have not been seen yet, and they decide how much changes.
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

  // The title of the new step is focused, so that it is read aloud.
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
    /** What the main button does: without the figures of a change the server shows them first. */
    next: saves ? ('save' as const) : ('preview' as const),
    clearDependentErrors,
    back: () => setStep('setup'),
  };
}

/** How long a person has stopped typing before the server is asked, in ms. */
const PAUSE = 400;

/** In place of the values that a preview is of. */
const AS_OPENED = '';

interface Current {
  isLive: boolean;
  values: WizardValues & NewCategoryValues;
  /** Minor units. */
  amount: number;
  check: () => ReturnType<typeof safeParse<ReturnType<typeof wizardSchema>>>;
}

export interface LivePreview {
  /** The latest one of valid values. */
  preview: ShownPreview | undefined;
  /** Whether it is of the current values. */
  isCurrent: boolean;
  /** What is missing or wrong: a text key or a text. */
  error: string | undefined;
  /** Gets the preview of the current values, whatever it costs. */
  refresh: (input: WizardInput) => Promise<{ preview: ShownPreview } | Errors>;
}

/**
 * The preview of what is typed. That of a new template is computed at each key; of a change the server knows more, such
 * as skipped dates and how many transactions change, and it is asked when typing pauses.
 */
function useLivePreview(
  properties: WizardProperties,
  { isLive, values, amount, check }: Current,
): LivePreview {
  const { mode, basedOn, today, ahead, writing } = properties;
  const id = mode === 'edit' ? properties.id : undefined;
  // What the page came with stays in sight until the server has answered about what is in the form now.
  const [latest, setLatest] = useState(ahead && { of: AS_OPENED, preview: ahead });
  const [refused, setRefused] = useState<{ of: string; error: string }>();
  const { scope: _scope, ...typed } = values;
  const of = JSON.stringify(typed);
  const current = useRef(of);
  current.current = of;

  const ask = async (input: WizardInput) => {
    try {
      const preview = await requestPreview(input, { id: id ?? '', basedOn });
      // An answer about earlier values comes too late. At once, so that what depends on it can be focused.
      if (current.current === of) flushSync(() => setLatest({ of, preview }));
      return { preview };
    } catch (error) {
      const errors = templateErrors(error, 'transactions:form.submitFailed');
      setRefused({ of, error: errors.fields?.[0]?.message ?? errors.form ?? '' });
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
    if (!isLive || !id || !of) return;
    const timer = askSoon();
    return () => clearTimeout(timer);
  }, [isLive, id, of]);

  if (id) {
    const checked = isLive ? check() : undefined;
    const invalid = checked?.success === false ? checked.issues[0].message : undefined;
    return {
      preview: latest?.preview,
      isCurrent: latest?.of === of,
      error: invalid ?? (refused?.of === of ? refused.error : undefined),
      refresh: ask,
    };
  }
  const now = isLive
    ? previewAsTyped(values, { today, amount, now: new Date(), currency: writing.currency })
    : undefined;
  const isValid = now !== undefined && !('error' in now);
  if (isValid && latest?.of !== of) setLatest({ of, preview: now });
  return {
    preview: isValid ? now : latest?.preview,
    isCurrent: isValid,
    error: now && 'error' in now ? now.error : undefined,
    refresh: async () => ({ preview: now as ShownPreview }),
  };
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
