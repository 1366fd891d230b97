import { insertForScripts } from '../page/insert-for-scripts.ts';
import { type Dialog, drawDialog, guardDialog, type Question } from './dialog.ts';

const TITLE = 'panel-title';

/** An arrow out of the dialog. */
const OPEN_PAGE =
  '<svg class="icon icon-mirrored" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 17 17 7M8 7h9v9"/></svg>';

/** The main part of a page, in a dialog over another page. */
export interface PageDialog extends Dialog {
  element: HTMLDialogElement;
  opener: HTMLElement;
  body: HTMLElement;
  /** The link to the page itself. */
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
  const element = drawDialog(
    `<h2 tabindex="-1"></h2><a class="button button-quiet button-small" title="${texts?.openPage ?? ''}">${OPEN_PAGE}</a>`,
    texts?.close ?? '',
  );
  const [title, page] = [...element.querySelectorAll('h2, a')] as [HTMLElement, HTMLAnchorElement];
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
    const main = shown.getElementById('main');
    const heading = main?.querySelector('h1');
    if (!main || !heading) return false;
    main.querySelector('.fab')?.remove();
    moveTitle(heading, title);
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

/** Moves the h1 of a page into the bar of the dialog. An island draws its own, below: there it becomes an h2. */
function moveTitle(heading: HTMLElement, title: HTMLElement): void {
  const isOwn = heading.closest('[data-island]') !== null;
  const shown = isOwn ? Object.assign(document.createElement('h2'), { tabIndex: -1 }) : title;
  title.hidden = isOwn;
  title.id = isOwn ? '' : TITLE;
  shown.id = TITLE;
  shown.className = TITLE;
  shown.dataset.panelTitle = '';
  shown.replaceChildren(...heading.childNodes);
  const head = heading.closest('.page-head');
  if (isOwn) heading.replaceWith(shown);
  else heading.remove();
  if (head?.childElementCount === 0) head.remove();
}

function addStyles(page: Document): void {
  for (const sheet of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const address = sheet.getAttribute('href') ?? '';
    if (!document.querySelector(`link[href="${CSS.escape(address)}"]`)) document.head.append(sheet);
  }
}
