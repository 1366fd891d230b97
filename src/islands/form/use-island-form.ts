import { valibotResolver } from '@hookform/resolvers/valibot';
import {
  type ChangeEvent,
  type FocusEvent,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { type GenericSchema, safeParse } from 'valibot';
import { toast } from '../../browser/toast.ts';
import type { Translate } from '../translate.ts';
import type { FormField, FormValues } from './form-values.ts';

/** What the server found wrong: `fields` belong to their fields, `form` to the whole form (text keys or words). */
export interface Faults {
  fields?: { field: FormField; message: string }[];
  form?: string;
}

/** Saves what was checked. */
export type Save<Checked> = (checked: Checked) => Promise<Faults>;

interface Given<Checked> {
  /** What the fields hold at first. */
  values: FormValues;
  /** The rules for what the fields hold. */
  schemaOf: (values: FormValues) => GenericSchema<unknown, Checked>;
  /** Put before the id of each field, where two forms may be on one page. */
  idPrefix: string;
  inDialog: boolean;
  errors: Partial<Record<FormField, string | undefined>>;
  /** Saves without leaving the page; without it the browser posts the form. */
  save: Save<Checked> | undefined;
  /** Whether the browser posts these values by itself. */
  posts?: (values: FormValues) => boolean;
  /** Is called when the form begins or ceases to hold changes that would be lost. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
  t: Translate;
}

/** What every field of the form gets. */
export type IslandForm = ReturnType<typeof useIslandForm>;

/**
 * A form that the server has rendered or a dialog shows. react-hook-form holds its state: values, errors, what was
 * changed, whether it is being sent. The fields stay uncontrolled, so that what was typed before the island arrived is
 * read from the page and not replaced.
 */
export function useIslandForm<Checked extends object = object>({
  values: given,
  schemaOf,
  idPrefix,
  inDialog,
  errors: givenErrors,
  save,
  posts = () => !save,
  onDirty,
  t,
}: Given<Checked>) {
  const [start] = useState(given);
  const [serverErrors] = useState(() => asFieldErrors(givenErrors));
  const element = useRef<HTMLFormElement>(null);
  const prepare = useRef<() => Promise<boolean>>(undefined);
  const form = useForm<FormValues, unknown, Checked>({
    defaultValues: start,
    errors: serverErrors,
    resolver: (values, context, options) =>
      valibotResolver(schemaOf(values) as GenericSchema<FormValues, Checked>)(values, context, options),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting, isReady, dirtyFields } = form.formState;
  // How much of a recurring template is meant changes nothing by itself.
  const isDirty = Object.keys(dirtyFields).some((name) => name !== 'scope');

  // The library reads what was typed before it arrived, but no radio buttons, and it notifies nobody.
  useEffect(() => {
    if (inDialog || !element.current) return;
    const data = new FormData(element.current);
    const inPage = Object.keys(start).map((name) => [name, String(data.get(name) ?? '')]);
    form.setValues(Object.fromEntries(inPage), { shouldDirty: true });
  }, [form.setValues, inDialog, start]);

  // In a dialog people begin at the amount.
  const begin = useEffectEvent(() => inDialog && form.setFocus('amount'));
  useEffect(() => void begin(), []);

  const noteDirty = useEffectEvent((now: boolean) => onDirty?.(now));
  useEffect(() => {
    noteDirty(isDirty);
    return () => noteDirty(false);
  }, [isDirty]);

  const check = async (checked: Checked) => {
    if (!save) return;
    const { fields = [], form: fault } = await save(checked);
    for (const { field, message } of fields) form.setError(field, { message });
    if (fields[0]) document.getElementById(`${idPrefix}${fields[0].field}`)?.focus();
    if (fault) form.setError('root', { message: fault });
  };
  const refuse = () => {
    // A toast would lie behind a dialog, out of reach.
    if (save) form.setError('root', { message: 'transactions:form.validationFailed' });
    else toast('error', t('transactions:form.validationFailed'));
  };
  const handle = async (event: SubmitEvent) => {
    const isPrepared = (await prepare.current?.()) ?? true;
    if (isPrepared) await form.handleSubmit(check, refuse)(event);
  };

  const forgive = (name: FormField) => {
    form.clearErrors(name);
    form.clearErrors('root');
  };
  const choose = (name: FormField, value: string) => {
    form.setValue(name, value, { shouldDirty: true });
    forgive(name);
  };

  return {
    /** The form element. */
    element,
    control: form.control as ReturnType<typeof useForm<FormValues>>['control'],
    /** What the fields held at first. */
    start,
    /** What the fields hold now; `useFormValues` follows them. */
    values: () => form.getValues(),

    /** Whether the form is alive: what needs scripts can be shown. */
    isReady,
    /** Whether an answer is awaited: nothing is sent a second time. */
    sending: isSubmitting,
    /**
     * Whether something is known to be wrong with a field. Before the island runs the form can always be sent; a new
     * category has buttons of its own.
     */
    isFaulty: isReady && Object.keys(errors).some((name) => !/^(root$|newCategory)/.test(name)),
    /** A fault of the whole form: a text key or words. */
    fault: errors.root?.message,
    /** A fault of a part of the form that has its own buttons. */
    faultOf: (part: string) => errors.root?.[part]?.message,
    /** Called before the form is checked; where it gives `false`, nothing is sent. */
    prepare,

    submit(event: SubmitEvent<HTMLFormElement>) {
      if (isSubmitting) return event.preventDefault();
      const values = form.getValues();
      // Nothing is stopped and sent again later: what is right is posted at once, however busy the machine is.
      if (posts(values) && safeParse(schemaOf(values), values).success) {
        void form.handleSubmit(untilReturn)();
        return;
      }
      event.preventDefault();
      void handle(event);
    },

    /** What was found wrong with a field counts no more. */
    forgive,
    blame: (name: FormField | `root.${string}`, message: string) => form.setError(name, { message }),

    idPrefix,
    idOf: (name: FormField) => `${idPrefix}${name}`,

    /** The text key or words of a field's fault. */
    errorOf: (name: FormField) => errors[name]?.message,

    /** A person has chosen the value of a field that is not bound, such as radio buttons. */
    choose,

    /** Fills a field for the person. */
    fill(name: FormField, value: string) {
      choose(name, value);
      // As if it had been typed, for scripts of the page that follow its forms.
      element.current?.dispatchEvent(new Event('input', { bubbles: true }));
    },

    /** The attributes that tie a control to its name, hint and error. */
    bind(
      name: FormField,
      { hint = false, tidy }: { hint?: boolean; tidy?: (input: HTMLInputElement) => void } = {},
    ) {
      const { onChange, onBlur, ref } = form.register(name);
      const id = `${idPrefix}${name}`;
      const described = [hint && `${id}-hint`, errors[name] && `${id}-error`].filter(Boolean).join(' ');
      return {
        id,
        name,
        ref,
        defaultValue: start[name],
        'aria-invalid': errors[name] ? true : undefined,
        'aria-describedby': described || undefined,
        onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) {
          if (tidy && event.target instanceof HTMLInputElement) tidy(event.target);
          if (errors[name] || errors.root) forgive(name);
          void onChange(event);
        },
        // A field that was only passed through is not checked, nor one that is left for a button: the button would move
        // away under the pointer, and whatever it does finds the same faults.
        onBlur(event: FocusEvent) {
          void onBlur(event);
          const leavesToButton = event.relatedTarget instanceof HTMLButtonElement;
          if (form.getFieldState(name).isDirty && !leavesToButton) void form.trigger(name);
        },
      };
    },
  };
}

/** What the fields hold, whoever put it there; on the server and until the island runs, what they held at first. */
export function useFormValues({ control }: IslandForm): FormValues {
  return useWatch({ control }) as FormValues;
}

// While the browser posts the form. A page that comes back from the browser's memory may be sent again.
function untilReturn(): Promise<void> {
  return new Promise((done) => {
    addEventListener('pageshow', ({ persisted }) => persisted && done());
  });
}

function asFieldErrors(errors: Given<object>['errors']): FieldErrors<FormValues> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([, message]) => message)
      .map(([name, message]) => [name, { type: 'server', message }]),
  );
}
