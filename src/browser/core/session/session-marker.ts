import { DRAFTS, OFFLINE, SESSION } from '../names.ts';

/** Begins the names of the caches that hold data of a person: deleted when somebody signs out. */
export const PERSONAL_CACHES = 'seen';
/** The cache of the files that another app shares, until `/import` takes them. */
export const SHARED_FILES = `${PERSONAL_CACHES}-shared`;

/** Who is signed in and until when; instants in milliseconds by the server's clock. */
export interface SessionMarker {
  person: string;
  accessEnds: number;
  sessionEnds: number;
}

/** Parses `<person> <access ends> <session ends> <role>` from pages and storage; null if not signed in. */
export function readMarker(text: string | null | undefined): SessionMarker | null {
  const [person, accessEnds, sessionEnds] = (text ?? '').split(' ');
  return person && sessionEnds
    ? { person, accessEnds: Number(accessEnds), sessionEnds: Number(sessionEnds) }
    : null;
}

/** The marker that the latest tab wrote; undefined if unknown, as after the storage was cleared. */
export function lastMarker(): SessionMarker | null | undefined {
  const text = localStorage.getItem(SESSION);
  return text === null ? undefined : readMarker(text);
}

export function hasExpired(): boolean {
  return localStorage.getItem(SESSION) === 'expired';
}

export function writeMarker({ person, accessEnds, sessionEnds }: SessionMarker): void {
  localStorage.setItem(SESSION, `${person} ${accessEnds} ${sessionEnds}`);
}

/** Notes that the person is signing out: if this tab closes before the answer, the next page signs out. */
export function markEnding(): void {
  localStorage.setItem(SESSION, `${localStorage.getItem(SESSION) ?? ''} ending`);
}

/** Deletes what this browser stores for a person. `ending`: the next page signs out; `expired` keeps drafts. */
export function forgetSession(state: 'ended' | 'ending' | 'expired' = 'ended'): void {
  // Unsent entries stay.
  const offline = localStorage.getItem(OFFLINE);
  const drafts = state === 'expired' && sessionStorage.getItem(DRAFTS);
  localStorage.clear();
  if (offline) localStorage.setItem(OFFLINE, offline);
  sessionStorage.clear();
  if (drafts) sessionStorage.setItem(DRAFTS, drafts);
  localStorage.setItem(SESSION, state === 'ended' ? '' : state);
  forgetPages();
}

export function forgetPages(): void {
  // `caches` exists only on https and localhost.
  if ('caches' in window)
    caches
      .keys()
      .then((names) => names.map((name) => name.startsWith(PERSONAL_CACHES) && caches.delete(name)));
}
