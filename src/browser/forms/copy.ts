import { toast } from '../core/notices/toast.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Gives each field with `data-copy` a button of this name that copies its text. */
for (const field of document.querySelectorAll<Field>('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-primary';
  button.textContent = field.dataset.copy ?? '';
  button.addEventListener('click', () => void copy(field));
  field.after(button);
}

// Where the browser copies nothing, as on plain http, the text is selected for the keys of the person.
async function copy(field: Field): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    return;
  }
  toast('success', field.dataset.copied ?? '');
}
