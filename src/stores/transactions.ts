import type { PayeeData } from '../api/shapes/transactions.ts';
import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';
import { isCut } from '../browser/core/request/failures.ts';
import { SLOW } from '../browser/core/request/limits.ts';
import { dataVersion } from '../browser/core/session/data-version.ts';
import { RETAINED_FOR, read } from './cached-reads.ts';
import { loadCategories } from './categories.ts';

/** A transaction, cached for at most two minutes; changes in this browser invalidate it. @throws ApiError */
export async function readTransaction({ id }: Pick<DialogTransaction, 'id'>): Promise<DialogTransaction> {
  const path = `/transactions/${encodeURIComponent(id)}`;
  return (await read<{ transaction: DialogTransaction }>('transactions', path)).transaction;
}

/** The same; offline, as this browser stored it. @throws ApiError */
export async function findTransaction(id: string): Promise<DialogTransaction> {
  try {
    return await readTransaction({ id });
  } catch (error) {
    if (!isCut(error)) throw error;
    const stored = (await latestTransactions().catch(() => [])).find((candidate) => candidate.id === id);
    if (!stored) throw error;
    return stored;
  }
}

/** The latest transactions; offline, as the worker stored them. @throws ApiError */
async function latestTransactions(): Promise<DialogTransaction[]> {
  const path = '/transactions/recent?limit=100';
  return (await read<{ transactions: DialogTransaction[] }>('transactions', path)).transactions;
}

/** The person's payees, most used first. @throws ApiError when they cannot be fetched */
export async function loadPayees(): Promise<string[]> {
  const { payees } = await read<{ payees: PayeeData[] }>('transactions', '/transactions/payees');
  return payees.map(({ name }) => name);
}

/** Storage key of the last stored version of the data, with its time. */
const PREFETCHED = 'prefetched';

/** Keeps what forms need offline up to date: every half hour, and soon after each change. */
export async function followPrefetched(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A change updates the list; of consecutive changes only the last counts.
  document.addEventListener('list:shown', () => {
    clearTimeout(timer);
    timer = setTimeout(() => prefetch().catch(() => undefined), SLOW);
  });
  await prefetch();
}

/** Fetches the categories and latest transactions, which the worker stores. */
async function prefetch(): Promise<void> {
  const mark = `${dataVersion()} ${Math.floor(Date.now() / RETAINED_FOR)}`;
  if (localStorage.getItem(PREFETCHED) === mark) return;
  await Promise.all([loadCategories(), latestTransactions()]);
  localStorage.setItem(PREFETCHED, mark);
}
