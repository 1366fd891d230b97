import { element, smallButton } from '../../core/page/element.ts';
import { messageText, type Translate } from '../../core/texts/translate.ts';
import type { CellField, Values } from './fields.ts';

/** Where the focus goes after an editor closed; `undefined` leaves it. */
export type Next = 'cell' | 'next' | 'previous' | undefined;

interface EditorOptions {
  /** The cell under the editor. */
  host: HTMLElement;
  field: CellField;
  label: string;
  about: string;
  t: Translate;
  /** Saves what differs; returns what to show at the field, or nothing once saved. */
  save: (values: Values, next: Next) => Promise<Refusal | undefined>;
  /** Called after closing without a change. */
  onClosed: (next: Next) => void;
}

/** Why a value could not be saved, with an action about it. */
export interface Refusal {
  text: string;
  action?: { text: string; run: () => void };
}

/** Opens an editor over a cell. Enter, Tab and leaving save; Escape cancels. It stays open until the value is saved. */
export function openEditor({ host, field, label, about, t, save, onClosed }: EditorOptions): void {
  const { control, beside } = field;
  const start = JSON.stringify(field.read());
  const error = element('p', { className: 'error', id: 'cell-error', role: 'alert' });
  const done = smallButton(t('common:save'), () => void commit('cell'));
  const cancel = smallButton('×', () => void (isBusy || leave('cell')));
  const className = 'cell-editor menu-panel row gap-2';
  const ariaLabel = `${label}: ${about}`;
  const box = beside ? element('span', { className: 'picker' }, control, beside) : control;
  const editor = element('div', { className, role: 'group', ariaLabel }, box, done, cancel, error);
  let isBusy = false;
  let isClosed = false;
  /** Whether the arrow keys chose in a list; a mouse choice is saved at once. */
  let byKey = false;

  const close = () => {
    isClosed = true;
    editor.remove();
    host.classList.remove('relative');
  };
  const leave = (next: Next) => {
    close();
    onClosed(next);
  };
  const refuse = ({ text, action }: Refusal) => {
    error.replaceChildren(text);
    control.ariaInvalid = 'true';
    editor.querySelector('[data-action]')?.remove();
    if (action) {
      const button = smallButton(action.text, () => {
        close();
        action.run();
      });
      button.dataset.action = '';
      error.after(button);
    }
    editor.scrollIntoView({ block: 'nearest' });
  };
  const commit = async (next: Next) => {
    if (isBusy) return;
    const read = field.read();
    if (JSON.stringify(read) === start) return leave(next);
    if ('error' in read) return refuse({ text: messageText(t, read.error) });
    isBusy = true;
    editor.ariaBusy = 'true';
    const refusal = await save(read.values, next);
    isBusy = false;
    editor.ariaBusy = null;
    if (refusal) refuse(refusal);
    else close();
  };

  control.classList.add('input');
  box.classList.add('flex-1', 'min-w-[min(7rem,100%)]');
  control.ariaLabel = label;
  control.setAttribute('aria-describedby', error.id);
  done.classList.add('button-primary');
  cancel.ariaLabel = t('common:cancel');
  // The Tab key moves to the next cell; these are for mouse and speech.
  for (const button of [done, cancel]) button.tabIndex = -1;

  editor.addEventListener('keydown', (event) => {
    const { key } = event;
    const isInside = event.target === control;
    byKey = isInside && key !== 'Enter';
    event.stopPropagation();
    if (key === 'Escape' && !isBusy) leave('cell');
    else if (key === 'Enter' && isInside) commit('cell');
    else if (key === 'Tab' && isInside && !editor.querySelector('[data-action]'))
      commit(event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
  });
  // Pressing a button of the editor keeps the focus in the field, in every browser.
  editor.addEventListener('pointerdown', (event) => {
    byKey = false;
    if (event.target !== control) event.preventDefault();
  });
  editor.addEventListener('focusout', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && editor.contains(relatedTarget);
    // Keep it open while only the window has lost the focus.
    if (!isInside && !isClosed && document.hasFocus()) commit(undefined);
  });
  control.addEventListener('change', () => {
    if (control instanceof HTMLSelectElement && !byKey) commit('cell');
  });

  host.classList.add('relative');
  host.append(editor);
  control.focus();
  editor.scrollIntoView({ block: 'nearest' });
  if (control instanceof HTMLInputElement && control.type === 'text') control.select();
}
