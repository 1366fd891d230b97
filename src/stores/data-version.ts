/** The key of the version in the browser's storage. A type, so that page and islands share it without a file to load. */
export type DataVersionKey = 'data-version';

const KEY: DataVersionKey = 'data-version';

/**
 * Names the state that the person's data is in as far as this browser knows, the same in all its tabs; empty while a
 * form is on its way. Signing out takes it away with all that is stored.
 */
export function dataVersion(): string {
  return localStorage.getItem(KEY) ?? '';
}

/** Notifies all tabs that the data may have changed: what was read before is read anew. */
export function noteChange(): void {
  localStorage.setItem(KEY, String(Math.random()));
}
