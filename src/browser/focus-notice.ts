/** Moves focus to the error summary or the message of the last action, so that it is read first. */
export function focusNotice(): void {
  const notice = document.querySelector<HTMLElement>(
    '.error-summary[data-focus], .flash[data-focus], .meanwhile[data-focus]',
  );
  notice?.focus();
}
