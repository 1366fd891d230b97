import { valibotResolver } from '@hookform/resolvers/valibot';
import {
  type ButtonHTMLAttributes,
  type ChangeEvent,
  createContext,
  type FocusEvent,
  type FormHTMLAttributes,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { type GenericSchema, safeParse } from 'valibot';
import { type FormField, type FormValues, NO_NEW_CATEGORY } from '../../browser/core/forms/form-values.ts';
import { FILLED, UNSENT } from '../../browser/core/names.ts';
import { toast } from '../../browser/core/notices/toast.ts';
import { messageText, translatorOf } from '../../browser/core/texts/translate.ts';
import { CURRENCIES } from '../../i18n/currencies.ts';
import { dateFieldText, EXAMPLE_DATE, formatter } from '../../i18n/format.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { TranslateContext } from '../hooks.ts';
import type { DialogExtras, FormProperties } from './form-properties.ts';
import { readMoments, showMoments } from './moment-values.ts';

export type IslandForm = ReturnType<typeof useIslandForm>;

/**
 * A form rendered by the server or in a dialog; react-hook-form holds its state. The fields are uncontrolled, so that
 * text typed before hydration is read from the page and not replaced.
 */
export function useIslandForm<Checked extends object = object>(
  properties: FormProperties & DialogExtras<Checked>,
  schemaOf: (values: FormValues) => GenericSchema<unknown, Checked>,
  save = properties.onSave,
) {
  const { onSave: _onSave, ...shown } = properties;
  const { language, writing, idPrefix = '', onDirty } = shown;
  const inDialog = Boolean(save);
  const [t] = useState(() =>
    translatorOf(properties.texts, language, {
      currency: CURRENCIES[writing.currency],
      example: dateFieldText(EXAMPLE_DATE, writing),
    }),
  );
  const [created, setCreated] = useState<CategoryChoice[]>([]);
  const [start] = useState<FormValues>({ ...NO_NEW_CATEGORY, ...properties.values });
  const [serverErrors] = useState(() => asFieldErrors(properties.errors));
  const element = useRef<HTMLFormElement>(null);
  const prepare = useRef<() => Promise<boolean>>(undefined);
  const pressed = useRef<string>(undefined);
  const edited = useRef(new Set<FormField>());
  // The library has what the fields show; everything else gets local calendar dates, and times as HH:MM.
  const read = (typed: FormValues) => readMoments(typed, writing);
  const show = (values: FormValues) => showMoments(values, writing);
  const startTexts = show(start);
  const form = useForm<FormValues, unknown, Checked>({
    defaultValues: startTexts,
    errors: serverErrors,
    resolver(typed, context, options) {
      const values = read(typed);
      return valibotResolver(schemaOf(values) as GenericSchema<FormValues, Checked>)(
        values,
        context,
        options,
      );
    },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting, isReady, dirtyFields } = form.formState;
  // The choice of a scope alone changes nothing.
  const isDirty = Object.keys(dirtyFields).some((name) => name !== 'scope');

  // The library reads text typed before hydration, but not radio buttons, and does not report the change.
  useEffect(() => {
    if (inDialog || !element.current) return;
    const data = new FormData(element.current);
    const inPage = Object.keys(start).map((name) => [name, String(data.get(name) ?? '')]);
    form.setValues(Object.fromEntries(inPage), { shouldDirty: true });
  }, [form.setValues, inDialog, start]);

  useEffect(() => {
    const take = (event: Event) => form.setValues((event as CustomEvent).detail, { shouldDirty: true });
    const formElement = element.current;
    formElement?.addEventListener(FILLED, take);
    return () => formElement?.removeEventListener(FILLED, take);
  }, [form.setValues]);

  const noteInput = () => element.current?.dispatchEvent(new Event('input', { bubbles: true }));
  // Scripts of the page that follow its forms listen for typing. A field has its value once it is drawn.
  const [fills, noteFill] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (fills > 0) element.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [fills]);
  // In a dialog the amount gets the focus, unless the person is in another field already.
  const begin = useEffectEvent(() => {
    if (!inDialog) return;
    const { entered, ...values } = properties.typedBefore?.() ?? {};
    for (const [name, typed] of Object.entries(values)) {
      const since = form.getValues(name as FormField) ?? '';
      form.setValue(name as FormField, typed + since, { shouldDirty: true });
    }
    if (!document.activeElement?.matches('dialog form .input')) form.setFocus('amount');
    if (entered !== undefined) element.current?.requestSubmit();
    // As if it had been typed here, so that it is stored as a draft; delayed, because a draft of an earlier page is
    // offered first.
    if (Object.keys(values).length > 0) setTimeout(noteInput);
  });
  useEffect(() => void begin(), []);

  const noteDirty = useEffectEvent((now: boolean) => onDirty?.(now));
  useEffect(() => {
    noteDirty(isDirty);
    return () => noteDirty(false);
  }, [isDirty]);

  // After the errors are rendered, so that the name and the error of the focused field are read aloud, not only its
  // input.
  useEffect(() => {
    const focused = element.current?.querySelector('[aria-invalid=true]:focus');
    if (!isSubmitting) focused?.closest('.field, fieldset')?.scrollIntoView({ block: 'nearest' });
  }, [isSubmitting]);

  const saveChecked = async (checked: Checked) => {
    if (!save) return;
    const { fields = [], form: error } = await save(checked, pressed.current);
    for (const { field, message } of fields) {
      form.setError(field, { message });
      unfold(field);
    }
    if (fields[0]) unfold(fields[0].field)?.focus();
    if (error) form.setError('root', { message: error });
  };
  // A folded field cannot get the focus.
  const unfold = (name: string) => {
    const field = document.getElementById(`${idPrefix}${name}`);
    let folded = field?.closest('details');
    while (folded) {
      folded.open = true;
      folded = folded.parentElement?.closest('details');
    }
    return field;
  };
  const refuse = (refused: FieldErrors<FormValues>) => {
    for (const name of Object.keys(refused)) unfold(name);
    // A toast would be out of reach behind a dialog.
    if (save) form.setError('root', { message: 'transactions:form.validationFailed' });
    else toast('error', t('transactions:form.validationFailed'));
  };
  const handle = async (event: SubmitEvent) => {
    const isPrepared = (await prepare.current?.()) ?? true;
    if (isPrepared) await form.handleSubmit(saveChecked, refuse)(event);
  };

  const clearError = (name: FormField) => {
    // A category can take the place of a description.
    form.clearErrors(/category/i.test(name) ? [name, 'description'] : name);
    form.clearErrors('root');
  };
  const choose = (name: FormField, value: string) => {
    form.setValue(name, show({ ...start, [name]: value })[name], { shouldDirty: true });
    clearError(name);
  };

  return {
    ...shown,
    idPrefix,
    inDialog,
    t,
    format: formatter(writing.currency, writing),
    categories: [...properties.categories, ...created],
    addCategory: (category: CategoryChoice) => setCreated((before) => [...before, category]),

    element,
    control: form.control as ReturnType<typeof useForm<FormValues>>['control'],
    start,
    getValues: () => read(form.getValues()),
    read,

    isReady,
    isDirty,
    sending: isSubmitting,
    /** Whether a field is known to be invalid; a new category has its own buttons and does not count. */
    isInvalid: isReady && Object.keys(errors).some((name) => !/^(root$|newCategory)/.test(name)),
    accepts: (values: FormValues) => safeParse(schemaOf(values), values).success,
    /** An error of the whole form: a text key or a text. */
    error: errors.root?.message,
    /** Called before the form is validated; if it returns `false`, nothing is sent. */
    prepare,

    submit(event: SubmitEvent<HTMLFormElement>) {
      if (isSubmitting) return event.preventDefault();
      const values = read(form.getValues());
      // Not prevented and resubmitted later: valid values are posted at once, however busy the machine is.
      if (!save && safeParse(schemaOf(values), values).success) {
        void form.handleSubmit(untilReturn)();
        return;
      }
      event.preventDefault();
      pressed.current = (event.nativeEvent as globalThis.SubmitEvent).submitter?.getAttribute('name') ?? '';
      void handle(event);
    },

    clearError,
    trigger: form.trigger,
    setError: (name: FormField, message: string) => form.setError(name, { message }),
    /** @param named the values that the message mentions */
    errorOf(name: FormField, named?: Record<string, string>): string | undefined {
      const message = errors[name]?.message;
      return message && messageText(t, message, named);
    },

    idOf: (name: FormField) => `${idPrefix}${name}`,

    choose,

    fill(name: FormField, value: string) {
      choose(name, value);
      noteFill();
    },

    /** The attributes of a control. `tidy` normalises its text on leaving, `pasted` what is pasted. */
    bind(name: FormField, { hint, tidy = asTyped, pasted = tidy }: BindOptions = {}) {
      const { onChange, onBlur, ref } = form.register(name);
      const id = `${idPrefix}${name}`;
      const described = [hint && `${id}-hint`, errors[name] && `${id}-error`].filter(Boolean).join(' ');
      return {
        id,
        name,
        ref,
        defaultValue: startTexts[name],
        'aria-invalid': errors[name] ? true : undefined,
        'aria-describedby': described || undefined,
        onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) {
          if (isPasted(event)) event.target.value = pasted(event.target.value);
          edited.current.add(name);
          if (errors[name] || errors.root) clearError(name);
          void onChange(event);
        },
        // An edited field is validated on leaving, except for a button that is pressed: the message would move it away
        // under the pointer, and its action finds the same errors.
        onBlur(event: FocusEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) {
          const typed = event.target.value;
          // Not at each key: whether a comma separates decimals shows only in the whole text.
          if (tidy(typed) !== typed) form.setValue(name, tidy(typed), { shouldDirty: true });
          void onBlur(event);
          const presses =
            event.relatedTarget instanceof HTMLButtonElement && event.relatedTarget.matches(':active');
          const isEdited = edited.current.has(name) || form.getFieldState(name).isDirty;
          if (isEdited && !presses) void form.trigger(name);
        },
      };
    },
  };
}

