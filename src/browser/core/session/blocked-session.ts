const KEY = 'blocked-session';

/** Notes in this browser that its person is blocked, which stops the recovery of the connection. */
export function markBlocked(): void {
  localStorage.setItem(KEY, '1');
}

export function forgetBlocked(): void {
  localStorage.removeItem(KEY);
}

/** Whether a person was blocked in this browser: nothing is tried for them. */
export function isMarkedBlocked(): boolean {
  return localStorage.getItem(KEY) !== null;
}
