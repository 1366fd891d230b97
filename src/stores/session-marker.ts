/** Where the tabs of a browser tell one another who is signed in. A type, so that nobody loads a file for a word. */
export type SessionKey = 'session';

const KEY: SessionKey = 'session';

/** Who is signed in and until when; instants in milliseconds by the server's clock. */
export interface SessionMarker {
  person: string;
  accessEnds: number;
  sessionEnds: number;
}

/** Reads what a page or the browser's storage says, `<person> <access ends> <session ends>`; null for nobody. */
export function readMarker(text: string | null | undefined): SessionMarker | null {
  const [person, accessEnds, sessionEnds] = (text ?? '').split(' ');
  return person && sessionEnds
    ? { person, accessEnds: Number(accessEnds), sessionEnds: Number(sessionEnds) }
    : null;
}

/** What the tab that spoke last says; undefined where nothing is known, such as after the storage was emptied. */
export function lastMarker(): SessionMarker | null | undefined {
  const text = localStorage.getItem(KEY);
  return text === null ? undefined : readMarker(text);
}

export function tellMarker({ person, accessEnds, sessionEnds }: SessionMarker): void {
  localStorage.setItem(KEY, `${person} ${accessEnds} ${sessionEnds}`);
}

/**
 * Empties what this browser keeps for a person, and tells the other tabs that nobody is signed in. `ending` says that
 * the server does not know yet, so that the next page tells it.
 */
export function forgetSession(how: 'ended' | 'ending' = 'ended'): void {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem(KEY, how === 'ending' ? how : '');
  // Only there on https and on this very machine.
  if ('caches' in window) caches.keys().then((names) => names.map((name) => caches.delete(name)));
}
