interface Texts {
  amount: string;
  description: string;
  symbol: string;
  mark: string;
  close: string;
  loading: string;
}

/** A dialog shown at once, until the island's content has loaded. */
export interface Shell {
  dialog: HTMLDialogElement;
  /** What is shown until then, with what was typed. */
  fields: HTMLElement;
  handOver: () => void;
}

/** Opens a dialog before the island has loaded, which takes over what is typed; fields of `row` are read-only. */
export function openShell(
  title: string,
  place: HTMLElement,
  row: HTMLElement | boolean | null | undefined,
  onClose: () => void,
): Shell {
  const texts: Texts = JSON.parse(place.dataset.words ?? '{}');
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog dialog-large';
  dialog.ariaLabel = title || texts.loading;
  dialog.innerHTML = `<div class="dialog-header"><h2></h2><button class="button button-icon" type="button" aria-label="${texts.close}">×</button></div><div class="dialog-body">${row ? fieldsIn(texts) : `<p>${texts.loading}</p>`}</div>`;
  const [heading, close] = [dialog.querySelector('h2'), dialog.querySelector('button')];
  const fields = dialog.lastElementChild as HTMLElement;
  if (heading) heading.textContent = dialog.ariaLabel;
  const inputs = [...fields.querySelectorAll('input')];
  if (row instanceof HTMLElement) {
    const amount = (Math.abs(Number(row.dataset.signed)) / 100).toFixed(2).replace('.', texts.mark);
    const starts = [amount, row.querySelector('.row-link')?.textContent.trim() ?? ''];
    // Read-only until the current version has loaded.
    for (const [index, input] of inputs.entries())
      Object.assign(input, { defaultValue: starts[index], readOnly: true });
  }
  // Typed values must not be lost: the island's dialog asks first.
  const isUsed = () => inputs.some(({ value, readOnly }) => value && !readOnly);
  const stay = (event: Event) => isUsed() && event.preventDefault();
  const ending = new AbortController();
  const { signal } = ending;
  close?.addEventListener('click', () => isUsed() || dialog.close(), { signal });
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && stay(event), { signal });
  dialog.addEventListener('cancel', stay, { signal });
  const end = () => {
    dialog.remove();
    onClose();
  };
  dialog.addEventListener('close', end, { signal });
  holdKeys(fields, texts.loading);
  place.append(dialog);
  dialog.showModal();
  return { dialog, fields, handOver: () => ending.abort() };
}

/** Keeps early key presses: Enter saves once the form has loaded, and Tab stays in the last field. */
function holdKeys(fields: HTMLElement, loading: string): void {
  const last = [...fields.querySelectorAll('input')].at(-1);
  if (!last) return;
  const status = document.createElement('p');
  status.role = 'status';
  fields.append(status);
  fields.addEventListener('keydown', (event) => {
    const { key, target, shiftKey } = event;
    const isEntered = key === 'Enter' && target instanceof HTMLInputElement;
    if (!isEntered && (key !== 'Tab' || shiftKey || target !== last)) return;
    event.preventDefault();
    if (isEntered) fields.dataset.entered = '';
    status.textContent = loading;
  });
}

// The HTML contains only the product's own texts.
const fieldsIn = ({ amount, description, symbol }: Texts) =>
  `<label class="field"><span class="label">${amount}</span><span class="input-group"><span class="affix">${symbol}</span><input class="input input-amount" name="amount" inputmode="decimal" dir="ltr" autocomplete="off" autofocus></span></label><label class="field"><span class="label">${description}</span><input class="input" name="description" dir="auto"></label>`;
