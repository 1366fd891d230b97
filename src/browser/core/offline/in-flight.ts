import { TIMEOUT } from '../request/limits.ts';
import type { Entry } from './entry.ts';
import { addEntry, changeEntry } from './store.ts';

/** The outcome for an entry: still stored, sent or discarded elsewhere, or never stored. */
export type State = 'is here' | 'has gone' | 'was never here';

/** Ends a page's own sending of an entry: null removes it, anything else leaves it to the queue. */
export type EndFlight = (change: (entry: Entry) => Entry | null) => Promise<State>;

const lockOf = (key: string) => `offline ${key}`;

/**
 * Stores what is being sent, so that it outlives its page; while the page lives, no other page shows or sends it. On
 * plain http, where browsers have no locks, this lasts as long as a request may take.
 */
export function storeInFlight(entry: Omit<Entry, 'id' | 'heldUntil'>): EndFlight {
  const { promise: isOver, resolve: free } = Promise.withResolvers<void>();
  navigator.locks?.request(lockOf(entry.key), () => isOver).catch(() => undefined);
  const stored = addEntry({ ...entry, heldUntil: Date.now() + TIMEOUT }).catch(() => undefined);
  const end: EndFlight = async (change) => {
    const id = await stored;
    if (id === undefined) return 'was never here';
    const isHere = await changeEntry(id, (now) => {
      const changed = change(now);
      return changed && { ...changed, heldUntil: undefined };
    }).catch(() => false);
    return isHere ? 'is here' : 'has gone';
  };
  return (change) => end(change).finally(free);
}

/** The entries that no open page is sending itself. */
export async function notInFlight(entries: Entry[]): Promise<Entry[]> {
  const now = Date.now();
  if (!entries.some(({ heldUntil }) => heldUntil)) return entries;
  const locks = await navigator.locks?.query();
  const names = locks?.held?.map(({ name }) => name);
  return entries.filter(({ heldUntil = 0, key }) => !(names ? names.includes(lockOf(key)) : heldUntil > now));
}
