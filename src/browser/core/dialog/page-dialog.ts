import { insertForScripts } from '../page/insert-for-scripts.ts';
import { type Dialog, drawDialog, guardDialog, type Question } from './dialog.ts';

const TITLE = 'panel-title';

/** The main part of a page, in a dialog over another page. */
export interface PageDialog extends Dialog {
  element: HTMLDialogElement;
  opener: HTMLElement;
  body: HTMLElement;
  page: HTMLAnchorElement;
  /** Shows a page from the top; `isRefused` values are unsaved. Returns false for a page that is not ours. */
  draw: (page: Document, address: string, isRefused?: boolean) => boolean;
  /** Notes that nothing typed is unsaved, unless a save was refused. */
  markSaved: (isRefused?: boolean) => void;
}

interface Options {
  opener: HTMLElement;
  onLeave?: () => void;
  onClose?: () => void;
}

/** Creates an empty dialog for pages. A `form[data-warn-unsaved]` in it has the texts of the unsaved question. */
export function pageDialog({ opener, ...options }: Options): PageDialog {
  // The texts are the same for every panel, so the page has them once.
  const texts = document.querySelector<HTMLElement>('[data-open-page]')?.dataset;
  const element = drawDialog(`<a>${texts?.openPage ?? ''}</a>`, texts?.close ?? '');
  const page = element.querySelector('a') as HTMLAnchorElement;
  element.classList.add('panel');
  element.setAttribute('aria-labelledby', TITLE);
  const body = document.createElement('div');
  body.className = 'dialog-body';
  element.append(body);
  document.body.append(element);
  let start: string | undefined;
  const markSaved = (isRefused = false) => {
    start = isRefused ? undefined : contentOf(body);
  };
  const unsaved = () => (contentOf(body) === start ? undefined : questionIn(body));
  // The page's own listener would warn of values that were discarded with the dialog.
  element.addEventListener('input', (event) => event.stopPropagation());
  const dialog = guardDialog(element, { ...options, unsaved, opener: () => opener });
  const draw: PageDialog['draw'] = (shown, address, isRefused) => {
    const main = mainOf(shown);
    if (!main) return false;
    addStyles(shown);
    insertForScripts(main);
    body.replaceChildren(...main.childNodes);
    page.href = address;
    markSaved(isRefused);
    dialog.show();
    return true;
  };
  return { ...dialog, element, opener, body, page, draw, markSaved };
}

const formIn = (body: HTMLElement) => body.querySelector<HTMLFormElement>('form[data-warn-unsaved]');

function questionIn(body: HTMLElement): Question | undefined {
  const { question = '', stay = '', discard = '' } = formIn(body)?.dataset ?? {};
  return question ? { question, stay, discard } : undefined;
}

function contentOf(body: HTMLElement): string {
  const values = [...new FormData(formIn(body) ?? undefined)].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);
  return JSON.stringify(values.filter(([, value]) => value !== ''));
}

/** Returns the main part of a page with its h1 as an h2, without the floating button. */
function mainOf(page: Document): HTMLElement | null {
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

function addStyles(page: Document): void {
  for (const sheet of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const address = sheet.getAttribute('href') ?? '';
    if (!document.querySelector(`link[href="${CSS.escape(address)}"]`)) document.head.append(sheet);
  }
}
