import { holdKeys } from './shell-keys.ts';

/** The words of the shell, which the dialog's element carries. */
interface Words {
  amount: string;
  description: string;
  symbol: string;
  close: string;
  loading: string;
}

/**
 * Answers a press at once, before the island's dialog is there: the title, and for a new transaction the first fields,
 * whose content the island takes over. Closing it before calls `onClose`.
 */
export function openShell(
  title: string,
  { words = '{}' }: DOMStringMap,
  isNew: boolean,
  onClose: () => void,
): HTMLDialogElement {
  const { amount, description, symbol, close, loading }: Words = JSON.parse(words);
  const shell = document.createElement('dialog');
  shell.className = 'dialog dialog-large';
  shell.ariaLabel = title || loading;
  shell.innerHTML = `<div class="dialog-header"><h2></h2><button class="button button-icon" type="button">×</button></div><div class="dialog-body">${isNew ? FIELDS : '<p></p>'}</div>`;
  const put = (selector: string, text: string) => {
    const place = shell.querySelector(selector);
    if (place) place.textContent = text;
  };
  put('h2', title || loading);
  put('p', loading);
  put('.affix', symbol);
  for (const [at, text] of [amount, description].entries()) {
    const label = shell.querySelectorAll('.label')[at];
    if (label) label.textContent = text;
  }
  const button = shell.querySelector('button');
  if (button) button.ariaLabel = close;
  // What is typed is not lost: the island's dialog asks first.
  const isUsed = () => [...shell.querySelectorAll('input')].some(({ value }) => value);
  button?.addEventListener('click', () => isUsed() || shell.close());
  const stay = (event: Event) => isUsed() && event.preventDefault();
  shell.addEventListener('keydown', (event) => event.key === 'Escape' && stay(event));
  shell.addEventListener('cancel', stay);
  shell.addEventListener('close', () => {
    shell.remove();
    onClose();
  });
  holdKeys(shell, loading);
  document.body.append(shell);
  shell.showModal();
  return shell;
}

const FIELDS =
  '<label class="field"><span class="label"></span><span class="input-group"><span class="affix"></span><input class="input input-amount" name="amount" inputmode="decimal" dir="ltr" autocomplete="off" autofocus></span></label><label class="field"><span class="label"></span><input class="input" name="description" dir="auto"></label>';
