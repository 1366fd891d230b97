import { valibotResolver } from '@hookform/resolvers/valibot';
import {
  type ChangeEvent,
  type FocusEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { type GenericSchema, safeParse } from 'valibot';
import { toast } from '../../browser/toast.ts';
import type { FormField } from './form-properties.ts';
import type { Say } from './say.ts';
import { useNativeSubmit } from './use-native-submit.ts';

/** Saves what was checked; `fields` are faults for their fields, `form` is one for the whole form. */
export type Save<Checked> = (checked: Checked) => Promise<{
  fields?: { field: FormField; message: string }[];
  form?: string;
}>;

/** What stands in the fields, by name. */
export type Fields = Record<string, FormDataEntryValue>;

interface Given<Checked> {
  /** The rules for what stands in the fields. */
  schemaOf: (fields: Fields) => GenericSchema<unknown, Checked>;
  idPrefix: string;
  errors: Partial<Record<FormField, string | undefined>>;
  save: Save<Checked> | undefined;
  /** Whether the browser sends what stands in the fields by itself; without it, where nothing else saves it. */
  posts?: (fields: Fields) => boolean;
  say: Say;
}

/** What every field of the form gets. */
export type TransactionFormState = ReturnType<typeof useTransactionForm>;

type Values = Record<FormField, string>;

/**
 * The behaviour of the form. The fields stay uncontrolled and have no default values here, so that what was typed
 * before the island arrived is read from the page and not replaced.
 */
export function useTransactionForm<Checked extends object = object>({
  schemaOf,
  idPrefix,
  errors,
  save,
  posts = () => !save,
  say,
}: Given<Checked>) {
  const [given] = useState(() => asFieldErrors(errors));
  const element = useRef<HTMLFormElement>(null);
  const [resolver] = useState(() => resolverOf(element, schemaOf));
  const form = useForm<Values, unknown, Checked>({
    resolver,
    errors: given,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  });
  const [edited] = useState(() => new Set<FormField>());
  const native = useNativeSubmit();
  const busy = useRef(false);
  const faults = form.formState.errors;
  // Until the island runs, what the server found wrong keeps nobody from sending the form again.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);

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
    else toast('error', say('transactions:form.validationFailed'));
  };
  const handle = form.handleSubmit(check, refuse);

  const forgive = (name: FormField) => {
    form.clearErrors(name);
    form.clearErrors('root');
  };

  return {
    /** The form element. */
    element,

    /** Whether an answer is awaited: nothing is sent a second time. */
    sending: form.formState.isSubmitting || native.sent,
    /** Whether something is known to be wrong with a field. */
    isFaulty: isLive && Object.keys(faults).some((name) => name !== 'root'),
    /** A fault of the whole form: a text key or words. */
    fault: faults.root?.message,

    submit(event: SubmitEvent<HTMLFormElement>) {
      const fields = fieldsOf(event.currentTarget);
      if (posts(fields) && native.leaves(event, safeParse(schemaOf(fields), fields).success)) return;
      event.preventDefault();
      if (busy.current) return;
      busy.current = true;
      void handle(event).finally(() => {
        busy.current = false;
      });
    },

    /** What was found wrong with a field counts no more. */
    forgive,

    idOf: (name: FormField) => `${idPrefix}${name}`,

    /** The text key or words of a field's fault. */
    errorOf: (name: FormField) => faults[name]?.message,

    /** Fills a field for the person. */
    fill(name: 'categoryId' | 'date' | 'time', value: string) {
      form.setValue(name, value);
      forgive(name);
      // As if it had been typed, for whoever follows the fields.
      document.getElementById(`${idPrefix}${name}`)?.dispatchEvent(new Event('input', { bubbles: true }));
    },

    /** The attributes that tie a control to its name, hint and error. */
    bind(
      name: FormField,
      { hint = false, tidy }: { hint?: boolean; tidy?: (input: HTMLInputElement) => void } = {},
    ) {
      const { onChange, onBlur, ref } = form.register(name);
      const id = `${idPrefix}${name}`;
      const described = [hint && `${id}-hint`, faults[name] && `${id}-error`].filter(Boolean).join(' ');
      return {
        id,
        name,
        ref,
        'aria-invalid': faults[name] ? true : undefined,
        'aria-describedby': described || undefined,
        onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) {
          if (tidy && event.target instanceof HTMLInputElement) tidy(event.target);
          edited.add(name);
          if (faults[name] || faults.root) forgive(name);
          void onChange(event);
        },
        // Nobody is told of a fault in a field that they have only passed through, nor on the way to a button: it
        // would move away under the pointer, and whatever it does comes to the same faults.
        onBlur(event: FocusEvent) {
          void onBlur(event);
          const leavesToButton = event.relatedTarget instanceof HTMLButtonElement;
          if (edited.has(name) && !leavesToButton) void form.trigger(name);
        },
      };
    },
  };
}

function fieldsOf(form: HTMLFormElement): Fields {
  return Object.fromEntries(new FormData(form));
}

// What stands in the fields is checked, whoever put it there and when: the person before the island came, a preset, or
// the browser by itself.
function resolverOf<Checked extends object>(
  element: RefObject<HTMLFormElement | null>,
  schemaOf: Given<Checked>['schemaOf'],
): Resolver<Values, unknown, Checked> {
  return (values, context, options) => {
    const fields = { ...values, ...(element.current ? fieldsOf(element.current) : {}) };
    const resolve = valibotResolver(schemaOf(fields) as GenericSchema<Values, Checked>);
    return resolve(fields, context, options);
  };
}

function asFieldErrors(errors: Given<object>['errors']): FieldErrors<Values> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, { type: 'server', message }]),
  );
}
