const KEY = 'blocked-session';

/** Notes that this browser's person is blocked, which stops connection recovery. */
export function markBlocked(): void {
  localStorage.setItem(KEY, '1');
}

export function forgetBlocked(): void {
  localStorage.removeItem(KEY);
}

export function isMarkedBlocked(): boolean {
  return localStorage.getItem(KEY) !== null;
}

/** The id of the page's person; empty on a guest's page. */
export function viewerOfPage(): string {
  return document.body.dataset.session?.split(' ')[0] ?? '';
}
