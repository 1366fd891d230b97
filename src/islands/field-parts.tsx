import { Fragment, type ReactNode } from 'react';

export interface FrameProperties {
  id: string;
  label: ReactNode;
  /** What it says of a field that may stay empty. */
  optional?: string | false | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

export function FieldFrame({ id, label, optional, hint, error, children }: FrameProperties) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label} {optional && <span className="optional">{optional}</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      {children}
    </div>
  );
}

export function FieldError({ id, error }: Pick<FrameProperties, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <p className="error" id={`${id}-error`}>
      {error}
    </p>
  );
}

export interface SegmentsProperties {
  id: string;
  name: string;
  legend: ReactNode;
  error: string | undefined;
  options: { value: string; label: ReactNode; className?: string }[];
  chosen: string | undefined;
  onChoose?: (value: string) => void;
}

/** Radio buttons in a row. The first has the field's id, so that error summaries can link to it. */
export function Segments({ id, name, error, onChoose, ...shown }: SegmentsProperties) {
  return (
    <fieldset className="segmented">
      <legend className="legend">{shown.legend}</legend>
      <FieldError id={id} error={error} />
      <div className="segments">
        {shown.options.map(({ value, label, className = '' }, index) => (
          <Fragment key={value}>
            <label className={`segment ${className}`.trim()}>
              <input
                id={index === 0 ? id : `${id}-${value}`}
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === shown.chosen}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && `${id}-error`}
                onChange={() => onChoose?.(value)}
              />
              {label}
            </label>{' '}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}
