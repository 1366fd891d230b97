const NOTICE = '[data-session-notice]';

/** Shows the notice that the page carries, unless it is there; it stays until somebody puts it away. */
export function showNotice(): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-session-ending]');
  if (!template || document.querySelector(NOTICE)) return;
  document.querySelector('[data-toasts] [role=alert]')?.append(template.content.cloneNode(true));
  const notice = document.querySelector<HTMLElement>(NOTICE);
  notice?.querySelector('button')?.addEventListener('click', () => {
    notice.replaceChildren();
    notice.hidden = true;
  });
}

/** Takes the notice away: the session goes on after all. */
export function hideNotice(): void {
  document.querySelector(NOTICE)?.remove();
}
