import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { ApiError, api } from '../../islands/api-client.ts';
import { creation } from '../../islands/creation.ts';
import { isCut } from '../../islands/request.ts';
import { showLoading } from '../in-place/fetch-page.ts';
import { showChanges } from '../in-place/show-changes.ts';
import { toast } from '../notices/toast.ts';
import { waitingTexts } from '../waiting/texts.ts';

interface Added {
  transaction: { id: string; type: string; updated_at: string };
  understood: string[];
}

const PATH = '/transactions/line';

const FAULT = 'quick-entry-error';

const { create, withdraw, key, startAnew } = creation();

// What keeps a line is there before the connection fails.
const loadWaiting = () => import('../waiting/waiting.ts');
loadWaiting()
  .then(({ startWaiting }) => startWaiting())
  .catch(() => undefined);

/** The line of the last attempt, whose answer may have been lost. */
let attempted: string | undefined;

/** A line, and the id of the waiting entry whose place it takes. */
interface Written {
  line: string;
  waiting: number | undefined;
}

/** Lines entered before the answer to an earlier one, in order. */
const next: Written[] = [];

let isSending = false;

// They are nowhere else yet.
addEventListener('beforeunload', (event) => {
  if (next.length > 0) event.preventDefault();
});

/**
 * Adds a line that has left the form's field without leaving the page: the focus stays, what was understood is said
 * with a button that takes it back, and the page shows it. What is wrong with a line is said at the field, with a link
 * to the filled form. A line entered before the answer to the last one is added after it.
 */
export async function addLine(form: HTMLFormElement, line: string): Promise<void> {
  const { waitingEntry: entry } = form.dataset;
  delete form.dataset.waitingEntry;
  next.push({ line, waiting: entry === undefined ? undefined : Number(entry) });
  if (isSending) return;
  isSending = true;
  setWaiting(form, true);
  try {
    for (let one = next.shift(); one !== undefined; one = next.shift()) await send(form, one);
  } finally {
    isSending = false;
    setWaiting(form, false);
  }
}

async function send(form: HTMLFormElement, { line, waiting }: Written): Promise<void> {
  const field = form.elements.namedItem('line') as HTMLInputElement;
  // A line that waits is changed where it waits, and one without a line to the server waits at once.
  if ((waiting !== undefined || !navigator.onLine) && (await keepLine({ line, waiting }))) return;
  if (waiting !== undefined) {
    // Added as well, it would be there twice.
    toast('error', `${isolated(line)}: ${(await waitingTexts())('waiting:alreadySent')}`);
    return;
  }
  const result = await add(line).catch((error) => keepOrGiveBack(form, field, line, error));
  if (!result) return;
  const { transaction, understood } = result;
  const added = { id: transaction.id, basedOn: transaction.updated_at };
  const text = `${form.dataset.added} ${understood.map(isolatedAmount).join(' · ')}`;
  await showChanges({ notice: { kind: 'success', text, added }, opener: field });
}

async function keepOrGiveBack(form: HTMLFormElement, field: HTMLInputElement, line: string, error: unknown) {
  if (isCut(error) && (await keepLine({ line, sentWith: key() }))) startAnew();
  else giveBack(form, field, line, error);
}

/** Puts a line that was not added into the field again, unless the next one is being written there. */
function giveBack(form: HTMLFormElement, field: HTMLInputElement, line: string, error: unknown): void {
  // What was added before would stand beside what was not.
  document.querySelector<HTMLElement>('[data-added] > .button-icon')?.click();
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const faults = isRefused ? error.fields.map(({ message }) => message) : [];
  const failed = form.dataset.failed ?? '';
  if (field.value !== '' || next.length > 0) {
    toast('error', `${isolated(line)}: ${faults.join(' ') || failed}`);
    return;
  }
  field.value = line;
  if (faults.length > 0) blame(form, field, faults);
  else if (isRefused) form.submit();
  else toast('error', failed);
}

/** Keeps a line on this device until it can be sent; false where that is not possible. */
async function keepLine({
  line,
  ...as
}: {
  line: string;
  sentWith?: string;
  waiting?: number | undefined;
}): Promise<boolean> {
  const isKept = await loadWaiting()
    .then(({ keep }) => keep({ act: { kind: 'line', line }, ...as }))
    .catch(() => false);
  if (!isKept) return false;
  toast('info', (await waitingTexts())('waiting:kept'));
  return true;
}

/** A changed line takes the place of one whose answer was lost. */
async function add(line: string): Promise<Added> {
  if (line !== attempted)
    await withdraw(({ transaction: { type, id } }: Added) =>
      api(`/transactions/${type}/${id}`, { method: 'DELETE' }),
    );
  attempted = line;
  const result = await create(PATH, { line }, async (earlier: Added) => earlier);
  return 'created' in result ? result.created : result.changed;
}

/** Says at the field what is wrong with its line, until it is changed. */
function blame(form: HTMLFormElement, field: HTMLInputElement, faults: string[]): void {
  const message = document.createElement('p');
  message.className = 'error';
  message.id = FAULT;
  message.role = 'alert';
  const link = document.createElement('a');
  link.href = `${form.action}?${new URLSearchParams(entriesOf(form))}`;
  link.textContent = form.dataset.form ?? '';
  message.append(`${faults.join(' ')} `, link);
  document.getElementById(FAULT)?.remove();
  form.append(message);
  const described = field.getAttribute('aria-describedby') ?? '';
  field.ariaInvalid = 'true';
  field.setAttribute('aria-describedby', `${FAULT} ${described.replace(`${FAULT} `, '')}`);
  field.focus();
  const clear = () => {
    message.remove();
    field.ariaInvalid = null;
    field.setAttribute('aria-describedby', described.replace(`${FAULT} `, ''));
  };
  field.addEventListener('input', clear, { once: true });
}

const entriesOf = (form: HTMLFormElement) =>
  [...new FormData(form)].map(([name, value]) => [name, String(value)]);

function setWaiting(form: HTMLFormElement, begins: boolean): void {
  form.ariaBusy = begins ? 'true' : null;
  showLoading(begins);
}
