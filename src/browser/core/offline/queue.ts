import { type Toast, toast } from '../notices/toast.ts';
import { fetchPage, isInUse } from '../page/fetch-page.ts';
import { showChanges } from '../page/show-changes.ts';
import { pauseAfter } from '../request/attempts.ts';
import { newKey } from '../request/idempotency.ts';
import { TIMEOUT } from '../request/limits.ts';
import { noteChange } from '../session/data-version.ts';
import { viewerOfPage } from '../session/viewer.ts';
import type { Translate } from '../texts/translate.ts';
import { type Act, discarded, type Entry, entered, merged, sentAnew } from './entry.ts';
import { type EndFlight, notInFlight, type State } from './in-flight.ts';
import { type Sent, sendEntries } from './send.ts';
import { drawEntries } from './show.ts';
import { addEntry, allEntries, changeEntry, putEntry } from './store.ts';
import { offlineTexts } from './texts.ts';

/** The storage key that shows tabs and the next page that this browser has entries. */
const FLAG = 'offline';
/** Until when a tab is sending, on plain http, where browsers have no locks. */
const LOCK = 'offline-lock';
/** After this many unanswered attempts, the pause is LONG_PAUSE milliseconds. */
const PATIENCE = 5;
const LONG_PAUSE = 60_000;

const person = viewerOfPage();
const channel = new BroadcastChannel(FLAG);

let starting: Promise<Translate> | undefined;
let isSending = false;
let isAskedAgain = false;
let failures = 0;
let isCut = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the offline entries, and sends them whenever there may be a connection. */
export function startQueue(): Promise<Translate> {
  // Loads the texts before the connection fails.
  starting ??= Promise.all([offlineTexts(), import('../notices/toast-drawing.ts')]).then(([t]) => {
    channel.addEventListener('message', ({ data }) => void (data?.arrived ? tell(data) : show(t)));
    addEventListener('online', sendQueue);
    document.addEventListener('visibilitychange', () => document.hidden || sendQueue());
    document.addEventListener('list:shown', () => void show(t));
    void show(t).finally(sendQueue);
    return t;
  });
  starting.catch(() => {
    starting = undefined;
  });
  return starting;
}

/** What to store until there is a connection; `offlineId` is the entry that it replaces. */
export type Kept = Pick<Entry, 'act' | 'about'> &
  Partial<Pick<Entry, 'key' | 'sentAt' | 'madeAt'>> & { offlineId?: number | undefined };

/**
 * Stores an entry until it can be sent; it is on disk when the promise resolves.
 * @returns whether it was stored: not for guests, nor where a browser stores nothing
 */
export async function keep({ act, key, sentAt, about, offlineId, ...more }: Kept): Promise<boolean> {
  if (!person) return false;
  try {
    await startQueue();
    localStorage.setItem(FLAG, '1');
    const id = offlineId ?? (await sameTarget(act));
    if (id !== undefined) {
      const isThere = await changeEntry(id, (entry) => entered(entry, merged(entry, act), newKey()));
      if (!isThere) return false;
    } else {
      const attempt = { act, key: key ?? newKey(), sentAt };
      await addEntry({ ...attempt, person, madeAt: more.madeAt ?? Date.now(), about });
    }
  } catch {
    return false;
  }
  await begin(offlineId !== undefined || isCut);
  return true;
}

/** Leaves to the queue what its page sent without an answer, or could not send. */
export async function release(end: EndFlight, change: (entry: Entry) => Entry): Promise<State> {
  const state = await end(change);
  if (state !== 'is here') return state;
  await startQueue().catch(() => undefined);
  await begin(isCut);
  return state;
}

// The entry is stored already, so failures to draw it are ignored.
async function begin(isSentNow: boolean): Promise<void> {
  await changed().catch(() => undefined);
  askWorker().catch(() => undefined);
  // Otherwise a browser short of space could delete it silently.
  navigator.storage?.persist?.().catch(() => undefined);
  if (isSentNow) sendQueue();
  else plan();
}

/** Asks the worker to send entries once the connection is back, even if this page is closed; not all browsers can. */
async function askWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync?.register(
    FLAG,
  );
}

// A second change was based on the first: both become one.
async function sameTarget(act: Act): Promise<number | undefined> {
  if (!('target' in act)) return undefined;
  const isSame = (entry: Entry) => 'target' in entry.act && entry.act.target.id === act.target.id;
  return (await allEntries()).find((entry) => entry.person === person && isSame(entry))?.id;
}

