import { OFFLINE } from '../names.ts';
import type { Entry } from './entry.ts';

const ENTRIES = 'entries';

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(OFFLINE, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(ENTRIES, { keyPath: 'id', autoIncrement: true });
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** Runs a request and `follow` in one transaction; what they wrote is on disk when the promise resolves. */
async function run<Result>(
  mode: IDBTransactionMode,
  ask: (entries: IDBObjectStore) => IDBRequest<Result>,
  follow?: (result: Result, entries: IDBObjectStore) => void,
): Promise<Result> {
  const database = await open();
  const transaction = database.transaction(ENTRIES, mode, { durability: 'strict' });
  const entries = transaction.objectStore(ENTRIES);
  const request = ask(entries);
  if (follow) request.onsuccess = () => follow(request.result, entries);
  const ended = new Promise<Result>((done, fail) => {
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error);
  });
  // Another page may delete the database.
  return ended.finally(() => database.close());
}

/** Everybody's entries in this browser, in the order in which they were made. */
export function allEntries(): Promise<Entry[]> {
  return run('readonly', (entries) => entries.getAll());
}

export async function addEntry(entry: Omit<Entry, 'id'>): Promise<number> {
  return Number(await run('readwrite', (entries) => entries.add(entry)));
}

export async function putEntry(entry: Entry): Promise<void> {
  await run('readwrite', (entries) => entries.put(entry));
}

/** Changes an entry atomically: null removes it, undefined leaves it. Returns whether it existed. */
export async function changeEntry(
  id: number,
  change: (entry: Entry) => Entry | null | undefined,
): Promise<boolean> {
  const get = (entries: IDBObjectStore): IDBRequest<Entry | undefined> => entries.get(id);
  const entry = await run('readwrite', get, (now, entries) => {
    const changed = now && change(now);
    if (changed) entries.put(changed);
    else if (changed === null) entries.delete(id);
  });
  return entry !== undefined;
}

export async function deleteEntries(): Promise<void> {
  await run('readwrite', (entries) => entries.clear());
}
