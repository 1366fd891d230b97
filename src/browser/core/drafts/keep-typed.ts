import { draftOf, fill } from './fields.ts';

const KEY = 'typed';
/** Not kept: the choice in the header sets these fields. */
const CHOSEN = ['language_preference', 'language'];

// The display settings preview their values, so they are not filled in silently.
const form = document.querySelector<HTMLFormElement>('main form.form:not([data-display-form])');
if (form) keep(form);

/** Keeps typed values, except passwords, while a header button reloads the page in another language or theme. */
function keep(form: HTMLFormElement): void {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored) fill(form, { time: 0, fields: JSON.parse(stored) });
  document.addEventListener('submit', ({ defaultPrevented, target }) => {
    if (defaultPrevented || !(target as Element).matches('[action="/preferences/visit"]')) return;
    const fields = draftOf(form).fields.filter(([name]) => !CHOSEN.includes(name));
    sessionStorage.setItem(KEY, JSON.stringify(fields));
  });
}