/** Sends the entries, unless the browser is offline; called again meanwhile, it repeats once. */
export function sendQueue(): void {
  isAskedAgain = true;
  if (isSending) return;
  isSending = true;
  sendAll()
    .catch(plan)
    .finally(() => {
      isSending = false;
    });
}

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  while (isAskedAgain) {
    isAskedAgain = false;
    if (!person || !navigator.onLine) return;
    const sent = await alone(() => sendEntries(person));
    if (!sent) return plan();
    isCut = sent.isCut;
    failures = sent.isCut || sent.isLeft ? failures + 1 : 0;
    if (sent.isLeft) await changed();
    if (sent.arrived + sent.refused > 0) await tell(sent);
    if (sent.isCut || sent.isLeft || sent.isHeld) return plan();
  }
}

export function isDown(): boolean {
  return !navigator.onLine || isCut;
}

function plan(): void {
  clearTimeout(timer);
  const pause = failures > PATIENCE ? LONG_PAUSE : pauseAfter(failures + 1, true);
  timer = setTimeout(() => (document.hidden ? plan() : sendQueue()), pause);
}

/** Only one tab sends at a time: two would show each other's conflicts. */
async function alone(work: () => Promise<Sent>): Promise<Sent | undefined> {
  if (navigator.locks) return navigator.locks.request(FLAG, work);
  if (Number(localStorage.getItem(LOCK)) > Date.now()) return undefined;
  localStorage.setItem(LOCK, String(Date.now() + TIMEOUT));
  return work().finally(() => localStorage.removeItem(LOCK));
}

/** Reports what was sent and updates the page, unless it is in use. */
async function tell({ arrived, refused }: Sent): Promise<void> {
  const t = await offlineTexts();
  await changed();
  if (refused > 0) toast('error', t('offline:refused', { count: refused }));
  if (arrived === 0) return;
  noteChange();
  const notice = { kind: 'success', text: t('offline:sent', { count: arrived }) } as const;
  if (!(await redraw(notice))) toast(notice.kind, notice.text);
}

/** Updates the page, unless it is in use. Returns whether it did. */
async function redraw(notice?: Toast): Promise<boolean> {
  const dialog = document.querySelector('dialog[open]');
  dialog?.addEventListener('close', redrawSoon, { once: true });
  const isBusy = isInUse();
  // Waits until the focus moves, when the page may no longer be in use.
  if (isBusy && !dialog) document.addEventListener('focusout', redrawSoon, { once: true });
  const answer = isBusy ? null : await fetchPage(location.href).catch(() => null);
  if (answer?.ok) await showChanges({ answer, notice });
  return answer?.ok === true;
}

const redrawSoon = () => void setTimeout(redraw);

/** Shows the entries after a change, here and in other tabs. */
export async function changed(): Promise<void> {
  channel.postMessage('');
  await show(await offlineTexts());
}

async function show(t: Translate): Promise<void> {
  const all = await allEntries();
  const own = await notInFlight(all.filter((entry) => entry.person === person));
  if (all.length > 0) localStorage.setItem(FLAG, '1');
  else localStorage.removeItem(FLAG);
  // Only in installed apps on https, in some browsers.
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void> };
  badge.setAppBadge?.(own.length).catch(() => undefined);
  drawEntries(own, { t, discard, sendAgain });
}

async function discard({ id }: Entry): Promise<void> {
  const t = await offlineTexts();
  let forgotten: Entry | undefined;
  // The stored entry counts: it may have been sent since its row was drawn.
  const isThere = await changeEntry(id, (now) => {
    const remaining = discarded(now, newKey());
    forgotten = remaining ? undefined : now;
    return remaining;
  });
  await changed();
  sendQueue();
  if (!isThere) return toast('info', t('offline:alreadySent'));
  const entry = forgotten;
  const undo = () => void (entry && putEntry(entry).then(changed).then(sendQueue));
  const mayBeSaved = entry && (entry.sentAt ?? entry.before) !== undefined;
  toast('success', t(mayBeSaved ? 'offline:discardedLate' : 'offline:discarded'), entry ? { undo } : {});
}

async function sendAgain({ id }: Entry): Promise<void> {
  await changeEntry(id, (now) => sentAnew(now, newKey()));
  await changed();
  sendQueue();
}
