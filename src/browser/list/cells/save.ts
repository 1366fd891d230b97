import { ApiError, api } from '../../../islands/api-client.ts';
import { isStale } from '../../../islands/form/stale.ts';
import { readTransaction, transactionFaults } from '../../../islands/transaction-dialog/save-transaction.ts';
import type { DialogTransaction } from '../../../stores/transaction-dialog.ts';
import type { Values } from './fields.ts';

/** The outcome of a change: `theirs` is the version that was saved elsewhere in the meantime. */
export type Outcome =
  | { saved: DialogTransaction }
  | { theirs: DialogTransaction }
  | { gone: true }
  | { fault: string };

/** Changes one value of a transaction, of an occurrence only that one, unless it has been changed since it was read. */
export async function save(before: DialogTransaction, values: Values): Promise<Outcome> {
  const { type, id, updated_at = null } = before;
  const { category_id, ...rest } = values;
  const sent = category_id === undefined ? rest : { categoryId: category_id };
  try {
    const { transaction } = await api<{ transaction: DialogTransaction }>(
      `/transactions/${type}/${encodeURIComponent(id)}`,
      { method: 'PUT', body: { ...sent, scope: 'single', basedOn: updated_at } },
    );
    return { saved: transaction };
  } catch (error) {
    return isStale(error) ? otherVersion(before) : faultOf(error);
  }
}

async function otherVersion(before: DialogTransaction): Promise<Outcome> {
  try {
    return { theirs: await readTransaction(before) };
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? { gone: true } : faultOf(error);
  }
}

function faultOf(error: unknown): Outcome {
  const { fields = [], form = '' } = transactionFaults(error, true);
  return { fault: fields[0]?.message ?? form };
}