type Rewrite = (text: string) => string;

const asTyped: Rewrite = (text) => text;

interface BindOptions {
  hint?: unknown;
  tidy?: Rewrite;
  pasted?: Rewrite;
}

function isPasted({ nativeEvent }: ChangeEvent): boolean {
  return /^insertFrom[PD]/.test((nativeEvent as InputEvent).inputType);
}

// Waits while the browser posts the form. If that failed, or the page returns from the back-forward cache, it may be
// sent again.
function untilReturn(): Promise<void> {
  return new Promise((done) => {
    window.addEventListener('pageshow', ({ persisted }) => persisted && done());
    document.addEventListener(UNSENT, () => done(), { once: true });
  });
}

function asFieldErrors(errors: FormProperties['errors']): FieldErrors<FormValues> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, { type: 'server', message }]),
  );
}

const FormContext = createContext<IslandForm | null>(null);

export function useFormContext(): IslandForm {
  return useContext(FormContext) as IslandForm;
}

/** The current values of the fields; on the server and until hydration, the start values. */
export function useFormValues(form?: IslandForm): FormValues {
  const around = useFormContext();
  const { control, read } = form ?? around;
  return read(useWatch({ control }) as FormValues);
}

/** Gives a form to what is in it and beside it. */
export function FormScope({ form, children }: { form: IslandForm; children: ReactNode }) {
  return (
    <TranslateContext value={form.t}>
      <FormContext value={form}>{children}</FormContext>
    </TranslateContext>
  );
}

type PostedProperties = FormHTMLAttributes<HTMLFormElement> & {
  button?: ButtonHTMLAttributes<HTMLButtonElement> | undefined;
};

export function PostedForm({ button, children, ...attributes }: PostedProperties) {
  const { csrf, formKey, basedOn, ...form } = useFormContext();
  return (
    <form
      {...attributes}
      ref={form.element}
      method="post"
      action={form.action}
      noValidate
      data-warn-unsaved={form.inDialog ? undefined : true}
      onSubmit={form.submit}
    >
      {/* Enter presses a form's first button: without this one it would be a preset. */}
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true" {...button}>
        {form.t('transactions:form.save')}
      </button>{' '}
      <input type="hidden" name="_csrf" value={csrf} />
      {formKey && <input type="hidden" name="_key" value={formKey} />}
      {basedOn && <input type="hidden" name="basedOn" value={basedOn} />}
      {children}
    </form>
  );
}
