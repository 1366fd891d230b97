type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'loading';

export interface Toast {
  kind: ToastKind;
  text: string;
  /** The id of the deletion that a button of the toast undoes. */
  undoId?: string | null | undefined;
  /** What was added (by default a transaction) and its version; a button deletes it again. */
  added?: { id: string; basedOn: string | undefined; of?: 'recurring' | 'transactions/transfer' } | undefined;
  /** The transaction whose new category can become a rule. */
  rule?: string | undefined;
  /** The transaction that can become recurring. */
  recurring?: string | undefined;
  /** Undoes what a script did; does not survive navigation. */
  undo?: (() => void) | undefined;
  /** Sends an unanswered request again; does not survive navigation. */
  retry?: { key: string; run: () => void } | undefined;
  /** What a loading toast waits for; without it, until the page is left. */
  until?: Promise<unknown> | undefined;
  isAnnounced?: boolean | undefined;
  /** How far the page was scrolled when its act began; undoing it scrolls back. */
  scrolled?: number | undefined;
  /** The notice of the act that this remarks on: it takes its place, with its undo. */
  about?: Toast | undefined;
  /** The path of the page that requested it, if it waited for the next page. */
  from?: string | undefined;
}

type More = Omit<Toast, 'kind' | 'text'>;

/** Shows a short message, for as long as `show-toasts.ts` says. Loading disappears with `until`. */
export function toast(kind: ToastKind, text: string, more: More = {}): void {
  dispatchEvent(new CustomEvent<Toast>('toast', { detail: { kind, text, ...more } }));
}
