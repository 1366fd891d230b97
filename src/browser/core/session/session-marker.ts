import { DRAFTS, SESSION } from '../names.ts';

/** Who is signed in and until when; instants in milliseconds by the server's clock. */
export interface SessionMarker {
  person: string;
  accessEnds: number;
  sessionEnds: number;
}

/** Parses `<person> <access ends> <session ends> <role>`, as in pages and the browser's storage; null for nobody. */
export function readMarker(text: string | null | undefined): SessionMarker | null {
  const [person, accessEnds, sessionEnds] = (text ?? '').split(' ');
  return person && sessionEnds
    ? { person, accessEnds: Number(accessEnds), sessionEnds: Number(sessionEnds) }
    : null;
}

/** The marker that the latest tab has written; undefined if unknown, such as after the storage was cleared. */
export function lastMarker(): SessionMarker | null | undefined {
  const text = localStorage.getItem(SESSION);
  return text === null ? undefined : readMarker(text);
}

/** Whether the last session has ended by itself. */
export function hasExpired(): boolean {
  return localStorage.getItem(SESSION) === 'expired';
}

export function writeMarker({ person, accessEnds, sessionEnds }: SessionMarker): void {
  localStorage.setItem(SESSION, `${person} ${accessEnds} ${sessionEnds}`);
}

/**
 * Notes that a person is signing out: if this tab is closed before the server answers, the next page signs out there. For
 * the other tabs the session is the same until it has ended.
 */
export function markEnding(): void {
  localStorage.setItem(SESSION, `${localStorage.getItem(SESSION) ?? ''} ending`);
}

/**
 * Deletes what this browser stores for a person, which shows the other tabs that nobody is signed in. `ending` means
 * that the server does not know yet: the next page signs out there. What was typed outlives a session that has `expired`:
 * its person signs in again, and the pages of anybody else delete it.
 */
export function forgetSession(how: 'ended' | 'ending' | 'expired' = 'ended'): void {
  // What waits to be sent is still there.
  const offline = localStorage.getItem('offline');
  const drafts = how === 'expired' && sessionStorage.getItem(DRAFTS);
  localStorage.clear();
  if (offline) localStorage.setItem('offline', offline);
  sessionStorage.clear();
  if (drafts) sessionStorage.setItem(DRAFTS, drafts);
  localStorage.setItem(SESSION, how === 'ended' ? '' : how);
  forgetPages();
}

/** Deletes the pages that the worker stores for a person. */
export function forgetPages(): void {
  // `caches` exists only on https and localhost.
  if ('caches' in window)
    caches.keys().then((names) => names.map((name) => name.startsWith('seen') && caches.delete(name)));
}
