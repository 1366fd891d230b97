import { TIMEOUT } from '../request/limits.ts';
import type { Entry } from './entry.ts';
import { addEntry, changeEntry } from './store.ts';

/** What became of an entry: it `is here`, somebody else has sent or discarded it, or it could not be stored. */
export type State = 'is here' | 'has gone' | 'was never here';

/** An entry that its page sends by itself. */
export interface InFlight {
  /** Changes it while it is held. */
  change: (change: (entry: Entry) => Entry) => Promise<State>;
  /** Ends that: null removes the entry, and anything else is left to wait. */
  end: (change: (entry: Entry) => Entry | null) => Promise<State>;
}

const lockOf = (key: string) => `waiting ${key}`;

/**
 * Stores what is sent at this moment, so that it outlives its page: as long as the page lives nobody else shows or sends
 * it. On plain http, where browsers have no locks, it is so for as long as a request may take.
 */
export function storeInFlight(entry: Omit<Entry, 'id' | 'heldUntil'>): InFlight {
  const { promise: isOver, resolve: free } = Promise.withResolvers<void>();
  navigator.locks?.request(lockOf(entry.key), () => isOver).catch(() => undefined);
  const stored = addEntry({ ...entry, heldUntil: Date.now() + TIMEOUT }).catch(() => undefined);
  const change = async (how: (entry: Entry) => Entry | null): Promise<State> => {
    const id = await stored;
    if (id === undefined) return 'was never here';
    return (await changeEntry(id, how).catch(() => false)) ? 'is here' : 'has gone';
  };
  const end: InFlight['end'] = (how) =>
    change((one) => {
      const rest = how(one);
      return rest && { ...rest, heldUntil: undefined };
    }).finally(free);
  return { change, end };
}

/** Those of the entries that no living page sends by itself. */
export async function notInFlight(entries: Entry[]): Promise<Entry[]> {
  const now = Date.now();
  if (!entries.some(({ heldUntil }) => heldUntil)) return entries;
  const locks = await navigator.locks?.query();
  const names = locks?.held?.map(({ name }) => name);
  return entries.filter(({ heldUntil = 0, key }) => !(names ? names.includes(lockOf(key)) : heldUntil > now));
}
