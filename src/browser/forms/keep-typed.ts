import { draftOf, fill } from '../drafts/fields.ts';

const KEY = 'typed';
/** The header's own choice is what this field begins with. */
const CHOSEN = 'language_preference';

const form = document.querySelector<HTMLFormElement>('main form.form');
if (form) keep(form);

/** Keeps what is typed while the header's button shows the page in another language; never passwords. */
function keep(form: HTMLFormElement): void {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept) fill(form, { time: 0, fields: JSON.parse(kept) });
  document.addEventListener('submit', ({ submitter }) => {
    if (!submitter?.matches('[name^="language="]')) return;
    const fields = draftOf(form).fields.filter(([name]) => name !== CHOSEN);
    sessionStorage.setItem(KEY, JSON.stringify(fields));
  });
}
