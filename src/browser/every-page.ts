import { startConnection } from './connection/start.ts';
import { startDrafts } from './core/drafts/start.ts';
import { startToasts } from './core/notices/toasts.ts';
import { focusNotice, followForms } from './forms/forms.ts';
import { startLoadingBar } from './loading-bar.ts';
import { startPanelLinks } from './panel/links.ts';
import { startSession } from './session/session.ts';
import { startTheme } from './theme.ts';

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
