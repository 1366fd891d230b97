import type { TextKey } from '../../../i18n/texts.ts';
import { ApiError, api } from './api-client.ts';
import { addressOfCreated, newKey } from './idempotency.ts';

/** What was created, or the result of changing what an earlier attempt had created. */
type Result<Data, Changed> = { created: Data } | { changed: Changed };

/** Creates one thing, however often it is attempted; `change` changes an earlier one. @throws ApiError */
export type Create = <Data, Changed>(
  path: string,
  body: object,
  change: (earlier: Data) => Promise<Changed>,
) => Promise<Result<Data, Changed>>;

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

type Answer<Data> = { created: Data; isRepeated: boolean } | { earlier: Data };

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
  const post = async <Data>({ path, body }: Attempt): Promise<Answer<Data>> => {
    let isRepeated = false;
    const headers = { 'Idempotency-Key': key };
    const onRepeated = () => {
      isRepeated = true;
    };
    try {
      return { created: await api<Data>(path, { method: 'POST', body, headers, onRepeated }), isRepeated };
    } catch (error) {
      const { code, details } = error as ApiError;
      const { first } = (details ?? {}) as { first?: Data };
      if (code === 'IDEMPOTENCY_CONFLICT' && first) return { earlier: first };
      throw error;
    }
  };

  const create: Create = async (path, body, change) => {
    const before = tried;
    tried = { path, body, at: before?.at ?? Date.now() };
    const answer = await post<never>(tried).catch((error) => {
      // Without an answer, or after a server error, it may have been created.
      const { status } = error as ApiError;
      if (status > 0 && status < 500) tried = before;
      throw error;
    });
    if ('created' in answer) {
      if (answer.isRepeated) await requireThere(answer.created);
      startAnew();
      return { created: answer.created };
    }
    const changed = await change(answer.earlier).catch(async (error) => {
      if ((error as ApiError).status === 404) await requireThere(answer.earlier);
      throw error;
    });
    startAnew();
    return { changed };
  };

  const requireThere = async (earlier: object) => {
    const address = addressOfCreated(earlier);
    if (address === undefined) return;
    await api(address).catch((error) => {
      if ((error as ApiError).status !== 404) throw error;
      startAnew();
      throw new ApiError(409, 'UNDONE_SINCE', 'errors:addedThenDeleted' satisfies TextKey);
    });
  };

  // Only the answer shows what an attempt has created.
  const withdraw: Creation['withdraw'] = async (remove) => {
    if (tried) {
      const answer = await post<Parameters<typeof remove>[0]>(tried);
      await remove('earlier' in answer ? answer.earlier : answer.created).catch((error) => {
        if ((error as ApiError).status !== 404) throw error;
      });
    }
    startAnew();
  };

  return { create, withdraw, key: () => key, triedAt: () => tried?.at, startAnew };
}
