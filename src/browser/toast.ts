type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface Toast {
  kind: ToastKind;
  text: string;
  /** Names the deletion that a button of the toast takes back. */
  undoId?: string | undefined;
}

/** Where toasts wait for the next page. A type, so that page and islands agree without sharing a file to load. */
export type WaitingKey = 'toast';

const WAITING_KEY: WaitingKey = 'toast';

/** Shows a short message: success and info hide by themselves after 4 s, errors and warnings stay. */
export function toast(kind: ToastKind, text: string): void {
  dispatchEvent(new CustomEvent<Toast>('toast', { detail: { kind, text } }));
}

/** Shows a message once the next page is there, after those that wait already, where the page is loaded anew afterwards. */
export function toastAfterNavigation(kind: ToastKind, text: string, undoId?: string): void {
  const waiting: Toast[] = JSON.parse(sessionStorage.getItem(WAITING_KEY) ?? '[]');
  sessionStorage.setItem(WAITING_KEY, JSON.stringify([...waiting, { kind, text, undoId }]));
}
