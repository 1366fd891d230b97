import { FILLED } from '../names.ts';
import type { Draft } from './store.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Never stored: hidden proofs of a form, secrets, and what cannot be filled in. */
const NOT_STORED = '[name^="_"], [type=password], [type=file], button, fieldset, output, :not([name])';

const controlsOf = ({ elements }: HTMLFormElement) =>
  [...elements].filter((control): control is Control => !control.matches(NOT_STORED));

export function draftOf(form: HTMLFormElement): Draft {
  const names = new Set(controlsOf(form).map(({ name }) => name));
  const data = new FormData(form);
  const fields = [...data].filter((entry): entry is [string, string] => names.has(entry[0]));
  const changed = [
    ...new Set(
      controlsOf(form)
        .filter(isTyped)
        .map(({ name }) => name),
    ),
  ];
  return { time: Date.now(), fields, changed, key: data.get('_key')?.toString() };
}

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

function firstValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement))
    return control.type === 'hidden' ? control.value : control.defaultValue;
  const { options } = control;
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}

const isTyped = (control: Control) =>
  isBox(control) ? control.checked !== control.defaultChecked : control.value !== firstValue(control);

export const isChanged = (form: HTMLFormElement) => controlsOf(form).some(isTyped);

export function shows(form: HTMLFormElement, draft: Draft): boolean {
  return isEqual(form, draft, draftOf(form).fields);
}

/** Whether a form was rendered with the values of a draft, as after a refusal, ignoring later changes. */
export function cameWith(form: HTMLFormElement, draft: Draft): boolean {
  return isEqual(form, draft, cameFields(form));
}

function cameFields(form: HTMLFormElement): Draft['fields'] {
  return controlsOf(form).flatMap((control): Draft['fields'] => {
    if (control.disabled || (isBox(control) && !control.defaultChecked)) return [];
    return [[control.name, isBox(control) ? control.value : firstValue(control)]];
  });
}

/** Whether a form was rendered with all that was changed in a draft, although other fields are others meanwhile. */
export function hasSaved(form: HTMLFormElement, { changed = [], fields }: Draft): boolean {
  const came = cameFields(form);
  const valuesOf = (list: Draft['fields'], name: string) =>
    list.flatMap(([each, value]) => (each === name ? value : [])).join('\n');
  return (
    changed.length > 0 &&
    changed.every((name) => !form.elements.namedItem(name) || valuesOf(came, name) === valuesOf(fields, name))
  );
}

function isEqual(form: HTMLFormElement, { fields }: Draft, current: Draft['fields']): boolean {
  const has = (list: Draft['fields'], [name, value]: [string, string]) =>
    list.some((other) => other[0] === name && other[1] === value);
  const present = fields.filter(([name]) => form.elements.namedItem(name));
  // A refusal adds hidden fields about its cause.
  const hidden = new Set(controlsOf(form).flatMap(({ type, name }) => (type === 'hidden' ? name : [])));
  const typed = current.filter(([name]) => !hidden.has(name));
  return present.every((field) => has(current, field)) && typed.every((field) => has(fields, field));
}

/** Fills a form with a draft. Sent again, it is the same attempt, based on the same version. */
export function fill(form: HTMLFormElement, { fields, key }: Draft): void {
  const remaining = [...fields];
  for (const control of controlsOf(form)) {
    if (control.type === 'hidden') continue;
    if (isBox(control))
      control.checked = fields.some(([name, value]) => name === control.name && value === control.value);
    else {
      const index = remaining.findIndex(([name]) => name === control.name);
      const [field] = index < 0 ? [] : remaining.splice(index, 1);
      if (field) control.value = field[1];
    }
    const folded = control.closest<HTMLDetailsElement>('details:not([open])');
    if (folded && isFilled(control)) folded.open = true;
  }
  const values = Object.fromEntries(fields);
  // An island would restore its own values into hidden fields.
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
