import type { Toast } from './toast.ts';
import { undoForm } from './undo-form.ts';

/** Draws a message that a script left for this page as the server draws its own, and moves the focus to it. */
export function drawFlash(toast: Toast, undo: string): void {
  const { kind, text } = toast;
  const flash = document.createElement('div');
  flash.className = `flash flash-${kind}`;
  flash.role = kind === 'error' || kind === 'warning' ? 'alert' : 'status';
  flash.tabIndex = -1;
  const words = document.createElement('p');
  words.textContent = text;
  flash.append(words);
  const form = undoForm(toast, undo);
  if (form) {
    form.className = 'undo';
    form.dataset.inPlace = '';
    flash.append(form);
  }
  document.getElementById('main')?.prepend(flash);
  if (!document.querySelector('[autofocus]')) flash.focus();
}
