import { fetchPage } from '../fetch-page.ts';
import { announce, replaceParts } from './parts.ts';

const EVERY_MS = 30_000;
const KEY = 'list-refresh';

/** Offers to look every 30 s whether the list has changed; the choice holds for this browser session. */
export function startRefresh(list: HTMLElement): void {
  const offer = list.querySelector<HTMLElement>('[data-list-refresh]');
  const box = offer?.querySelector('input');
  if (!offer || !box) return;
  let timer = 0;
  const look = () => {
    // Whoever has ticked rows, opened one or is on the way to another list is not disturbed.
    const used = 'dialog[open], [data-list=results] input:checked, [aria-busy=true] > [data-list]';
    if (document.hidden || document.querySelector(used)) return;
    refresh(list, offer.dataset.said ?? '').catch(() => undefined);
  };
  const follow = () => {
    clearInterval(timer);
    if (box.checked) timer = window.setInterval(look, EVERY_MS);
  };
  offer.hidden = false;
  box.checked = sessionStorage.getItem(KEY) !== null;
  follow();
  box.addEventListener('change', () => {
    if (box.checked) sessionStorage.setItem(KEY, 'on');
    else sessionStorage.removeItem(KEY);
    follow();
  });
}

async function refresh(list: HTMLElement, news: string): Promise<void> {
  const address = location.href;
  const { document: page, ok } = await fetchPage(address);
  // Meanwhile somebody may have gone on to another list.
  if (!ok || address !== location.href || list.ariaBusy === 'true') return;
  if (wordsOf(page) !== wordsOf(list) && replaceParts(list, page, true)) announce(list, news);
}

/** The text of a list: its figures and its rows. */
function wordsOf(from: ParentNode): string {
  return [...from.querySelectorAll('.totals, .data-table')].map((part) => part.textContent).join();
}
