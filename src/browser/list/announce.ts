/** Announces text to screen readers, after what they are reading. */
export function announce(list: ParentNode, text: string | undefined): void {
  const status = list.querySelector<HTMLElement>('[data-list-status]');
  if (!status) return;
  // The same text again would not be announced.
  status.textContent = status.textContent === text ? `${text}\u00a0` : (text ?? '');
}
