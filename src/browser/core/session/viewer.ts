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

/** The id of the person for whom this page was made; empty for a guest's page. */
export function viewerOfPage(): string {
  return document.body.dataset.session?.split(' ')[0] ?? '';
}
