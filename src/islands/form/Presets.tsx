import { Fragment } from 'react';
import type { IslandForm } from './use-island-form.ts';

interface PresetsProperties {
  form: IslandForm;
  field: 'date' | 'time';
  label: string;
  /** `name` is the posted value, `value` the one filled in. */
  presets: { name: string; value: string; label: string }[];
}

/** Buttons that fill a field: in the browser, or by a request to the server without scripts. */
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
