import type { TextKey } from '../../../i18n/texts.ts';
import { ApiError, api } from './api-client.ts';
import { addressOfCreated, newKey } from './idempotency.ts';

/** Creates one thing, however often it is attempted; `change` changes an earlier one. @throws ApiError */
export type Create = <Data extends object>(
  path: string,
  body: object,
  change: (earlier: Data) => Promise<Data>,
) => Promise<Data>;

export interface Creation {
  create: Create;
  /** Removes what an earlier attempt created, because something else replaces it. @throws ApiError */
  withdraw: <Data>(remove: (earlier: Data) => Promise<void>) => Promise<void>;
  key: () => string;
  /** When an unanswered attempt may first have created something, in milliseconds. */
  triedAt: () => number | undefined;
  /** Leaves the attempts to the owner of their key, and starts another creation, with its own key if given. */
  startAnew: (key?: string) => void;
}

interface Attempt {
  path: string;
  body: object;
  at: number;
}

/**
 * Returns what creates the thing a form describes. All attempts share one idempotency key and path. If an answer was
 * lost and the content changed since, the server returns what it created, and that is changed. After a success, or once
 * that is known to be deleted, another thing can be created.
 */
export function creation(key = newKey()): Creation {
  /** The last attempt that may have created something. */
  let tried: Attempt | undefined;

  const startAnew = (next = newKey()) => {
    key = next;
    tried = undefined;
  };
  /** What the key has created: `is` the sent content now, before, or `other` content before. */
  const post = async ({ path, body }: Attempt) => {
    let is = 'new' as 'new' | 'repeated' | 'other';
    const headers = { 'Idempotency-Key': key };
    const onRepeated = () => {
      is = 'repeated';
    };
    const data = await api<never>(path, { method: 'POST', body, headers, onRepeated }).catch((error) => {
      const { first } = (error.details ?? {}) as { first?: never };
      if (!first) throw error;
      is = 'other';
      return first;
    });
    return { data, is };
  };

  const create: Create = async (path, body, change) => {
    const before = tried;
    tried = { path, body, at: before?.at ?? Date.now() };
    const { data, is } = await post(tried).catch((error) => {
      // Without an answer, or after a server error, it may have been created.
      if (error.status > 0 && error.status < 500) tried = before;
      throw error;
    });
    if (is === 'repeated') await requireThere(data);
    const changed = is === 'other' && change(data).catch((error) => failIfGone(error, data));
    const result = (await changed) || data;
    startAnew();
    return result;
  };

  const failIfGone = async (error: ApiError, earlier: object): Promise<never> => {
    if (error.status === 404) await requireThere(earlier);
    throw error;
  };

  const requireThere = async (earlier: object) => {
    const address = addressOfCreated(earlier);
    if (address === undefined) return;
    await api(address).catch((error) => {
      if (error.status !== 404) throw error;
      startAnew();
      throw new ApiError(409, 'UNDONE_SINCE', 'errors:addedThenDeleted' satisfies TextKey);
    });
  };

  // Only the answer shows what an attempt has created.
  const withdraw: Creation['withdraw'] = async (remove) => {
    if (tried) {
      const { data } = await post(tried);
      await remove(data).catch((error) => {
        if (error.status !== 404) throw error;
      });
    }
    startAnew();
  };

  return { create, withdraw, key: () => key, triedAt: () => tried?.at, startAnew };
}
