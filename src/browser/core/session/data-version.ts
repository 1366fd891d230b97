const KEY = 'data-version';

/**
 * The version of the person's data as far as this browser knows, the same in all its tabs; empty while a form is being
 * sent. Signing out deletes it with everything else that is stored.
 */
export function dataVersion(): string {
  return localStorage.getItem(KEY) ?? '';
}

/** While a form is being sent: its effect is unknown. */
export function forgetVersion(): void {
  localStorage.removeItem(KEY);
}

/** Notifies all tabs that the data may have changed, so that cached answers are fetched again. */
export function noteChange(): void {
  localStorage.setItem(KEY, String(Math.random()));
}
