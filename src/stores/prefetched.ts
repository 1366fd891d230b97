import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';
import { SLOW } from '../browser/core/request/limits.ts';
import { dataVersion } from '../browser/core/session/data-version.ts';
import { RETAINED_FOR, read } from './cached-reads.ts';
import { loadCategories } from './categories.ts';

/** Storage key of the last stored version of the data, with its time. */
const KEY = 'prefetched';

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
export async function prefetch(): Promise<void> {
  const mark = `${dataVersion()} ${Math.floor(Date.now() / RETAINED_FOR)}`;
  if (localStorage.getItem(KEY) === mark) return;
  await Promise.all([loadCategories(), latestTransactions()]);
  localStorage.setItem(KEY, mark);
}

/** The latest transactions; offline, as the worker stored them. @throws ApiError */
export async function latestTransactions(): Promise<DialogTransaction[]> {
  const path = '/transactions/recent?limit=100';
  return (await read<{ transactions: DialogTransaction[] }>('transactions', path)).transactions;
}
