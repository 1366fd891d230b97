import { read } from './cached-reads.ts';
import type { DialogTransaction } from './transaction-dialog.ts';

/**
 * A transaction as it was at most two minutes ago; a change made in this browser since then is seen.
 * @throws ApiError
 */
export async function loadTransaction(id: string): Promise<DialogTransaction> {
  const path = `/transactions/${encodeURIComponent(id)}`;
  return (await read<{ transaction: DialogTransaction }>('transactions', path)).transaction;
}
