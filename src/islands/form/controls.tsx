import { type ButtonHTMLAttributes, Fragment, type ReactNode } from 'react';
import type { FormField } from '../../browser/core/forms/form-values.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { useTranslate } from '../hooks.ts';
import type { IslandForm } from './use-island-form.ts';

type Named = Record<string, string> | undefined;

interface FieldProperties {
  form: IslandForm;
  name: FormField;
  label: ReactNode;
  required?: boolean;
  hint?: string;
  /** The values that the error mentions. */
  named?: Named;
  children: ReactNode;
}

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

export function Required() {
  const t = useTranslate();
  return <span className="optional">{t('transactions:form.required')}</span>;
}

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

interface SegmentsProperties {
  form: IslandForm;
  name: FormField;
  legend: ReactNode;
  options: { value: string; label: ReactNode; className?: string }[];
}

/** Radio buttons in a row. The first has the field's id, so that error summaries can link to it. */
export function SegmentsField({ form, name, legend, options }: SegmentsProperties) {
  const id = form.idOf(name);
  const error = form.errorOf(name);
  return (
    <fieldset className="segmented">
      <legend className="legend">
        {legend} <Required />
      </legend>
      <FieldError form={form} name={name} />
      <div className="segments">
        {options.map(({ value, label, className = '' }, position) => (
          <Fragment key={value}>
            <label className={`segment ${className}`.trim()}>
              <input
                // Not registered: react-hook-form unchecks radio buttons that were chosen before hydration.
                id={position === 0 ? id : `${id}-${value}`}
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === form.start[name]}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && `${id}-error`}
                onChange={() => form.choose(name, value)}
              />
              {label}
            </label>{' '}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

interface PresetsProperties {
  form: IslandForm;
  field: 'date' | 'time';
  label: string;
  /** `name` is the posted value, `value` the one filled in. */
  presets: { name: string; value: string; label: string }[];
}

/** Buttons that fill a field, without scripts by a request to the server. */
export function Presets({ form, field, label, presets }: PresetsProperties) {
  return (
    <>
      {' '}
      <fieldset className="presets">
        <legend className="visually-hidden">{label}</legend>{' '}
        {presets.map((preset) => (
          <Fragment key={preset.name}>
            <button
              className="preset"
              type="submit"
              name={`preset=${field}:${preset.name}`}
              formNoValidate
              onClick={(event) => {
                event.preventDefault();
                form.fill(field, preset.value);
              }}
            >
              {preset.label}
            </button>{' '}
          </Fragment>
        ))}
      </fieldset>
    </>
  );
}

interface HiddenProperties {
  csrf: string;
  formKey?: string | undefined;
  basedOn?: string | undefined;
  button?: ButtonHTMLAttributes<HTMLButtonElement> | undefined;
  children: string;
}

/** Starts every form: the button that Enter presses, and the hidden fields. */
export function HiddenFields({ csrf, formKey, basedOn, button, children }: HiddenProperties) {
  return (
    <>
      {/* Enter presses a form's first button: without this one it would be a preset. */}
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true" {...button}>
        {children}
      </button>{' '}
      <input type="hidden" name="_csrf" value={csrf} />
      {formKey && <input type="hidden" name="_key" value={formKey} />}
      {basedOn && <input type="hidden" name="basedOn" value={basedOn} />}
    </>
  );
}
