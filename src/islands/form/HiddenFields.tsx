import type { ButtonHTMLAttributes } from 'react';

interface HiddenProperties {
  csrf: string;
  formKey?: string | undefined;
  basedOn?: string | undefined;
  /** What the first button does more than send the form, and its look where it is in sight. */
  button?: ButtonHTMLAttributes<HTMLButtonElement> | undefined;
  /** The text of the first button. */
  children: string;
}

/** The beginning of every form: the button that Enter presses, and the hidden fields. */
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
