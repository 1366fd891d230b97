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
 * The answer to an attempt; undefined if it may have arrived. `first`: what was recorded under its key with other
 * content; `later`: not accepted now; `failed`: may have been accepted.
 */
type Answer =
  | { is: 'saved'; target?: Target }
  | { is: 'first'; target: Target }
  | { is: 'refused'; reason: Refusal }
  | { is: 'later'; reason: Refusal }
  | { is: 'failed'; reason: Refusal }
  | undefined;

/** How many entries arrived or were refused, and whether the connection failed. */
export interface Sent {
  arrived: number;
  refused: number;
  isCut: boolean;
  /** Whether open pages are sending other entries themselves. */
  isHeld?: boolean;
  /** Whether other entries were not accepted and will be tried again. */
  isLeft?: boolean;
}

/** Refusals of the person or for the moment, not of the entry. */
const LATER = /^(USER_BLOCKED|USER_RESTRICTED|FORBIDDEN|CSRF_REJECTED|RATE_LIMITED|TOO_MANY_REQUESTS)$/;

/**
 * Sends a person's entries in order until one has no answer. A refused entry stays with its reason, and later ones are
 * still sent, as after one that the server fails at. Sent twice, by two tabs or after a lost answer, an entry is
 * recorded once.
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
    // Mark entries as sent only if the server is reachable: otherwise all would expire after a day away from home.
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

// An expired entry is not sent, so it shows nothing about the connection.
const wasSent = (current: Attempt) => current.sentAt !== undefined && !isExpired(current, Date.now());

async function isAnswering(): Promise<boolean> {
  const init = { method: 'HEAD', cache: 'no-store', signal: within(SERVER_TIMEOUT) } as const;
  return fetch('/health', init).then(
    ({ headers }) => headers.has('x-request-id'),
    () => false,
  );
}

type Outcome = 'arrived' | 'refused' | 'unanswered' | 'goes on' | 'failed' | 'stopped';

async function sendEntry(entry: Entry): Promise<Outcome> {
  const current = entry.before ?? entry;
  const isFirst = current === entry && entry.sentAt === undefined;
  if (current === entry && !(await noteSending(entry, Date.now()))) return 'goes on';
  const answer = await sendAttempt(entry, current);
  if (!answer) return 'unanswered';
  if (answer.is === 'later' && isFirst) await noteSending(entry, undefined);
  if (answer.is === 'later' || answer.is === 'failed') {
    await changeEntry(entry.id, (now) => ({ ...now, trouble: answer.reason }));
    // If the whole server fails or refuses the person, the other entries are not sent either.
    return answer.is === 'failed' && answer.reason.code === 'SERVER_ERROR' ? 'failed' : 'stopped';
  }
  let outcome: Outcome = 'goes on';
  await changeEntry(entry.id, (now) => {
    const isBefore = now.before?.key === current.key;
    if (!isBefore && now.key !== current.key) return undefined;
    if (answer.is === 'refused') {
      // Unknown whether it is recorded, or it could not be deleted: the person decides.
      const isOpen = answer.reason.code === 'EXPIRED' || current.act.kind === 'delete';
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

/** Notes since when an entry may have arrived. Returns false if it was edited since it was read. */
async function noteSending({ id, key, sentAt: since }: Entry, sentAt: number | undefined): Promise<boolean> {
  let isSame = false;
  await changeEntry(id, (now) => {
    isSame = now.key === key;
    return isSame && since === undefined ? { ...now, sentAt } : undefined;
  });
  return isSame;
}

async function sendAttempt(entry: Entry, current: Attempt): Promise<Answer> {
  if (isExpired(current, Date.now())) return { is: 'refused', reason: { code: 'EXPIRED', message: '' } };
  const answer = await ask(entry, current).catch(() => undefined);
  // Deleted elsewhere.
  const isGone =
    answer?.is === 'refused' && answer.reason.code === 'NOT_FOUND' && current.act.kind === 'delete';
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

/** What was recorded before; if it was deleted since, the person decides whether to record it again. */
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

// Our answers have a request id; others come from a proxy in between.
function judge({ status, headers }: Pick<Response, 'status' | 'headers'>): Failure | null {
  return headers.has('x-request-id') ? failureOf(status) : 'network';
}

function messageOf({ message, details }: { message: string; details?: { message: string }[] }): string {
  return (Array.isArray(details) && details.map((detail) => detail.message).join(' ')) || message;
}

// The worker has no page that renews the token.
async function renew(): Promise<boolean> {
  const init = { method: 'POST', signal: within(TIMEOUT) };
  return (await fetch('/api/v1/users/refresh-token', init)).ok;
}
