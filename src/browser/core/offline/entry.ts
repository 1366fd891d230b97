import type { DialogTransaction } from '../page/dialog-settings.ts';
import { newKey } from '../request/idempotency.ts';

export type SentFields = Record<string, unknown>;

/** The transaction to change or delete, in the version that was seen. */
export type Target = Pick<DialogTransaction, 'type' | 'id' | 'updated_at'>;

export type Act =
  | { kind: 'add'; body: SentFields }
  | { kind: 'line'; line: string; confirmed?: boolean }
  | { kind: 'change'; target: Target; body: SentFields }
  | { kind: 'delete'; target: Target };

/** An act with its idempotency key; `sentAt` is when it was first sent without an answer, in milliseconds. */
export interface Attempt {
  act: Act;
  key: string;
  sentAt?: number | undefined;
}

/** The code and message of a refusal; `EXPIRED`: unknown whether it arrived, `UNDONE_SINCE`: deleted since. */
export interface Refusal {
  code: string;
  message: string;
}

/** What was entered without a connection, in the order of `id`; times are in milliseconds. */
export interface Entry extends Attempt {
  id: number;
  person: string;
  madeAt: number;
  /** What was sent without an answer before an edit: it is sent first, so that nothing is recorded twice. */
  before?: Attempt | undefined;
  refusal?: Refusal | undefined;
  /** Why it was not accepted last time, although it is sent again. */
  trouble?: Refusal | undefined;
  /** Until when the page that entered it sends it itself. */
  heldUntil?: number | undefined;
  about?: DialogTransaction | undefined;
}

/** The server remembers a key for 24 hours; one hour allows for transfer and clock differences. */
const KEY_LASTS = 23 * 3_600_000;

/** Whether an addition may have been recorded so long ago that its key no longer prevents a second one. */
export function isExpired({ act, sentAt }: Attempt, now: number): boolean {
  const isNew = act.kind === 'add' || act.kind === 'line';
  return isNew && sentAt !== undefined && now - sentAt > KEY_LASTS;
}

/** The request of an act made `age` milliseconds ago. */
export function requestOf(
  act: Act,
  age: number,
): { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: SentFields } {
  // The same path as forms, whose key it may have.
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

/** Replaces an entry's act; what was already sent without an answer comes before. */
export function entered(entry: Entry, act: Act, key: string): Entry {
  const { sentAt, before, refusal: _refused, trouble: _trouble, ...rest } = entry;
  const sent = sentAt === undefined ? before : (before ?? { act: entry.act, key: entry.key, sentAt });
  return { ...rest, act, key, sentAt: undefined, before: sent };
}

/** Whether an entry only deletes an addition that may have been recorded. */
export function isTakenBack({ act }: Entry): boolean {
  return act.kind === 'delete' && act.target.id === '';
}

/** What remains of a discarded entry: null, or a deletion of the addition that may have been recorded. */
export function discarded(entry: Entry, key: string): Entry | null {
  const { act, sentAt, before, refusal } = entry;
  if (refusal?.code === 'UNDONE_SINCE') return null;
  const mayBeSaved = sentAt !== undefined || (before !== undefined && before.act.kind !== 'delete');
  if ('target' in act || !mayBeSaved) return null;
  return entered(entry, { kind: 'delete', target: { type: 'expense', id: '', updated_at: undefined } }, key);
}

/** The act that replaces an entry's: an edited change stays a change of the same target. */
export function merged({ act: before, refusal }: Entry, act: Act): Act {
  if (before.kind !== 'change' || act.kind === 'line' || refusal) return act;
  const { target } = before;
  return act.kind === 'delete'
    ? { ...act, target }
    : { kind: 'change', target, body: { ...before.body, ...act.body } };
}

/** Whether an entry is sent again only on request. */
export const isAskedFor = ({ refusal }: Entry): boolean =>
  refusal?.code === 'EXPIRED' || refusal?.code === 'UNDONE_SINCE';

/** Gives an expired or since deleted entry a new key, because its first key records nothing more. */
export function sentAnew(entry: Entry, key: string): Entry | undefined {
  if (!isAskedFor(entry)) return undefined;
  const { refusal: _refused, before: _before, sentAt: _sent, ...rest } = entry;
  return { ...rest, key };
}

/**
 * The entry after what came before it was answered; null if nothing is left to do.
 * @param saved what was recorded or changed; undefined if refused
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
  // Only the server can parse another line: delete the first and send the new one.
  if (act.kind === 'line')
    return { ...rest, act, before: { act: { kind: 'delete', target }, key: newKey() } };
  if (act.kind === 'delete') return { ...rest, act: { kind: 'delete', target } };
  return { ...rest, act: { kind: 'change', target, body: act.body } };
}
