import { startConnection } from './connection/start.ts';
import { DRAFTS, TOASTS, UNSENT } from './core/names.ts';
import type { Toast } from './core/notices/toast.ts';
import { hasModifier } from './core/page/modifiers.ts';
import { startTheme } from './core/page/theme.ts';
import { dataVersion, forgetVersion, noteChange } from './core/session/data-version.ts';
import { showSending, startLoadingBar } from './loading-bar.ts';
import { startSession } from './session/session.ts';

/** Starts what guests and members share, after everything that handles presses itself. */
export function startEveryPage(): void {
  startPanelLinks();
  // The theme must handle its form before the loading bar reacts.
  startTheme();
  startLoadingBar();
  startToasts();
  followForms();
  focusNotice();
  startSession();
  startConnection();
  if (sessionStorage.getItem(DRAFTS)) loadDrafts();
  if (document.documentElement.dataset.announcements)
    void import('./core/page/announcements.ts').then((announcements) => announcements.followAnnouncements());
}

export function loadKeepTyped(): void {
  import('./core/drafts/keep-typed.ts').catch(() => {});
}

/** Opens the pages of `a[data-panel]` over the current one. */
function startPanelLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || hasModifier(event) || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-panel]');
    // A panel over its own pages would show everything twice.
    if (!link || `${location.pathname}/`.startsWith(`${link.pathname}/`)) return;
    event.preventDefault();
    // Show the loading bar before the panel has loaded.
    const load = (detail: boolean) => dispatchEvent(new CustomEvent('loading', { detail }));
    load(true);
    import('./panel/panel.ts')
      .then(
        (panel) => panel.openPanel(link),
        () => location.assign(link.href),
      )
      .finally(() => load(false));
  });
}

/** Shows toasts requested by scripts (see `toast`), and those that waited for this page. */
function startToasts(): void {
  addEventListener('toast', (event) => show([(event as CustomEvent<Toast>).detail]));
  const waiting = sessionStorage.getItem(TOASTS);
  sessionStorage.removeItem(TOASTS);
  if (waiting) show(JSON.parse(waiting));
}

// Loaded on demand: most pages show none.
function show(toasts: Toast[]): void {
  void import('./core/notices/show-toasts.ts').then(({ showToasts }) => showToasts(toasts));
}

function loadDrafts(): void {
  import('./core/drafts/follow.ts').catch(() => {});
}

/** Asks before a changed, unsent form is left. While one is being sent, the data version is unknown. */
function followForms(): void {
  if (!dataVersion()) noteChange();
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  for (const kind of ['input', UNSENT])
    document.addEventListener(kind, ({ target }) => {
      if (!(target as Element).closest('form[data-warn-unsaved]')) return;
      addEventListener('beforeunload', warn);
      loadDrafts();
    });
  document.addEventListener('submit', ({ defaultPrevented, target, submitter }) => {
    // A script handles it, to check it or show another step.
    if (defaultPrevented) return;
    const isPost = (target as HTMLFormElement).method === 'post';
    showSending(isPost, submitter);
    // A permanent listener would exclude the page from the back-forward cache.
    removeEventListener('beforeunload', warn);
    if (isPost) forgetVersion();
  });
}

/** Focuses the error summary or last message, so that it is read first; an `autofocus` field refers to it. */
function focusNotice(): void {
  const notice = document.querySelector<HTMLElement>(':is(.error-summary, .flash, .conflict)[data-focus]');
  if (!document.querySelector('[autofocus]')) notice?.focus();
}
