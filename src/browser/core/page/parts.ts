const TITLE = 'panel-title';
const QUESTION = 'panel-question';

interface DrawnPanel {
  dialog: HTMLDialogElement;
  body: HTMLElement;
  page: HTMLAnchorElement;
}

/**
 * An empty dialog at the end of the page, with a link to the page that it will show. Its button and Escape request that
 * it closes; what scrolls in it does so below them.
 */
export function drawPanel(closeWord: string, pageWord: string, onClose: () => void): DrawnPanel {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog dialog-large panel';
  dialog.setAttribute('aria-labelledby', TITLE);
  const close = drawButton('×', 'button-icon', onClose);
  close.ariaLabel = closeWord;
  const leave = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  // Browsers let a page prevent the closing of a dialog only once.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // An open menu in it is closed first.
    if (dialog.querySelector('[data-menu][open]')) event.preventDefault();
    else leave(event);
  });
  dialog.addEventListener('cancel', leave);
  const body = document.createElement('div');
  body.className = 'dialog-body';
  const page = document.createElement('a');
  page.textContent = pageWord;
  const header = document.createElement('div');
  header.className = 'dialog-header';
  header.append(page, close);
  dialog.append(header, body);
  document.body.append(dialog);
  return { dialog, body, page };
}

/** Asks above a panel whether the typed values may be discarded; the button to stay has the focus. */
export function askInPanel(
  question: string,
  words: { stay: string; discard: string },
  discard: () => void,
): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog dialog-small';
  dialog.role = 'alertdialog';
  const title = document.createElement('h2');
  title.id = QUESTION;
  title.textContent = question;
  dialog.setAttribute('aria-labelledby', QUESTION);
  const header = document.createElement('div');
  header.className = 'dialog-header';
  header.append(title);
  const stay = drawButton(words.stay, 'button-primary', () => dialog.close());
  const go = drawButton(words.discard, 'button-danger', () => {
    dialog.close();
    discard();
  });
  const footer = document.createElement('div');
  footer.className = 'dialog-footer';
  footer.append(stay, go);
  dialog.append(header, footer);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  stay.focus();
}

function drawButton(text: string, kind: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `button ${kind}`;
  button.textContent = text;
  button.addEventListener('click', press);
  return button;
}

/**
 * The main part of a page as a dialog shows it: its heading becomes the dialog's, one level lower, and the floating
 * button is left out.
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

/** Adds the styles that only that page has. */
export function addStyles(page: Document): void {
  for (const sheet of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const address = sheet.getAttribute('href') ?? '';
    if (!document.querySelector(`link[href="${CSS.escape(address)}"]`)) document.head.append(sheet);
  }
}
