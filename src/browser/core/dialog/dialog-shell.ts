import { holdKeys } from './shell-keys.ts';

/** The words of the shell, which the dialog's element carries. */
interface Words {
  amount: string;
  description: string;
  symbol: string;
  /** The decimal mark of the person. */
  mark: string;
  close: string;
  loading: string;
}

/**
 * Answers a press at once, before the island's dialog is there: the title, and the first fields of a new transaction, or
 * of the one in a row, to be read. The island takes over what is typed. Closing it before calls `onClose`.
 */
export function openShell(
  title: string,
  { words = '{}' }: DOMStringMap,
  fields: HTMLElement | boolean | null | undefined,
  onClose: () => void,
): HTMLDialogElement {
  const texts: Words = JSON.parse(words);
  const shell = document.createElement('dialog');
  shell.className = 'dialog dialog-large';
  shell.ariaLabel = title || texts.loading;
  shell.innerHTML = `<div class="dialog-header"><h2></h2><button class="button button-icon" type="button" aria-label="${texts.close}">×</button></div><div class="dialog-body">${fields ? fieldsIn(texts) : `<p>${texts.loading}</p>`}</div>`;
  const heading = shell.querySelector('h2');
  if (heading) heading.textContent = shell.ariaLabel;
  const inputs = [...shell.querySelectorAll('input')];
  if (fields instanceof HTMLElement) {
    const amount = (Math.abs(Number(fields.dataset.signed)) / 100).toFixed(2).replace('.', texts.mark);
    const starts = [amount, fields.querySelector('.row-link')?.textContent.trim() ?? ''];
    // They are changed once the current version is here.
    for (const [at, input] of inputs.entries())
      Object.assign(input, { defaultValue: starts[at], readOnly: true });
  }
  // What is typed is not lost: the island's dialog asks first.
  const isUsed = () => inputs.some(({ value, readOnly }) => value && !readOnly);
  shell.querySelector('button')?.addEventListener('click', () => isUsed() || shell.close());
  const stay = (event: Event) => isUsed() && event.preventDefault();
  shell.addEventListener('keydown', (event) => event.key === 'Escape' && stay(event));
  shell.addEventListener('cancel', stay);
  shell.addEventListener('close', () => {
    shell.remove();
    onClose();
  });
  holdKeys(shell, texts.loading);
  document.body.append(shell);
  shell.showModal();
  return shell;
}

// The texts are the product's own.
const fieldsIn = ({ amount, description, symbol }: Words) =>
  `<label class="field"><span class="label">${amount}</span><span class="input-group"><span class="affix">${symbol}</span><input class="input input-amount" name="amount" inputmode="decimal" dir="ltr" autocomplete="off" autofocus></span></label><label class="field"><span class="label">${description}</span><input class="input" name="description" dir="auto"></label>`;
