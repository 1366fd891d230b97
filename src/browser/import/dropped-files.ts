/** Files that come without the dialog of the browser: dropped on the page, or shared by another app. */

import { sayChosen } from './chosen-files.ts';

const fieldOf = () => document.querySelector<HTMLInputElement>('form[data-import] [type=file]');

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

document.addEventListener('dragover', (event) => {
  const field = fieldOf();
  if (!field || !hasFiles(event)) return;
  event.preventDefault();
  field.classList.add('border-accent');
});
document.addEventListener('dragleave', ({ relatedTarget }) => {
  if (!relatedTarget) fieldOf()?.classList.remove('border-accent');
});
document.addEventListener('drop', (event) => {
  const field = fieldOf();
  const files = event.dataTransfer?.files;
  if (!field || !files?.length) return;
  event.preventDefault();
  field.classList.remove('border-accent');
  take(field, files);
});

void takeShared();
const hint = document.querySelector<HTMLElement>('[data-drop]');
if (hint && matchMedia('(pointer: fine)').matches) hint.hidden = false;

function take(field: HTMLInputElement, files: FileList): void {
  field.files = files;
  sayChosen(field);
  field.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
}

/** What the service worker has received waits here, so that the person sees it before it is sent. */
async function takeShared(): Promise<void> {
  const field = fieldOf();
  if (!field || !new URLSearchParams(location.search).has('shared') || !('caches' in window)) return;
  const { SHARED_FILES } = await import('../core/session/session-marker.ts');
  const store = await caches.open(SHARED_FILES);
  const transfer = new DataTransfer();
  for (const key of await store.keys()) {
    const answer = await store.match(key);
    if (!answer) continue;
    const name = decodeURIComponent(answer.headers.get('x-name') ?? '');
    transfer.items.add(new File([await answer.blob()], name));
  }
  await caches.delete(SHARED_FILES);
  history.replaceState(history.state, '', location.pathname);
  if (transfer.files.length > 0) take(field, transfer.files);
}
