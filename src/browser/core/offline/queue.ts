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

/** The key under which tabs and the next page know that this browser has entries. */
const FLAG = 'offline';
/** On plain http, where browsers have no locks: until when a tab is sending. */
const LOCK = 'offline-lock';
/** Attempts that had no answer, after which the next one is a minute later; milliseconds. */
const PATIENCE = 5;
const LONG_PAUSE = 60_000;

const person = viewerOfPage();
const channel = new BroadcastChannel(FLAG);

let starting: Promise<Translate> | undefined;
let isSending = false;
let isAskedAgain = false;
let failures = 0;
/** Whether the last attempt to send had no answer. */
let isCut = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the offline entries, and sends them whenever there may be a connection. */
export function startQueue(): Promise<Translate> {
  // The texts are there before the connection fails.
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

/** What is stored until there is a connection; `offlineId` is the entry that it replaces. */
export type Kept = Pick<Entry, 'act' | 'about'> &
  Partial<Pick<Entry, 'key' | 'sentAt' | 'madeAt'>> & { offlineId?: number | undefined };

/**
 * Keeps an entry on this device until it can be sent; it is on the disk when the promise is fulfilled.
 * @returns whether it could be kept: not for guests, and not where a browser stores nothing
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

/** Leaves to the queue what its page has sent so far without an answer, or could not send. */
export async function release(end: EndFlight, change: (entry: Entry) => Entry): Promise<State> {
  const state = await end(change);
  if (state !== 'is here') return state;
  await startQueue().catch(() => undefined);
  await begin(isCut);
  return state;
}

// It is kept, whatever can be drawn.
async function begin(isSentNow: boolean): Promise<void> {
  await changed().catch(() => undefined);
  askWorker().catch(() => undefined);
  // A browser short of space would delete it unasked.
  navigator.storage?.persist?.().catch(() => undefined);
  if (isSentNow) sendQueue();
  else plan();
}

/** Lets the worker send it once the line is back, when this page may be closed; where browsers can do that. */
async function askWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync?.register(
    FLAG,
  );
}

// Two changes of one transaction are one: the second was made upon the first.
async function sameTarget(act: Act): Promise<number | undefined> {
  if (!('target' in act)) return undefined;
  const isSame = (entry: Entry) => 'target' in entry.act && entry.act.target.id === act.target.id;
  return (await allEntries()).find((entry) => entry.person === person && isSame(entry))?.id;
}

/** Sends the entries, unless there is surely no connection; called again meanwhile, it looks once more. */
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

/** Whether there is no connection, as far as this page can know. */
export function isDown(): boolean {
  return !navigator.onLine || isCut;
}

/** Tries again after a while, sooner at first. */
function plan(): void {
  clearTimeout(timer);
  const pause = failures > PATIENCE ? LONG_PAUSE : pauseAfter(failures + 1, true);
  timer = setTimeout(() => (document.hidden ? plan() : sendQueue()), pause);
}

/** One tab sends at a time: two would show each other's conflicts. */
async function alone(work: () => Promise<Sent>): Promise<Sent | undefined> {
  if (navigator.locks) return navigator.locks.request(FLAG, work);
  if (Number(localStorage.getItem(LOCK)) > Date.now()) return undefined;
  localStorage.setItem(LOCK, String(Date.now() + TIMEOUT));
  return work().finally(() => localStorage.removeItem(LOCK));
}

/** Says what was sent, and shows it on the page, unless somebody is in the middle of something there. */
async function tell({ arrived, refused }: Sent): Promise<void> {
  const t = await offlineTexts();
  await changed();
  if (refused > 0) toast('error', t('offline:refused', { count: refused }));
  if (arrived === 0) return;
  noteChange();
  const notice = { kind: 'success', text: t('offline:sent', { count: arrived }) } as const;
  if (!(await redraw(notice))) toast(notice.kind, notice.text);
}

/** Shows the page as it is now, unless somebody is in the middle of something there. Returns whether it does. */
async function redraw(notice?: Toast): Promise<boolean> {
  const dialog = document.querySelector('dialog[open]');
  dialog?.addEventListener('close', redrawSoon, { once: true });
  const isBusy = isInUse();
  // Somewhere else may be where nothing is in the middle any more.
  if (isBusy && !dialog) document.addEventListener('focusout', redrawSoon, { once: true });
  const answer = isBusy ? null : await fetchPage(location.href).catch(() => null);
  if (answer?.ok) await showChanges({ answer, notice });
  return answer?.ok === true;
}

const redrawSoon = () => void setTimeout(redraw);

/** Shows the entries after a change, here and in the other tabs. */
export async function changed(): Promise<void> {
  channel.postMessage('');
  await show(await offlineTexts());
}

async function show(t: Translate): Promise<void> {
  const all = await allEntries();
  const own = await notInFlight(all.filter((entry) => entry.person === person));
  if (all.length > 0) localStorage.setItem(FLAG, '1');
  else localStorage.removeItem(FLAG);
  // Only installed, on https, and in some browsers.
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void> };
  badge.setAppBadge?.(own.length).catch(() => undefined);
  drawEntries(own, { t, discard, sendAgain });
}

async function discard({ id }: Entry): Promise<void> {
  const t = await offlineTexts();
  let forgotten: Entry | undefined;
  // What is stored counts: it may have been sent since its row was drawn.
  const isThere = await changeEntry(id, (now) => {
    const rest = discarded(now, newKey());
    forgotten = rest ? undefined : now;
    return rest;
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
