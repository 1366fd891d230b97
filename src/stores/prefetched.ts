import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';
import { SLOW } from '../browser/core/request/limits.ts';
import { dataVersion } from '../browser/core/session/data-version.ts';
import { RETAINED_FOR, read } from './cached-reads.ts';
import { loadCategories } from './categories.ts';

/** The storage key of what was stored last: the version of the data, and when. */
const KEY = 'known';

/** Keeps what forms need without a connection as it is now: once in half an hour, and soon after each change. */
export async function followKnown(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What was changed is shown. Of changes that follow each other, after the last one.
  document.addEventListener('list:shown', () => {
    clearTimeout(timer);
    timer = setTimeout(() => fetchKnown().catch(() => undefined), SLOW);
  });
  await fetchKnown();
}

/** Fetches what forms need, for the worker to store: the categories and the latest transactions. */
export async function fetchKnown(): Promise<void> {
  const mark = `${dataVersion()} ${Math.floor(Date.now() / RETAINED_FOR)}`;
  if (localStorage.getItem(KEY) === mark) return;
  await Promise.all([loadCategories(), latestTransactions()]);
  localStorage.setItem(KEY, mark);
}

/** The latest transactions, as the worker has stored them if there is no line. @throws ApiError */
export async function latestTransactions(): Promise<DialogTransaction[]> {
  const path = '/transactions/recent?limit=100';
  return (await read<{ transactions: DialogTransaction[] }>('transactions', path)).transactions;
}
