import { dataVersion, forgetVersion, noteChange } from '../../stores/data-version.ts';
import type { UnsentEvent } from '../connection/unsent-forms.ts';

/** While a form is being sent its effect is unknown; the next page, in whichever tab, sets a new version. */
export function followChanges(): void {
  if (!dataVersion()) noteChange();
  document.addEventListener('submit', (event) => {
    const { method } = event.target as HTMLFormElement;
    if (!event.defaultPrevented && method === 'post') forgetVersion();
  });
}

/** Asks before a page is left if a `form[data-warn-unsaved]` was changed and not sent. */
export function warnOfUnsavedChanges(): void {
  let changed = false;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const note = (now: boolean) => {
    if (now === changed) return;
    changed = now;
    // A permanent listener would exclude the page from the back-forward cache.
    if (now) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  };
  const unsent: UnsentEvent = 'form:unsent';
  for (const kind of ['input', unsent])
    document.addEventListener(kind, (event) => {
      if ((event.target as Element).closest('form[data-warn-unsaved]')) note(true);
    });
  // A form that a script handles itself, to check it or to show another step, is not sent.
  document.addEventListener('submit', (event) => event.defaultPrevented || note(false));
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
