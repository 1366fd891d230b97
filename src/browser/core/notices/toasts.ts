import type { Toast, WaitingKey } from './toast.ts';

const WAITING_KEY: WaitingKey = 'toast';

/** Shows the toasts that scripts of the page request (see `toast`), and those that waited for this page. */
export function startToasts(): void {
  addEventListener('toast', (event) => show([(event as CustomEvent<Toast>).detail]));
  const waiting = sessionStorage.getItem(WAITING_KEY);
  sessionStorage.removeItem(WAITING_KEY);
  if (waiting) show(JSON.parse(waiting));
}

// Most pages show none.
async function show(toasts: Toast[]): Promise<void> {
  (await import('./toast-drawing.ts')).drawToasts(toasts);
}
