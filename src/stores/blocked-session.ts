const KEY = 'blocked-session';

/** Remembers in this browser that its person is blocked: until they are not, nothing tries to recover their session. */
export function markBlocked(): void {
  localStorage.setItem(KEY, '1');
}

export function forgetBlocked(): void {
  localStorage.removeItem(KEY);
}

export function isMarkedBlocked(): boolean {
  return localStorage.getItem(KEY) !== null;
}
