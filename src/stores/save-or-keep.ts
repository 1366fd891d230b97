import type { Act, Target } from '../browser/core/offline/entry.ts';
import { isDown, type Kept, keep } from '../browser/core/offline/queue.ts';
import { offlineTexts } from '../browser/core/offline/texts.ts';
import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';
import type { Creation } from '../browser/core/request/creation.ts';
import { isCut } from '../browser/core/request/failures.ts';
import { newKey } from '../browser/core/request/idempotency.ts';
import type { OccurrenceScope } from '../domain/recurring/occurrences/occurrence.schema.ts';
import {
  bodyOf,
  type CheckedTransaction,
  changeTransaction,
  createTransaction,
  type Saved,
} from './save-transaction.ts';

export { startQueue } from '../browser/core/offline/queue.ts';

interface SaveOptions {
  /** The version that is changed; undefined for a new transaction. */
  target: DialogTransaction | undefined;
  offlineId: number | undefined;
  scope: OccurrenceScope;
  creation: Creation;
}

/**
 * Saves a transaction, or stores it on this device while there is no connection. A change to all of a recurring
 * template is not stored: only the server knows its effect.
 * @throws ApiError
 */
export async function saveOrKeep(
  checked: CheckedTransaction,
  { target, offlineId, scope, creation }: SaveOptions,
): Promise<Saved | { kept: string }> {
  const act = actOf(checked, target);
  if (offlineId !== undefined) {
    const kept = await keepAct({ act, offlineId });
    return kept ? { kept } : { errors: { form: (await texts())('offline:sentMeanwhile') } };
  }
  const result = await sendOrKeep(
    {
      act,
      about: target,
      key: target ? newKey() : creation.key(),
      mayWait: !target || scope === 'single',
      // An earlier attempt with other content may have arrived.
      triedAt: target ? undefined : creation.triedAt,
    },
    (key) =>
      target ? changeTransaction(target, checked, scope, key) : createTransaction(checked, creation.create),
  );
  if ('kept' in result) creation.startAnew();
  return result;
}

interface Sending extends Pick<Kept, 'act' | 'about' | 'offlineId'> {
  key: string;
  /** Whether it can be stored; otherwise only the server knows its effect. */
  mayWait: boolean;
  /** When earlier attempts under the key may have arrived, if there were any. */
  triedAt?: (() => number | undefined) | undefined;
}

/** Sends or stores an act; returns the answer, or the text to show if it is stored. @throws ApiError */
export async function sendOrKeep<Answer>(
  { act, about, offlineId, key, mayWait, triedAt }: Sending,
  send: (key: string) => Promise<Answer>,
): Promise<Answer | { kept: string }> {
  const madeAt = Date.now();
  const wait = async (sentAt: number | undefined) => {
    const sent = sentAt === undefined ? {} : { key, sentAt };
    const kept = mayWait ? await keepAct({ act, about, offlineId, madeAt, ...sent }) : undefined;
    return kept === undefined ? undefined : { kept };
  };
  const kept = offlineId !== undefined || isDown() ? await wait(triedAt?.()) : undefined;
  if (kept) return kept;
  try {
    return await send(key);
  } catch (error) {
    const kept = isCut(error) ? await wait(triedAt ? triedAt() : madeAt) : undefined;
    if (kept) return kept;
    throw error;
  }
}

// An entry that waits to be added has no server version.
function actOf(checked: CheckedTransaction, target: Target | undefined): Act {
  const body = bodyOf(checked);
  if (!target?.updated_at) return { kind: 'add', body };
  const { type, id, updated_at } = target;
  return { kind: 'change', target: { type, id, updated_at }, body };
}

/** Stores an act; returns the text to show, or undefined if it cannot be stored. */
export async function keepAct(kept: Kept): Promise<string | undefined> {
  return (await keep(kept)) ? (await texts())('offline:kept') : undefined;
}

// The act is stored even if the texts cannot be loaded.
const texts = () => offlineTexts().catch(() => String);
