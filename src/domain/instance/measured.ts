/** A figure with the instant at which it was measured. */
export interface Measured<Value> {
  value: Value;
  measuredAt: Date;
}

interface Cache {
  hits: number;
  misses: number;
  values: Map<string, Promise<Measured<unknown>>>;
}

const caches = new WeakMap<object, Cache>();

function cacheOf(owner: object): Cache {
  let cache = caches.get(owner);
  if (!cache) {
    cache = { hits: 0, misses: 0, values: new Map() };
    caches.set(owner, cache);
  }
  return cache;
}

/**
 * A measurement that is repeated once it is older than `maxAge`, in milliseconds; those who ask at the same time share
 * one. `owner` is what lives as long as the process: its database.
 */
export async function measured<Value>(
  owner: object,
  name: string,
  { now, maxAge }: { now: Date; maxAge: number },
  measure: () => Promise<Value>,
): Promise<Measured<Value>> {
  const cache = cacheOf(owner);
  const known = cache.values.get(name) as Promise<Measured<Value>> | undefined;
  const found = known && (await known.catch(() => null));
  const age = found ? now.getTime() - found.measuredAt.getTime() : Infinity;
  if (found && age >= 0 && age < maxAge) {
    cache.hits += 1;
    return found;
  }
  if (known !== cache.values.get(name)) return measured(owner, name, { now, maxAge }, measure);
  cache.misses += 1;
  const measuring = measure().then((value) => ({ value, measuredAt: now }));
  cache.values.set(name, measuring);
  return measuring;
}

/** How often a measurement was there already. */
export function measurements(owner: object): { hits: number; misses: number; entries: number } {
  const { hits, misses, values } = cacheOf(owner);
  return { hits, misses, entries: values.size };
}
