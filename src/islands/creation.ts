import { type ApiError, api } from './api-client.ts';
import { newKey } from './new-key.ts';

/** What was created now, or the result of changing what an earlier attempt with other content had created. */
type Result<Data, Changed> = { created: Data } | { changed: Changed };

/** Creates one thing, however often it is attempted; `change` changes an earlier one. @throws ApiError */
export type Create = <Data, Changed>(
  path: string,
  body: object,
  change: (earlier: Data) => Promise<Changed>,
) => Promise<Result<Data, Changed>>;

export interface Creation {
  create: Create;
  /** Removes what earlier attempts have created, because something else is wanted in its place. @throws ApiError */
  withdraw: <Data>(remove: (earlier: Data) => Promise<void>) => Promise<void>;
  /** The key of all attempts, for whoever sends them instead. */
  key: () => string;
  /** Leaves the attempts to whoever has their key; another thing can be created then, with its own key if it has one. */
  startAnew: (key?: string) => void;
}

interface Attempt {
  path: string;
  body: object;
}

/**
 * Returns what creates the thing that a form describes. All attempts have one idempotency key. If the answer to one was
 * lost and the content was changed since, what it has created is changed. After a success another thing can be created.
 */
export function creation(): Creation {
  let key = newKey();
  let unanswered: Attempt[] = [];

  const post = ({ path, body }: Attempt) =>
    api<never>(path, { method: 'POST', body, headers: { 'Idempotency-Key': key } });
  const startAnew = (next = newKey()) => {
    key = next;
    unanswered = [];
  };

  const create: Create = async (path, body, change) => {
    const wanted = { path, body };
    // A key counts for one path: nothing would show that it was used at another, so those attempts come first. At the
    // same path the key is refused to all attempts but the one that has created something, which gets its answer again.
    const attempts = [
      ...unanswered.filter((one) => one.path !== path),
      wanted,
      ...unanswered.filter((one) => one.path === path),
    ];
    let refused: unknown;
    for (const one of attempts) {
      try {
        const data = await post(one);
        const result = one === wanted ? { created: data } : { changed: await change(data) };
        startAnew();
        return result;
      } catch (error) {
        refused = error;
        const { status, code } = error as ApiError;
        // Without an answer, or after a fault of the server, it may have been created.
        if (one === wanted && (status === 0 || status >= 500)) unanswered.push(wanted);
        if (code !== 'IDEMPOTENCY_CONFLICT') break;
      }
    }
    throw refused;
  };

  // Only the answer tells what an attempt has created, and at one path only one of them has.
  const withdraw: Creation['withdraw'] = async (remove) => {
    for (const one of unanswered) {
      try {
        await remove(await post(one));
      } catch (error) {
        const { status, code } = error as ApiError;
        if (status !== 404 && code !== 'IDEMPOTENCY_CONFLICT') throw error;
      }
    }
    startAnew();
  };

  return { create, withdraw, key: () => key, startAnew };
}
