import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { fieldsOf, isBusy, whileBusy } from '../core/forms/send.ts';
import { toast } from '../core/notices/toast.ts';
import type { Act, Entry } from '../core/offline/entry.ts';
import { type InFlight, storeInFlight } from '../core/offline/in-flight.ts';
import { waitingTexts } from '../core/offline/texts.ts';
import { showChanges } from '../core/page/show-changes.ts';
import { ApiError, api } from '../core/request/api-client.ts';
import { creation } from '../core/request/creation.ts';
import { isCut } from '../core/request/failures.ts';
import { newKey } from '../core/request/idempotency.ts';
import { viewerOfPage } from '../core/session/viewer.ts';

interface Added {
  transaction: { id: string; type: string; updated_at: string };
  understood: string[];
  possible_duplicate: string | null;
}

const PATH = '/transactions/line';

const FAULT = 'quick-entry-error';

const { create, withdraw, key, triedAt, startAnew } = creation();

// What keeps a line is there before the connection fails.
const loadWaiting = () => import('../core/offline/queue.ts');
let isDown = () => !navigator.onLine;
loadWaiting()
  .then((waiting) => {
    isDown = waiting.isDown;
    return waiting.startWaiting();
  })
  .catch(() => undefined);

/** The line of the last attempt, whose answer may have been lost. */
let attempted: string | undefined;

/** A line, its idempotency key, and where it is until there is an answer. */
interface Written {
  act: LineAct;
  key: string;
  isSent: boolean;
  held?: InFlight | undefined;
  /** The id of the waiting entry whose place it takes. */
  waiting?: number | undefined;
}

type LineAct = Extract<Act, { kind: 'line' }>;

/** Lines entered before the answer to an earlier one, in order. */
const next: Written[] = [];

/**
 * Adds a line that has left the form's field without leaving the page: the focus stays, what was understood is said
 * with a button that takes it back, and the page shows it. What is wrong with a line is said at the field, with a link
 * to the filled form. A line entered before the answer to the last one is added after it.
 */
export async function addLine(form: HTMLFormElement, line: string): Promise<void> {
  const { waitingEntry: entry, seen } = form.dataset;
  delete form.dataset.waitingEntry;
  delete form.dataset.seen;
  // Sent once more as it was blamed, a line is meant as it was understood.
  const act = { kind: 'line' as const, line, ...(seen === line && { confirmed: true }) };
  next.push(written(act, entry, isBusy(form)));
  await whileBusy(form, async () => {
    for (let one = next.shift(); one !== undefined; one = next.shift()) await send(form, one);
  });
}

// From now on it outlives the page: the next one sends it under its key.
function written(act: LineAct, entry: string | undefined, isSending: boolean): Written {
  const isSent = !isSending && !isDown();
  const own = isSending || act.line !== attempted ? newKey() : key();
  const one = { act, key: own, isSent };
  const person = viewerOfPage();
  if (entry !== undefined) return { ...one, waiting: Number(entry) };
  if (!person) return one;
  localStorage.setItem('waiting', '1');
  const now = Date.now();
  return {
    ...one,
    held: storeInFlight({ act, key: own, person, madeAt: now, sentAt: isSent ? now : undefined }),
  };
}

async function send(form: HTMLFormElement, one: Written): Promise<void> {
  const { act, waiting, held } = one;
  const field = form.elements.namedItem('line') as HTMLInputElement;
  // A line that waits is changed where it waits, and one without a line to the server waits at once.
  if (waiting !== undefined) {
    // Added as well, it would be there twice.
    if (!(await keepLine(act, waiting))) sayAlreadySent(act.line);
    return;
  }
  if (isDown() && (await leave({ ...one, isSent: false }))) return;
  if (!one.isSent) await held?.change((entry) => ({ ...entry, sentAt: Date.now() }));
  one.isSent = true;
  const result = await add(one).catch((error) => leaveOrGiveBack(form, field, one, error));
  if (!result) return;
  forget(one);
  const { transaction, understood, possible_duplicate: alike } = result;
  const added = { id: transaction.id, basedOn: transaction.updated_at };
  const text = `${form.dataset.added} ${understood.map(isolatedAmount).join(' · ')}`;
  const later = Promise.resolve(alike ? ({ kind: 'warning', text: alike } as const) : undefined);
  await showChanges({ notice: { kind: 'success', text, added }, later, opener: field });
}

