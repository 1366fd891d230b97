import { enqueue, forgetEntry, isDown, startQueue } from '../browser/core/offline/queue.ts';
import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';
import type { Act } from '../browser/core/request/act.ts';
import { ApiError } from '../browser/core/request/api-client.ts';
import type { Creation } from '../browser/core/request/creation.ts';
import { isCut } from '../browser/core/request/failures.ts';
import { newKey } from '../browser/core/request/idempotency.ts';
import { offlineTexts } from '../browser/core/texts/loaded-texts.ts';
import { type Saved, sendAct } from './save-transaction.ts';

// Loads what the queue needs before the connection can fail.
startQueue().catch(() => undefined);

interface SaveOptions {
  /** The transaction that is changed or deleted; undefined for a new one. */
  about: DialogTransaction | undefined;
  offlineId?: number | undefined;
  /** The attempts to add; needed for the act `add`. */
  creation?: Creation | undefined;
}

/**
 * Sends an act once, or stores it on this device while there is no connection. What concerns more of a recurring
 * template than one occurrence is not stored: only the server knows its effect.
 * @returns the answer, or the text to show if it is stored
 * @throws ApiError
 */
export async function saveOrQueue<Answer = Saved>(
  act: Act,
  { about, offlineId, creation }: SaveOptions,
): Promise<Answer | { kept: string }> {
  const madeAt = Date.now();
  const key = creation?.key() ?? newKey();
  const canWait = !('scope' in act) || act.scope === 'single';
  const store = async (sentAt: number | undefined) => {
    if (!canWait) return undefined;
    const sent = sentAt === undefined ? {} : { key, sentAt };
    if (!(await enqueue({ act, about, offlineId, madeAt, ...sent }))) return undefined;
    creation?.startAnew();
    return { kept: (await texts())('offline:kept') };
  };
  // An earlier attempt with other content may have arrived.
  const kept = offlineId !== undefined || isDown() ? await store(creation?.triedAt()) : undefined;
  if (kept) return kept;
  if (offlineId !== undefined && canWait)
    throw new ApiError(409, 'SENT', (await texts())('offline:sentMeanwhile'));
  try {
    const answer = await sendAct<Answer>(act, creation ?? key);
    if (offlineId !== undefined) await forgetEntry(offlineId).catch(() => undefined);
    return answer;
  } catch (error) {
    const kept = isCut(error) ? await store(creation ? creation.triedAt() : madeAt) : undefined;
    if (kept) return kept;
    throw error;
  }
}

// The act is stored even if the texts cannot be loaded.
const texts = () => offlineTexts().catch(() => String);
