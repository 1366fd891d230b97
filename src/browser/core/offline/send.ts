import { attempt, type Failure, failureOf, within } from '../request/attempts.ts';
import { addressOfCreated, isRepeated, newKey } from '../request/idempotency.ts';
import { SERVER_TIMEOUT, TIMEOUT } from '../request/limits.ts';
import {
  type Attempt,
  afterBefore,
  type Entry,
  insteadOf,
  isExpired,
  type Refusal,
  requestOf,
  type Target,
} from './entry.ts';
import { notInFlight } from './in-flight.ts';
import { allEntries, changeEntry } from './store.ts';

/**
 * What the server has said about an attempt: nothing, if it may have arrived; `first` is what was recorded with its key and
 * other content; `later`, why it was surely not taken from this person now; `failed`, why it may not have been.
 */
type Said =
  | { saved: Target | undefined }
  | { first: Target }
  | { refusal: Refusal }
  | { later: Refusal }
  | { failed: Refusal }
  | undefined;

/** How the sending ended: how many entries arrived or were refused, and whether others wait for the line. */
export interface Sent {
  arrived: number;
  refused: number;
  isCut: boolean;
  /** Whether others are sent by a page of their own, if it lives. */
  isHeld?: boolean;
  /** Whether others were not taken, and are tried again. */
  isLeft?: boolean;
}

/** Refusals of the person or of the moment, and not of the entry. */
const LATER = /^(USER_BLOCKED|USER_RESTRICTED|FORBIDDEN|CSRF_REJECTED|RATE_LIMITED|TOO_MANY_REQUESTS)$/;

/**
 * Sends the entries of a person in their order, until one has no answer. What is refused stays, with the reason, and
 * those after it are sent; so are those after one that the server fails at. Sent twice, by two tabs or after a lost
 * answer, an entry is recorded once.
 */
export async function sendEntries(person: string): Promise<Sent> {
  const settled = new Set<number>();
  const sent: Sent = { arrived: 0, refused: 0, isCut: false };
  let isThere = false;
  for (;;) {
    const own = (await allEntries()).filter((entry) => entry.person === person && !entry.refusal);
    const free = await notInFlight(own);
    if (free.length < own.length) sent.isHeld = true;
    const entry = free.find(({ id }) => !settled.has(id));
    if (!entry) return sent;
    // What is never sent need never be asked about: away from home, all of it would seem sent after a day.
    isThere ||= wasSent(entry.before ?? entry) || (await isAnswering());
    const outcome = isThere ? await sendEntry(entry) : 'unanswered';
    if (outcome === 'unanswered') return { ...sent, isCut: true };
    if (outcome === 'goes on') continue;
    settled.add(entry.id);
    if (outcome === 'arrived' || outcome === 'refused') sent[outcome] += 1;
    else sent.isLeft = true;
    if (outcome === 'stopped') return sent;
  }
}

// What has expired is not sent, and shows nothing about the line.
const wasSent = (one: Attempt) => one.sentAt !== undefined && !isExpired(one, Date.now());

/** Whether our server answers. */
async function isAnswering(): Promise<boolean> {
  const init = { method: 'HEAD', cache: 'no-store', signal: within(SERVER_TIMEOUT) } as const;
  return fetch('/health', init).then(
    ({ headers }) => headers.has('x-request-id'),
    () => false,
  );
}

type Outcome = 'arrived' | 'refused' | 'unanswered' | 'goes on' | 'failed' | 'stopped';

async function sendEntry(entry: Entry): Promise<Outcome> {
  const one = entry.before ?? entry;
  if (one === entry && !(await noteSending(entry, Date.now()))) return 'goes on';
  const said = await sendAttempt(entry, one);
  if (!said) return 'unanswered';
  if ('later' in said && one === entry && entry.sentAt === undefined) await noteSending(entry, undefined);
  if ('later' in said || 'failed' in said) return noteTrouble(entry, said);
  let outcome: Outcome = 'goes on';
  await changeEntry(entry.id, (now) => {
    if (now.before?.key === one.key) {
      // Whether it is recorded, nobody knows, or it could not be taken back: its person decides.
      if ('refusal' in said && (said.refusal.code === 'EXPIRED' || one.act.kind === 'delete')) {
        outcome = 'refused';
        return { ...now, refusal: said.refusal };
      }
      return afterBefore(now, 'first' in said ? said.first : 'saved' in said ? said.saved : undefined);
    }
    if (now.key !== one.key) return undefined;
    if ('first' in said) return insteadOf(now, said.first, newKey());
    outcome = 'saved' in said ? 'arrived' : 'refused';
    return 'saved' in said ? null : { ...now, refusal: said.refusal };
  });
  return outcome;
}

