import type { ReactNode } from 'react';

interface SetProperties {
  id: string;
  legend: string;
  error: string | undefined;
  children: ReactNode;
}

/** A group of radio buttons with its heading and its error. */
export function LookSet({ id, legend, error, children }: SetProperties) {
  return (
    <fieldset
      className="fieldset"
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend className="legend">{legend}</legend>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

interface ChoiceProperties {
  id?: string;
  name: string;
  value: string;
  /** The value that the form came with. */
  chosen: string;
  className: string;
  title?: string;
  children: ReactNode;
}

/** One radio button, drawn as what it chooses. */
export function LookChoice({ id, name, value, chosen, className, title, children }: ChoiceProperties) {
  return (
    <label className={className} title={title}>
      <input id={id} type="radio" name={name} value={value} defaultChecked={value === chosen} />
      {children}
    </label>
  );
}

/** The choice that leaves it to the name; it carries the id that an error summary links to. */
export function AutomaticChoice({
  label,
  ...choice
}: {
  id: string;
  name: string;
  chosen: string;
  label: string;
}) {
  return (
    <LookChoice {...choice} className="swatch swatch-automatic" value="">
      {label}
    </LookChoice>
  );
}
