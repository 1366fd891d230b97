import { replaceParts, say } from './list-parts.ts';

const EVERY_MS = 30_000;
const KEY = 'list-refresh';

/** Offers to look every 30 s whether the list has changed; the choice holds for this browser session. */
export function startRefresh(list: HTMLElement, isBusy: () => boolean): void {
  const offer = list.querySelector<HTMLElement>('[data-list-refresh]');
  const box = offer?.querySelector('input');
  if (!offer || !box) return;
  let timer = 0;
  const look = () => {
    // Whoever has ticked rows or opened one is not disturbed.
    const isUsed = document.querySelector('dialog[open], [data-list=results] input:checked');
    if (!document.hidden && !isBusy() && !isUsed) {
      refresh(list, offer.dataset.said ?? '').catch(() => undefined);
    }
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
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const wordsOf = (from: ParentNode) => from.querySelector('[data-list=results]')?.textContent;
  // Meanwhile somebody may have gone on to another list.
  const isMeant = answer.ok && address === location.href && !list.matches('[aria-busy=true]');
  if (!isMeant || wordsOf(page) === undefined || wordsOf(page) === wordsOf(list)) return;
  if (replaceParts(list, page, true)) say(list, news);
}
