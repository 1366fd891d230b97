/**
 * Shows and sends what waits although no mark says so: a browser writes `localStorage` seconds later than what it has
 * promised to be on the disk, and may be killed in between.
 */
export async function findWaiting(): Promise<void> {
  // Most people have never entered anything without a connection: for them no database is made.
  if (localStorage.waiting || !(await hasStore())) return;
  const { allEntries } = await import('./store.ts');
  if ((await allEntries()).length > 0) await (await import('./queue.ts')).startWaiting();
}

async function hasStore(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === 'waiting');
}
