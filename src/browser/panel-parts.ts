const TITLE = 'panel-title';

/** An empty dialog at the end of the page, with a button that closes it. */
export function drawPanel(closeWord: string): { dialog: HTMLDialogElement; body: HTMLElement } {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog dialog-large panel';
  dialog.setAttribute('aria-labelledby', TITLE);
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button button-icon panel-close';
  close.textContent = '×';
  close.ariaLabel = closeWord;
  close.addEventListener('click', () => dialog.close());
  const body = document.createElement('div');
  body.className = 'dialog-body';
  dialog.append(body, close);
  document.body.append(dialog);
  return { dialog, body };
}

/**
 * The main part of a page as a dialog shows it: its heading becomes the dialog's, one level lower, and the floating
 * button stays behind.
 */
export function mainOf(page: Document): HTMLElement | null {
  const main = page.getElementById('main');
  main?.querySelector('.fab')?.remove();
  const heading = main?.querySelector('h1');
  if (!heading) return null;
  const title = page.createElement('h2');
  title.id = TITLE;
  title.className = 'panel-title';
  title.tabIndex = -1;
  title.dataset.panelTitle = '';
  title.append(...heading.childNodes);
  heading.replaceWith(title);
  return main;
}

/** Brings along the styles that only that page has. */
export function addStyles(page: Document): void {
  for (const sheet of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const address = sheet.getAttribute('href') ?? '';
    if (!document.querySelector(`link[href="${CSS.escape(address)}"]`)) document.head.append(sheet);
  }
}
