import { type Act, type Recorded, requestOf, takingBack } from '../request/act.ts';
import { askHealth } from '../request/ask-health.ts';
import { attempt, type Failure, failureOf, within } from '../request/attempts.ts';
import { addressOfCreated, isRepeated, newKey } from '../request/idempotency.ts';
import { TIMEOUT } from '../request/limits.ts';
import { afterOther, type Entry, isExpired, type Refusal } from './entry.ts';
import { allEntries, changeEntry } from './store.ts';

/** What the server has saved: the transaction, and how it understood a line. */
interface SavedData {
  transaction?: Recorded;
  understood?: string[];
  /** Instead, for a line that means a transfer. */
  transfer?: { id: string; type: 'transfer'; updated_at: string };
  possible_duplicate?: string | null;
  says_recurring?: boolean;
}

/**
 * The answer to an attempt; undefined if it may have arrived. `other`: what was recorded under its key with other
 * content; `later`: not accepted now; `failed`: may have been accepted.
 */
type Answer =
  | { is: 'saved'; data: SavedData }
  | { is: 'other'; target: Recorded | undefined }
  | { is: 'refused'; reason: Refusal }
  | { is: 'later'; reason: Refusal }
  | { is: 'failed'; reason: Refusal }
  | undefined;

/** The answer to an entry that its page shows itself; undefined if the entry stays in the queue. */
export type OwnAnswer = Extract<Answer, { is: 'saved' | 'refused' }> | undefined;

/** How many entries arrived or were refused, and whether the connection failed. */
export interface Sent {
  arrived: number;
  refused: number;
  isCut: boolean;
  /** Whether other entries were not accepted and will be tried again. */
  isLeft?: boolean;
}

/** Refusals of the person or for the moment, not of the entry. */
const LATER = /^(USER_BLOCKED|USER_RESTRICTED|FORBIDDEN|CSRF_REJECTED|RATE_LIMITED|TOO_MANY_REQUESTS)$/;

/**
 * Sends a person's entries in order until one has no answer. A refused entry stays with its reason, and later ones are
 * still sent, as after one that the server fails at. Sent twice, by two tabs or after a lost answer, an entry is
 * recorded once.
 * @param own by their ids, the entries whose answers this page shows itself: they are not counted
 */
export async function sendEntries(
  person: string,
  own?: ReadonlyMap<number, (answer: OwnAnswer) => void>,
): Promise<Sent> {
  const settled = new Set<number>();
  const sent: Sent = { arrived: 0, refused: 0, isCut: false };
  let isThere = false;
  for (;;) {
    const entry = (await allEntries()).find(
      (one) => one.person === person && !one.refusal && !settled.has(one.id),
    );
    if (!entry) return sent;
    const isOver = isExpired(entry, Date.now());
    // Mark entries as sent only if the server is reachable: otherwise all would expire after a day away from home.
    isThere ||= (entry.sentAt !== undefined && !isOver) || (await askHealth()) === null;
    const outcome = isThere ? await sendEntry(entry, isOver, own?.get(entry.id)) : 'unanswered';
    if (outcome === 'unanswered') return { ...sent, isCut: true };
    if (outcome === 'goes on') continue;
    settled.add(entry.id);
    if (outcome === 'arrived' || outcome === 'refused') sent[outcome] += 1;
    else sent.isLeft = true;
    if (outcome === 'stopped') return sent;
  }
}

type Outcome = 'arrived' | 'refused' | 'unanswered' | 'goes on' | 'failed' | 'stopped';

