import { Fragment, type InputHTMLAttributes, type ReactNode } from 'react';
import type { FormField } from '../../browser/core/forms/form-values.ts';
import { dateFormatName, pickerAttributes } from '../../ui/forms/moment-picker.ts';
import { FieldFrame, type FrameProperties, Segments, type SegmentsProperties } from '../field-parts.tsx';
import { useFormContext } from './island-form.tsx';

interface FieldProperties extends Omit<FrameProperties, 'id' | 'error'> {
  name: FormField;
  /** The values that the error mentions. */
  named?: Record<string, string> | undefined;
}

export function Field({ name, named, ...frame }: FieldProperties) {
  const form = useFormContext();
  return <FieldFrame {...frame} id={form.idOf(name)} error={form.errorOf(name, named)} />;
}

type Around = Pick<FieldProperties, 'label' | 'hint' | 'optional' | 'named'> & {
  name: FormField;
  children?: ReactNode;
};

type InputProperties = Around & InputHTMLAttributes<HTMLInputElement>;

export function InputField({ name, label, hint, optional, named, children, ...input }: InputProperties) {
  const form = useFormContext();
  return (
    <Field name={name} label={label} hint={hint} named={named} optional={optional}>
      <input {...form.bind(name, { hint })} className="input" type="text" {...input} />
      {children}
    </Field>
  );
}

/** A date in the person's own format, or the time by their clock; the form reads them from what is typed. */
export function MomentInput({ name, label, hint, named, children, ...input }: InputProperties) {
  const { t, writing, ...form } = useFormContext();
  const isTime = name === 'time';
  const format = isTime ? undefined : `(${dateFormatName(writing.date_format, t)})`;
  return (
    <Field name={name} label={label} optional={format} hint={hint} named={named}>
      <span className="picker">
        <input {...form.bind(name, { hint })} className="input" dir={isTime ? 'ltr' : undefined} {...input} />
        {/* A script of the page may have filled it before React takes over. */}
        <span
          ref={announce}
          {...pickerAttributes(isTime ? 'time' : 'date', t, writing)}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, so that React leaves what is in it.
          dangerouslySetInnerHTML={EMPTY}
        />
      </span>
      {children}
    </Field>
  );
}

const EMPTY = { __html: '' };

// The page looks for fields that it can help with whenever something opens.
const announce = (place: Element | null) => void place?.dispatchEvent(new Event('toggle'));

/** A field for a name or another text in either language, for which the browser suggests nothing. */
export function TextField(input: InputProperties) {
  return <InputField {...input} dir="auto" autoComplete="off" />;
}

export function SelectField({
  name,
  label,
  hint,
  options,
}: Pick<FieldProperties, 'name' | 'label' | 'hint'> & { options: readonly (readonly [string, string])[] }) {
  const form = useFormContext();
  return (
    <Field name={name} label={label} hint={hint}>
      <select {...form.bind(name, { hint })} className="input">
        {options.map(([value, text]) => (
          <option value={value} key={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

type SegmentsFieldProperties = Pick<SegmentsProperties, 'legend' | 'options'> & {
  name: FormField;
  onChosen?: (value: string) => void;
};

// Not registered: react-hook-form unchecks radio buttons that were chosen before hydration.
export function SegmentsField({ onChosen, ...properties }: SegmentsFieldProperties) {
  const { name } = properties;
  const form = useFormContext();
  return (
    <Segments
      {...properties}
      id={form.idOf(name)}
      error={form.errorOf(name)}
      chosen={form.start[name]}
      onChoose={(value) => {
        form.choose(name, value);
        onChosen?.(value);
      }}
    />
  );
}

interface PresetsProperties {
  field: 'date' | 'time';
  label: string;
  isLabelShown?: boolean;
  /** `name` is the posted value, `value` the one filled in. */
  presets: { name: string; value: string; label: string }[];
}

/** Buttons that fill a field, without scripts by a request to the server. */
export function Presets({ field, label, isLabelShown, presets }: PresetsProperties) {
  const form = useFormContext();
  return (
    <>
      {' '}
      <fieldset className="presets">
        <legend className={isLabelShown ? 'hint p-0 mb-1.5' : 'visually-hidden'}>{label}</legend>{' '}
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
