import { startConnection } from './connection/start.ts';
import { startDrafts } from './core/drafts/start.ts';
import type { Toast, WaitingKey } from './core/notices/toast.ts';
import { focusNotice, followForms } from './forms/forms.ts';
import { startLoadingBar } from './loading-bar.ts';
import { startPanelLinks } from './panel/links.ts';
import { startSession } from './session/session.ts';
import { startTheme } from './theme.ts';

const WAITING_KEY: WaitingKey = 'toast';

/** Starts what guests and members share, after everything that handles a press itself. */
export function startEveryPage(): void {
  startPanelLinks();
  // The theme handles its form's submission before the loading bar would react to it.
  startTheme();
  startLoadingBar();
  startToasts();
  followForms();
  focusNotice();
  startSession();
  startConnection();
  startDrafts();
  if (document.documentElement.dataset.announcements)
    void import('./display/announcements.ts').then((announcements) => announcements.followAnnouncements());
}

/** Shows the toasts that scripts of the page request (see `toast`), and those that waited for this page. */
function startToasts(): void {
  addEventListener('toast', (event) => show([(event as CustomEvent<Toast>).detail]));
  const waiting = sessionStorage.getItem(WAITING_KEY);
  sessionStorage.removeItem(WAITING_KEY);
  if (waiting) show(JSON.parse(waiting));
}

// Most pages show none.
async function show(toasts: Toast[]): Promise<void> {
  (await import('./core/notices/toast-drawing.ts')).drawToasts(toasts);
}
