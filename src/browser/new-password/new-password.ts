import '../forms/clear-errors.ts';
import { strengthOf } from './strength.ts';

const SHORTEST = 8;

type Words = Record<'show' | 'hide' | 'short' | 'mix' | 'weak' | 'fair' | 'strong', string>;

for (const place of document.querySelectorAll<HTMLElement>('[data-new-password]')) start(place);

function start(place: HTMLElement): void {
  const [password, repeated] = place.querySelectorAll('input');
  if (!password || !repeated) return;
  const words: Words = JSON.parse(place.dataset.newPassword ?? '{}');

  const told = document.createElement('p');
  told.className = 'small';
  told.role = 'status';
  const shown = document.createElement('button');
  Object.assign(shown, {
    type: 'button',
    className: 'button button-small self-start',
    textContent: words.show,
  });
  password.after(told, shown);
  shown.addEventListener('click', () => {
    const type = password.type === 'password' ? 'text' : 'password';
    for (const field of [password, repeated]) field.type = type;
    shown.textContent = type === 'text' ? words.hide : words.show;
  });
  // Password managers offer to keep what is sent in a password field.
  password.form?.addEventListener('submit', () => {
    for (const field of [password, repeated]) field.type = 'password';
  });

  // Said once typing rests: not at every letter.
  let rest = 0;
  password.addEventListener('input', () => {
    clearTimeout(rest);
    rest = window.setTimeout(() => {
      told.textContent = password.value && inWords(password, words);
    }, 400);
  });

  const error = document.createElement('p');
  error.className = 'error';
  error.role = 'alert';
  repeated.before(error);
  // While it is typed, once it is long enough: said when the field is left, it would move the button under a press.
  const compare = () => {
    const isTyped = repeated.value.length >= password.value.length;
    const differ = isTyped && repeated.value !== password.value;
    error.textContent = differ ? (repeated.dataset.differ ?? '') : '';
    repeated.ariaInvalid = String(differ);
  };
  repeated.addEventListener('input', compare);
  password.addEventListener('input', () => error.textContent && compare());
}

function inWords(field: HTMLInputElement, words: Words): string {
  const left = SHORTEST - [...field.value].length;
  if (left > 0) return words.short.replace('{{left}}', String(left));
  if (!/\p{L}/u.test(field.value) || !/\p{N}/u.test(field.value)) return words.mix;
  const own = [...(field.form?.querySelectorAll<HTMLInputElement>('[autocomplete]') ?? [])]
    .filter(({ autocomplete }) => /name|email/.test(autocomplete))
    .map(({ value }) => value);
  return words[strengthOf(field.value, own)];
}
