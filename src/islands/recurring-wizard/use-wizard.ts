import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { safeParse } from 'valibot';
import type {
  Errors,
  FormField,
  FormValues,
  NewCategoryValues,
} from '../../browser/core/forms/form-values.ts';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { type WizardInput, wizardSchema } from '../../domain/recurring/templates/wizard.schema.ts';
import {
  previewAsTyped,
  type ShownPreview,
  startAfter,
  type WizardValues,
} from '../../domain/recurring/templates/wizard-values.ts';
import { type DialogExtras, type FormProperties, storedIn } from '../form/form-properties.ts';
import { type IslandForm, useFormValues, useIslandForm } from '../form/island-form.tsx';
import { useWhenReleased } from '../hooks.ts';
import { requestPreview, templateErrors } from './template-api.ts';

export interface WizardProperties extends FormProperties<WizardValues> {
  id?: string | undefined;
  isPaused?: boolean | undefined;
  like?: LikeTransaction | undefined;
  /** The step of the server; with scripts all are beside each other. */
  step: 'setup' | 'preview';
  /** The preview in the first step, before anything is typed. */
  ahead?: ShownPreview | undefined;
  preview?: ShownPreview | undefined;
}

export interface LikeTransaction {
  description: string;
  date: string;
  payee: string | null;
}

/** The fields that matter only for some choices, and the choices. */
const DEPENDENT: FormField[] = [
  'date',
  'name',
  'recurringInterval',
  'dayOfMonth',
  'dayOfWeek',
  'recurringEndDate',
  'recurringMaxOccurrences',
];
const CHOICES = ['date', 'recurringFrequency', 'recurringEndType', 'isRecurring'];

/** The form with its live preview; a page from the server keeps its look until hydration. */
export function useWizard(properties: WizardProperties & DialogExtras<WizardInput>) {
  const { today, writing, mode, step, onSave } = properties;
  const stored = storedIn(properties);
  const schemaOf = (values: FormValues) =>
    wizardSchema(values as object, {
      today,
      style: { ...writing, currency: currencyIn(writing, (values as Partial<WizardValues>).accountId) },
      current: stored ?? (mode === 'edit' ? properties.values : undefined),
      isNew: mode !== 'edit',
      isStored: Boolean(stored),
    });
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
  const form = useIslandForm<WizardInput>(properties, schemaOf, onSave && save);
  const values = useFormValues(form) as WizardValues & NewCategoryValues;
  // A button must not change its meaning while it is pressed, or while it is focused and Enter could press it.
  const isLive = useWhenReleased(form.isReady && step === 'setup', '.wizard [name^=step]:focus');
  const live: LivePreview = useLivePreview(properties, values, isLive, () =>
    safeParse(schemaOf(values), values),
  );
  useSuggestedStart(form, values, properties);
  const saves = step === 'preview' || (isLive && (mode !== 'edit' || live.isCurrent));
  return {
    form,
    values,
    scope: values.scope === 'all' ? ('all' as const) : ('future' as const),
    isLive,
    live,
    /** A change without figures, and a new template that begins in the past, are previewed by the server. */
    next: saves ? ('save' as const) : mode === 'edit' ? ('preview' as const) : ('create' as const),
    // Fields that another choice has made irrelevant have no errors.
    recheck({ target }: { target: EventTarget }) {
      const { name } = target as HTMLInputElement;
      if (!CHOICES.includes(name)) return;
      void form.trigger(DEPENDENT.filter((field) => field !== name && form.errorOf(field)));
    },
  };
}

/** How long typing must pause before the server is asked, in ms. */
const PAUSE = 400;

/** Stands for the initial values, whose preview is part of the page. */
const AS_OPENED = '';

export interface LivePreview {
  preview: ShownPreview | undefined;
  isCurrent: boolean;
  /** What is missing or invalid: a text key or a text. */
  error?: string | undefined;
  refresh: (input: WizardInput) => Promise<{ preview: ShownPreview } | Errors>;
}

/**
 * The live preview. For a new template it is computed at each key. For a change it is requested when typing pauses,
 * because only the server knows the skipped dates and the number of changed transactions.
 */
function useLivePreview(
  properties: WizardProperties,
  values: WizardValues,
  isLive: boolean,
  check: () => ReturnType<typeof safeParse<ReturnType<typeof wizardSchema>>>,
): LivePreview {
  const { mode, basedOn, today, ahead, writing } = properties;
  const style = { ...writing, currency: currencyIn(writing, values.accountId) };
  const id = mode === 'edit' ? properties.id : undefined;
  const typedKey = JSON.stringify({ ...values, scope: '' });
  const current = useRef(typedKey);
  current.current = typedKey;
  // The initial preview stays visible until the server has answered about the current values.
  const [answer, setAnswer] = useState<{ of: string; preview: ShownPreview | undefined; error?: string }>({
    of: AS_OPENED,
    preview: ahead,
  });

  const refresh = async (input: WizardInput) => {
    try {
      const preview = await requestPreview(input, { id: id ?? '', basedOn });
      // Ignores answers about earlier values. Synchronous, so that what depends on it can be focused.
      if (current.current === typedKey) flushSync(() => setAnswer({ of: typedKey, preview }));
      return { preview };
    } catch (error) {
      const errors = templateErrors(error, 'transactions:form.submitFailed');
      const message = errors.fields?.[0]?.message ?? errors.form ?? '';
      setAnswer(({ preview }) => ({ of: typedKey, preview, error: message }));
      return errors;
    }
  };
  const refreshSoon = useEffectEvent(() => {
    const checked = check();
    const pause = answer.of === AS_OPENED ? 0 : PAUSE;
    return checked.success ? setTimeout(() => void refresh(checked.output), pause) : undefined;
  });
  useEffect(() => {
    if (!isLive || !id || !typedKey) return;
    const timer = refreshSoon();
    return () => clearTimeout(timer);
  }, [isLive, id, typedKey]);

  if (id) {
    const checked = isLive ? check() : undefined;
    const invalid = checked?.success === false ? checked.issues[0].message : undefined;
    const error = answer.of === typedKey ? answer.error : undefined;
    const isCurrent = answer.of === typedKey && !error;
    return { preview: answer.preview, isCurrent, error: invalid ?? error, refresh };
  }
  const now = isLive ? previewAsTyped(values, { today, now: new Date(), style }) : undefined;
  if (!now || 'error' in now)
    return { preview: answer.preview, isCurrent: false, error: now?.error, refresh };
  if (answer.of !== typedKey) setAnswer({ of: typedKey, preview: now });
  return { preview: now, isCurrent: true, refresh };
}

// A template made from a transaction starts on the next date after it, for any frequency.
function useSuggestedStart(
  form: IslandForm,
  values: WizardValues,
  { like, today }: Pick<WizardProperties, 'like' | 'today'>,
): void {
  const { recurringFrequency, recurringInterval } = values;
  const suggested = useRef(like && startAfter(like.date, today, values));
  const suggest = useEffectEvent((choice: Pick<WizardValues, 'recurringFrequency' | 'recurringInterval'>) => {
    const start = like && startAfter(like.date, today, choice);
    // A date that the person chose stays.
    if (!start || values.date !== suggested.current || start === values.date) return;
    suggested.current = start;
    form.fill('date', start);
  });
  useEffect(
    () => suggest({ recurringFrequency, recurringInterval }),
    [recurringFrequency, recurringInterval],
  );
}
