import type { ReactNode } from 'react';
import type { FormField } from './form-properties.ts';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface FieldProperties {
  form: TransactionFormState;
  name: FormField;
  label: ReactNode;
  required?: boolean;
  hint?: string;
  children: ReactNode;
}

/** A control with its label, its hint and its error. */
export function Field({ form, name, label, required, hint, children }: FieldProperties) {
  const id = form.idOf(name);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label} {required && <Required />}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError form={form} name={name} />
      {children}
    </div>
  );
}

/** The word for what must be filled in. */
export function Required() {
  const say = useSay();
  return <span className="optional">{say('transactions:form.required')}</span>;
}

/** The fault of a field, tied to it by `aria-describedby`. */
export function FieldError({ form, name }: Pick<FieldProperties, 'form' | 'name'>) {
  const say = useSay();
  const message = form.errorOf(name);
  if (!message) return null;
  return (
    <p className="error" id={`${form.idOf(name)}-error`}>
      {say(message)}
    </p>
  );
}
