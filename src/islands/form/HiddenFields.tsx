import type { ButtonHTMLAttributes } from 'react';

interface HiddenProperties {
  csrf: string;
  formKey?: string | undefined;
  basedOn?: string | undefined;
  /** The action of the first button, if it does more than send the form. */
  button?: ButtonHTMLAttributes<HTMLButtonElement>;
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
