import { loadDrafts } from '../core/drafts/start.ts';
import type { UnsentEvent } from '../core/forms/unsent-forms.ts';
import { dataVersion, forgetVersion, noteChange } from '../core/session/data-version.ts';

/**
 * Follows what is typed and sent: asks before a page is left if a `form[data-warn-unsaved]` was changed and not sent. While
 * a form is being sent its effect is unknown; the next page, in whichever tab, sets a new version.
 */
export function followForms(): void {
  if (!dataVersion()) noteChange();
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const unsent: UnsentEvent = 'form:unsent';
  for (const kind of ['input', unsent])
    document.addEventListener(kind, ({ target }) => {
      if (!(target as Element).closest('form[data-warn-unsaved]')) return;
      addEventListener('beforeunload', warn);
      loadDrafts();
    });
  // A form that a script handles itself, to check it or to show another step, is not sent.
  document.addEventListener('submit', ({ defaultPrevented, target }) => {
    if (defaultPrevented) return;
    // A permanent listener would exclude the page from the back-forward cache.
    removeEventListener('beforeunload', warn);
    if ((target as HTMLFormElement).method === 'post') forgetVersion();
  });
}

/**
 * Moves focus to the error summary or the message of the last action, so that it is read aloud first. A field with
 * `autofocus` has the message as its description.
 */
export function focusNotice(): void {
  const notice = document.querySelector<HTMLElement>(
    '.error-summary[data-focus], .flash[data-focus], .conflict[data-focus]',
  );
  if (!document.querySelector('[autofocus]')) notice?.focus();
}
