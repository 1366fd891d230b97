import type { Draft } from './store.ts';

/** The event of a form whose fields were filled in from a draft, for the island that has its values. */
export type FillEvent = 'draft:fill';
const FILL: FillEvent = 'draft:fill';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Never stored: the proofs of a form, and what is secret or cannot be filled in. */
const NOT_STORED = '[name^="_"], [type=password], [type=file], button, fieldset, output, :not([name])';

const controlsOf = ({ elements }: HTMLFormElement) =>
  [...elements].filter((control): control is Control => !control.matches(NOT_STORED));

/** What a form contains, as a draft. */
export function draftOf(form: HTMLFormElement): Draft {
  const names = new Set(controlsOf(form).map(({ name }) => name));
  const data = new FormData(form);
  const fields = [...data].filter((entry): entry is [string, string] => names.has(entry[0]));
  return { time: Date.now(), fields, key: data.get('_key')?.toString() };
}

/** Whether somebody has changed a form since the page was opened. */
export function isChanged(form: HTMLFormElement): boolean {
  return controlsOf(form).some((control) => {
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
      return first && control.value !== first.value;
    }
    if (control.type === 'checkbox' || control.type === 'radio')
      return (control as HTMLInputElement).checked !== (control as HTMLInputElement).defaultChecked;
    return control.type !== 'hidden' && control.value !== control.defaultValue;
  });
}

/** Whether a form shows a draft already, as after a refusal. */
export function shows(form: HTMLFormElement, { fields }: Draft): boolean {
  const has = (some: Draft['fields'], [name, value]: [string, string]) =>
    some.some((other) => other[0] === name && other[1] === value);
  const here = draftOf(form).fields;
  const known = fields.filter(([name]) => form.elements.namedItem(name));
  return known.every((field) => has(here, field)) && here.every((field) => has(fields, field));
}

/** Fills a form with a draft; sent again, it is the same attempt, at the same version of what it changes. */
export function fill(form: HTMLFormElement, { fields, key }: Draft): void {
  const left = [...fields];
  for (const control of controlsOf(form)) {
    if (control.type === 'hidden') continue;
    if (control.type === 'checkbox' || control.type === 'radio') {
      const box = control as HTMLInputElement;
      box.checked = fields.some(([name, value]) => name === box.name && value === box.value);
    } else {
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
  form.dispatchEvent(new CustomEvent(FILL, { detail: values }));
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

function isFilled(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0;
  return control.type !== 'radio' && control.value !== control.defaultValue;
}
