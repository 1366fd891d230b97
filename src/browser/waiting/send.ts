import { newKey } from '../../islands/new-key.ts';
import { attempt, type Failure, failureOf, within } from '../connection/attempts.ts';
import { TIMEOUT } from '../connection/limits.ts';
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
import { notHeld } from './hold.ts';
import { allEntries, changeEntry } from './store.ts';

/**
 * What the server has said about an attempt: nothing, if it may have arrived; `later`, if it surely was not taken; `first`
 * is what was recorded with its key and other content.
 */
type Said = { saved: Target | undefined } | { first: Target } | { refusal: Refusal } | 'later' | undefined;

/** How the sending ended: how many entries arrived or were refused, and whether others wait for the line. */
export interface Sent {
  arrived: number;
  refused: number;
  isCut: boolean;
  /** Whether others are sent by a page of their own, if it lives. */
  isHeld?: boolean;
}

/** Refusals of the person or of the moment, and not of the entry. */
const LATER = /^(USER_BLOCKED|USER_RESTRICTED|FORBIDDEN|CSRF_REJECTED|RATE_LIMITED|TOO_MANY_REQUESTS)$/;

/**
 * Sends the entries of a person in their order, until one has no answer. What is refused stays, with the reason, and
 * those after it are sent. Sent twice, by two tabs or after a lost answer, an entry is recorded once.
 */
export async function sendEntries(person: string): Promise<Sent> {
  const settled = new Set<number>();
  const counts = { arrived: 0, refused: 0 };
  for (;;) {
    const own = (await allEntries()).filter((entry) => entry.person === person && !entry.refusal);
    const free = await notHeld(own);
    const entry = free.find(({ id }) => !settled.has(id));
    if (!entry) return { ...counts, isCut: false, ...(free.length < own.length && { isHeld: true }) };
    const outcome = await sendEntry(entry);
    if (outcome === 'unanswered') return { ...counts, isCut: true };
    if (outcome === 'goes on') continue;
    counts[outcome] += 1;
    settled.add(entry.id);
  }
}

async function sendEntry(entry: Entry): Promise<'arrived' | 'refused' | 'unanswered' | 'goes on'> {
  const one = entry.before ?? entry;
  if (one === entry && !(await noteSending(entry, Date.now()))) return 'goes on';
  const said = await sendAttempt(entry, one);
  if (said === 'later' && one === entry && entry.sentAt === undefined) await noteSending(entry, undefined);
  if (!said || said === 'later') return 'unanswered';
  let outcome: 'arrived' | 'refused' | 'goes on' = 'goes on';
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
  if (answer.status === 401) return 'later';
  if (judge(answer) === 'network' || answer.status >= 500) return undefined;
  const { data, error } = await answer.json();
  if (answer.ok) return { saved: data.transaction };
  const first = error.details?.first?.transaction;
  if (first) return { first };
  if (LATER.test(error.code)) return 'later';
  return { refusal: { code: error.code, message: messageOf(error) } };
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
  return (await fetch('/api/v1/users/refresh-token', { method: 'POST' })).ok;
}
