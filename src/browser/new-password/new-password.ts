import { clearError } from '../core/forms/field-errors.ts';
import { strengthOf } from './strength.ts';

const SHORTEST = 8;

type Texts = Record<'show' | 'hide' | 'short' | 'mix' | 'weak' | 'fair' | 'strong', string>;

// Removes the server's error of a field as soon as its value changes.
// Capturing, to run before what checks the field itself.
document.addEventListener('input', ({ target }) => clearError(target as HTMLElement), true);

for (const place of document.querySelectorAll<HTMLElement>('[data-new-password]')) start(place);

function start(place: HTMLElement): void {
  const [password, repeated] = place.querySelectorAll('input');
  if (!password || !repeated) return;
  const texts: Texts = JSON.parse(place.dataset.newPassword ?? '{}');

  const status = document.createElement('p');
  status.className = 'small';
  status.role = 'status';
  const toggle = document.createElement('button');
  Object.assign(toggle, {
    type: 'button',
    className: 'button button-small self-start',
    textContent: texts.show,
  });
  password.after(status, toggle);
  toggle.addEventListener('click', () => {
    const type = password.type === 'password' ? 'text' : 'password';
    for (const field of [password, repeated]) field.type = type;
    toggle.textContent = type === 'text' ? texts.hide : texts.show;
  });
  const isMissing = consentIn(password.form);
  password.form?.addEventListener('submit', (event) => {
    // No answer has the passwords, so that one for a box that is not ticked would cost both.
    if (password.value && isMissing()) return event.preventDefault();
    // Password managers only offer to save what is sent in a password field.
    for (const field of [password, repeated]) field.type = 'password';
  });

  // Announced when typing pauses, not at every letter.
  let timer = 0;
  password.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      status.textContent = password.value && inWords(password, texts);
    }, 400);
  });

  const error = document.createElement('p');
  error.className = 'error';
  error.role = 'alert';
  repeated.before(error);
  // Compared while typing, once long enough: an error on leaving the field would move the button under a press.
  const compare = () => {
    const isTyped = repeated.value.length >= password.value.length;
    const differ = isTyped && repeated.value !== password.value;
    error.textContent = differ ? (repeated.dataset.differ ?? '') : '';
    repeated.ariaInvalid = String(differ);
  };
  repeated.addEventListener('input', compare);
  password.addEventListener('input', () => error.textContent && compare());
}

/** Returns whether the form lacks a consent, which is then asked for where it is given. */
function consentIn(form: HTMLFormElement | null): () => boolean {
  const box = form?.querySelector<HTMLInputElement>('[data-needed]');
  if (!box) return () => false;
  const error = document.createElement('p');
  error.className = 'error';
  error.role = 'alert';
  box.parentElement?.before(error);
  const show = (text: string | undefined) => {
    error.textContent = text ?? '';
    box.ariaInvalid = text ? 'true' : null;
  };
  box.addEventListener('change', () => show(''));
  return () => {
    if (box.checked) return false;
    document.getElementById(`${box.id}-error`)?.remove();
    show(box.dataset.needed);
    box.focus();
    return true;
  };
}

function inWords(field: HTMLInputElement, texts: Texts): string {
  const left = SHORTEST - [...field.value].length;
  if (left > 0) return texts.short.replace('{{left}}', String(left));
  if (!/\p{L}/u.test(field.value) || !/\p{N}/u.test(field.value)) return texts.mix;
  const personal = [...(field.form?.querySelectorAll<HTMLInputElement>('[autocomplete]') ?? [])]
    .filter(({ autocomplete }) => /name|email/.test(autocomplete))
    .map(({ value }) => value);
  return texts[strengthOf(field.value, personal)];
}
