import { api } from '../browser/core/request/api-client.ts';
import { ApiError } from '../browser/core/request/request.ts';
import { dataVersion } from '../browser/core/session/data-version.ts';

interface Answer {
  data: Promise<unknown>;
  askedAt: number;
  usedAt: number;
}

/** By path, the longest unused first. In this page's memory only, never stored. */
const answers = new Map<string, Answer>();
/** The version of the data that the answers have. */
let version = '';

/**
 * The `data` of an API GET, cached while fresh. Any change, in any tab, invalidates the cache, because transactions,
 * categories and sums affect each other. If the server does not answer, an answer that is no longer fresh is used.
 * @param fetcher fetches something other than an API answer; then `path` is a whole address
 * @throws ApiError when it cannot be fetched; the next call tries again
 */
export async function read<Data>(
  area: QueryArea,
  path: string,
  fetcher: () => Promise<Data> = () => api(path),
): Promise<Data> {
  const now = Date.now();
  if (version !== dataVersion()) answers.clear();
  version = dataVersion();
  const before = takeOut(path, now);
  const age = before ? now - before.askedAt : Number.POSITIVE_INFINITY;
  const isFresh = age < FRESH_FOR[area];
  const answer: Answer = before && isFresh ? before : { data: fetcher(), askedAt: now, usedAt: now };
  answer.usedAt = now;
  // While a form is being sent, nothing is known of the data.
  if (version) answers.set(path, answer);
  try {
    return (await answer.data) as Data;
  } catch (error) {
    const canServe = !isFresh && age <= FRESH_FOR[area] + RETAINED_FOR && isUnanswered(error);
    const retained = canServe ? before : undefined;
    // Unless something was changed meanwhile.
    if (answers.get(path) === answer) {
      answers.delete(path);
      if (retained) answers.set(path, retained);
    }
    if (!retained) throw error;
    return retained.data as Promise<Data>;
  }
}

/** Removes an answer and returns it; those that were not used for long are removed too. */
function takeOut(path: string, now: number): Answer | undefined {
  const answer = answers.get(path);
  answers.delete(path);
  const isUnused = ({ usedAt }: Answer) => now - usedAt > UNUSED_FOR;
  for (const [oldest, other] of answers) {
    if (answers.size < MOST_ANSWERS && !isUnused(other)) break;
    answers.delete(oldest);
  }
  return answer && !isUnused(answer) ? answer : undefined;
}

// A refusal is an answer: the cached data is out of date.
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 || error.status >= 500 : error instanceof TypeError;
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
