import { attempt, type Failure, failureOf, within } from '../request/attempts.ts';
import { addressOfCreated, isRepeated, newKey } from '../request/idempotency.ts';
import { SERVER_TIMEOUT, TIMEOUT } from '../request/limits.ts';
import {
  type Attempt,
  afterBefore,
  type Entry,
  isExpired,
  type Refusal,
  requestOf,
  type Target,
} from './entry.ts';
import { notInFlight } from './in-flight.ts';
import { allEntries, changeEntry } from './store.ts';

/**
 * The answer to an attempt; undefined if it may have arrived. `first` is what was recorded with its key and other content;
 * `later` was surely not taken from this person now, `failed` may have been.
 */
type Answer =
  | { is: 'saved'; target?: Target }
  | { is: 'first'; target: Target }
  | { is: 'refused'; reason: Refusal }
  | { is: 'later'; reason: Refusal }
  | { is: 'failed'; reason: Refusal }
  | undefined;

/** How the sending ended: how many entries arrived or were refused, and whether the connection failed. */
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
    // An entry counts as sent only if the server can be reached: away from home, all would seem sent after a day.
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

// What has expired is not sent, and shows nothing about the connection.
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
  const isFirst = one === entry && entry.sentAt === undefined;
  if (one === entry && !(await noteSending(entry, Date.now()))) return 'goes on';
  const answer = await sendAttempt(entry, one);
  if (!answer) return 'unanswered';
  if (answer.is === 'later' && isFirst) await noteSending(entry, undefined);
  if (answer.is === 'later' || answer.is === 'failed') {
    await changeEntry(entry.id, (now) => ({ ...now, trouble: answer.reason }));
    // Where the whole server fails, or refuses the person, the others are not sent either.
    return answer.is === 'failed' && answer.reason.code === 'SERVER_ERROR' ? 'failed' : 'stopped';
  }
  let outcome: Outcome = 'goes on';
  await changeEntry(entry.id, (now) => {
    const isBefore = now.before?.key === one.key;
    if (!isBefore && now.key !== one.key) return undefined;
    if (answer.is === 'refused') {
      // Nobody knows whether it is recorded, or it could not be taken back: its person decides.
      const isOpen = answer.reason.code === 'EXPIRED' || one.act.kind === 'delete';
      if (isBefore && !isOpen) return afterBefore(now, undefined);
      outcome = 'refused';
      return { ...now, refusal: answer.reason };
    }
    if (isBefore) return afterBefore(now, answer.target);
    if (answer.is === 'first')
      return afterBefore({ ...now, key: newKey(), sentAt: undefined, before: undefined }, answer.target);
    outcome = 'arrived';
    return null;
  });
  return outcome;
}

/** Notes since when an entry may have arrived, whatever happens to this page. False if it was edited since it was read. */
async function noteSending({ id, key, sentAt: since }: Entry, sentAt: number | undefined): Promise<boolean> {
  let isSame = false;
  await changeEntry(id, (now) => {
    isSame = now.key === key;
    return isSame && since === undefined ? { ...now, sentAt } : undefined;
  });
  return isSame;
}

async function sendAttempt(entry: Entry, one: Attempt): Promise<Answer> {
  if (isExpired(one, Date.now())) return { is: 'refused', reason: { code: 'EXPIRED', message: '' } };
  const answer = await ask(entry, one).catch(() => undefined);
  // Somebody else has deleted it.
  const isGone = answer?.is === 'refused' && answer.reason.code === 'NOT_FOUND' && one.act.kind === 'delete';
  return isGone ? { is: 'saved' } : answer;
}

async function ask({ person, madeAt }: Entry, { act, key }: Attempt): Promise<Answer> {
  const { method, path, body } = requestOf(act, Date.now() - madeAt);
  const init = {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    ...(body && { body: JSON.stringify(body) }),
  };
  let answer = await fetchOnce(path, person, init);
  if (answer.status === 401 && (await renew())) answer = await fetchOnce(path, person, init);
  if (judge(answer) === 'network') return undefined;
  const { data, error } = await answer.json();
  if (answer.ok && isRepeated(answer) && method === 'POST') return stillThere(data, person);
  if (answer.ok) return { is: 'saved', target: data.transaction };
  const first = error.details?.first?.transaction;
  if (first) return { is: 'first', target: first };
  const reason = { code: error.code, message: messageOf(error) };
  if (answer.status >= 500) return { is: 'failed', reason };
  return { is: answer.status === 401 || LATER.test(error.code) ? 'later' : 'refused', reason };
}

/** What was recorded before, unless it has been deleted since: then its person decides whether it is recorded once more. */
async function stillThere(data: { transaction: Target }, person: string): Promise<Answer> {
  const answer = await fetchOnce(addressOfCreated(data) ?? '', person);
  if (judge(answer) === 'network') return undefined;
  if (answer.ok) return { is: 'saved', target: data.transaction };
  if (answer.status === 404) return { is: 'refused', reason: { code: 'UNDONE_SINCE', message: '' } };
  return undefined;
}

function fetchOnce(path: string, person: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const signal = within(TIMEOUT);
  const send = () =>
    fetch(`/api/v1${path}`, { ...init, signal, headers: { ...headers, 'for-person': person } });
  return attempt(send, { tries: 1, signal, judge });
}

// Every answer of ours has an id; others come from somebody on the way.
function judge({ status, headers }: Pick<Response, 'status' | 'headers'>): Failure | null {
  return headers.has('x-request-id') ? failureOf(status) : 'network';
}

function messageOf({ message, details }: { message: string; details?: { message: string }[] }): string {
  return (Array.isArray(details) && details.map((detail) => detail.message).join(' ')) || message;
}

// The worker has no page that does it.
async function renew(): Promise<boolean> {
  const init = { method: 'POST', signal: within(TIMEOUT) };
  return (await fetch('/api/v1/users/refresh-token', init)).ok;
}
