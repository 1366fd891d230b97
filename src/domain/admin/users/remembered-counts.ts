import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/open.ts';
import { findNewest } from './counts.queries.ts';

/** Among so many people a few more or less are nothing, and counting them takes longer than the rest of a page. */
const LARGE = 10_000;
/** Milliseconds. */
const AGE = 30_000;
const MOST = 500;

interface Counted {
  count: number;
  at: number;
  /** When the youngest account was created. */
  newest: string;
}

const caches = new WeakMap<object, LRUCache<string, Counted>>();

function cacheOf(owner: object): LRUCache<string, Counted> {
  const cache = caches.get(owner) ?? new LRUCache<string, Counted>({ max: MOST });
  caches.set(owner, cache);
  return cache;
}

/**
 * A count of accounts that is remembered for half a minute on instances of very many people, until somebody joins.
 * `among` is how many they are; `owner` is what lives as long as the process.
 */
export async function rememberedCount(
  { db, rootDb, now }: { db: Db; rootDb: object; now: Date },
  name: string,
  count: () => Promise<number>,
  among?: number,
): Promise<number> {
  if (among !== undefined && among < LARGE) return count();
  const cache = cacheOf(rootDb);
  const known = cache.get(name);
  const newest = await findNewest(db);
  const age = known ? now.getTime() - known.at : Infinity;
  if (known && known.newest === newest && age >= 0 && age < AGE) return known.count;
  const counted = await count();
  if ((among ?? counted) >= LARGE) cache.set(name, { count: counted, at: now.getTime(), newest });
  return counted;
}