/** Notes for its person why an entry is still here. Where the whole server fails, or refuses the person, others wait too. */
async function noteTrouble(entry: Entry, said: { later: Refusal } | { failed: Refusal }): Promise<Outcome> {
  const trouble = 'later' in said ? said.later : said.failed;
  await changeEntry(entry.id, (now) => ({ ...now, trouble }));
  return 'failed' in said && said.failed.code === 'SERVER_ERROR' ? 'failed' : 'stopped';
}

/**
 * Notes since when an entry may have arrived, whatever happens to this page. False if it was entered anew since it was
 * read.
 */
async function noteSending({ id, key, sentAt: since }: Entry, sentAt: number | undefined): Promise<boolean> {
  let isSame = false;
  await changeEntry(id, (now) => {
    isSame = now.key === key;
    return isSame && since === undefined ? { ...now, sentAt } : undefined;
  });
  return isSame;
}

async function sendAttempt(entry: Entry, one: Attempt): Promise<Said> {
  if (isExpired(one, Date.now())) return { refusal: { code: 'EXPIRED', message: '' } };
  const said = await ask(entry, one).catch(() => undefined);
  // Somebody else has deleted it: that is what was wanted.
  const isGone =
    typeof said === 'object' &&
    'refusal' in said &&
    said.refusal.code === 'NOT_FOUND' &&
    one.act.kind === 'delete';
  return isGone ? { saved: undefined } : said;
}

async function ask({ person, madeAt }: Entry, { act, key }: Attempt): Promise<Said> {
  const { method, path, body } = requestOf(act, Date.now() - madeAt);
  const signal = within(TIMEOUT);
  const init = {
    method,
    signal,
    headers: { 'content-type': 'application/json', 'idempotency-key': key, 'for-person': person },
    ...(body && { body: JSON.stringify(body) }),
  };
  const send = () => fetch(`/api/v1${path}`, init);
  let answer = await attempt(send, { tries: 1, signal, judge });
  if (answer.status === 401 && (await renew())) answer = await attempt(send, { tries: 1, signal, judge });
  if (judge(answer) === 'network') return undefined;
  const { data, error } = await answer.json();
  if (answer.ok && isRepeated(answer) && method === 'POST') return stillThere(data, { person, signal });
  if (answer.ok) return { saved: data.transaction };
  const first = error.details?.first?.transaction;
  if (first) return { first };
  const reason = { code: error.code, message: messageOf(error) };
  if (answer.status >= 500) return { failed: reason };
  return answer.status === 401 || LATER.test(error.code) ? { later: reason } : { refusal: reason };
}

/** What was recorded before, unless it has been deleted since: then its person decides whether it is recorded once more. */
async function stillThere(
  data: { transaction: Target },
  { person, signal }: { person: string; signal: AbortSignal },
): Promise<Said> {
  const path = `/api/v1${addressOfCreated(data)}`;
  const answer = await attempt(() => fetch(path, { signal, headers: { 'for-person': person } }), {
    tries: 1,
    signal,
    judge,
  });
  if (judge(answer) === 'network') return undefined;
  if (answer.ok) return { saved: data.transaction };
  if (answer.status === 404) return { refusal: { code: 'UNDONE_SINCE', message: '' } };
  return undefined;
}

// Every answer of ours has an id; others come from somebody on the way.
function judge({ status, headers }: Pick<Response, 'status' | 'headers'>): Failure | null {
  return headers.has('x-request-id') ? failureOf(status) : 'network';
}

function messageOf({ message, details }: { message: string; details?: { message: string }[] }): string {
  const faults = Array.isArray(details) ? details.map((fault) => fault.message) : [];
  return faults.join(' ') || message;
}

// The worker has no page that does it.
async function renew(): Promise<boolean> {
  const init = { method: 'POST', signal: within(TIMEOUT) };
  return (await fetch('/api/v1/users/refresh-token', init)).ok;
}
