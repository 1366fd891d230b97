import { nanoquery } from '@nanostores/query';
import { api } from '../browser/core/request/api-client.ts';
import { ApiError } from '../browser/core/request/request.ts';
import { dataVersion } from '../browser/core/session/data-version.ts';

// In this page's memory only, never stored.
const answers = new Map<string, { data?: unknown; created?: number }>();
/** When each answer was last used, oldest first. */
const usedAt = new Map<string, number>();
let version = '';

const [createFetcherStore] = nanoquery({
  cache: answers,
  fetcher: (_version, path) => api(String(path)),
  onErrorRetry: false,
});

/**
 * The `data` of an API GET, cached while fresh. Any change, in any tab, invalidates the cache, because transactions,
 * categories and sums affect each other. If the server does not answer, an answer that is no longer fresh is used.
 * @param fetcher fetches something other than an API answer; then `path` is a whole address
 * @throws ApiError when it cannot be fetched; the next call tries again
 */
export async function read<Data>(
  area: QueryArea,
  path: string,
  fetcher?: () => Promise<Data>,
): Promise<Data> {
  if (version !== dataVersion()) for (const key of usedAt.keys()) forget(key);
  version = dataVersion();
  const key = version + path;
  noteUse(key);
  const time = FRESH_FOR[area];
  const retained = answers.get(key);
  const isRetained = (retained?.created ?? 0) + time + RETAINED_FOR >= Date.now();
  // The version in the key prevents an answer from before a change from being used after it.
  const answer = await createFetcherStore<Data>([version, path], {
    fetcher,
    dedupeTime: time,
    cacheLifetime: time,
  }).fetch();
  if ('data' in answer && key !== path) return answer.data;
  forget(key);
  if ('data' in answer) return answer.data;
  if (!retained?.data || !isRetained || !isUnanswered(answer.error)) throw answer.error;
  answers.set(key, retained);
  noteUse(key);
  return retained.data as Data;
}

// A refusal is an answer: the cached data is out of date.
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 || error.status >= 500 : error instanceof TypeError;
}

/** Removes what was unused for too long, or is too much, the oldest first. */
function noteUse(key: string): void {
  const now = Date.now();
  for (const [oldest, time] of usedAt) if (now - time > UNUSED_FOR) forget(oldest);
  usedAt.delete(key);
  usedAt.set(key, now);
  const [oldest = key] = usedAt.keys();
  if (usedAt.size > MOST_ANSWERS) forget(oldest);
}

function forget(key: string): void {
  answers.delete(key);
  usedAt.delete(key);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const FRESH_FOR = {
  analytics: 5 * MINUTE,
  categories: 24 * HOUR,
  suggestions: 3 * MINUTE,
  templates: 30 * MINUTE,
  transactions: 2 * MINUTE,
} as const;

type QueryArea = keyof typeof FRESH_FOR;

/** How long an answer that is no longer fresh may be used while the server does not answer. */
export const RETAINED_FOR = 30 * MINUTE;
/** Answers unused for this long are removed. */
const UNUSED_FOR = 2 * HOUR;
const MOST_ANSWERS = 500;
