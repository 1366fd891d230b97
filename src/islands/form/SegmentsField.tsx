import { Fragment, type ReactNode } from 'react';
import type { FormField } from '../../browser/core/forms/form-values.ts';
import { FieldError, Required } from './Field.tsx';
import type { IslandForm } from './use-island-form.ts';

interface SegmentsProperties {
  form: IslandForm;
  name: FormField;
  legend: ReactNode;
  options: { value: string; label: ReactNode; className?: string }[];
}

/** One of a few: radio buttons in a row. The first carries the field's id, so that error summaries can link to it. */
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
                // Not registered: react-hook-form unchecks a group of radio buttons that was chosen before hydration.
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
