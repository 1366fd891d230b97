import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { fieldsOf, isBusy, whileBusy } from '../core/forms/send.ts';
import { toast } from '../core/notices/toast.ts';
import type { Act, Entry } from '../core/offline/entry.ts';
import { type EndFlight, storeInFlight } from '../core/offline/in-flight.ts';
import { offlineTexts } from '../core/offline/texts.ts';
import { showChanges } from '../core/page/show-changes.ts';
import { ApiError } from '../core/request/api-client.ts';
import { creation } from '../core/request/creation.ts';
import { newKey } from '../core/request/idempotency.ts';
import { viewerOfPage } from '../core/session/viewer.ts';

interface Added {
  transaction: { id: string; type: string; updated_at: string };
  understood: string[];
  possible_duplicate: string | null;
}

const ERROR = 'quick-entry-error';

// Loads the queue before the connection fails.
const loadQueue = () => import('../core/offline/queue.ts');
let isDown = () => !navigator.onLine;
loadQueue()
  .then((queue) => {
    isDown = queue.isDown;
    return queue.startQueue();
  })
  .catch(() => undefined);

type LineAct = Extract<Act, { kind: 'line' }>;

/** A line, its idempotency key, and what ends its copy on this device. */
interface Written {
  act: LineAct;
  key: string;
  end?: EndFlight | undefined;
  offlineId?: number | undefined;
}

const next: Written[] = [];

/**
 * Adds a line without leaving the page. A refused line returns to the field with the reason; one that may not have
 * arrived goes to the offline queue. Lines are sent one after another.
 */
export async function addLine(form: HTMLFormElement, line: string): Promise<void> {
  const { offlineEntry, seen } = form.dataset;
  delete form.dataset.offlineEntry;
  delete form.dataset.seen;
  // Sending a line again after it was refused as unsure confirms how it was understood.
  const act = { kind: 'line' as const, line, ...(seen === line && { confirmed: true }) };
  next.push(written(act, offlineEntry));
  if (isBusy(form)) return;
  await whileBusy(form, async () => {
    for (let item = next.shift(); item !== undefined; item = next.shift()) await send(form, item);
  });
}

// Stored from now on, so that the next page can send it under its key.
function written(act: LineAct, offlineEntry: string | undefined): Written {
  const key = newKey();
  if (offlineEntry !== undefined) return { act, key, offlineId: Number(offlineEntry) };
  const person = viewerOfPage();
  if (!person) return { act, key };
  localStorage.setItem('offline', '1');
  const madeAt = Date.now();
  return { act, key, end: storeInFlight({ act, key, person, madeAt, sentAt: madeAt }) };
}

async function send(form: HTMLFormElement, { act, key, end, offlineId }: Written): Promise<void> {
  // An offline entry is changed in the queue: adding it would record it twice.
  if (offlineId !== undefined) return keepLine(act, offlineId);
  if (isDown() && (await leave(act, end, (entry) => ({ ...entry, sentAt: undefined })))) return;
  const { kind: _kind, ...body } = act;
  let added: Added;
  try {
    const result = await creation(key).create('/transactions/line', body, async (first: Added) => first);
    added = 'created' in result ? result.created : result.changed;
  } catch (error) {
    const { status = 0 } = error instanceof ApiError ? error : {};
    const mayHaveArrived = status === 0 || status >= 500;
    if (mayHaveArrived && (await leave(act, end, (entry) => entry))) return;
    forget(end);
    return giveBack(form, act.line, error);
  }
  forget(end);
  const { transaction, understood, possible_duplicate: duplicate } = added;
  await showChanges({
    notice: {
      kind: 'success',
      text: `${form.dataset.added} ${understood.map(isolatedAmount).join(' · ')}`,
      added: { id: transaction.id, basedOn: transaction.updated_at },
    },
    later: Promise.resolve(duplicate ? ({ kind: 'warning', text: duplicate } as const) : undefined),
    opener: fieldOf(form),
  });
}

// After an answer the stored copy is no longer needed.
function forget(end: EndFlight | undefined): void {
  void end?.(() => null)
    .then(loadQueue)
    .then(({ changed }) => changed())
    .catch(() => undefined);
}

/** Leaves a line to the offline queue; false if that is not possible. */
async function leave(
  { line }: LineAct,
  end: EndFlight | undefined,
  change: (entry: Entry) => Entry,
): Promise<boolean> {
  if (!end) return false;
  // If the queue cannot be loaded, the next page shows and sends the stored line.
  const state = await loadQueue()
    .then(
      ({ release }) => release(end, change),
      () => end(change),
    )
    .catch(() => 'was never here');
  if (state === 'was never here') return false;
  void (state === 'has gone' ? sayAlreadySent(line) : sayKept());
  return true;
}

async function keepLine(act: LineAct, offlineId: number): Promise<void> {
  const isKept = await loadQueue()
    .then(({ keep }) => keep({ act, offlineId }))
    .catch(() => false);
  await (isKept ? sayKept() : sayAlreadySent(act.line));
}

async function sayKept(): Promise<void> {
  const t = await offlineTexts().catch(() => undefined);
  if (t) toast('info', t('offline:kept'));
}

async function sayAlreadySent(line: string): Promise<void> {
  toast('error', `${isolated(line)}: ${(await offlineTexts())('offline:alreadySent')}`);
}

const fieldOf = (form: HTMLFormElement) => form.elements.namedItem('line') as HTMLInputElement;

/** Puts a line that was not added back into the field, unless the next one is being typed. */
function giveBack(form: HTMLFormElement, line: string, error: unknown): void {
  const field = fieldOf(form);
  // Removes the notice of the previous line, which was added.
  document.querySelector<HTMLElement>('[data-added] > .button-icon')?.click();
  const { status = 0, message = '', code, fields = [] } = error instanceof ApiError ? error : {};
  const isRefused = status >= 400 && status < 500 && status !== 429;
  const undone = code === 'UNDONE_SINCE' ? [form.dataset.undone ?? ''] : [];
  const errors = isRefused ? [...undone, ...fields.map((error) => error.message)] : [];
  const failed = (status === 429 && message) || (form.dataset.failed ?? '');
  if (field.value !== '' || next.length > 0) {
    toast('error', `${isolated(line)}: ${errors.join(' ') || failed}`);
    return;
  }
  field.value = line;
  if (errors.length > 0) {
    form.dataset.seen = line;
    showErrors(form, errors);
  } else if (isRefused) form.submit();
  else toast('error', failed);
}

/** Shows errors at the field until the line is changed or sent again. */
function showErrors(form: HTMLFormElement, errors: string[]): void {
  const field = fieldOf(form);
  const link = document.createElement('a');
  link.href = `${form.action}?${fieldsOf(form)}`;
  link.textContent = form.dataset.form ?? '';
  const text = document.createElement('span');
  text.append(errors.map((each) => each.replace(/\.?$/, '. ')).join(''), link);
  const message = document.createElement('p');
  Object.assign(message, { className: 'error', id: ERROR, role: 'alert' });
  message.append(text);
  document.getElementById(ERROR)?.remove();
  form.append(message);
  const described = field.getAttribute('aria-describedby') ?? '';
  field.ariaInvalid = 'true';
  field.setAttribute('aria-describedby', `${ERROR} ${described}`);
  field.focus();
  const clear = () => {
    message.remove();
    field.ariaInvalid = null;
    field.setAttribute('aria-describedby', described.replace(`${ERROR} `, ''));
  };
  field.addEventListener('input', clear, { once: true });
  form.addEventListener('submit', clear, { once: true });
}
