import type { ReactNode } from 'react';
import type { FormField } from '../../browser/core/forms/form-values.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { useTranslate } from '../use-translate.ts';
import type { IslandForm } from './use-island-form.ts';

type Named = Record<string, string> | undefined;

interface FieldProperties {
  form: IslandForm;
  name: FormField;
  label: ReactNode;
  required?: boolean;
  hint?: string;
  /** What the error names. */
  named?: Named;
  children: ReactNode;
}

/** A control with its label, its hint and its error. */
export function Field({ form, name, label, required, hint, named, children }: FieldProperties) {
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
      <FieldError form={form} name={name} named={named} />
      {children}
    </div>
  );
}

/** The word for required fields. */
export function Required() {
  const t = useTranslate();
  return <span className="optional">{t('transactions:form.required')}</span>;
}

/** The error of a field, associated with it by `aria-describedby`. */
export function FieldError({ form, name, named }: Pick<FieldProperties, 'form' | 'name' | 'named'>) {
  const t = useTranslate();
  const message = form.errorOf(name);
  if (!message) return null;
  return (
    <p className="error" id={`${form.idOf(name)}-error`}>
      {messageText(t, message, named)}
    </p>
  );
}
