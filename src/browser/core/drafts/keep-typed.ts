import { draftOf, fill } from './fields.ts';

const KEY = 'typed';
/** The header's own choice is what these fields begin with. */
const CHOSEN = ['language_preference', 'language'];

// The display settings show what is chosen in them, and are not filled in unseen.
const form = document.querySelector<HTMLFormElement>('main form.form:not([data-display-form])');
if (form) keep(form);

/**
 * Keeps what is typed while a button of the header shows the page anew, in another language, or in another theme where
 * that failed in place; never passwords.
 */
function keep(form: HTMLFormElement): void {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept) fill(form, { time: 0, fields: JSON.parse(kept) });
  document.addEventListener('submit', ({ defaultPrevented, target }) => {
    if (defaultPrevented || !(target as Element).matches('[action="/preferences/visit"]')) return;
    const fields = draftOf(form).fields.filter(([name]) => !CHOSEN.includes(name));
    sessionStorage.setItem(KEY, JSON.stringify(fields));
  });
}