async function sendEntry(
  entry: Entry,
  isOver: boolean,
  receive?: (answer: OwnAnswer) => void,
): Promise<Outcome> {
  const { id, act, replaces, sentAt } = entry;
  const note = (now: Entry) =>
    replaces || isOver ? undefined : { ...now, sentAt: now.sentAt ?? Date.now() };
  if (!(await changeEntry(id, note))) return 'goes on';
  const answer = isOver ? EXPIRED : await ask(entry, receive !== undefined).catch(() => undefined);
  if (!answer) return 'unanswered';
  if (answer.is === 'later' || answer.is === 'failed') {
    const { is, reason } = answer;
    const since = is === 'later' ? { sentAt } : {};
    await changeEntry(id, (now) => ({ ...now, ...since, trouble: reason }));
    // If the whole server fails or refuses the person, the other entries are not sent either.
    return is === 'failed' && reason.code === 'SERVER_ERROR' ? 'failed' : 'stopped';
  }
  let outcome: Outcome = 'goes on';
  await changeEntry(id, (now) => {
    const isEdited = JSON.stringify(now.act) !== JSON.stringify(act);
    const isToDelete = now.isWithdrawn && act.kind !== 'delete';
    if (answer.is === 'refused') {
      if (isEdited) return { ...now, sentAt: undefined };
      // What was never recorded need not be deleted.
      if (isToDelete && !isOver) return null;
      outcome = 'refused';
      return { ...now, refusal: answer.reason };
    }
    if (replaces) return { ...now, replaces: undefined };
    const target = answer.is === 'saved' ? (answer.data.transaction ?? answer.data.transfer) : answer.target;
    if (answer.is === 'other' || isEdited || isToDelete) return afterOther(now, target);
    outcome = 'arrived';
    return null;
  });
  if (!receive || outcome === 'goes on' || answer.is === 'other') return outcome;
  receive(answer);
  return 'goes on';
}

const EXPIRED = { is: 'refused', reason: { code: 'EXPIRED', message: '' } } as const;

/** @param isShown whether a page shows the answer: nobody else could be asked about days that were checked against the bank */
async function ask({ person, madeAt, replaces, ...entry }: Entry, isShown: boolean): Promise<Answer> {
  const act: Act = replaces ? takingBack(replaces) : entry.act;
  const key = replaces ? newKey() : entry.key;
  const { method, path, body } = requestOf(act, Date.now() - madeAt);
  const init = {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    ...(body && { body: JSON.stringify(body) }),
  };
  const isNew = act.kind === 'add' || act.kind === 'line';
  const address = isNew && !isShown ? `${path}?confirmLocked=true` : path;
  let answer = await fetchOnce(address, person, init);
  if (answer.status === 401 && (await renew())) answer = await fetchOnce(address, person, init);
  if (judge(answer) === 'network') return undefined;
  const { data, error } = await answer.json();
  if (answer.ok && isRepeated(answer) && method === 'POST') return stillThere(data, person);
  if (answer.ok) return { is: 'saved', data };
  const { code, details } = error;
  const { first } = details ?? {};
  if (code === 'IDEMPOTENCY_CONFLICT') return { is: 'other', target: first?.transaction ?? first?.transfer };
  // Deleted elsewhere.
  if (code === 'NOT_FOUND' && method === 'DELETE') return { is: 'saved', data: {} };
  const reason = { code, message: messageOf(error) };
  if (answer.status >= 500) return { is: 'failed', reason };
  const isLater = answer.status === 401 || LATER.test(code);
  return isLater ? { is: 'later', reason } : { is: 'refused', reason };
}

/** What was recorded before; if it was deleted since, the person decides whether to record it again. */
async function stillThere(data: SavedData, person: string): Promise<Answer> {
  const answer = await fetchOnce(addressOfCreated(data) ?? '', person);
  if (judge(answer) === 'network') return undefined;
  if (answer.ok) return { is: 'saved', data };
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
  const messages = Array.isArray(details) ? details.map((detail) => detail.message) : [message];
  return messages.map((each) => each.replace(/\.?$/, '.')).join(' ');
}

// The worker has no page that renews the token.
async function renew(): Promise<boolean> {
  const init = { method: 'POST', signal: within(TIMEOUT) };
  return (await fetch('/api/v1/users/refresh-token', init)).ok;
}
