import { OFFLINE } from '../names.ts';
import { type Toast, toast } from '../notices/toast.ts';
import { fetchPage, isInUse } from '../page/fetch-page.ts';
import { showChanges } from '../page/show-changes.ts';
import type { Act } from '../request/act.ts';
import { pauseAfter } from '../request/attempts.ts';
import { newKey } from '../request/idempotency.ts';
import { noteChange } from '../session/data-version.ts';
import { viewerOfPage } from '../session/viewer.ts';
import { offlineTexts } from '../texts/loaded-texts.ts';
import type { Translate } from '../texts/translate.ts';
import { endEditing } from './edit.ts';
import { discarded, type Entry, edited, isInDoubt, sentAnew } from './entry.ts';
import { type OwnAnswer, type Sent, sendEntries } from './send.ts';
import { drawEntries } from './show.ts';
import { addEntry, allEntries, changeEntry, putEntry } from './store.ts';

/** Until when a tab is sending, on plain http, where browsers have no locks. */
const LOCK = `${OFFLINE}-lock`;
/** How long, in milliseconds, the mark of a tab that was killed holds up others; a tab renews its mark. */
const MARK_LASTS = 5000;
const MOMENT = 60_000;
/** After this many unanswered attempts, the pause is LONG_PAUSE milliseconds. */
const PATIENCE = 5;
const LONG_PAUSE = 60_000;

const person = viewerOfPage();
const channel = new BroadcastChannel(OFFLINE);

let starting: Promise<Translate> | undefined;
let isSending = false;
let isAskedAgain = false;
let failures = 0;
let isCut = false;
/** When the server last answered: this page, unless it was stored, or a line. */
let heardAt = document.documentElement.dataset.seen ? 0 : performance.timeOrigin;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the offline entries, and sends them whenever there may be a connection. */
export function startQueue(): Promise<Translate> {
  // Loads the texts before the connection fails.
  starting ??= Promise.all([offlineTexts(), import('../notices/show-toasts.ts')]).then(([t]) => {
    channel.addEventListener('message', ({ data }) => void (data?.arrived ? reportSent(data) : show(t)));
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

/** Stores an entry on disk until it can be sent. Returns false for guests and where a browser stores nothing. */
export async function enqueue({ offlineId, ...kept }: Kept): Promise<boolean> {
  try {
    await startQueue();
    const id = offlineId ?? (await sameTarget(kept.act));
    if (id === undefined) await add(kept);
    else if (!(await changeEntry(id, (entry) => edited(entry, kept.act)))) return false;
  } catch {
    return false;
  }
  await afterStoring(offlineId !== undefined || isCut);
  return true;
}

function add({ key = newKey(), madeAt = Date.now(), ...kept }: Kept): Promise<number> {
  if (!person) throw new Error('A guest has no entries.');
  localStorage.setItem(OFFLINE, '1');
  return addEntry({ ...kept, key, madeAt, person });
}

/** The entries whose answers this page shows itself. */
const own = new Map<number, (answer: OwnAnswer) => void>();

/** The answer to an entry; a refused one stays stored until `forgetEntry`. */
export type StoredAnswer = (NonNullable<OwnAnswer> & { id: number }) | undefined;

/** Stores an entry and sends it at once, after those before it. @throws where a browser stores nothing */
export async function sendStored(act: Act): Promise<StoredAnswer> {
  if (isDown()) {
    if (await enqueue({ act })) return undefined;
    throw new Error('It is not stored.');
  }
  const { promise, resolve } = Promise.withResolvers<OwnAnswer>();
  // Without a check of the connection first, which takes as long again.
  const id = await add({ act, sentAt: Date.now() - heardAt < MOMENT ? Date.now() : undefined });
  own.set(id, resolve);
  sendQueue();
  const answer = await promise;
  if (answer) heardAt = Date.now();
  if (answer?.is === 'saved') noteChange();
  if (answer) changed().catch(() => undefined);
  else await afterStoring(false);
  return answer && { ...answer, id };
}

/** Forgets a refused entry once its person has it back. */
export async function forgetEntry(id: number): Promise<void> {
  await changeEntry(id, () => null);
  await changed();
}

// The entry is stored already, so failures to draw it are ignored.
async function afterStoring(isSentNow: boolean): Promise<void> {
  await changed().catch(() => undefined);
  askWorker().catch(() => undefined);
  // Otherwise a browser short of space could delete it silently.
  navigator.storage?.persist?.().catch(() => undefined);
  if (isSentNow) sendQueue();
  else sendLater();
}

/** Asks the worker to send entries once the connection is back, even if this page is closed; not all browsers can. */
async function askWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync?.register(
    OFFLINE,
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
    .catch(sendLater)
    .finally(() => {
      isSending = false;
      for (const leave of own.values()) leave(undefined);
      own.clear();
    });
}

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  while (isAskedAgain) {
    isAskedAgain = false;
    if (!person || !navigator.onLine) return;
    const sent = await inOneTab(() => sendEntries(person, own));
    if (!sent) return sendLater();
    isCut = sent.isCut;
    failures = sent.isCut || sent.isLeft ? failures + 1 : 0;
    if (sent.isLeft) await changed();
    if (sent.arrived + sent.refused > 0) await reportSent(sent);
    if (sent.isCut || sent.isLeft) return sendLater();
  }
}

export function isDown(): boolean {
  return !navigator.onLine || isCut;
}

function sendLater(): void {
  clearTimeout(timer);
  const pause = failures > PATIENCE ? LONG_PAUSE : pauseAfter(failures + 1, true);
  timer = setTimeout(() => (document.hidden ? sendLater() : sendQueue()), pause);
}

/** Only one tab sends at a time: two would show each other's conflicts. */
async function inOneTab(work: () => Promise<Sent>): Promise<Sent | undefined> {
  if (navigator.locks) return navigator.locks.request(OFFLINE, work);
  if (Number(localStorage.getItem(LOCK)) > Date.now()) return undefined;
  const mark = () => localStorage.setItem(LOCK, String(Date.now() + MARK_LASTS));
  mark();
  const renewing = setInterval(mark, MARK_LASTS / 3);
  return work().finally(() => {
    clearInterval(renewing);
    localStorage.removeItem(LOCK);
  });
}

/** Reports what was sent and updates the page, unless it is in use. */
async function reportSent({ arrived, refused }: Sent): Promise<void> {
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
  const shown = all.filter((entry) => entry.person === person && !own.has(entry.id));
  if (all.length > 0) localStorage.setItem(OFFLINE, '1');
  else localStorage.removeItem(OFFLINE);
  // Only in installed apps on https, in some browsers.
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void> };
  badge.setAppBadge?.(shown.length).catch(() => undefined);
  drawEntries(shown, { t, discard, sendAgain });
}

async function discard({ id }: Entry): Promise<void> {
  const t = await offlineTexts();
  let gone: Entry | undefined;
  // The stored entry counts: it may have been sent since its row was drawn.
  const isThere = await changeEntry(id, (now) => {
    const remaining = discarded(now);
    gone = remaining ? undefined : now;
    return remaining;
  });
  await changed();
  sendQueue();
  if (!isThere) return toast('info', t('offline:alreadySent'));
  const entry = gone;
  if (entry) endEditing(id);
  const undo = () => void (entry && putEntry(entry).then(changed).then(sendQueue));
  const text = t(entry && isInDoubt(entry) ? 'offline:discardedLate' : 'offline:discarded');
  toast('success', text, entry ? { undo } : {});
}

async function sendAgain({ id }: Entry): Promise<void> {
  await changeEntry(id, sentAnew);
  await changed();
  sendQueue();
}
