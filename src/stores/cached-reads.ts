import { nanoquery } from '@nanostores/query';
import { api } from '../islands/api-client.ts';
import { dataVersion } from './data-version.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long a cached answer is fresh, by kind (specification, section 9): for requests that the browser makes itself.
 */
const FRESH_FOR = {
  transactions: 2 * MINUTE,
  categories: 24 * HOUR,
  templates: HOUR / 2,
  analytics: 5 * MINUTE,
};

const MOST = 500;
const UNUSED_FOR = 2 * HOUR;
const PURGE_EVERY = HOUR / 2;

// Only in the memory of this page: it is gone with the page, and nothing of it is ever stored.
const answers = new Map();
/** When each answer was last used, the longest unused first. */
const usedAt = new Map<string, number>();
let version = '';
let isPurging = false;

const [createFetcherStore] = nanoquery({
  cache: answers,
  fetcher: (_version, path) => api(String(path)),
  onErrorRetry: false,
});

/**
 * The `data` of a GET of the API, from the cache while it is fresh. Any change, in whichever tab, invalidates the
 * cache: transactions, categories and sums can each change the others.
 * @param fetcher what fetches something else than an answer of the API, whose `path` is then a whole address
 * @throws ApiError when it cannot be fetched; the next call tries again
 */
export async function read<Data>(
  area: keyof typeof FRESH_FOR,
  path: string,
  fetcher?: () => Promise<Data>,
): Promise<Data> {
  if (version !== dataVersion()) forgetAll();
  version = dataVersion();
  const key = version + path;
  noteUse(key);
  const time = FRESH_FOR[area];
  // The version is part of the key: an answer to a request from before a change is not used after it.
  const answer = await createFetcherStore<Data>([version, path], {
    fetcher,
    dedupeTime: time,
    cacheLifetime: time,
  }).fetch();
  if ('data' in answer && key !== path) return answer.data;
  forget(key);
  if ('data' in answer) return answer.data;
  throw answer.error;
}

function noteUse(key: string): void {
  usedAt.delete(key);
  usedAt.set(key, Date.now());
  for (const oldest of usedAt.keys()) {
    if (usedAt.size <= MOST) break;
    forget(oldest);
  }
  if (isPurging) return;
  isPurging = true;
  setInterval(purge, PURGE_EVERY);
}

function purge(): void {
  for (const [key, time] of usedAt) if (Date.now() - time > UNUSED_FOR) forget(key);
}

function forget(key: string): void {
  answers.delete(key);
  usedAt.delete(key);
}

function forgetAll(): void {
  answers.clear();
  usedAt.clear();
}
