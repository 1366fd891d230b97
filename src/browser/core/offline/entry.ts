import { INPUTS } from '../../../domain/transactions/fields.ts';
import type { DialogTransaction } from '../page/dialog-settings.ts';
import {
  type Act,
  isReplaced,
  type Recorded,
  type SentFields,
  type Target,
  takingBack,
  targetOf,
} from '../request/act.ts';
import { newKey } from '../request/idempotency.ts';

/** The code and message of a refusal; `EXPIRED`: unknown whether it arrived, `UNDONE_SINCE`: deleted since. */
export interface Refusal {
  code: string;
  message: string;
}

/** What was entered without a connection, in the order of `id`; times are in milliseconds. */
export interface Entry {
  id: number;
  person: string;
  madeAt: number;
  act: Act;
  /** The idempotency key. It stays when the entry is edited: the server then answers with what it recorded before. */
  key: string;
  /** When it was first sent without an answer. */
  sentAt?: number | undefined;
  /** Whether it was discarded when it may have arrived: what was recorded is deleted again. */
  isWithdrawn?: boolean;
  /** What was recorded of an earlier line, and is deleted before this one is sent. */
  replaces?: Target | undefined;
  refusal?: Refusal | undefined;
  /** Why it was not accepted last time, although it is sent again. */
  trouble?: Refusal | undefined;
  about?: DialogTransaction | undefined;
}

/** The server remembers a key for 24 hours; one hour allows for transfer and clock differences. */
const KEY_LASTS = 23 * 3_600_000;

const isAddition = ({ kind }: Act) => kind === 'add' || kind === 'line';

/** Whether an addition may have been recorded so long ago that its key no longer prevents a second one. */
export function isExpired({ act, sentAt }: Entry, now: number): boolean {
  return isAddition(act) && sentAt !== undefined && now - sentAt > KEY_LASTS;
}

/** An entry with another act: an edited change stays a change of the same target, and is deleted as that. */
export function edited({ refusal, trouble: _, isWithdrawn: _discarded, ...entry }: Entry, act: Act): Entry {
  if (isAskedFor({ refusal })) return { ...entry, act, refusal };
  // What it was to replace was changed elsewhere, unseen here, and stays.
  if (refusal) return { ...entry, act, sentAt: undefined, replaces: undefined };
  const before = entry.act;
  if (before.kind !== 'change' || act.kind === 'line') return { ...entry, act };
  const { target } = before;
  if (act.kind === 'delete') return { ...entry, act: { kind: 'delete', target } };
  return { ...entry, act: { kind: 'change', target, body: { ...before.body, ...act.body } } };
}

/** What remains of a discarded entry: null, or the undo of an addition that the server may have recorded. */
export function discarded({ refusal, trouble: _, ...entry }: Entry): Entry | null {
  if (refusal) return null;
  if (entry.replaces) return afterOther({ ...entry, isWithdrawn: true }, entry.replaces);
  return isAddition(entry.act) && isInDoubt(entry) ? { ...entry, isWithdrawn: true } : null;
}

export function isInDoubt({ sentAt, refusal }: Entry): boolean {
  return sentAt !== undefined && (!refusal || refusal.code === 'EXPIRED');
}

/** Whether an entry is sent again only on request. */
export const isAskedFor = ({ refusal }: Pick<Entry, 'refusal'>): boolean =>
  refusal?.code === 'EXPIRED' || refusal?.code === 'UNDONE_SINCE';

/** Gives an expired or since deleted entry a new key, because its first key records nothing more; only once. */
export function sentAnew(entry: Entry): Entry | undefined {
  return isAskedFor(entry) ? { ...entry, key: newKey(), refusal: undefined, sentAt: undefined } : undefined;
}

/** What remains to be done for an entry after other content was recorded under its key, as `recorded` if it is there. */
export function afterOther(entry: Entry, recorded: Recorded | undefined): Entry {
  const { act, isWithdrawn } = entry;
  const rest = { ...entry, key: newKey(), sentAt: undefined, replaces: undefined };
  if (!recorded) return rest;
  if (isWithdrawn) return { ...rest, act: takingBack(recorded) };
  const target = targetOf(recorded);
  if (act.kind === 'delete') return { ...rest, act: { kind: 'delete', target } };
  // Only the server can parse another line: delete the first and send the new one.
  return act.kind === 'line' || isReplaced(recorded, act.body)
    ? { ...rest, replaces: target }
    : { ...rest, act: { ...act, kind: 'change', target } };
}

/** The transaction of an entry as a form shows it; undefined for a line, which only the server reads. */
export function transactionOf({ id, act, about }: Entry): DialogTransaction | undefined {
  if (act.kind === 'line') return undefined;
  const base = { ...about, ...('target' in act ? act.target : { id: `offline-${id}` }) };
  const body = 'body' in act ? act.body : {};
  const sent = INPUTS.filter(({ input }) => body[input] !== undefined);
  return {
    ...base,
    ...moneyOf(body),
    ...Object.fromEntries(sent.map(({ column, input }) => [column, body[input]])),
  } as DialogTransaction;
}

/** Only the server converts what was paid in another currency than the person's. */
function moneyOf({ originalAmount: amount, originalCurrency: currency, rate, convertedAmount }: SentFields) {
  if (amount === undefined) return {};
  const original =
    amount === null ? null : { amount, currency, rate: rate === undefined ? null : Number(rate) };
  return { amount: undefined, account_amount: undefined, original, convertedAmount };
}
