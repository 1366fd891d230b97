import { CELLS, FIELDS } from '../../../domain/transactions/fields.ts';
import { readTransaction, transactionErrors } from '../../../stores/save-transaction.ts';
import type { SentFields } from '../../core/offline/entry.ts';
import type { DialogTransaction } from '../../core/page/dialog-settings.ts';
import { api } from '../../core/request/api-client.ts';
import { isCut, isStale, latestOf } from '../../core/request/failures.ts';
import { newKey } from '../../core/request/idempotency.ts';
import type { Values } from './fields.ts';

/** The outcome of a change: `theirs` was saved elsewhere meanwhile; `offline` says that it waits for a connection. */
export type Outcome =
  | { saved: DialogTransaction }
  | { theirs: DialogTransaction }
  | { gone: true }
  | { offline: string }
  | { error: string };

/** Changes one value of a transaction (of only this occurrence), unless it was changed since it was read. */
export async function save(before: DialogTransaction, values: Values): Promise<Outcome> {
  const { type, id, updated_at = null } = before;
  const sent = Object.fromEntries(CELLS.map((column) => [FIELDS[column].input, values[column]]));
  const key = newKey();
  const sentAt = Date.now();
  try {
    const { transaction } = await api<{ transaction: DialogTransaction }>(
      `/transactions/${type}/${encodeURIComponent(id)}`,
      {
        method: 'PUT',
        headers: { 'Idempotency-Key': key },
        body: { ...sent, scope: 'single', basedOn: updated_at },
      },
    );
    return { saved: transaction };
  } catch (error) {
    if (isStale(error)) return latestVersion(before);
    const offline = isCut(error) && (await queueChange(before, sent, { key, sentAt }));
    return offline ? { offline } : errorOf(error);
  }
}

/** Queues a change until there is a connection; returns the text to show, or undefined if it cannot be queued. */
async function queueChange(
  about: DialogTransaction,
  body: SentFields,
  attempt: { key: string; sentAt: number },
): Promise<string | undefined> {
  const { keepAct } = await import('../../../stores/save-or-keep.ts');
  const { type, id, updated_at } = about;
  const act = { kind: 'change', target: { type, id, updated_at }, body } as const;
  return keepAct({ act, about, ...attempt }).catch(() => undefined);
}

async function latestVersion(before: DialogTransaction): Promise<Outcome> {
  try {
    const latest = await latestOf(() => readTransaction(before));
    return latest === 'gone' ? { gone: true } : latest;
  } catch (error) {
    return errorOf(error);
  }
}

function errorOf(error: unknown): Outcome {
  const { fields = [], form = '' } = transactionErrors(error, true);
  return { error: fields[0]?.message ?? form };
}
