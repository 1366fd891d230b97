import { drawToasts } from './notices/toast-drawing.ts';

// The code that draws toasts is imported here: without a connection it could not be fetched any more.
const region = document.querySelector<HTMLElement>('[data-toasts]');
const { connectionFailed = '', connectionRestored = '' } = region?.dataset ?? {};

addEventListener('offline', notifyFailed);
addEventListener('online', notifyRestored);
if (!navigator.onLine) notifyFailed();

function notifyFailed(): void {
  drawToasts([{ kind: 'warning', text: connectionFailed }]);
}

function notifyRestored(): void {
  for (const words of region?.querySelectorAll('.toast-warning .toast-text') ?? []) {
    if (words.textContent === connectionFailed) words.closest('.toast')?.remove();
  }
  drawToasts([{ kind: 'success', text: connectionRestored }]);
}