async function leaveOrGiveBack(form: HTMLFormElement, field: HTMLInputElement, one: Written, error: unknown) {
  if (isCut(error) && (await leave(one))) return;
  forget(one);
  giveBack(form, field, one.act.line, error);
}

// There is an answer: nothing has to outlive the page any more, nor to be waited for.
function forget({ held }: Written): void {
  void held
    ?.end(() => null)
    .then(loadWaiting)
    .then(({ changed }) => changed())
    .catch(() => undefined);
}

/** Leaves a line on this device until it can be sent; false where that is not possible. */
async function leave({ act: { line }, key: own, held, isSent }: Written): Promise<boolean> {
  if (!held) return false;
  const sentAt = triedAt();
  // What was given back before, and may have been added: this line takes its place.
  const before =
    own !== key() && sentAt !== undefined && attempted !== undefined
      ? { act: { kind: 'line', line: attempted } as const, key: key(), sentAt }
      : undefined;
  const change = (entry: Entry) => ({ ...entry, before, sentAt: isSent ? entry.sentAt : undefined });
  // If what shows and sends it is lost too, the next page does that: it is on the disk.
  const state = await loadWaiting()
    .then(
      ({ release }) => release(held, change),
      () => held.end(change),
    )
    .catch(() => 'was never here');
  if (state === 'was never here') return false;
  startAnew();
  if (state === 'has gone') sayAlreadySent(line);
  else sayKept();
  return true;
}

function sayKept(): void {
  waitingTexts().then(
    (t) => toast('info', t('waiting:kept')),
    () => undefined,
  );
}

async function sayAlreadySent(line: string): Promise<void> {
  toast('error', `${isolated(line)}: ${(await waitingTexts())('waiting:alreadySent')}`);
}

/** Puts a line that was not added into the field again, unless the next one is being written there. */
function giveBack(form: HTMLFormElement, field: HTMLInputElement, line: string, error: unknown): void {
  // What was added before would stand beside what was not.
  document.querySelector<HTMLElement>('[data-added] > .button-icon')?.click();
  const { status = 0, message = '' } = error instanceof ApiError ? error : {};
  const isLimited = status === 429;
  const isRefused = error instanceof ApiError && status >= 400 && status < 500 && !isLimited;
  const isUndone = error instanceof ApiError && error.code === 'UNDONE_SINCE';
  const told = isUndone ? [form.dataset.undone ?? ''] : [];
  const faults = isRefused ? [...told, ...error.fields.map((fault) => fault.message)] : [];
  const failed = (isLimited && message) || (form.dataset.failed ?? '');
  if (field.value !== '' || next.length > 0) {
    toast('error', `${isolated(line)}: ${faults.join(' ') || failed}`);
    return;
  }
  field.value = line;
  if (faults.length > 0) {
    form.dataset.seen = line;
    blame(form, field, faults);
  } else if (isRefused) form.submit();
  else toast('error', failed);
}

/** Changes a line that waits on this device; false if it does not wait any more. */
async function keepLine(act: LineAct, waiting: number): Promise<boolean> {
  const isKept = await loadWaiting()
    .then(({ keep }) => keep({ act, waiting }))
    .catch(() => false);
  if (isKept) sayKept();
  return isKept;
}

/** A changed line takes the place of one whose answer was lost. */
async function add(one: Written): Promise<Added> {
  const { act, key: own } = one;
  if (own !== key()) {
    one.isSent = false;
    await withdraw(({ transaction: { type, id } }: Added) =>
      api(`/transactions/${type}/${id}`, { method: 'DELETE' }),
    );
    startAnew(own);
    one.isSent = true;
  }
  const { kind: _kind, ...body } = act;
  attempted = act.line;
  const result = await create(PATH, body, async (earlier: Added) => earlier);
  return 'created' in result ? result.created : result.changed;
}

/** Says at the field what is wrong with its line, until it is changed or sent again. */
function blame(form: HTMLFormElement, field: HTMLInputElement, faults: string[]): void {
  const message = document.createElement('p');
  message.className = 'error';
  message.id = FAULT;
  message.role = 'alert';
  const link = document.createElement('a');
  link.href = `${form.action}?${fieldsOf(form)}`;
  link.textContent = form.dataset.form ?? '';
  const text = document.createElement('span');
  text.append(faults.map((fault) => fault.replace(/\.?$/, '. ')).join(''), link);
  message.append(text);
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
  form.addEventListener('submit', clear, { once: true });
}
