const KEY = 'data-version';

/** The version of the person's data, shared by all tabs; empty while a form is being sent. Signing out deletes it. */
export function dataVersion(): string {
  return localStorage.getItem(KEY) ?? '';
}

/** Called while a form is being sent, when its effect is unknown. */
export function forgetVersion(): void {
  localStorage.removeItem(KEY);
}

/** Invalidates cached answers in all tabs. */
export function noteChange(): void {
  localStorage.setItem(KEY, String(Math.random()));
}
