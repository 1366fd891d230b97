import type { Entry } from './entry.ts';

const NAME = 'waiting';
const ENTRIES = 'entries';

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(ENTRIES, { keyPath: 'id', autoIncrement: true });
    request.onsuccess = () => {
      // Whoever deletes it need not wait for this page.
      request.result.onversionchange = forget;
      request.result.onclose = () => {
        opening = undefined;
      };
      done(request.result);
    };
    request.onerror = () => fail(request.error);
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

function forget(): void {
  opening?.then((database) => database.close());
  opening = undefined;
}

/** Runs `work` in one transaction; what it has written is on the disk when the promise is fulfilled. */
async function within<Result>(
  mode: IDBTransactionMode,
  work: (entries: IDBObjectStore, give: (result: Result) => void) => void,
): Promise<Result | undefined> {
  const database = await open();
  return new Promise((done, fail) => {
    let result: Result | undefined;
    const transaction = database.transaction(ENTRIES, mode, { durability: 'strict' });
    transaction.oncomplete = () => done(result);
    transaction.onerror = () => fail(transaction.error);
    transaction.onabort = () => fail(transaction.error);
    work(transaction.objectStore(ENTRIES), (given) => {
      result = given;
    });
  });
}

/** The entries of all people who use this browser, in the order in which they were made. */
export async function allEntries(): Promise<Entry[]> {
  const found = await within<Entry[]>('readonly', (entries, give) => {
    const request = entries.getAll();
    request.onsuccess = () => give(request.result);
  });
  return found ?? [];
}

/** Stores a new entry, and returns its id. */
export async function addEntry(entry: Omit<Entry, 'id'>): Promise<number> {
  const id = await within<number>('readwrite', (entries, give) => {
    const request = entries.add(entry);
    request.onsuccess = () => give(Number(request.result));
  });
  return id ?? 0;
}

/** Stores an entry as it was, under its id. */
export async function putEntry(entry: Entry): Promise<void> {
  await within('readwrite', (entries) => entries.put(entry));
}

/**
 * Changes an entry while nobody else does; null removes it, and undefined leaves it.
 * @returns whether it was there
 */
export async function changeEntry(
  id: number,
  change: (entry: Entry) => Entry | null | undefined,
): Promise<boolean> {
  const found = await within<boolean>('readwrite', (entries, give) => {
    const request = entries.get(id);
    request.onsuccess = () => {
      const entry: Entry | undefined = request.result;
      if (!entry) return;
      give(true);
      const changed = change(entry);
      if (changed) entries.put(changed);
      else if (changed === null) entries.delete(id);
    };
  });
  return found ?? false;
}

/** Deletes everybody's entries. */
export async function deleteEntries(): Promise<void> {
  await within('readwrite', (entries) => entries.clear());
}
