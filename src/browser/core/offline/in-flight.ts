import { TIMEOUT } from '../request/limits.ts';
import type { Entry } from './entry.ts';
import { addEntry, changeEntry } from './store.ts';

/** What became of an entry: it `is here`, somebody else has sent or discarded it, or it could not be stored. */
export type State = 'is here' | 'has gone' | 'was never here';

/** Ends that a page sends an entry by itself: null removes the entry, and anything else is left to the queue. */
export type EndFlight = (change: (entry: Entry) => Entry | null) => Promise<State>;

const lockOf = (key: string) => `offline ${key}`;

/**
 * Stores what is sent at this moment, so that it outlives its page: as long as the page lives nobody else shows or sends
 * it. On plain http, where browsers have no locks, it is so for as long as a request may take.
 */
export function storeInFlight(entry: Omit<Entry, 'id' | 'heldUntil'>): EndFlight {
  const { promise: isOver, resolve: free } = Promise.withResolvers<void>();
  navigator.locks?.request(lockOf(entry.key), () => isOver).catch(() => undefined);
  const stored = addEntry({ ...entry, heldUntil: Date.now() + TIMEOUT }).catch(() => undefined);
  const end: EndFlight = async (change) => {
    const id = await stored;
    if (id === undefined) return 'was never here';
    const isHere = await changeEntry(id, (now) => {
      const rest = change(now);
      return rest && { ...rest, heldUntil: undefined };
    }).catch(() => false);
    return isHere ? 'is here' : 'has gone';
  };
  return (change) => end(change).finally(free);
}

/** Those of the entries that no living page sends by itself. */
export async function notInFlight(entries: Entry[]): Promise<Entry[]> {
  const now = Date.now();
  if (!entries.some(({ heldUntil }) => heldUntil)) return entries;
  const locks = await navigator.locks?.query();
  const names = locks?.held?.map(({ name }) => name);
  return entries.filter(({ heldUntil = 0, key }) => !(names ? names.includes(lockOf(key)) : heldUntil > now));
}
