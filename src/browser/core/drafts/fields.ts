import { FILLED } from '../names.ts';
import type { Draft } from './store.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Never stored: the proofs of a form, and what is secret or cannot be filled in. */
const NOT_STORED = '[name^="_"], [type=password], [type=file], button, fieldset, output, :not([name])';

const controlsOf = ({ elements }: HTMLFormElement) =>
  [...elements].filter((control): control is Control => !control.matches(NOT_STORED));

export function draftOf(form: HTMLFormElement): Draft {
  const names = new Set(controlsOf(form).map(({ name }) => name));
  const data = new FormData(form);
  const fields = [...data].filter((entry): entry is [string, string] => names.has(entry[0]));
  return { time: Date.now(), fields, key: data.get('_key')?.toString() };
}

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** The value with which a control came with its page. */
function firstValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement))
    return control.type === 'hidden' ? control.value : control.defaultValue;
  const { options } = control;
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}

/** Whether somebody has changed a form since the page was opened. */
export function isChanged(form: HTMLFormElement): boolean {
  return controlsOf(form).some((control) =>
    isBox(control) ? control.checked !== control.defaultChecked : control.value !== firstValue(control),
  );
}

export function shows(form: HTMLFormElement, draft: Draft): boolean {
  return agree(form, draft, draftOf(form).fields);
}

/** Whether a form came with a draft, as after a refusal, whatever has been typed since. */
export function cameWith(form: HTMLFormElement, draft: Draft): boolean {
  const came = controlsOf(form).flatMap((control): Draft['fields'] => {
    if (control.disabled || (isBox(control) && !control.defaultChecked)) return [];
    return [[control.name, isBox(control) ? control.value : firstValue(control)]];
  });
  return agree(form, draft, came);
}

function agree(form: HTMLFormElement, { fields }: Draft, here: Draft['fields']): boolean {
  const has = (some: Draft['fields'], [name, value]: [string, string]) =>
    some.some((other) => other[0] === name && other[1] === value);
  const known = fields.filter(([name]) => form.elements.namedItem(name));
  // A refusal adds hidden fields: what it was refused for.
  const hidden = new Set(controlsOf(form).flatMap(({ type, name }) => (type === 'hidden' ? name : [])));
  const typed = here.filter(([name]) => !hidden.has(name));
  return known.every((field) => has(here, field)) && typed.every((field) => has(fields, field));
}

/** Fills a form with a draft; sent again, it is the same attempt, at the same version of what it changes. */
export function fill(form: HTMLFormElement, { fields, key }: Draft): void {
  const left = [...fields];
  for (const control of controlsOf(form)) {
    if (control.type === 'hidden') continue;
    if (isBox(control))
      control.checked = fields.some(([name, value]) => name === control.name && value === control.value);
    else {
      const at = left.findIndex(([name]) => name === control.name);
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (found) control.value = found[1];
    }
    const folded = control.closest<HTMLDetailsElement>('details:not([open])');
    if (folded && isFilled(control)) folded.open = true;
  }
  const values = Object.fromEntries(fields);
  // An island would put its own values back into hidden fields.
  form.addEventListener('formdata', ({ formData }) => {
    if (key && formData.has('_key')) formData.set('_key', key);
    if (values.basedOn && formData.has('basedOn')) formData.set('basedOn', values.basedOn);
  });
  form.dispatchEvent(new CustomEvent(FILLED, { detail: values }));
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

function isFilled(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0;
  return control.type !== 'radio' && control.value !== control.defaultValue;
}
