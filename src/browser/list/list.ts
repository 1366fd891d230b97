import { fetchPage, replaceParts, showLoading, withoutHash } from '../core/page/fetch-page.ts';
import { hasModifier } from '../core/page/modifiers.ts';
import { startRefresh } from './refresh.ts';

/** What led to another list: `link` includes the search, and `history` means the browser's own buttons. */
type Way = 'link' | 'filters' | 'pagination' | 'typing' | 'history';

const TYPING_MS = 300;

const list = document.querySelector<HTMLElement>('[data-live-list]');
const form = document.querySelector<HTMLFormElement>('[data-filters]');

let shown = location.href;
let request: AbortController | undefined;
let typing = 0;

if (list && form) {
  list.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isListLink(link, event)) return;
    event.preventDefault();
    show(link.href, link.closest('.list-foot') ? 'pagination' : 'link');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show(addressOf(form), panelIn(form)?.open ? 'filters' : 'link');
  });
  form.addEventListener('input', (event) => {
    clearTimeout(typing);
    if ((event.target as HTMLInputElement).type !== 'search') return;
    typing = window.setTimeout(() => show(addressOf(form), 'typing'), TYPING_MS);
  });
  addEventListener('popstate', () => {
    if (withoutHash(location.href) !== withoutHash(shown)) show(location.href, 'history');
  });
  // Scripts loaded later announce by event: sharing a file would add one to the first view.
  document.addEventListener('list:announce', (event) =>
    announce(list, (event as CustomEvent<string>).detail),
  );
  startRefresh(list, (text) => announce(list, text));
}

function isListLink(link: HTMLAnchorElement, event: MouseEvent): boolean {
  return (
    !hasModifier(event) &&
    !link.hash &&
    link.origin === location.origin &&
    link.pathname === location.pathname
  );
}

const panelIn = (from: ParentNode | null | undefined) =>
  from?.querySelector<HTMLDetailsElement>('[data-filter-panel]');

const searchIn = (from: ParentNode | null) => from?.querySelector<HTMLInputElement>('[type=search]');

// Without empty fields this is the address that the server would redirect to.
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) query.append(name, String(value));
  return `${form.action}?${query}`;
}

async function show(address: string, way: Way): Promise<void> {
  if (!list || !form) return;
  clearTimeout(typing);
  request?.abort();
  const controller = new AbortController();
  request = controller;
  const sent = addressOf(form);
  wait(list, true);
  try {
    const { document: page, url, ok } = await fetchPage(address, { signal: controller.signal });
    if (controller.signal.aborted) return;
    // Typed words may lead to the list that they are read as: its fields would replace them.
    const fieldsStay = addressOf(form) !== sent || (way === 'typing' && url !== address);
    if (!ok || !replaceParts(list, page, fieldsStay)) throw new Error(url);
    remember(url, way);
    if (!fieldsStay) showForm(form, page, way);
    wait(list, false);
    document.title = page.title;
    showResult(list, way);
  } catch {
    // The browser's own error page is the clearest.
    if (!controller.signal.aborted) location.assign(address);
  }
}

function wait(list: HTMLElement, begins: boolean): void {
  list.ariaBusy = String(begins);
  showLoading(begins);
}

// Typing adds only one history entry.
function remember(address: string, way: Way): void {
  shown = address;
  if (way === 'history') return;
  const state = { typing: way === 'typing' };
  if (state.typing && history.state?.typing) history.replaceState(state, '', address);
  else if (address !== location.href) history.pushState(state, '', address);
}

function showForm(form: HTMLFormElement, page: Document, way: Way): void {
  const fresh = page.querySelector<HTMLFormElement>('[data-filters]');
  form.hidden = fresh?.hidden ?? false;
  const panel = panelIn(form);
  const isOpen = panelIn(fresh)?.open ?? false;
  // Open only for an error: otherwise it would lie between the filters and their results.
  if (panel && (way === 'filters' || isOpen)) panel.open = isOpen;
  const search = searchIn(form);
  if (search && way !== 'typing') search.value = searchIn(fresh)?.defaultValue ?? '';
}

/** Announces the number of results or focuses it, and scrolls to the requested part. */
function showResult(list: HTMLElement, way: Way): void {
  const results = list.querySelector<HTMLElement>('[data-list=results]');
  const count = results?.querySelector<HTMLElement>('caption, .empty');
  if (way === 'filters' && count && !list.querySelector('.error-summary')) {
    count.tabIndex = -1;
    count.focus();
    return;
  }
  announce(list, results?.dataset.announce);
  if (way === 'pagination') {
    results?.focus({ preventScroll: true });
    results?.scrollIntoView();
  }
  if (way !== 'typing') list.querySelector<HTMLElement>('.error-summary')?.focus();
}

/** Announces text to screen readers, after what they are reading. */
function announce(list: HTMLElement, text: string | undefined): void {
  const status = list.querySelector<HTMLElement>('[data-list-status]');
  if (!status) return;
  // The same text again would not be announced.
  status.textContent = status.textContent === text ? `${text}\u00a0` : (text ?? '');
}
