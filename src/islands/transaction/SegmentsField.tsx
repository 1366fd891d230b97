import type { ReactNode } from 'react';
import { FieldError, Required } from './Field.tsx';
import type { FormField } from './form-properties.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface SegmentsProperties {
  form: TransactionFormState;
  name: FormField;
  legend: ReactNode;
  value: string;
  options: { value: string; label: ReactNode; className?: string }[];
}

/** One of a few: radio buttons in a row. The first carries the field's id, so that error summaries can link to it. */
export function SegmentsField({ form, name, legend, value: chosen, options }: SegmentsProperties) {
  // Without the ref: given several radio buttons, react-hook-form unchecks what was chosen before the island came.
  const { id, ref: _ref, ...control } = form.bind(name);
  return (
    <fieldset className="segmented">
      <legend className="legend">
        {legend} <Required />
      </legend>
      <FieldError form={form} name={name} />
      <div className="segments">
        {options.map(({ value, label, className = '' }, position) => (
          <label className={`segment ${className}`.trim()} key={value}>
            <input
              {...control}
              id={position === 0 ? id : `${id}-${value}`}
              type="radio"
              value={value}
              defaultChecked={value === chosen}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
