import type { DialogTransaction } from '../page/dialog-settings.ts';
import { newKey } from '../request/idempotency.ts';

/** The fields of a transaction as the API takes them. */
export type SentFields = Record<string, unknown>;

/** The transaction that a change or a deletion is about, in the version that was seen. */
export type Target = Pick<DialogTransaction, 'type' | 'id' | 'updated_at'>;

/** What an entry asks the server for. */
export type Act =
  | { kind: 'add'; body: SentFields }
  | { kind: 'line'; line: string; confirmed?: boolean }
  | { kind: 'change'; target: Target; body: SentFields }
  | { kind: 'delete'; target: Target };

/** An act with its idempotency key; `sentAt` is when it was first sent, in milliseconds, if no answer came. */
export interface Attempt {
  act: Act;
  key: string;
  sentAt?: number | undefined;
}

/** The code and message of a refusal; `EXPIRED` if nobody knows any more, `UNDONE_SINCE` if it was deleted since. */
export interface Refusal {
  code: string;
  message: string;
}

/** What a person has entered without a connection, in the order of `id`; times are in milliseconds. */
export interface Entry extends Attempt {
  id: number;
  person: string;
  madeAt: number;
  /** What was sent before it was edited, and had no answer: it is sent first, or it might be doubled. */
  before?: Attempt | undefined;
  refusal?: Refusal | undefined;
  /** Why it was not taken the last time, although it is sent again. */
  trouble?: Refusal | undefined;
  /** Until when the page that has entered it sends it by itself. */
  heldUntil?: number | undefined;
  /** The transaction of a change or a deletion as it was shown. */
  about?: DialogTransaction | undefined;
}

/** The server remembers a key for 24 hours; an hour is left for the way and for clocks. */
const KEY_LASTS = 23 * 3_600_000;

/** Whether an addition may have been recorded so long ago that the same key would record it once more. */
export function isExpired({ act, sentAt }: Attempt, now: number): boolean {
  const isNew = act.kind === 'add' || act.kind === 'line';
  return isNew && sentAt !== undefined && now - sentAt > KEY_LASTS;
}

/** The request of an act that was made so many milliseconds ago. */
export function requestOf(
  act: Act,
  age: number,
): { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: SentFields } {
  // The path of forms, whose key it may have.
  if (act.kind === 'add') return { method: 'POST', path: '/transactions/transaction', body: act.body };
  if (act.kind === 'line') {
    const { line, confirmed } = act;
    const body = { line, ...(confirmed && { confirmed }), age: Math.max(0, Math.round(age / 1000)) };
    return { method: 'POST', path: '/transactions/line', body };
  }
  const { type, id, updated_at } = act.target;
  const path = `/transactions/${type}/${encodeURIComponent(id)}`;
  if (act.kind === 'change')
    return { method: 'PUT', path, body: { ...act.body, scope: 'single', basedOn: updated_at ?? null } };
  const query = updated_at ? `?${new URLSearchParams({ basedOn: updated_at })}` : '';
  return { method: 'DELETE', path: path + query };
}

/** The entry with another act. What was sent of it already, and had no answer, comes before. */
export function entered(entry: Entry, act: Act, key: string): Entry {
  const { sentAt, before, refusal: _refused, trouble: _trouble, ...rest } = entry;
  const sent = sentAt === undefined ? before : (before ?? { act: entry.act, key: entry.key, sentAt });
  return { ...rest, act, key, sentAt: undefined, before: sent };
}

/** Whether an entry only takes back an addition that may have been recorded. */
export function isTakenBack({ act }: Entry): boolean {
  return act.kind === 'delete' && act.target.id === '';
}

/** An entry that is discarded: null to forget it, or what deletes the addition that may have been recorded. */
export function discarded(entry: Entry, key: string): Entry | null {
  const { act, sentAt, before, refusal } = entry;
  if (refusal?.code === 'UNDONE_SINCE') return null;
  const mayBeSaved = sentAt !== undefined || (before !== undefined && before.act.kind !== 'delete');
  if ('target' in act || !mayBeSaved) return null;
  return entered(entry, { kind: 'delete', target: { type: 'expense', id: '', updated_at: undefined } }, key);
}

/** What takes the place of an entry: it stays a change of what the entry changes, or has recorded meanwhile. */
export function merged({ act: before, refusal }: Entry, act: Act): Act {
  if (before.kind !== 'change' || act.kind === 'line' || refusal) return act;
  const { target } = before;
  return act.kind === 'delete'
    ? { ...act, target }
    : { kind: 'change', target, body: { ...before.body, ...act.body } };
}

/** Whether an entry is sent again only if its person says so. */
export const isAskedFor = ({ refusal }: Entry): boolean =>
  refusal?.code === 'EXPIRED' || refusal?.code === 'UNDONE_SINCE';

/** An entry that expired, or whose transaction has been deleted since, under another key: the first one records nothing. */
export function sentAnew(entry: Entry, key: string): Entry | undefined {
  if (!isAskedFor(entry)) return undefined;
  const { refusal: _refused, before: _before, sentAt: _sent, ...rest } = entry;
  return { ...rest, key };
}

/**
 * The entry after what came before it was answered; null if nothing is left to do.
 * @param saved what that has recorded or changed; undefined if it was refused
 */
export function afterBefore(entry: Entry, saved: Target | undefined): Entry | null {
  const { before, act, ...rest } = entry;
  if (!saved) {
    // What was never recorded need not be deleted.
    const isNew = before?.act.kind === 'add' || before?.act.kind === 'line';
    return isNew && act.kind === 'delete' ? null : { ...rest, act };
  }
  const { type, id, updated_at } = saved;
  const target = { type, id, updated_at };
  // Only the server can read another line: it takes the place of the first.
  if (act.kind === 'line')
    return { ...rest, act, before: { act: { kind: 'delete', target }, key: newKey() } };
  if (act.kind === 'delete') return { ...rest, act: { kind: 'delete', target } };
  return { ...rest, act: { kind: 'change', target, body: act.body } };
}
