import type { Act, Target } from '../browser/core/offline/entry.ts';
import { isDown, type Kept, keep } from '../browser/core/offline/queue.ts';
import { waitingTexts } from '../browser/core/offline/texts.ts';
import type { DialogTransaction } from '../browser/core/page/dialog-transaction.ts';
import type { Creation } from '../browser/core/request/creation.ts';
import { newKey } from '../browser/core/request/new-key.ts';
import { isCut } from '../browser/core/request/request.ts';
import type { OccurrenceScope } from '../domain/recurring/occurrences/occurrence.schema.ts';
import { bodyOf, type CheckedTransaction } from './checked-transaction.ts';
import { changeTransaction, createTransaction, type Saved } from './save-transaction.ts';

export { startWaiting } from '../browser/core/offline/queue.ts';

interface Given {
  /** The version that is changed; undefined for a new transaction. */
  target: DialogTransaction | undefined;
  /** The id of the waiting entry that is changed. */
  waiting: number | undefined;
  scope: OccurrenceScope;
  creation: Creation;
}

/**
 * Saves a transaction; while there is no line, it is kept on this device and sent later. Only the server knows what all
 * of a recurring template means: that is not kept.
 * @throws ApiError
 */
export async function saveOrKeep(
  checked: CheckedTransaction,
  given: Given,
): Promise<Saved | { kept: string }> {
  const { target, waiting, scope, creation } = given;
  const madeAt = Date.now();
  const act = actOf(checked, target);
  const t = await waitingTexts().catch(() => String);
  const done = { kept: t('waiting:kept') };
  if (waiting !== undefined)
    return (await keep({ act, waiting })) ? done : { faults: { form: t('waiting:sentMeanwhile') } };
  const mayWait = !target || scope === 'single';
  const kept = { act, about: target, madeAt };
  const key = target ? newKey() : creation.key();
  if (mayWait && isDown()) {
    // What was sent before with other content may have arrived.
    const sentAt = target ? undefined : creation.triedAt();
    if (await keep(sentAt === undefined ? kept : { ...kept, key, sentAt })) {
      creation.startAnew();
      return done;
    }
  }
  try {
    if (target) return await changeTransaction(target, checked, scope, key);
    return await createTransaction(checked, creation.create);
  } catch (error) {
    const sentAt = target ? madeAt : creation.triedAt();
    if (!mayWait || !isCut(error) || !(await keep({ ...kept, key, sentAt }))) throw error;
    creation.startAnew();
    return done;
  }
}

// An entry that waits to be added has no version of the server.
function actOf(checked: CheckedTransaction, target: Target | undefined): Act {
  const body = bodyOf(checked);
  if (!target?.updated_at) return { kind: 'add', body };
  const { type, id, updated_at } = target;
  return { kind: 'change', target: { type, id, updated_at }, body };
}

/** Keeps a deletion, with its key if it was sent without an answer; what it says then, or undefined if it cannot be kept. */
export async function keepDeletion(
  about: DialogTransaction,
  given: Pick<Kept, 'waiting' | 'key' | 'sentAt'>,
): Promise<string | undefined> {
  const { type, id, updated_at } = about;
  const target = { type, id, updated_at };
  return keepAct({ act: { kind: 'delete', target }, about, ...given });
}

/** Keeps an act; what it says then, or undefined if it cannot be kept. */
export async function keepAct(kept: Kept): Promise<string | undefined> {
  return (await keep(kept)) ? (await waitingTexts())('waiting:kept') : undefined;
}
