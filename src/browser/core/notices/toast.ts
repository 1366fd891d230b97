type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'loading';

export interface Toast {
  kind: ToastKind;
  text: string;
  /** The id of the deletion that a button of the toast undoes. */
  undoId?: string | null | undefined;
  /** What was added, by default a transaction, and its version, which a button of the toast deletes again. */
  added?: { id: string; basedOn: string | undefined; of?: 'recurring' } | undefined;
  /** Undoes what a script has done; it does not wait for the next page. */
  undo?: (() => void) | undefined;
  /** Sends again what had no answer; it does not wait for the next page. */
  retry?: { key: string; run: () => void } | undefined;
  /** What a loading toast waits for; without it, that the page is left. */
  until?: Promise<unknown> | undefined;
  /** Whether screen readers have announced the text already. */
  isAnnounced?: boolean | undefined;
  /** How far the page was scrolled when its act began, to which undoing it returns. */
  scrolled?: number | undefined;
  /** The path of the page where it was requested, if it has waited for the next one. */
  from?: string | undefined;
}

type More = Omit<Toast, 'kind' | 'text'>;

/**
 * Shows a short message. Success disappears after 2 s and info after 4 s; errors, warnings and what has a button stay.
 * Loading disappears with what it waits `until`, and says after 30 s that it takes long.
 */
export function toast(kind: ToastKind, text: string, more: More = {}): void {
  dispatchEvent(new CustomEvent<Toast>('toast', { detail: { kind, text, ...more } }));
}
